// What is picked up at a stop, to be brought back.
import type { OrderOut } from '../../../src/contract/orders.ts'
import { plural, pounds } from '../../ui/format.ts'

type PickedUp = Pick<OrderOut, 'pickup_weight_lbs' | 'pickup_pieces' | 'pickup_cubic_feet'>

/** Null where nothing is. */
export function pickedUp({ pickup_pieces, pickup_weight_lbs, pickup_cubic_feet }: PickedUp): string | null {
  const parts = [
    pickup_pieces && plural(pickup_pieces, 'piece'),
    pickup_weight_lbs && pounds(pickup_weight_lbs),
    pickup_cubic_feet && `${pickup_cubic_feet} cubic feet`,
  ].filter(Boolean)
  return parts.length > 0 ? `picks up ${parts.join(', ')}` : null
}
