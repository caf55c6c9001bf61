// Removes unfinished stops from a route. Then ends the route if it is over, or recalculates its times.
import type { Route } from '../../store/routes/routes.ts'
import { deleteStops, type StopRead } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { queueDriverPush } from '../driving/queue-driver-push.ts'
import { finishOrWait } from './finish-if-over.ts'
import { headToNext } from './head-to-stop.ts'
import { projectEtas, retime } from './retime.ts'

/** Removes the stops. The caller must hold the route's lock and must have updated the orders of the stops. */
export async function removeStops(ctx: Context, tx: WriteTx, route: Route, stops: readonly StopRead[]): Promise<void> {
  await deleteStops(
    tx,
    stops.map((stop) => stop.stopId),
  )
  const over = await finishOrWait(ctx, tx, route, stops)
  await queueDriverPush(ctx, tx, route, over === 'ENDED' ? 'TAKEN' : 'CHANGED')
  if (over === 'ENDED') return
  if (route.status !== 'IN_PROGRESS') return retime(ctx, tx, route)
  if (stops.some(({ status }) => status === 'EN_ROUTE')) await headToNext(ctx, tx, route, ctx.now)
  await projectEtas(ctx, tx, route)
}
