// Times of routes with a break. Every check carries two moments along: the earliest before the break is taken (`leave`,
// as in problems without breaks) and the earliest after it (`leaveAfterBreak`). Backward there are two as well: the
// latest arrival with the break taken (`latest`), and with the break still to come (`latestBeforeBreak`).
import * as arena from './arena.ts'
import { arrivalWithBreak, breakBy, breakFrom, breakLength, latestBeforeBreak, leaveAfterBreak } from './breaks.ts'
import { earliestOpening, latestOpening, setLatest, setLeave } from './times.ts'

/** Returns the earliest service start at the node after arriving at `moment`. `FAR` after its deadline. */
function startAt(node: number, moment: number): number {
  const { ready, due, stops, windowFirst, FAR } = arena
  let start = moment < ready[node]! ? ready[node]! : moment
  if (arena.severalWindows && node < stops && windowFirst[node]! >= 0) start = earliestOpening(node, moment)
  return start > due[node]! ? FAR : start
}

/** Returns the arrival with the break taken, from the earliest departures before and after the break. */
function arrivalAfter(route: number, before: number, after: number, ticks: number): number {
  const rested = arrivalWithBreak(route, before, ticks)
  return rested < after + ticks ? rested : after + ticks
}

/**
 * Returns whether the tail that begins with node `to` can follow over a leg of `ticks`. The tail is of a route with the
 * same break. `before` and `after` are the earliest departures before and after the break.
 */
function reaches(route: number, before: number, after: number, ticks: number, to: number): boolean {
  return before + ticks <= latestBeforeBreak[to]! || arrivalAfter(route, before, after, ticks) <= arena.latest[to]!
}

/** Earliest departures from a node, before and after the break, for `inTimeAfter`. */
let leftBefore = 0
let leftAfter = 0

/** Returns whether times and the break allow the stop between the two nodes of the route. */
export function inTimeWithBreak(stop: number, from: number, to: number, route: number): boolean {
  leftBefore = arena.leave[from]!
  leftAfter = leaveAfterBreak[from]!
  return inTimeAfter(stop, from, to, route)
}

/** Like `inTimeWithBreak`, for the departures from `from` that `walkWithBreak` found. */
export function inTimeAfter(stop: number, from: number, to: number, route: number): boolean {
  const { time, timeTo, place, row, service, FAR } = arena
  const here = row[stop]!
  const ticks = timeTo[here + place[from]!]!
  const stay = service[stop]!
  const before = startAt(stop, leftBefore + ticks) + stay
  if (before >= FAR) return false
  const after = startAt(stop, arrivalAfter(route, leftBefore, leftAfter, ticks)) + stay
  return reaches(route, before, after, time[here + place[to]!]!, to)
}

/**
 * Finds the earliest departures from `node` if the route departs at `before`, or without a due break at `after`. Returns
 * false if a deadline is missed.
 */
export function walkWithBreak(route: number, before: number, after: number, node: number): boolean {
  const { stops, next, timeOn, service, FAR } = arena
  leftBefore = before
  leftAfter = after
  for (let at = stops + route; at !== node; at = next[at]!) {
    const to = next[at]!
    const rested = arrivalAfter(route, leftBefore, leftAfter, timeOn[at]!)
    leftBefore = startAt(to, leftBefore + timeOn[at]!) + service[to]!
    leftAfter = Math.min(FAR, startAt(to, rested) + service[to]!)
    if (leftBefore >= FAR) return false
  }
  return true
}

/** Returns whether the tail from `to` on can follow node `from` of the route. Both routes have equal breaks. */
export function tailInTimeWithBreak(from: number, to: number, route: number): boolean {
  const { time, place, row, leave } = arena
  return reaches(route, leave[from]!, leaveAfterBreak[from]!, time[row[from]! + place[to]!]!, to)
}

/**
 * Returns whether times and the break allow the route with the first `length` stops of `order`, departing at `departure`,
 * or without a due break at `notDue`.
 */
export function orderInTimeWithBreak(
  route: number,
  order: Int32Array,
  length: number,
  departure: number,
  notDue: number,
): boolean {
  const { stops, routes, row, place, shift, time, service, due, FAR } = arena
  const end = stops + routes + route
  let from = stops + route
  let before = departure
  let after = notDue
  for (let i = 0; i < length; i++) {
    const to = order[i]!
    const ticks = time[row[from]! + to + shift[route]!]!
    after = startAt(to, arrivalAfter(route, before, after, ticks)) + service[to]!
    before = startAt(to, before + ticks) + service[to]!
    if (before >= FAR) return false
    from = to
  }
  const ticks = time[row[from]! + place[end]!]!
  return before + ticks <= latestBeforeBreak[end]! || arrivalAfter(route, before, after, ticks) <= due[end]!
}

/**
 * Propagates earliest times forward from `node` until they don't change, or to the end if `all`. Returns false if a
 * deadline is missed, or if the break can't be taken.
 */
export function computeForwardWithBreak(node: number, all: boolean): boolean {
  const { next, prev, leave, timeOn, service, stops, routes, due, routeOf, FAR } = arena
  const firstEnd = stops + routes
  const route = routeOf[node]!
  let at = node
  while (true) {
    const last = prev[at]!
    const ticks = timeOn[last]!
    const reached = leave[last]! + ticks
    const rested = arrivalAfter(route, leave[last]!, leaveAfterBreak[last]!, ticks)
    if (at >= firstEnd) {
      setLeave(at, reached)
      return last >= stops || reached <= latestBeforeBreak[at]! || rested <= due[at]!
    }
    const before = startAt(at, reached) + service[at]!
    if (before >= FAR) return false
    const after = Math.min(FAR, startAt(at, rested) + service[at]!)
    if (before === leave[at] && after === leaveAfterBreak[at] && !all) return true
    setLeave(at, before)
    leaveAfterBreak[at] = after
    at = next[at]!
  }
}

/** Propagates latest arrivals backward from `node` until they don't change, or to the start if `all`. */
export function computeBackwardWithBreak(node: number, all: boolean): void {
  const { next, prev, latest, timeOn, ready, stops, routeOf, service, FAR } = arena
  const route = routeOf[node]!
  const doneBy = breakFrom[route]! + breakLength[route]!
  let at = node
  while (true) {
    const to = next[at]!
    const taken = latest[to]! - timeOn[at]!
    let pending = latestBeforeBreak[to]! - timeOn[at]!
    if (doneBy <= latest[to]!) {
      const onLeg = Math.min(breakBy[route]!, taken - breakLength[route]!)
      if (onLeg > pending) pending = onLeg
    }
    const limit = latestArrival(at, taken - service[at]!)
    pending = latestArrival(at, pending - service[at]!)
    if (pending < ready[at]!) pending = -FAR
    if (limit === latest[at] && pending === latestBeforeBreak[at] && !all) return
    setLatest(at, limit)
    latestBeforeBreak[at] = pending
    if (at >= stops) return
    at = prev[at]!
  }
}

/** Returns the latest arrival at the node if its service starts by `moment`. */
function latestArrival(node: number, moment: number): number {
  const { due, stops, windowFirst } = arena
  const by = moment < due[node]! ? moment : due[node]!
  return arena.severalWindows && node < stops && windowFirst[node]! >= 0 ? latestOpening(node, by) : by
}
