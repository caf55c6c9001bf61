// Moves a delivery's pin to a location that a dispatcher knows, or confirms its current location. The pin stays until
// the address changes. The location is also confirmed for other deliveries to the same address.
import type { OrderOut } from '../../contract/order.ts'
import { text } from '../../texts/text.ts'
import { changesBetween } from '../../domain/audit.ts'
import { type Point, sameJson } from '../../domain/orders/order.ts'
import { audit } from '../../store/audit/audit.ts'
import { confirmLocation } from '../../store/addresses/confirmed-locations.ts'
import { lockOrder, placeOrder } from '../../store/orders/orders.ts'
import type { Context } from '../context.ts'
import { conflicting, missing } from '../errors.ts'
import { orderToWire } from './order-wire.ts'
import { recordUpdate } from './write-order.ts'
import { applyOrderChange } from '../routes/follow-order-change.ts'
import { requireOrder } from './edit-orders.ts'
import { stateInWords } from '../../domain/state-words.ts'

export async function movePin(ctx: Context, orderId: string, point: Point): Promise<OrderOut> {
  const { externalRef } = await requireOrder(ctx, orderId)
  await ctx.write(async (tx) => {
    const locked = await lockOrder(tx, externalRef)
    if (!locked) throw missing('delivery with that id')
    const { order, route } = locked
    if (order.status !== 'OPEN')
      throw conflicting(
        'ORDER_NOT_OPEN',
        text('This delivery is {state}: its pin moves only while it is open.', { state: stateInWords(order.status) }),
      )
    const moved = { ...order, point, placement: 'PLACED' as const }
    await placeOrder(tx, orderId, moved)
    await confirmLocation(tx, order.address, point, 'OFFICE', ctx.now)
    if (sameJson(order.point, point)) {
      const detail = { placement: order.placement }
      audit(tx, ctx, { action: 'order.place_confirmed', entity: 'order', entityId: orderId, detail })
      return
    }
    if (route === 'PLANNED') await applyOrderChange(ctx, tx, order, moved)
    const changes = changesBetween(pointToWire(order.point), pointToWire(point))
    await recordUpdate(ctx, tx, moved, ['address.lat', 'address.lng'], changes)
  })
  return orderToWire(await requireOrder(ctx, orderId), ctx)
}

const pointToWire = (point: Point | null) => ({ 'address.lat': point?.lat ?? null, 'address.lng': point?.lng ?? null })
