// Evaluates positions in problems whose routes need whole timelines. Estimates all positions next to near neighbors, and
// computes the timelines of the most promising ones.
import * as arena from './arena.ts'
import { blink } from './blink.ts'
import { costWith } from './cost.ts'
import { bestCost, fitsRoute, insertion, inTime, keepPosition, spanCost } from './insertion.ts'
import * as neighbors from './neighbors.ts'
import type { SearchParams } from './params.ts'
import { preferenceCost } from './preference.ts'

/** Most promising positions of a stop, best first: the node before each position, and the estimated cost. */
let promising = new Int32Array(0)
let promises = new Float64Array(0)
let promisingCount = 0
/**
 * Per node: number of the last insertion that estimated the position after it, so that no insertion estimates a position
 * twice.
 */
let estimatedAt = new Int32Array(0)

/** Prepares scans of the problem in the arena. */
export function startPromisingScans(params: SearchParams): void {
  const { stops, routes } = arena
  if (promising.length !== params.timedPlaces) {
    promising = new Int32Array(params.timedPlaces)
    promises = new Float64Array(params.timedPlaces)
  }
  if (estimatedAt.length < stops + routes) estimatedAt = new Int32Array(2 * (stops + routes))
  estimatedAt.fill(0)
}

/**
 * Evaluates the most promising positions next to near neighbors with the timeline of the whole route. Returns false if
 * none is feasible.
 */
export function scanPromising(stop: number): boolean {
  const { after, before, FIELDS } = neighbors
  const { next, prev, routeOf, routeCost } = arena
  promisingCount = 0
  const first = neighbors.firstOf(stop)
  for (let k = first; before[k]! >= 0; k += FIELDS) {
    const other = before[k]!
    if (routeOf[other]! >= 0) estimate(stop, other, next[other]!)
  }
  for (let k = first; after[k]! >= 0; k += FIELDS) {
    const other = after[k]!
    if (routeOf[other]! >= 0) estimate(stop, prev[other]!, other)
  }
  let driven = false
  for (let i = 0; i < promisingCount; i++) {
    const from = promising[i]!
    const route = routeOf[from]!
    const cost = costWith(route, stop, from) - routeCost[route]!
    if (cost < Infinity) driven = true
    if (cost >= bestCost || blink()) continue
    keepPosition(cost, from)
  }
  return driven
}

/**
 * Estimates the cost of a position without breaks, reloads and the lateness of other stops, and keeps the most
 * promising positions.
 */
function estimate(stop: number, from: number, to: number): void {
  if (estimatedAt[from] === insertion) return
  estimatedAt[from] = insertion
  const { problem, distance, distanceTo, place, row, distanceOn, routeOf } = arena
  const route = routeOf[from]!
  const leg = distanceTo[row[stop]! + place[from]!]! + distance[row[stop]! + place[to]!]! - distanceOn[from]!
  const least = leg * arena.distanceRate[route]!
  const last = promises.length - 1
  if (promisingCount > last && least >= promises[last]!) return
  if (!fitsRoute(stop, route) || !inTime(stop, from, to)) return
  const cost =
    least +
    (arena.tracksDuration ? spanCost(stop, from, to, route) : 0) +
    latenessAfter(stop, from) +
    preferenceCost(problem, route, stop)
  if (promisingCount > last && cost >= promises[last]!) return
  let i = promisingCount > last ? last : promisingCount++
  for (; i > 0 && promises[i - 1]! > cost; i--) {
    promises[i] = promises[i - 1]!
    promising[i] = promising[i - 1]!
  }
  promises[i] = cost
  promising[i] = from
}

/** Cost of the stop's own lateness if it is served as early as possible after node `from`. */
function latenessAfter(stop: number, from: number): number {
  const { problem, leave, timeTo, place, row, timeScale } = arena
  const rate = problem.objective.latenessCostPerSecond
  const last = rate === null ? undefined : problem.stops[stop]!.windows.at(-1)
  if (rate === null || last === undefined) return 0
  return rate * Math.max(0, (leave[from]! + timeTo[row[stop]! + place[from]!]!) / timeScale - last.end)
}
