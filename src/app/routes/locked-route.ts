// Locks routes and stops for a change. Each change locks the route before it reads the route's stops, so that it sees
// their current state.
import { type Route, lockRoute, lockRoutes } from '../../store/routes/routes.ts'
import { readStop, type StopRead } from '../../store/routes/stops.ts'
import type { WriteTx } from '../context.ts'
import { missing } from '../errors.ts'

/** A stop and its expected route. */
export interface StopRef {
  routeId: string
  stopId: string
}

export async function lockedRoute(tx: WriteTx, routeId: string): Promise<Route> {
  const route = await lockRoute(tx, routeId)
  if (!route) throw missing('route with that uuid')
  return route
}

/** Locks the routes in the order of their IDs. Throws a 404 if one does not exist. */
export async function lockedRoutes(tx: WriteTx, routeIds: readonly string[]): Promise<Route[]> {
  const routes = await lockRoutes(tx, routeIds)
  if (routes.length < new Set(routeIds).size) throw missing('route with that uuid')
  return routes
}

/**
 * Locks the route and returns it with the stop. The stop needs no lock of its own, because every change of a stop locks
 * its route.
 */
export async function stopOnLockedRoute(
  tx: WriteTx,
  { routeId, stopId }: StopRef,
): Promise<{ route: Route; stop: StopRead }> {
  const route = await lockedRoute(tx, routeId)
  const stop = await readStop(tx, routeId, stopId)
  if (!stop) throw missing('stop with that uuid on the route')
  return { route, stop }
}
