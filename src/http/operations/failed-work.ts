// What Roundsman fails at for the business.
import { readFailedWork } from '../../app/operations/health/read-failed-work.ts'
import * as contract from '../../contract/office/failed-work.ts'
import { office } from './operation.ts'

export const failedWorkOperations = [office(contract.readFailedWork, (ctx) => readFailedWork(ctx))]
