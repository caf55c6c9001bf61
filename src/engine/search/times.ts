// Times of a route in the arena, and the propagation of a change along the route.
import * as arena from './arena.ts'
import { computeSoftCost } from './lateness.ts'
import { computeSpansWithBreak, updateSpansWithBreak } from './break-spans.ts'

/** Sets the route of a stop. -1: none. */
export function assign(stop: number, route: number): void {
  arena.routeOf[stop] = route
  if (arena.mixedRoads && route >= 0) arena.place[stop] = stop + arena.shift[route]!
  arena.scanFields[stop * 8 + arena.BESIDE_ROUTE] = route
}

/** Writes the leg between two adjacent nodes. */
export function setLeg(from: number, to: number, meters: number, ticks: number): void {
  const { scanFields, place, distanceOn, timeOn } = arena
  distanceOn[from] = meters
  timeOn[from] = ticks
  scanFields[from * 8 + arena.BESIDE_NEXT] = place[to]!
  scanFields[from * 8 + arena.BESIDE_ON] = meters
  scanFields[to * 8 + arena.BESIDE_PREV] = place[from]!
  scanFields[to * 8 + arena.BESIDE_IN] = meters
}

/** Sets the earliest departure from the node. */
export function setLeave(node: number, moment: number): void {
  arena.leave[node] = moment
  arena.scanFields[node * 8 + arena.BESIDE_LEAVE] = moment
}

/** Sets the latest arrival at the node. */
export function setLatest(node: number, moment: number): void {
  arena.latest[node] = moment
  arena.scanFields[node * 8 + arena.BESIDE_LATEST] = moment
}

/** Links two nodes and writes the leg between them. The leg of an empty route is 0. */
export function join(before: number, after: number): void {
  const { next, prev, place, row, distance, time, stops, routes } = arena
  next[before] = after
  prev[after] = before
  if (before >= stops && after >= stops + routes) {
    setLeg(before, after, 0, 0)
    return
  }
  const cell = row[before]! + place[after]!
  setLeg(before, after, distance[cell]!, time[cell]!)
}

/** Returns the service start after arriving at `moment` at a node with several windows. `FAR` if all are over. */
export function earliestOpening(node: number, moment: number): number {
  const first = arena.windowFirst[node]!
  const last = first + arena.windowCount[node]!
  for (let w = first; w < last; w++) {
    if (moment <= arena.windowEnd[w]!) return moment < arena.windowStart[w]! ? arena.windowStart[w]! : moment
  }
  return arena.FAR
}

/** Returns the latest service start by `moment` at a node with several windows. Very early if there is none. */
export function latestOpening(node: number, moment: number): number {
  const first = arena.windowFirst[node]!
  for (let w = first + arena.windowCount[node]! - 1; w >= first; w--) {
    if (moment >= arena.windowStart[w]!) return moment < arena.windowEnd[w]! ? moment : arena.windowEnd[w]!
  }
  return -arena.FAR / 2
}

/**
 * Propagates earliest times forward from `node` until they don't change, or to the end if `all`. Returns false if a
 * deadline is missed.
 */
export function computeForwardTimes(node: number, all: boolean): boolean {
  const { next, prev, leave, timeOn, ready, due, service, stops, severalWindows } = arena
  const firstEnd = stops + arena.routes
  let at = node
  while (true) {
    const before = prev[at]!
    const reached = leave[before]! + timeOn[before]!
    let start = reached < ready[at]! ? ready[at]! : reached
    if (severalWindows && at < stops && arena.windowFirst[at]! >= 0) start = earliestOpening(at, reached)
    if (start > due[at]!) return false
    const left = start + service[at]!
    if (left === leave[at] && !all) return true
    setLeave(at, left)
    if (at >= firstEnd) return true
    at = next[at]!
  }
}

/** Propagates latest arrivals backward from `node` until they don't change, or to the start if `all`. */
export function computeBackwardTimes(node: number, all: boolean): void {
  const { next, prev, latest, timeOn, due, service, stops, severalWindows } = arena
  let at = node
  while (true) {
    let limit = latest[next[at]!]! - timeOn[at]! - service[at]!
    if (limit > due[at]!) limit = due[at]!
    if (severalWindows && at < stops && arena.windowFirst[at]! >= 0) limit = latestOpening(at, limit)
    if (limit === latest[at] && !all) return
    setLatest(at, limit)
    if (at >= stops) return
    at = prev[at]!
  }
}

/**
 * Computes distances and minimum durations from the start to each node and from each node to the end (concatenation of
 * segments, Vidal et al. 2013, without time warp).
 */
export function computeSpans(route: number): void {
  if (arena.softWindows) {
    computeSoftCost(route)
    return
  }
  if (arena.tracksBreaks) {
    computeSpansWithBreak(route)
    return
  }
  const { stops, routes, ready, due, headMeters, headSpan, headIdle, headTo, tailSpan, tailFrom } = arena
  const start = stops + route
  const end = stops + routes + route
  headMeters[start] = 0
  headSpan[start] = 0
  headIdle[start] = 0
  headTo[start] = due[start]!
  tailSpan[end] = 0
  tailFrom[end] = ready[end]!
  updateSpans(route, start, end)
}

/** Like `computeSpans`, for a route that is unchanged up to `head` and from `tail` on. */
export function updateSpans(route: number, head: number, tail: number): void {
  if (arena.softWindows) {
    computeSoftCost(route)
    return
  }
  if (arena.tracksBreaks) {
    updateSpansWithBreak(route, head, tail)
    return
  }
  const { stops, routes, next, prev, distanceOn, timeOn, headSpan, headIdle, headTo, tailSpan, tailFrom } = arena
  const { headMeters, ready, due, service, waiting, timeRate, tickRate, balanceTime } = arena
  const start = stops + route
  const end = stops + routes + route
  let meters = headMeters[head]!
  let span = headSpan[head]!
  let waited = headIdle[head]!
  let latest = headTo[head]!
  for (let node = head; node !== end; ) {
    const after = next[node]!
    const lead = span + timeOn[node]!
    const slack = ready[after]! - lead
    const idle = slack > latest ? slack - latest : 0
    span = lead + service[after]! + idle
    waited += idle
    const until = due[after]! - lead
    if (until < latest) latest = until
    meters += distanceOn[node]!
    headMeters[after] = meters
    headSpan[after] = span
    headIdle[after] = waited
    headTo[after] = latest
    node = after
  }
  waiting[route] = waited
  tickRate[route] = timeRate[route]! + 2 * balanceTime * span
  span = tailSpan[tail]!
  let from = tailFrom[tail]!
  for (let node = tail; node !== start; ) {
    const before = prev[node]!
    const lead = service[before]! + timeOn[before]!
    const latestHere = from - lead
    const idle = latestHere > due[before]! ? latestHere - due[before]! : 0
    span = lead + span + idle
    from = (latestHere > ready[before]! ? latestHere : ready[before]!) - idle
    tailSpan[before] = span
    tailFrom[before] = from
    node = before
  }
}

/** Minimum duration of the route with `stop` between two adjacent nodes. */
export function spanWith(stop: number, before: number, after: number): number {
  const { place, row, time, timeTo, headSpan, headTo, tailSpan, tailFrom, ready, due, service } = arena
  const reached = headSpan[before]! + timeTo[row[stop]! + place[before]!]!
  const to = Math.min(due[stop]! - reached, headTo[before]!)
  const left = reached + service[stop]! + Math.max(ready[stop]! - reached - headTo[before]!, 0)
  const lead = left + time[row[stop]! + place[after]!]!
  return lead + tailSpan[after]! + Math.max(tailFrom[after]! - lead - to, 0)
}

/** Minimum duration of a route up to `before`, continued from `after` on. */
export function spanJoined(before: number, after: number): number {
  const { row, place, time, headSpan, headTo, tailSpan, tailFrom } = arena
  const lead = headSpan[before]! + time[row[before]! + place[after]!]!
  return lead + tailSpan[after]! + Math.max(tailFrom[after]! - lead - headTo[before]!, 0)
}
