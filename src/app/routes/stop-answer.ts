// What recording and undoing an outcome answer: the route and the stop as they now stand.
import { ok } from '../../contract/endpoint.ts'
import { readRoute } from '../../store/routes/routes.ts'
import { readStop } from '../../store/routes/stops.ts'
import type { Context, WriteTx } from '../context.ts'
import { missing } from '../errors.ts'
import { routeToWire, stopToWire } from './route-wire.ts'

export async function stopAnswer(ctx: Context, tx: WriteTx, ids: { route_uuid: string; stop_uuid: string }) {
  const route = await readRoute(tx, ids.route_uuid)
  const stop = await readStop(tx, ids.route_uuid, ids.stop_uuid)
  if (!route || !stop) throw missing('stop with that uuid on the route')
  return ok({ route: routeToWire(route), stop: stopToWire(ctx, stop) })
}
