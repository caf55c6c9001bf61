// Reopens deliveries and takes them off their route. Values frozen at dispatch are derived from the items again
// (docs/spec/orders.md#changes-on-a-route).
import { derivedOf } from '../../domain/orders/order.ts'
import { lockOrders, reopenOrders } from '../../store/orders/orders.ts'
import type { WriteTx } from '../context.ts'

/** The caller must hold the locks of the orders' routes. */
export async function releaseOrders(tx: WriteTx, orderIds: readonly string[]): Promise<void> {
  const orders = await lockOrders(tx, orderIds)
  await reopenOrders(
    tx,
    orders.map((order) => ({ orderId: order.orderId, ...derivedOf(order) })),
  )
}
