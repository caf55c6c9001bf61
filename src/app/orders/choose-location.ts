// Stores the location that a dispatcher chose for a delivery: a new point, the current location, or one of the
// candidates of an ambiguous address. The location stays until the address changes. It also becomes the confirmed
// location of the address, which other deliveries to this address get.
import type { OrderOut } from '../../contract/order.ts'
import { text } from '../../texts/text.ts'
import { changesBetween } from '../../domain/audit.ts'
import { type Order, type Point, sameJson } from '../../domain/orders/order.ts'
import { stateInWords } from '../../domain/state-words.ts'
import { confirmLocation } from '../../store/addresses/confirmed-locations.ts'
import { audit } from '../../store/audit/audit.ts'
import { lockOrder } from '../../store/orders/lock-orders.ts'
import { placeOrder, readOrder } from '../../store/orders/orders.ts'
import type { Context } from '../context.ts'
import { conflicting, missing } from '../errors.ts'
import { versionConflictError } from '../version-conflict.ts'
import { applyOrderChange } from '../routes/follow-order-change.ts'
import { orderToWire } from './order-wire.ts'
import { placedAt } from './geocode-order.ts'
import { requireOrder } from './edit-orders.ts'
import { recordUpdate } from './write-order.ts'

/** A point, or the index of one of the order's candidates. */
export type Chosen = Point | { candidate: number }

/** Converts the members of the request body, which has either a point or a candidate. */
export const chosenOf = ({
  lat,
  lng,
  candidate,
}: {
  lat: number | null
  lng: number | null
  candidate: number | null
}): Chosen => (lat !== null && lng !== null ? { lat, lng } : { candidate: candidate as number })

/** With `version`, throws if the delivery has changed since, because its address may have other candidates. */
export async function chooseLocation(
  ctx: Context,
  orderId: string,
  chosen: Chosen,
  version: string | null,
): Promise<OrderOut> {
  const { externalRef } = await requireOrder(ctx, orderId)
  return ctx.write(async (tx) => {
    const locked = await lockOrder(tx, externalRef)
    if (!locked) throw missing('delivery with that id')
    const now = await readOrder(tx, { orderId })
    if (version !== null && now?.changedAt.toISOString() !== version)
      throw await versionConflictError(tx, orderId, text('this delivery'))
    const { order, route } = locked
    if (order.status !== 'OPEN')
      throw conflicting(
        'ORDER_NOT_OPEN',
        text('This delivery is {state}: its pin moves only while it is open.', { state: stateInWords(order.status) }),
      )
    const point = pointOf(order, chosen)
    const moved = { ...order, ...placedAt(point) }
    await placeOrder(tx, orderId, moved)
    await confirmLocation(tx, order.address, point, 'OFFICE', ctx.now)
    if (sameJson(order.point, point)) {
      const detail = { placement: order.placement }
      audit(tx, ctx, { action: 'order.place_confirmed', entity: 'order', entityId: orderId, detail })
    } else {
      if (route === 'PLANNED') await applyOrderChange(ctx, tx, order, moved)
      const changes = changesBetween(pointToWire(order.point), pointToWire(point))
      await recordUpdate(ctx, tx, moved, ['address.lat', 'address.lng'], changes)
    }
    const read = await readOrder(tx, { orderId })
    if (!read) throw missing('delivery with that id')
    return orderToWire(read, ctx)
  })
}

function pointOf({ candidates }: Order, chosen: Chosen): Point {
  if (!('candidate' in chosen)) return chosen
  const candidate = candidates?.[chosen.candidate]
  if (!candidate)
    throw conflicting('NO_SUCH_CANDIDATE', 'This delivery has no such candidate. Read it again to see its candidates.')
  return { lat: candidate.lat, lng: candidate.lng }
}

const pointToWire = (point: Point | null) => ({ 'address.lat': point?.lat ?? null, 'address.lng': point?.lng ?? null })
