// The ways into a route's change: its lock first, then what stands on it.
import { type Route, lockRoute } from '../../store/routes/routes.ts'
import { readStop, type StopRead } from '../../store/routes/stops.ts'
import type { WriteTx } from '../context.ts'
import { missing } from '../errors.ts'

/** A stop, and the route it must be on. */
export interface StopRef {
  routeId: string
  stopId: string
}

export async function lockedRoute(tx: WriteTx, routeId: string): Promise<Route> {
  const route = await lockRoute(tx, routeId)
  if (!route) throw missing('route with that uuid')
  return route
}

export async function lockedStop(tx: WriteTx, { routeId, stopId }: StopRef): Promise<{ route: Route; stop: StopRead }> {
  const route = await lockedRoute(tx, routeId)
  const stop = await readStop(tx, routeId, stopId)
  if (!stop) throw missing('stop with that uuid on the route')
  return { route, stop }
}
