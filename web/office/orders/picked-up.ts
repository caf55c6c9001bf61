// Goods that are picked up at a stop and returned to the depot.
import type { OrderOut } from '../../../src/contract/order.ts'
import { cubicFeet, pounds } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'

type PickedUp = Pick<OrderOut, 'pickup_weight_lbs' | 'pickup_pieces' | 'pickup_cubic_feet'>

/** Describes the goods that are picked up. Null if there are none. */
export function pickupText({ pickup_pieces, pickup_weight_lbs, pickup_cubic_feet }: PickedUp): string | null {
  const parts = [
    pickup_pieces && words.common.piecesCounted(pickup_pieces),
    pickup_weight_lbs && pounds(pickup_weight_lbs),
    pickup_cubic_feet && cubicFeet(pickup_cubic_feet),
  ].filter(Boolean)
  return parts.length > 0 ? words.orders.picksUp(parts.join(', ')) : null
}
