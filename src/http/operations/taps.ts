// Taps of drivers that did not count.
import { recordLateOutcome } from '../../app/driving/record-late-outcome.ts'
import { dismissRefused } from '../../app/driving/dismiss-refused.ts'
import { readRefusedTaps } from '../../app/driving/read-refused-taps.ts'
import * as taps from '../../contract/office/taps.ts'
import { office } from './operation.ts'

export const tapOperations = [
  office(taps.readRefusedTaps, (ctx, { params }) => readRefusedTaps(ctx, params.route_uuid)),
  office(taps.recordLateOutcome, (ctx, { params, body }) =>
    recordLateOutcome(ctx, { routeId: params.route_uuid, stopId: body.stop_uuid }),
  ),
  office(taps.dismissRefused, (ctx, { params, body }) => dismissRefused(ctx, params.route_uuid, body.stop_uuid)),
]
