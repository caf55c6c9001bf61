// Ends a running route once nothing of it is left to do or held (docs/spec/routes.md#route-states).
import { whenOver } from '../../domain/routes/route.ts'
import { touchOrders } from '../../store/orders/orders.ts'
import { type Route, saveRoute, setDriverLink } from '../../store/routes/routes.ts'
import { currentOrders, readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { emit } from '../webhooks/emit.ts'
import { eventDriver, routeEvent } from './route-events.ts'

/** Whether it is over: then its state, its event and its orders are written. The caller holds the route's lock. */
export async function finishIfOver(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  released: readonly StopRead[] = [],
): Promise<boolean> {
  const stops = await readStops(tx, [route.routeId])
  const status = whenOver(route.status, stops)
  if (!status) return false
  const ended: Route = { ...route, status, [status === 'COMPLETED' ? 'completedAt' : 'cancelledAt']: ctx.now }
  await saveRoute(tx, ended)
  if (status === 'CANCELLED') await setDriverLink(tx, route.routeId, null)
  await touchOrders(tx, currentOrders(stops))
  const name = status === 'COMPLETED' ? 'route.completed' : 'route.cancelled'
  emit(ctx, tx, [routeEvent(name, ended, stops, await eventDriver(tx, route), released)])
  return true
}
