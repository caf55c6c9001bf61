// State of the insertion of one stop: its cheapest position so far, which routes it fits, and its cost between two nodes.
import * as arena from './arena.ts'
import { spanWithBreak } from './break-spans.ts'
import { softCostOfInsertion } from './lateness.ts'
import { rulesAllow } from './release-times.ts'
import { earliestOpening, spanWith } from './times.ts'

/** Number of the current insertion, so that results of earlier ones are recognized. */
export let insertion = 0
/** Cost of the cheapest position so far. Until a position is found: the maximum cost that the stop may add. */
export let bestCost = Infinity
/** Node before the cheapest position so far. -1: none. */
export let bestBefore = -1
/** Reload that comes with the stop at that position, if routes have several trips (`trips/insert.ts`). */
export let bestReload = 0
/**
 * Per route: cached result of `fits` for the stop of the current insertion. Twice the number of the insertion if the
 * stop fits, plus 1 if not. Lower values are from earlier insertions.
 */
let judged = new Int32Array(0)

/** Prepares insertions into the routes of the problem in the arena. */
export function startInsertions(): void {
  if (judged.length < arena.routes) judged = new Int32Array(arena.routes + 16)
  judged.fill(0)
  insertion = 0
}

/** Begins the insertion of another stop, which may add at most `maxCost`. */
export function beginInsertion(maxCost: number): void {
  insertion++
  bestCost = maxCost
  bestBefore = -1
}

export function keepPosition(cost: number, before: number, reload = 0): void {
  bestCost = cost
  bestBefore = before
  bestReload = reload
}

/** Returns whether the route has the capacity and the permission for the stop, regardless of times. */
export function fits(stop: number, route: number): boolean {
  const { demand, load, capacity, count, maxStops, allAllowed, allowed, group, routes, extraDimensions } = arena
  if (load[route]! + demand[stop]! > capacity[route]! + 1e-9 || count[route]! >= maxStops[route]!) return false
  if (!allAllowed && allowed[group[stop]! * routes + route] === 0) return false
  for (let k = 0; k < extraDimensions; k++) {
    const { extraLoad, extraDemand, extraCapacity } = arena
    const at = route * extraDimensions + k
    if (extraLoad[at]! + extraDemand[stop * extraDimensions + k]! > extraCapacity[at]! + 1e-9) return false
  }
  return true
}

/** Like `fits`, for the stop of the current insertion. Each route is examined once. */
export function fitsRoute(stop: number, route: number): boolean {
  const known = judged[route]!
  if (known >> 1 === insertion) return (known & 1) === 0
  const good = fits(stop, route)
  judged[route] = insertion * 2 + (good ? 0 : 1)
  return good
}

/** Returns whether times allow the stop between the two nodes. */
export function inTime(stop: number, from: number, to: number): boolean {
  const { time, timeTo, place, row, leave, latest, ready, due, service } = arena
  const reached = leave[from]! + timeTo[row[stop]! + place[from]!]!
  let start = reached < ready[stop]! ? ready[stop]! : reached
  if (arena.severalWindows && arena.windowFirst[stop]! >= 0) start = earliestOpening(stop, reached)
  if (start > due[stop]! || start + service[stop]! + time[row[stop]! + place[to]!]! > latest[to]!) return false
  return rulesAllow(stop, from, to, arena.routeOf[from]!)
}

/** Cost of one more stop, without distance, on a route whose duration grows by `longer`. */
export function timeCost(route: number, longer: number): number {
  const { count, tickRate, balanceStops, balanceTime } = arena
  return longer * (tickRate[route]! + balanceTime * longer) + balanceStops * (2 * count[route]! + 1)
}

/** Minimum duration of the route with `stop` between two adjacent nodes. */
export function durationWith(stop: number, from: number, to: number, route: number): number {
  return arena.tracksBreaks ? spanWithBreak(stop, from, to, route) : spanWith(stop, from, to)
}

/** Like `timeCost`, for a stop between two nodes. Includes lateness if windows are soft. Infinity if the route then exceeds its maximum duration. */
export function spanCost(stop: number, from: number, to: number, route: number): number {
  const { maxSpan, headSpan, stops, routes } = arena
  if (arena.softWindows) return softCostOfInsertion(stop, from, route)
  const span = durationWith(stop, from, to, route)
  if (span > maxSpan[route]!) return Infinity
  return arena.byDistance ? 0 : timeCost(route, span - headSpan[stops + routes + route]!)
}
