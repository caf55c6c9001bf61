// The ways into a route's change: its lock first, then what stands on it.
import { type Route, lockRoute } from '../../store/routes/routes.ts'
import { readStop, type StopRead } from '../../store/routes/stops.ts'
import type { WriteTx } from '../context.ts'
import { missing } from '../errors.ts'

export async function lockedRoute(tx: WriteTx, routeId: string): Promise<Route> {
  const route = await lockRoute(tx, routeId)
  if (!route) throw missing('route with that uuid')
  return route
}

export async function lockedStop(
  tx: WriteTx,
  ids: { route_uuid: string; stop_uuid: string },
): Promise<{ route: Route; stop: StopRead }> {
  const route = await lockedRoute(tx, ids.route_uuid)
  const stop = await readStop(tx, ids.route_uuid, ids.stop_uuid)
  if (!stop) throw missing('stop with that uuid on the route')
  return { route, stop }
}
