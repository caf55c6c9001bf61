// Taps of drivers that did not count.
import { readRefusedTaps } from '../../app/driver/read-refused-taps.ts'
import * as taps from '../../contract/office/taps.ts'
import { office } from './bind.ts'

export const tapBindings = [office(taps.readRefusedTaps, (ctx, { params }) => readRefusedTaps(ctx, params.route_uuid))]
