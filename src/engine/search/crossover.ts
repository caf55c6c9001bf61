// Route exchange between two plans (like selective route exchange, Nagata, Bräysy & Dullaert 2010).
import * as arena from './arena.ts'
import { near, nearWidth } from './neighbors.ts'
import { randomBelow } from './random.ts'

type Routes = readonly (readonly number[])[]

/**
 * Crosses two plans. Takes some neighboring routes of `other` around the stop `seed`. They replace the routes of `base`
 * that share the most stops with them. Stops that would then be on two routes are removed from one of the plans, drawn
 * at random. Stops that only the replaced routes served are on no route. Each route stays on a vehicle of its kind.
 */
export function crossRoutes(base: Routes, other: Routes, seed: number, share: number): number[][] {
  const taken = routesAroundStop(other, seed, share)
  const visited = new Uint8Array(arena.stops)
  for (const route of taken) for (const stop of other[route]!) visited[stop] = 1
  const replaced = routesWithMostShared(base, visited, taken.length)
  const child = base.map((sequence, route) => (replaced.includes(route) ? [] : [...sequence]))
  if (randomBelow(2) === 0) {
    for (const route of child.keys()) child[route] = child[route]!.filter((stop) => visited[stop] === 0)
    for (const route of taken) giveToVehicle(child, other[route]!, route)
    return child
  }
  const kept = new Uint8Array(arena.stops)
  for (const sequence of child) for (const stop of sequence) kept[stop] = 1
  for (const route of taken)
    giveToVehicle(
      child,
      other[route]!.filter((stop) => kept[stop] === 0),
      route,
    )
  return child
}

/**
 * Returns the indexes of a random number of routes, nearest to the stop `seed` first. The number is at most `share` of
 * the used routes.
 */
export function routesAroundStop(plan: Routes, seed: number, share: number): number[] {
  const routeOf = new Int32Array(arena.stops).fill(-1)
  let used = 0
  for (const [route, sequence] of plan.entries()) {
    if (sequence.length > 0) used++
    for (const stop of sequence) routeOf[stop] = route
  }
  const wanted = 1 + randomBelow(Math.max(1, Math.floor(used * share)))
  const taken: number[] = []
  for (let i = 0; i < nearWidth && taken.length < wanted; i++) {
    const route = routeOf[near[seed * nearWidth + i]!]!
    if (route >= 0 && !taken.includes(route)) taken.push(route)
  }
  return taken
}

/** Returns the indexes of at most `wanted` routes: those with the largest shares of visited stops. */
export function routesWithMostShared(plan: Routes, visited: Uint8Array, wanted: number): number[] {
  const shares = plan.map((sequence) => {
    const shared = sequence.reduce((sum, stop) => sum + visited[stop]!, 0)
    return shared === 0 ? 0 : shared / sequence.length
  })
  return [...plan.keys()]
    .filter((route) => shares[route]! > 0)
    .sort((a, b) => shares[b]! - shares[a]! || a - b)
    .slice(0, wanted)
}

/**
 * Puts the sequence on vehicle `route` if it is empty, else on another empty vehicle of the same kind. If there is
 * none, the sequence replaces the one on vehicle `route`.
 */
function giveToVehicle(child: number[][], sequence: readonly number[], route: number): void {
  if (sequence.length === 0) return
  const { kind } = arena
  const free = (other: number): boolean => child[other]!.length === 0 && kind[other] === kind[route]
  const at = free(route) ? route : child.findIndex((_, other) => free(other))
  child[at < 0 ? route : at] = [...sequence]
}
