// Queues a notification about an office change of a driver's route, in the transaction of the change. It goes to the
// driver's phones with notifications on.
import { type DriverNotification, GATHER_NEWS_MS } from '../../domain/routes/driver-notifications.ts'
import { isRunning } from '../../domain/routes/route.ts'
import { addPushes } from '../../store/fleet/driver-pushes.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { Context, WriteTx } from '../context.ts'

/**
 * `route` is the route before the change. No notification is sent for a route that the driver never received or for a
 * driver's own change.
 */
export async function queueDriverPush(
  ctx: Context,
  tx: WriteTx,
  route: Pick<Route, 'routeId' | 'status' | 'driverId'>,
  news: DriverNotification,
): Promise<void> {
  if (!route.driverId || !isRunning(route.status) || ctx.actor.kind === 'DRIVER') return
  const dueAt = new Date(ctx.now.getTime() + GATHER_NEWS_MS)
  await addPushes(tx, route.driverId, { routeId: route.routeId, news, dueAt })
}
