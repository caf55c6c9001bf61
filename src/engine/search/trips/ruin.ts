// Ruin of routes with several trips: strings of stops around a seed, out of trips or out of whole routes. Trips that fit
// into one are joined.
import * as arena from '../arena.ts'
import { used } from '../empties.ts'
import { near, nearWidth } from '../neighbors.ts'
import type { SearchParams } from '../params.ts'
import { randomBelow, randomUniform } from '../random.ts'
import * as trips from './data.ts'
import { touchTrips } from './log.ts'
import { settleTrips } from './plan.ts'
import { link, nextHeader, refreshBetween, refreshTrips, unlinkNode } from './route.ts'
import { fitsJoined } from './times.ts'

/** Per header: number of the ruin that took a string of its trip, or of its route if it is a start. */
let ruinedAt = new Int32Array(0)
let ruins = 0
/** Stops of the trip or route from which a string is taken. */
let row = new Int32Array(0)

/** Prepares ruins of the problem in the arena. */
export function prepareTripRuins(): void {
  if (row.length < arena.stops + 1) row = new Int32Array(arena.stops + 64)
  if (ruinedAt.length < arena.nodes) ruinedAt = new Int32Array(arena.nodes + 16)
  ruinedAt.fill(0)
  ruins = 0
}

/**
 * Removes strings of consecutive stops around `seed`. Appends the stops to `into` at index `length`. Returns the new
 * length. `stopsOnRoutes` is the number of stops on routes. The caller collects the stops that lose their position.
 */
export function ruinTrips(
  seed: number,
  into: Int32Array,
  length: number,
  stopsOnRoutes: number,
  params: SearchParams,
): number {
  const { stops, routes, routeOf } = arena
  ruins++
  const byTrip = randomUniform() < params.tripRuins
  let parts = used
  if (byTrip) for (let route = 0; route < routes; route++) parts += trips.reloads[route]!
  const longest = Math.min(params.longestString, parts > 0 ? Math.max(1, stopsOnRoutes / parts) : 1)
  let strings = Math.floor(1 + randomUniform() * ((4 * params.meanRemoved) / (1 + longest) - 1))
  let taken = length
  for (let i = 0; i < nearWidth && strings > 0; i++) {
    const stop = near[seed * nearWidth + i]!
    const route = routeOf[stop]!
    if (route < 0) continue
    const part = byTrip ? trips.head[stop]! : stops + route
    if (ruinedAt[part] === ruins) continue
    ruinedAt[part] = ruins
    taken = takeString(stop, route, byTrip, longest, into, taken, params)
    strings--
  }
  return taken
}

/** Removes a string around the stop, or two strings with a gap between them. */
function takeString(
  stop: number,
  route: number,
  byTrip: boolean,
  longest: number,
  into: Int32Array,
  length: number,
  params: SearchParams,
): number {
  touchTrips(route)
  const header = trips.head[stop]!
  const till = nextHeader(stop)
  const total = listStops(stop, route, byTrip)
  const size = Math.floor(1 + randomUniform() * Math.min(total, longest))
  let kept = 0
  if (size > 1 && size < total && randomUniform() < params.splitChance) {
    kept = 1
    while (size + kept < total && randomUniform() < params.keepMoreChance) kept++
  }
  const span = size + kept
  const at = row.subarray(0, total).indexOf(stop)
  const first = Math.max(0, at - span + 1)
  const begin = first + randomBelow(Math.min(at, total - span) - first + 1)
  const skip = kept === 0 ? size : 1 + randomBelow(size - 1)
  let taken = length
  for (let i = 0; i < span; i++) {
    if (i >= skip && i < skip + kept) continue
    const one = row[begin + i]!
    unlinkNode(one)
    into[taken++] = one
  }
  const inTime = byTrip && size < total && refreshBetween(route, header, till)
  if (!inTime) settleTrips(route)
  if (trips.reloads[route]! > 0 && randomUniform() < params.tripJoins) joinTrips(route)
  return taken
}

/** Lists the stops of the stop's trip or of its whole route. Returns their number. */
function listStops(stop: number, route: number, byTrip: boolean): number {
  const { stops, routes, next } = arena
  const end = stops + routes + route
  let length = 0
  for (let node = next[byTrip ? trips.head[stop]! : stops + route]!; node !== end; node = next[node]!) {
    if (node < stops) row[length++] = node
    else if (byTrip) break
  }
  return length
}

/** Joins adjacent trips of a touched route that fit into one. */
function joinTrips(route: number): void {
  const { stops, routes, next, prev } = arena
  const end = stops + routes + route
  for (let node = next[stops + route]!; node !== end; node = next[node]!) {
    if (node < stops) continue
    const from = prev[node]!
    const to = next[node]!
    if (!fitsJoined(from, to, route)) continue
    link(from, to)
    if (refreshTrips(route)) {
      trips.freeReload(node)
      node = from
      continue
    }
    link(from, node)
    link(node, to)
    refreshTrips(route)
  }
}

/** Removes all stops of the route. Appends them to `into` at index `length`. Returns the new length. */
export function emptyTrips(route: number, into: Int32Array, length: number): number {
  const { stops, routes, next } = arena
  touchTrips(route)
  const end = stops + routes + route
  let taken = length
  for (let node = next[stops + route]!; node !== end; node = next[node]!) {
    if (node < stops) into[taken++] = node
    unlinkNode(node)
  }
  refreshTrips(route)
  return taken
}
