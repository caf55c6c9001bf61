// Queues a notification for a driver whose route the office changes, in the transaction of the change. Phones on which
// the driver switched notifications on receive it.
import { type DriverNotification, GATHER_NEWS_MS } from '../../domain/routes/driver-notifications.ts'
import { isRunning } from '../../domain/routes/route.ts'
import { addPushes } from '../../store/fleet/driver-pushes.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { Context, WriteTx } from '../context.ts'

/**
 * Queues the notification. `route` is the route before the change. Does nothing for a route that was not sent to a
 * driver, or for a change by the driver.
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
