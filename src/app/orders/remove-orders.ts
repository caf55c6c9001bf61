// Permanently deletes deliveries that are no longer needed, takes them off their routes, and notifies the business's
// endpoints.
import type { Order } from '../../domain/orders/order.ts'
import { deleteOrders, moveOrders } from '../../store/orders/orders.ts'
import { lockRoute } from '../../store/routes/routes.ts'
import { readStops } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { removeStops } from '../routes/remove-stops.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { cancelledEvent } from './cancel-order.ts'

/**
 * Deletes the orders. The caller must hold their locks, and none of them may be on a route that was sent to a driver.
 */
export async function removeOrders(ctx: Context, tx: WriteTx, orders: readonly Order[], reason: string): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId)
  const routeIds = new Set(orders.flatMap(({ routeId }) => routeId ?? []))
  await moveOrders(tx, orderIds, { routeId: null, stopId: null })
  for (const routeId of [...routeIds].sort()) {
    const route = await lockRoute(tx, routeId)
    const stops = await readStops(tx, [routeId])
    const own = stops.filter(({ orderId }) => orderIds.includes(orderId))
    if (route) await removeStops(ctx, tx, route, own)
  }
  const at = ctx.now.toISOString()
  emit(
    ctx,
    tx,
    orders.map(({ orderId, externalRef }) => cancelledEvent(externalRef, { orderId, at, reason })),
  )
  await deleteOrders(tx, orderIds)
}
