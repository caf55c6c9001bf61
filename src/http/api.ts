// The API: one line an endpoint.
import { cancelOrder } from '../app/orders/cancel-order.ts'
import { getOrder } from '../app/orders/get-order.ts'
import { listOrders } from '../app/orders/list-orders.ts'
import { putOrder } from '../app/orders/put-order.ts'
import * as orders from '../contract/orders.ts'
import { type Binding, bind } from './bind.ts'

export const apiBindings: readonly Binding[] = [
  bind(orders.putOrder, putOrder),
  bind(orders.getOrder, getOrder),
  bind(orders.listOrders, listOrders),
  bind(orders.cancelOrder, cancelOrder),
]
