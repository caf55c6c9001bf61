// Ends a running route if no stop is left to do and no outcome is in its undo window
// (docs/spec/routes.md#route-states).
import { isRunning, endTimeOf } from '../../domain/routes/route.ts'
import { FINISHED_STOP } from '../../domain/routes/stop.ts'
import { UNDO_MS } from '../../domain/undo/step.ts'
import { touchOrders } from '../../store/orders/orders.ts'
import { type Route, saveEnd, saveRoute, setDriverLink } from '../../store/routes/routes.ts'
import { currentOrders, readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { emit } from '../integrations/webhooks/emit.ts'
import { eventDriver, routeEvent } from './route-events.ts'

/**
 * Ends the route if it is over. Must be called after stops left or joined the route. Returns ENDED if the route has
 * ended. Returns EMPTIED if the office removed the last open stop: the route then ends when the undo window of the
 * removal ends (docs/decisions/037-an-emptied-route-waits.md). Otherwise returns null.
 */
export async function finishOrWait(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  released: readonly StopRead[],
): Promise<'ENDED' | 'EMPTIED' | null> {
  if (!isRunning(route.status) && !route.endsAt) return null
  const stops = await readStops(tx, [route.routeId])
  const isEmptied =
    ctx.actor.kind === 'OFFICE' && isRunning(route.status) && stops.every(({ status }) => FINISHED_STOP[status])
  const endsAt = isEmptied ? new Date(ctx.now.getTime() + UNDO_MS) : null
  if (endsAt || route.endsAt) await saveEnd(tx, route.routeId, endsAt)
  if (isEmptied) return 'EMPTIED'
  return (await finishIfOver(ctx, tx, { ...route, endsAt }, released)) ? 'ENDED' : null
}

/**
 * Ends the route if it is over: writes its state, and updates its orders and endpoints. Returns whether it has ended.
 * The caller must hold the route's lock.
 */
export async function finishIfOver(
  ctx: Context,
  tx: WriteTx,
  route: Route,
  released: readonly StopRead[] = [],
): Promise<boolean> {
  if (route.endsAt && route.endsAt > ctx.now) return false
  const stops = await readStops(tx, [route.routeId])
  const status = endTimeOf(route.status, stops)
  if (!status) return false
  const ended: Route = { ...route, status, [status === 'COMPLETED' ? 'completedAt' : 'cancelledAt']: ctx.now }
  await saveRoute(tx, ended)
  if (status === 'CANCELLED') await setDriverLink(tx, route.routeId, null)
  await touchOrders(tx, currentOrders(stops))
  const name = status === 'COMPLETED' ? 'route.completed' : 'route.cancelled'
  emit(ctx, tx, [routeEvent(name, ended, stops, await eventDriver(tx, route), released)])
  return true
}
