// Traffic by the hour.
import { readTraffic, saveTraffic } from '../../app/business/settings/traffic.ts'
import * as traffic from '../../contract/office/traffic.ts'
import { office } from '../operation.ts'

export const trafficBindings = [
  office(traffic.readTraffic, (ctx) => readTraffic(ctx)),
  office(traffic.saveTraffic, (ctx, { body }) => saveTraffic(ctx, body.factors)),
]
