// The regions on the server.
import { readRegions } from '../../app/addresses/regions/read-regions.ts'
import * as contract from '../../contract/office/regions.ts'
import { office } from './operation.ts'

export const regionOperations = [office(contract.readRegions, (ctx) => readRegions(ctx))]
