// Records what the office did to a driver's route, in the change's own transaction: the driver's phones are told of it
// where notifications are on.
import { type DriverNews, GATHER_NEWS_MS } from '../../domain/routes/driver-news.ts'
import { isRunning } from '../../domain/routes/route.ts'
import { addPushes } from '../../store/fleet/driver-pushes.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { Context, WriteTx } from '../context.ts'

/** Of a route as it was before: what was never sent to the driver is no news. What drivers do themselves is none, either. */
export async function tellDriver(
  ctx: Context,
  tx: WriteTx,
  route: Pick<Route, 'routeId' | 'status' | 'driverId'>,
  news: DriverNews,
): Promise<void> {
  if (!route.driverId || !isRunning(route.status) || ctx.actor.kind === 'DRIVER') return
  const dueAt = new Date(ctx.now.getTime() + GATHER_NEWS_MS)
  await addPushes(tx, route.driverId, { routeId: route.routeId, news, dueAt })
}
