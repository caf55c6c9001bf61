// Changes a route from DISPATCHED to IN_PROGRESS when a driver's report shows that the driver has left
// (docs/spec/routes.md#route-states).
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { hasTripStarted } from '../../domain/routes/trips.ts'
import { touchOrders } from '../../store/orders/orders.ts'
import { type Route, saveRoute } from '../../store/routes/routes.ts'
import { saveTold } from '../../store/routes/stop-times.ts'
import { currentOrders, readStops } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { notifyOnTheWay } from '../customers/messages/notify.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { eventDriver, routeNow } from './route-events.ts'

/** Starts the route unless it has started, and returns it. The caller must hold its lock. */
export async function beginRoute(ctx: Context, tx: WriteTx, route: Route, startedAt: Date): Promise<Route> {
  if (route.status !== 'DISPATCHED') return route
  const begun: Route = { ...route, status: 'IN_PROGRESS', startedAt }
  await saveRoute(tx, begun)
  emit(ctx, tx, [routeNow('route.started', begun, await eventDriver(tx, begun), startedAt)])
  const stops = await readStops(tx, [route.routeId])
  await touchOrders(tx, currentOrders(stops))
  // Notify only customers whose goods are on board. Customers of later loads are notified when the driver leaves to
  // pick up their load.
  const waiting = stops.filter((stop) => !FINISHED_STOP[stop.status] && hasTripStarted(stops, stop))
  // The range at the start replaces an earlier one, which came from the plan.
  await saveTold(
    tx,
    waiting.map((stop) => ({ ...stop, told: null })),
  )
  await notifyOnTheWay(ctx, tx, begun, waiting, 'OUT_FOR_DELIVERY', startedAt)
  return begun
}
