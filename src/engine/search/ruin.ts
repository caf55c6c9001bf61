// Ruin: adjacent string removal (Christiaens & Vanden Berghe 2020) from the routes near a seed stop.
import * as arena from './arena.ts'
import { used } from './empties.ts'
import { near, nearWidth } from './neighbors.ts'
import { randomBelow, randomUniform } from './random.ts'
import type { SearchParams } from './params.ts'
import { rankOfUnit, removeLowerRanks, removeString, recomputeRoute } from './route.ts'
import { collectLostStops } from './step.ts'
import { emptyTrips, ruinTrips } from './trips/ruin.ts'

let ruinedAt = new Int32Array(0)
let ruins = 0

/**
 * Removes strings (consecutive stops of a route) around `seed` from their routes. Appends the stops to `into` at index
 * `length`. Returns the new length. `meanSize` is the mean number of stops of a used route.
 */
export function ruin(seed: number, into: Int32Array, length: number, meanSize: number, params: SearchParams): number {
  if (arena.tracksTrips) return collectLostStops(into, ruinTrips(seed, into, length, meanSize * used, params))
  const { routes, routeOf, count } = arena
  if (ruinedAt.length < routes) ruinedAt = new Int32Array(routes + 16).fill(-1)
  ruins++
  const longest = Math.min(params.longestString, meanSize)
  const most = (4 * params.meanRemoved) / (1 + longest) - 1
  let strings = Math.floor(1 + randomUniform() * most)
  let taken = length
  for (let i = 0; i < nearWidth && strings > 0; i++) {
    const stop = near[seed * nearWidth + i]!
    const route = routeOf[stop]!
    if (route < 0 || ruinedAt[route] === ruins) continue
    ruinedAt[route] = ruins
    const size = Math.floor(1 + randomUniform() * Math.min(count[route]!, longest))
    taken = removeStringAround(stop, route, size, into, taken, params)
    recomputeRoute(route)
    taken = collectLostStops(into, taken)
    strings--
  }
  return taken
}

/**
 * Removes up to `wanted` complete routes, nearest to `seed` first. Skips a route if more than `most` stops would be
 * removed in total. Writes the stops into `into`. Returns their number.
 */
export function ruinRoutes(seed: number, into: Int32Array, wanted: number, most: number): number {
  const { routes, stops, routeOf, count, next } = arena
  if (ruinedAt.length < routes) ruinedAt = new Int32Array(routes + 16).fill(-1)
  ruins++
  let taken = 0
  let left = wanted
  for (let i = 0; i < nearWidth && left > 0; i++) {
    const route = routeOf[near[seed * nearWidth + i]!]!
    if (route < 0 || ruinedAt[route] === ruins) continue
    ruinedAt[route] = ruins
    const size = count[route]!
    if (taken + size > most) continue
    if (arena.tracksTrips) taken = emptyTrips(route, into, taken)
    else {
      taken = removeString(next[stops + route]!, size, size, 0, into, taken)
      recomputeRoute(route)
    }
    left--
  }
  return taken
}

/**
 * Per call of `ruinBelow`: maximum number of routes that lose their lower-ranked stops, and number of random routes
 * that are examined.
 */
const MAX_BELOW = 3
const LOOKS_BELOW = 12

/**
 * Removes all stops of a lower rank than `seed` from random routes that may carry `seed`. Appends them to `into` at
 * index `length`. Returns the new length.
 */
export function ruinBelow(seed: number, into: Int32Array, length: number): number {
  const { routes, count, allAllowed, allowed, group } = arena
  if (ruinedAt.length < routes) ruinedAt = new Int32Array(routes + 16).fill(-1)
  ruins++
  const rank = rankOfUnit(seed)
  let wanted = 1 + randomBelow(MAX_BELOW)
  let taken = length
  for (let looks = 0; looks < LOOKS_BELOW && wanted > 0; looks++) {
    const route = randomBelow(routes)
    if (count[route] === 0 || ruinedAt[route] === ruins) continue
    if (!allAllowed && allowed[group[seed]! * routes + route] === 0) continue
    ruinedAt[route] = ruins
    taken = collectLostStops(into, removeLowerRanks(route, rank, into, taken))
    wanted--
  }
  return taken
}

function removeStringAround(
  stop: number,
  route: number,
  size: number,
  into: Int32Array,
  length: number,
  params: SearchParams,
): number {
  const { count, prev, stops } = arena
  let kept = 0
  if (size > 1 && size < count[route]! && randomUniform() < params.splitChance) {
    kept = 1
    while (size + kept < count[route]! && randomUniform() < params.keepMoreChance) kept++
  }
  const span = size + kept
  let back = 0
  for (let node = stop; prev[node]! < stops && back < span - 1; node = prev[node]!) back++
  const ahead = stopsAfter(stop, span - 1)
  const least = Math.max(0, span - 1 - ahead)
  const offset = least + randomBelow(back - least + 1)
  let first = stop
  for (let i = 0; i < offset; i++) first = prev[first]!
  const skip = kept === 0 ? size : 1 + randomBelow(size - 1)
  return removeString(first, span, skip, kept, into, length)
}

function stopsAfter(stop: number, most: number): number {
  const { next, stops } = arena
  let ahead = 0
  for (let node = next[stop]!; node < stops && ahead < most; node = next[node]!) ahead++
  return ahead
}
