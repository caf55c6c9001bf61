// Deliveries back to OPEN and off their route. What was frozen at dispatch follows from their items again (docs/spec/orders.md#changes-on-a-route).
import { derivedOf } from '../../domain/orders/order.ts'
import { lockOrders, reopenOrders } from '../../store/orders/orders.ts'
import type { WriteTx } from '../context.ts'

/** The caller holds the locks of the routes that they are on. */
export async function releaseOrders(tx: WriteTx, orderIds: readonly string[]): Promise<void> {
  const orders = await lockOrders(tx, orderIds)
  await reopenOrders(
    tx,
    orders.map((order) => ({ orderId: order.orderId, ...derivedOf(order) })),
  )
}
