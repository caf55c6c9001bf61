// What is picked up on the way, as orders and the stops of POST /optimize have it.
import { faultText } from '../texts/as-string.ts'
import { number, optional, text } from './fields.ts'

const MOST = 1e9

export const pickupFields = {
  pickup_weight_lbs: optional(number(0, MOST)).meta({
    description: 'What is picked up there and brought back: it stays on the vehicle until it is back.',
  }),
  pickup_pieces: optional(number(0, MOST)),
  pickup_cubic_feet: optional(number(0, MOST)),
  goods_from: optional(text(1, 200)).meta({
    description:
      'Its goods are picked up at that other stop, and not at the depot: the same vehicle serves both, that one first.',
  }),
  max_ride_minutes: optional(number(0, 1_440)).meta({
    description: 'The longest from leaving the stop of goods_from to the start of service here.',
  }),
}

interface Goods {
  goods_from?: string | null
  max_ride_minutes?: number | null
}

/** What is wrong with them together; `own` is what the stop itself is called. */
export function goodsFaults(
  { goods_from = null, max_ride_minutes = null }: Goods,
  own: string | undefined,
  fault: (path: string[], message: string) => void,
): void {
  if (goods_from !== null && goods_from === own) fault(['goods_from'], faultText('must be another one than itself'))
  if (goods_from === null && max_ride_minutes !== null)
    fault(['goods_from'], faultText('is required with max_ride_minutes'))
}
