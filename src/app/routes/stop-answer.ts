// Returns the current route and stop, as the response after an outcome is recorded or undone.
import { readRoute } from '../../store/routes/routes.ts'
import { readStop } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { missing } from '../errors.ts'
import type { StopRef } from './locked-route.ts'
import { routeToWire, stopToWire } from './route-wire.ts'

export async function stopAnswer(ctx: Context, tx: WriteTx, { routeId, stopId }: StopRef) {
  const route = await readRoute(tx, routeId)
  const stop = await readStop(tx, routeId, stopId)
  if (!route || !stop) throw missing('stop with that uuid on the route')
  return { route: routeToWire(route), stop: stopToWire(ctx, stop) }
}
