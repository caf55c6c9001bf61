// Reads the current state of the records that a step affects.
import type { Order } from '../../../domain/orders/order.ts'
import { lockOrders } from '../../../store/orders/lock-orders.ts'
import { lockRoutes, type Route } from '../../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../../store/routes/stops.ts'
import type { WriteTx } from '../../context.ts'

/** Orders, routes and stops that a step affects. */
export interface Scene {
  routes: Map<string, Route>
  stops: StopRead[]
  orders: Map<string, Order>
}

/** Locks and reads the routes, then the orders. This is the global lock order. */
export async function sceneOf(tx: WriteTx, routeIds: readonly string[], orderIds: readonly string[]): Promise<Scene> {
  const routes = new Map((await lockRoutes(tx, routeIds)).map((route) => [route.routeId, route]))
  const orders = new Map((await lockOrders(tx, orderIds)).map((order) => [order.orderId, order]))
  return { routes, orders, stops: await readStops(tx, routeIds) }
}
