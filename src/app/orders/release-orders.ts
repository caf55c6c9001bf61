// Removes deliveries from their route, so that they are open again. At dispatch, values derived from the items are
// frozen. They are derived again here (docs/spec/orders.md#changes-on-a-route).
import { derivedOf } from '../../domain/orders/order.ts'
import { lockOrders } from '../../store/orders/lock-orders.ts'
import { reopenOrders } from '../../store/orders/orders.ts'
import type { WriteTx } from '../context.ts'

/** Reopens the orders. The caller must hold the locks of their routes. */
export async function releaseOrders(tx: WriteTx, orderIds: readonly string[]): Promise<void> {
  const orders = await lockOrders(tx, orderIds)
  await reopenOrders(
    tx,
    orders.map((order) => ({ orderId: order.orderId, ...derivedOf(order) })),
  )
}
