// POST /orders/{external_ref}/cancel (brief: States).
import { type Input, ok } from '../../contract/endpoint.ts'
import type { cancelOrder as endpoint } from '../../contract/orders.ts'
import { decideCancel } from '../../domain/order.ts'
import { audit } from '../../store/audit.ts'
import { lockOrder, moveOrders, readOrder } from '../../store/orders.ts'
import { lockRoute } from '../../store/routes.ts'
import { readStops } from '../../store/stops.ts'
import type { Context } from '../context.ts'
import { missing, orThrow } from '../errors.ts'
import { takeOff } from '../routes/take-off.ts'
import { orderToWire } from './order-wire.ts'

export async function cancelOrder(ctx: Context, { params }: Input<typeof endpoint>) {
  return ctx.commit(async (tx) => {
    const locked = await lockOrder(tx, ctx.businessId, params.external_ref)
    if (!locked) throw missing('delivery with that reference')
    const { order } = locked
    if (orThrow(decideCancel(order.status, locked.route)) === 'cancel') {
      await moveOrders(tx, ctx.businessId, [order.orderId], { status: 'CANCELLED', routeId: null, stopId: null })
      const route = order.routeId ? await lockRoute(tx, ctx.businessId, order.routeId) : null
      if (route) {
        const stops = await readStops(tx, ctx.businessId, [route.routeId])
        await takeOff(
          ctx,
          tx,
          route,
          stops.filter(({ stopId }) => stopId === order.stopId),
        )
      }
      await audit(tx, ctx, { action: 'order.cancelled', entity: 'order', entityId: order.orderId })
    }
    const read = await readOrder(tx, ctx.businessId, { orderId: order.orderId })
    if (!read) throw missing('delivery with that reference')
    return ok(orderToWire(read, ctx))
  })
}
