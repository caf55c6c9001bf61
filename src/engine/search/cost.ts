// Costs and loads of routes. Problems with `arena.usesTimeline` ("general problems") need the timeline of the whole
// route. For all other problems, the values stored per node suffice.
import { departure, finish, paidSeconds, runTimeline, timeCost, totalDistance, totalLateness } from '../timeline.ts'
import * as arena from './arena.ts'
import { spanOfOrderWithBreak } from './break-spans.ts'
import { orderInTimeWithBreak } from './break-times.ts'
import { softCostOfOrder } from './lateness.ts'
import { changeCost, placeLocks } from './locks.ts'
import { softCost } from './soft-windows.ts'
import { preferenceCosts } from './preference.ts'
import { departureOfOrder, notDueAt } from './release-times.ts'
import { earliestOpening } from './times.ts'

/** Sum of all route costs (index 0), updated by every operator. */
export const total = new Float64Array(1)

let sequence = new Int32Array(0)
let placed = new Int32Array(0)

/** Grows the arrays for the stops of the problem in the arena. */
export function prepareCosts(): void {
  const { stops } = arena
  if (sequence.length >= stops + 1) return
  sequence = new Int32Array(stops + 64)
  placed = new Int32Array(stops + 64)
}

/** Recomputes the cost of the route and updates `total`. */
export function updateCost(route: number): void {
  const cost = arena.usesTimeline ? timelineCost(route) : plainCost(route)
  total[0]! += cost - arena.routeCost[route]!
  arena.routeCost[route] = cost
}

/** Recomputes the route's load in the dimensions after the first. */
export function sumExtraLoad(route: number): void {
  const { stops, routes, next, extraDimensions, extraDemand, extraLoad } = arena
  const end = stops + routes + route
  for (let k = 0; k < extraDimensions; k++) {
    let sum = 0
    for (let node = next[stops + route]!; node !== end; node = next[node]!)
      sum += extraDemand[node * extraDimensions + k]!
    extraLoad[route * extraDimensions + k] = sum
  }
}

/**
 * Cost of a route with this number of stops, scaled distance and scaled duration. Omits the costs that only general
 * problems have, such as lateness.
 */
export function costOf(route: number, stopsOn: number, meters: number, span: number): number {
  const { timeRate, balanceStops, balanceTime } = arena
  if (stopsOn === 0) return 0
  let cost = distanceCost(route, stopsOn, meters)
  if (arena.tracksDuration) {
    cost += timeRate[route]! * span + balanceStops * stopsOn * stopsOn + balanceTime * span * span
  }
  return cost
}

/** Part of the route's cost that doesn't depend on times and balance. */
export function distanceCost(route: number, stopsOn: number, meters: number): number {
  return stopsOn === 0 ? 0 : arena.fixedCost[route]! + arena.distanceRate[route]! * meters
}

/** Scaled distance of the route. */
export function metersOf(route: number): number {
  const { stops, routes, next, distanceOn } = arena
  const end = stops + routes + route
  let meters = 0
  for (let node = stops + route; node !== end; node = next[node]!) meters += distanceOn[node]!
  return meters
}

function plainCost(route: number): number {
  const { stops, routes, headSpan, count } = arena
  if (arena.softWindows) return distanceCost(route, count[route]!, metersOf(route)) + softCost[route]!
  return costOf(route, count[route]!, metersOf(route), arena.tracksDuration ? headSpan[stops + routes + route]! : 0)
}

/**
 * Cost of the route with the first `length` stops of `order`. Infinity if times forbid it. Not for general problems.
 */
export function costOfOrder(route: number, order: Int32Array, length: number): number {
  const { stops, routes, row, place, shift, distance, time, ready, due, service, severalWindows, windowFirst } = arena
  if (length === 0) return 0
  const departs = departureOfOrder(route, order, length)
  if (arena.tracksBreaks && !orderInTimeWithBreak(route, order, length, departs, notDueAt(route, departs)))
    return Infinity
  const end = stops + routes + route
  const columns = shift[route]!
  let from = stops + route
  let left = departs
  let meters = 0
  let span = 0
  let latest = due[from]!
  for (let i = 0; i <= length; i++) {
    const to = i < length ? order[i]! : end
    const cell = row[from]! + (i < length ? to + columns : place[end]!)
    const reached = left + time[cell]!
    const opens = ready[to]!
    let start = reached < opens ? opens : reached
    if (severalWindows && i < length && windowFirst[to]! >= 0) start = earliestOpening(to, reached)
    if (start > due[to]!) return Infinity
    left = start + service[to]!
    meters += distance[cell]!
    const lead = span + time[cell]!
    const slack = opens - lead
    span = lead + service[to]! + (slack > latest ? slack - latest : 0)
    const until = due[to]! - lead
    if (until < latest) latest = until
    from = to
  }
  if (arena.softWindows) return distanceCost(route, length, meters) + softCostOfOrder(route, order, length, departs)
  if (arena.tracksDuration && arena.tracksBreaks) span = spanOfOrderWithBreak(route, order, length, departs)
  if (arena.tracksDuration && span > arena.maxSpan[route]!) return Infinity
  return costOf(route, length, meters, span)
}

function timelineCost(route: number): number {
  const { stops, routes, next } = arena
  const end = stops + routes + route
  let length = 0
  for (let node = next[stops + route]!; node !== end; node = next[node]!) sequence[length++] = node
  return costOfSequence(route, sequence, length)
}

/**
 * Cost of a route of a general problem. Infinity if infeasible. Moves stops with locked positions in `order`, which
 * then is the driven sequence.
 */
export function costOfSequence(route: number, order: Int32Array, length: number): number {
  if (length === 0) return 0
  const { problem } = arena
  const vehicle = problem.vehicles[route]!
  if (length > vehicle.maxStops || !placeLocks(problem, order, length, placed)) return Infinity
  if (!runTimeline(problem, vehicle, order, length)) return Infinity
  const late = problem.objective.latenessCostPerSecond ?? 0
  return (
    costOf(route, length, totalDistance * arena.distanceScale, (finish - departure) * arena.timeScale) +
    timeCost(vehicle, paidSeconds()) -
    vehicle.costPerSecond * (finish - departure) +
    late * totalLateness +
    changeCost(problem, route, order, length) +
    preferenceCosts(problem, route, order, length)
  )
}

/** Cost of a general route with `stop` inserted after node `before`. */
export function costWith(route: number, stop: number, before: number): number {
  return costOfSequence(route, sequence, sequenceWith(route, stop, before, sequence))
}

/**
 * Writes the stops of the route into `into`: `stop` is inserted after node `before`, and `without` is omitted. Returns
 * their number.
 */
export function sequenceWith(route: number, stop: number, before: number, into: Int32Array, without = -1): number {
  const { stops, routes, next } = arena
  const end = stops + routes + route
  let length = 0
  for (let node = stops + route; node !== end; node = next[node]!) {
    if (node < stops && node !== without) into[length++] = node
    if (node === before) into[length++] = stop
  }
  return length
}
