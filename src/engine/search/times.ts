// The times of a route in the arena, and how a change at one node is carried along the rest.
import * as arena from './arena.ts'

/** Says which route a stop is on, -1 for none. */
export function assign(stop: number, route: number): void {
  arena.routeOf[stop] = route
  if (arena.mixedRoads && route >= 0) arena.place[stop] = stop + arena.shift[route]!
  arena.beside[stop * 8 + arena.BESIDE_ROUTE] = route
}

/** Writes the leg from a node to the one after it. */
export function setLeg(from: number, to: number, meters: number, ticks: number): void {
  const { beside, place, distanceOn, timeOn } = arena
  distanceOn[from] = meters
  timeOn[from] = ticks
  beside[from * 8 + arena.BESIDE_NEXT] = place[to]!
  beside[from * 8 + arena.BESIDE_ON] = meters
  beside[to * 8 + arena.BESIDE_PREV] = place[from]!
  beside[to * 8 + arena.BESIDE_IN] = meters
}

export function setLeave(node: number, moment: number): void {
  arena.leave[node] = moment
  arena.beside[node * 8 + arena.BESIDE_LEAVE] = moment
}

export function setLatest(node: number, moment: number): void {
  arena.latest[node] = moment
  arena.beside[node * 8 + arena.BESIDE_LATEST] = moment
}

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

/** Service start when arriving at `moment` at a node with several windows, or `FAR` when all are over. */
export function openFrom(node: number, moment: number): number {
  const first = arena.windowFirst[node]!
  const last = first + arena.windowCount[node]!
  for (let w = first; w < last; w++) {
    if (moment <= arena.windowEnd[w]!) return moment < arena.windowStart[w]! ? arena.windowStart[w]! : moment
  }
  return arena.FAR
}

function openUntil(node: number, moment: number): number {
  const first = arena.windowFirst[node]!
  for (let w = first + arena.windowCount[node]! - 1; w >= first; w--) {
    if (moment >= arena.windowStart[w]!) return moment < arena.windowEnd[w]! ? moment : arena.windowEnd[w]!
  }
  return -arena.FAR / 2
}

/** Carries earliest times forward from `node` until they stay as they were; false when a deadline breaks. */
export function forward(node: number, all: boolean): boolean {
  const { next, prev, leave, timeOn, ready, due, service, stops, severalWindows } = arena
  const firstEnd = stops + arena.routes
  let at = node
  while (true) {
    const before = prev[at]!
    const reached = leave[before]! + timeOn[before]!
    let start = reached < ready[at]! ? ready[at]! : reached
    if (severalWindows && at < stops && arena.windowFirst[at]! >= 0) start = openFrom(at, reached)
    if (start > due[at]!) return false
    const left = start + service[at]!
    if (left === leave[at] && !all) return true
    setLeave(at, left)
    if (at >= firstEnd) return true
    at = next[at]!
  }
}

/** Carries latest arrivals back from `node` until they stay as they were. */
export function backward(node: number, all: boolean): void {
  const { next, prev, latest, timeOn, due, service, stops, severalWindows } = arena
  let at = node
  while (true) {
    let limit = latest[next[at]!]! - timeOn[at]! - service[at]!
    if (limit > due[at]!) limit = due[at]!
    if (severalWindows && at < stops && arena.windowFirst[at]! >= 0) limit = openUntil(at, limit)
    if (limit === latest[at] && !all) return
    setLatest(at, limit)
    if (at >= stops) return
    at = prev[at]!
  }
}

/** Minimum durations from the start to each node and from each node to the end (Vidal et al. 2013, without time warp). */
export function spans(route: number): void {
  const { stops, routes, next, prev, timeOn, headSpan, headFrom, headTo, tailSpan, tailFrom, tailTo } = arena
  const { ready, due, service, waiting } = arena
  const start = stops + route
  const end = stops + routes + route
  headSpan[start] = 0
  headFrom[start] = ready[start]!
  headTo[start] = due[start]!
  let busy = 0
  for (let node = start; node !== end; ) {
    const after = next[node]!
    busy += timeOn[node]! + service[after]!
    const lead = headSpan[node]! + timeOn[node]!
    const idle = Math.max(ready[after]! - lead - headTo[node]!, 0)
    headSpan[after] = lead + service[after]! + idle
    headFrom[after] = Math.max(ready[after]! - lead, headFrom[node]!) - idle
    headTo[after] = Math.min(due[after]! - lead, headTo[node]!)
    node = after
  }
  waiting[route] = headSpan[end]! - busy
  tailSpan[end] = 0
  tailFrom[end] = ready[end]!
  tailTo[end] = due[end]!
  for (let node = end; node !== start; ) {
    const before = prev[node]!
    const lead = service[before]! + timeOn[before]!
    const idle = Math.max(tailFrom[node]! - lead - due[before]!, 0)
    tailSpan[before] = lead + tailSpan[node]! + idle
    tailFrom[before] = Math.max(tailFrom[node]! - lead, ready[before]!) - idle
    tailTo[before] = Math.min(tailTo[node]! - lead, due[before]!)
    node = before
  }
}

/** Minimum duration of the route with `stop` between two of its neighbours. */
export function spanWith(stop: number, before: number, after: number): number {
  const { place, row, time, timeTo, headSpan, headFrom, headTo, tailSpan, tailFrom, ready, due, service } = arena
  const lead = headSpan[before]! + timeTo[row[stop]! + place[before]!]!
  const idle = Math.max(ready[stop]! - lead - headTo[before]!, 0)
  const span = lead + service[stop]! + idle
  const to = Math.min(due[stop]! - lead, headTo[before]!)
  const from = Math.max(ready[stop]! - lead, headFrom[before]!) - idle
  return joinSpans(span, from, to, time[row[stop]! + place[after]!]!, tailSpan[after]!, tailFrom[after]!)
}

/** Minimum duration of two parts driven one after the other. */
function joinSpans(span: number, _from: number, to: number, leg: number, tail: number, tailFrom: number): number {
  const lead = span + leg
  return lead + tail + Math.max(tailFrom - lead - to, 0)
}
