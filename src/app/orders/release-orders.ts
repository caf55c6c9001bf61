// Deliveries back to OPEN and off their route. What was frozen at dispatch follows from their items again (docs/spec/orders.md#changes-on-a-route).
import { derivedOf } from '../../domain/orders/order.ts'
import { lockOrders, reopenOrders } from '../../store/orders/orders.ts'
import type { Context, WriteTx } from '../context.ts'

/** The caller holds the locks of the routes that they are on. */
export async function releaseOrders(ctx: Context, tx: WriteTx, orderIds: readonly string[]): Promise<void> {
  const orders = await lockOrders(tx, ctx.businessId, orderIds)
  await reopenOrders(
    tx,
    ctx.businessId,
    orders.map((order) => ({ orderId: order.orderId, ...derivedOf(order) })),
  )
}
