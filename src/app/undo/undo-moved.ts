// Deliveries that were given another day, on the day that they had, and on its routes where those still take them.
import type { Undone } from './undone.ts'
import { dayInFigures } from '../../domain/formats.ts'
import type { MovedOrder } from '../../domain/undo.ts'
import { lockOrders } from '../../store/orders/orders.ts'
import type { Context, WriteTx } from '../context.ts'
import { writeOrder } from '../orders/write-order.ts'
import { lockPlaces, putBack } from './put-back.ts'

export async function undoMoved(ctx: Context, tx: WriteTx, moved: readonly MovedOrder[]): Promise<Undone> {
  const versions = await lockPlaces(tx, moved)
  const orders = await lockOrders(
    tx,
    moved.map(({ orderId }) => orderId),
  )
  const returning: MovedOrder[] = []
  const left: Undone['left'] = []
  for (const order of orders) {
    const one = moved.find(({ orderId }) => orderId === order.orderId)
    if (!one) continue
    const { deliveryDate, orderId, externalRef, point, placement, routeId, status } = order
    const message =
      deliveryDate !== one.to
        ? `It is for ${dayInFigures(deliveryDate, ctx.formats)} meanwhile.`
        : status !== 'OPEN' || routeId
          ? 'It is on a route meanwhile, or no longer open.'
          : null
    if (message) left.push({ order_uuid: orderId, external_ref: externalRef, message })
    else {
      const { from, allowedDays } = one
      await writeOrder(ctx, tx, { ...order, deliveryDate: from, allowedDays }, { point, placement })
      returning.push(one)
    }
  }
  const back = await putBack(ctx, tx, returning, versions)
  return {
    orders: returning.length,
    off_route: returning.filter(({ orderId, place }) => place && !back.has(orderId)).length,
    left,
  }
}
