// Goods that are picked up during a route, for orders and for the stops of POST /optimize.
import { faultText } from '../texts/as-string.ts'
import { number, optional, text } from './fields.ts'

const MAX_COUNT = 1e9

export const pickupFields = {
  pickup_weight_lbs: optional(number(0, MAX_COUNT)).meta({
    description: 'Weight in pounds that is picked up at the stop. It stays on the vehicle until the vehicle returns.',
  }),
  pickup_pieces: optional(number(0, MAX_COUNT)),
  pickup_cubic_feet: optional(number(0, MAX_COUNT)),
  goods_from: optional(text(1, 200)).meta({
    description:
      'The stop at which this stop’s goods are picked up, instead of the depot. The same vehicle serves both stops, that stop first.',
  }),
  max_ride_minutes: optional(number(0, 1_440)).meta({
    description: 'Maximum minutes from leaving the stop in goods_from to the start of service at this stop.',
  }),
}

interface Goods {
  goods_from?: string | null
  max_ride_minutes?: number | null
}

/** Reports contradictions between these fields. `own` is the stop's own ID or reference. */
export function goodsFaults(
  { goods_from = null, max_ride_minutes = null }: Goods,
  own: string | undefined,
  fault: (path: string[], message: string) => void,
): void {
  if (goods_from !== null && goods_from === own) fault(['goods_from'], faultText('must not refer to itself'))
  if (goods_from === null && max_ride_minutes !== null)
    fault(['goods_from'], faultText('is required with max_ride_minutes'))
}
