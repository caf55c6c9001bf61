// What is loaded on which vehicle, and whether it is there.
import { checkLoad } from '../../app/driving/check-load.ts'
import { readLoads } from '../../app/routes/read-loads.ts'
import * as contract from '../../contract/office/loads.ts'
import { office } from './operation.ts'

export const loadOperations = [
  office(contract.readLoads, (ctx, { query }) => readLoads(ctx, query.date)),
  office(contract.checkLoad, (ctx, { params, body }) => checkLoad(ctx, params.route_uuid, body, ctx.now)),
]
