// Recreate: greedy insertion with blinks (Christiaens & Vanden Berghe 2020), limited to granular neighborhoods.
import * as arena from './arena.ts'
import { blink, startBlinks } from './blink.ts'
import { costOf, costWith, distanceCost, total } from './cost.ts'
import { firstEmpty } from './empties.ts'
import { insertPair } from './insert-pair.ts'
import { softCostOfInsertion } from './lateness.ts'
import {
  beginInsertion,
  bestBefore,
  bestCost,
  bestReload,
  durationWith,
  fits,
  fitsRoute,
  inTime,
  keepPosition,
  spanCost,
  startInsertions,
} from './insertion.ts'
import { prepareOrder, sortForInsertion } from './insertion-order.ts'
import * as neighbors from './neighbors.ts'
import type { SearchParams } from './params.ts'
import { randomBelow } from './random.ts'
import { insert } from './route.ts'
import { findShortest, scanNear, startNearScans } from './scan-near.ts'
import { scanPromising, startPromisingScans } from './scan-promising.ts'
import {
  costOfTripAlone,
  insertInTrips,
  NONE,
  scanAllTrips,
  scanOwnTrips,
  scanTrips,
  startTripInsertions,
} from './trips/insert.ts'
import { openingBonus } from './yardsticks.ts'

/** Per stop and kind of vehicle: cost of the stop alone on an empty vehicle. NaN if not computed yet. */
let alone = new Float64Array(0)
/** Maximum cost of the plan. Infinity: insert every stop that fits. */
let limit = Infinity
/** Whether routes that need whole timelines take the first feasible position. */
let hurried = false

/** Prepares insertion into the routes of the problem in the arena. */
export function startRecreate(params: SearchParams): void {
  const { stops, kinds } = arena
  if (alone.length < stops * kinds) alone = new Float64Array(stops * kinds)
  alone.fill(Number.NaN)
  prepareOrder()
  startInsertions()
  startNearScans(params)
  startPromisingScans(params)
  if (arena.tracksTrips) startTripInsertions(params)
  startBlinks(params.blinkChance)
}

const always = () => true

interface Recreation {
  /** Maximum cost of the plan. */
  most?: number
  /** Insert stops of a higher rank first. */
  byRank?: boolean
  hasTime?: () => boolean
}

/**
 * Inserts the first `length` stops of `list` in a random order, each at its cheapest position. Moves stops that fit
 * nowhere to the front of `list` and returns their number. Once `hasTime` returns false, routes that need whole
 * timelines take the first feasible position. With a finite `most`, ends at the first stop that doesn't fit within it,
 * because more insertions only add cost.
 */
export function recreate(
  list: Int32Array,
  length: number,
  { most = Infinity, byRank = false, hasTime = always }: Recreation = {},
): number {
  sortForInsertion(list, length)
  // The sort is stable, so the drawn order remains within a rank.
  if (byRank) list.subarray(0, length).sort((a, b) => arena.rank[a]! - arena.rank[b]!)
  findShortest()
  limit = most
  let left = 0
  let i = 0
  while (i < length && (left === 0 || limit === Infinity)) {
    const stop = list[i++]!
    hurried = arena.usesTimeline && !hasTime()
    if (!insertBest(stop)) list[left++] = stop
  }
  while (i < length) list[left++] = list[i++]!
  hurried = false
  limit = Infinity
  return left
}

/** Inserts the stop, or its pair, at its cheapest position. Returns false if there is none within the limit. */
export function insertBest(stop: number): boolean {
  const maxCost = limit - total[0]!
  if (arena.pickupOf[stop]! >= 0) return insertPair(arena.pickupOf[stop]!, stop, maxCost, hurried)
  beginInsertion(maxCost)
  if (arena.tracksTrips) scanTrips(stop)
  else if (!arena.usesTimeline && !arena.severalWindows) scanNear(stop)
  else if (!arena.usesTimeline || hurried || arena.problem.objective.change !== null || !scanPromising(stop))
    scanWhole(stop)
  scanEmpty(stop)
  if (arena.tracksTrips) scanOwnTrips(stop)
  if (bestBefore < 0 && limit === Infinity) scanAll(stop)
  if (bestBefore < 0) return false
  const route = arena.routeOf[bestBefore]!
  if (arena.tracksTrips) insertInTrips(stop, bestBefore, bestReload)
  else insert(stop, bestBefore, bestCost + (arena.useAll && arena.count[route] === 0 ? openingBonus : 0))
  return true
}

/** Tries every position next to a near neighbor, if routes need whole timelines or stops have several windows. */
function scanWhole(stop: number): void {
  const { after, before, FIELDS } = neighbors
  const first = neighbors.firstOf(stop)
  for (let k = first; before[k]! >= 0 && !(hurried && bestBefore >= 0); k += FIELDS) {
    const other = before[k]!
    if (arena.routeOf[other]! >= 0) tryBetween(stop, other, arena.next[other]!)
  }
  for (let k = first; after[k]! >= 0 && !(hurried && bestBefore >= 0); k += FIELDS) {
    const other = after[k]!
    if (arena.routeOf[other]! >= 0) tryBetween(stop, arena.prev[other]!, other)
  }
}

/** Evaluates a position in any kind of problem, and keeps it if it is the cheapest so far. */
function tryBetween(stop: number, from: number, to: number): void {
  const { distance, distanceTo, place, row, distanceOn, routeOf } = arena
  const route = routeOf[from]!
  const leg = distanceTo[row[stop]! + place[from]!]! + distance[row[stop]! + place[to]!]! - distanceOn[from]!
  if (
    !arena.usesTimeline &&
    leg * arena.distanceRate[route]! >= bestCost &&
    arena.balanceStops + arena.balanceTime === 0
  )
    return
  if (!fitsRoute(stop, route) || !inTime(stop, from, to)) return
  const cost = arena.usesTimeline
    ? generalCost(route, stop, from, leg)
    : leg * arena.distanceRate[route]! + (arena.measuresTimes ? spanCost(stop, from, to, route) : 0)
  if (cost >= bestCost || blink()) return
  keepPosition(cost, from)
}

function generalCost(route: number, stop: number, from: number, leg: number): number {
  const least = leg * arena.distanceRate[route]!
  const softened = arena.problem.objective.change === null ? least : -Infinity
  if (softened >= bestCost) return Infinity
  return costWith(route, stop, from) - arena.routeCost[route]!
}

/** Tries the stop alone on an empty vehicle of each kind. */
function scanEmpty(stop: number): void {
  const { kinds, stops } = arena
  for (let k = 0; k < kinds; k++) {
    const route = firstEmpty(k)
    if (route < 0) continue
    const cost = costAlone(stop, route) - (arena.useAll ? openingBonus : 0)
    if (cost < bestCost) keepPosition(cost, stops + route)
  }
}

/** Cost of an empty vehicle with this stop alone, equal for all of its kind. Infinity if infeasible. */
function costAlone(stop: number, route: number): number {
  const at = stop * arena.kinds + arena.kind[route]!
  if (Number.isNaN(alone[at])) alone[at] = findCostAlone(stop, route)
  return alone[at]!
}

function findCostAlone(stop: number, route: number): number {
  if (arena.tracksTrips) return costOfTripAlone(stop, route)
  const { stops, routes, distance, distanceTo, place, row } = arena
  const start = stops + route
  const end = stops + routes + route
  if (!fits(stop, route) || !inTime(stop, start, end)) return Infinity
  if (arena.usesTimeline) return costWith(route, stop, start)
  const meters = distanceTo[row[stop]! + place[start]!]! + distance[row[stop]! + place[end]!]!
  if (arena.softWindows) return distanceCost(route, 1, meters) + softCostOfInsertion(stop, start, route)
  const span = arena.tracksDuration ? durationWith(stop, start, end, route) : 0
  return span <= arena.maxSpan[route]! ? costOf(route, 1, meters, span) : Infinity
}

/**
 * Starts an empty vehicle of a random kind with this stop alone, or inserts the stop's pair at its cheapest position.
 * Returns false if that isn't feasible.
 */
export function openWith(stop: number): boolean {
  if (arena.pickupOf[stop]! >= 0) return insertBest(stop)
  const route = firstEmpty(randomBelow(arena.kinds))
  const cost = route < 0 ? Infinity : costAlone(stop, route)
  if (cost === Infinity) return false
  if (arena.tracksTrips) insertInTrips(stop, arena.stops + route, NONE)
  else insert(stop, arena.stops + route, cost)
  return true
}

/**
 * Tries every position of every used route, for a stop that fits nowhere next to its near neighbors. If `hurried`,
 * tries only the last position of each route.
 */
function scanAll(stop: number): void {
  if (arena.tracksTrips) return scanAllTrips(stop)
  const { routes, stops, next, prev, count } = arena
  for (let route = 0; route < routes; route++) {
    if (count[route] === 0 || !fitsRoute(stop, route)) continue
    const end = stops + routes + route
    const from = hurried ? prev[end]! : stops + route
    for (let node = from; node !== end; node = next[node]!) tryBetween(stop, node, next[node]!)
  }
}
