// One route in the arena: linking and unlinking stops, keeping its times and loads, and taking a step back.
import { runTimeline, totalDistance, departure, finish, totalLateness } from '../timeline.ts'
import { changeCost, placeLocks } from './locks.ts'
import * as arena from './arena.ts'

/** Sum of route costs (index 0), kept by every operator. */
export const total = new Float64Array(1)

let touchedAt = new Int32Array(0)
let touched = new Int32Array(0)
let touchedCount = 0
let step = 0

// What a touched route was: its stops, with the values kept by node.
let saved = new Int32Array(0)
let savedLength = 0
let savedHeads = new Int32Array(0)
let savedCosts = new Float64Array(0)
let sequence = new Int32Array(0)
let placed = new Int32Array(0)
let homeless = new Int32Array(0)
let homelessCount = 0

/** Empties every route. */
export function clearRoutes(): void {
  const { stops, routes, load, count } = arena
  if (touched.length < routes) {
    touched = new Int32Array(routes + 16)
    touchedAt = new Int32Array(routes + 16)
    savedHeads = new Int32Array(routes + 16)
    savedCosts = new Float64Array((routes + 16) * 2)
  }
  if (sequence.length < stops + 1) {
    sequence = new Int32Array(stops + 64)
    placed = new Int32Array(stops + 64)
    homeless = new Int32Array(stops + 64)
    saved = new Int32Array((stops + 64) * 5 + 2 * routes)
  }
  if (saved.length < (stops + 64) * 5 + 6 * routes) saved = new Int32Array((stops + 64) * 5 + 12 * routes)
  for (let stop = 0; stop < stops; stop++) assign(stop, -1)
  for (let route = 0; route < routes; route++) {
    load[route] = 0
    count[route] = 0
    touchedAt[route] = -1
  }
  arena.extraLoad.fill(0)
  arena.routeCost.fill(0)
  step = 0
  total[0] = 0
  for (let route = 0; route < routes; route++) {
    linkEnds(route)
    refresh(route)
  }
}

function linkEnds(route: number): void {
  const { stops, routes, next, prev } = arena
  next[stops + route] = stops + routes + route
  prev[stops + routes + route] = stops + route
}

/** Says which route a stop is on, -1 for none. */
export function assign(stop: number, route: number): void {
  arena.routeOf[stop] = route
  arena.beside[stop * 8 + arena.BESIDE_ROUTE] = route
}

/** Writes the leg from a node to the one after it. */
function setLeg(from: number, to: number, meters: number, ticks: number): void {
  const { beside, place, distanceOn, timeOn } = arena
  distanceOn[from] = meters
  timeOn[from] = ticks
  beside[from * 8 + arena.BESIDE_NEXT] = place[to]!
  beside[from * 8 + arena.BESIDE_ON] = meters
  beside[to * 8 + arena.BESIDE_PREV] = place[from]!
  beside[to * 8 + arena.BESIDE_IN] = meters
}

function setLeave(node: number, moment: number): void {
  arena.leave[node] = moment
  arena.beside[node * 8 + arena.BESIDE_LEAVE] = moment
}

function setLatest(node: number, moment: number): void {
  arena.latest[node] = moment
  arena.beside[node * 8 + arena.BESIDE_LATEST] = moment
}

/** Starts a step: what routes are from now on can be restored. */
export function beginStep(): void {
  step++
  touchedCount = 0
  savedLength = 0
  homelessCount = 0
}

/** Stops that lost their place because leaving others out made their route too late (no triangle inequality). */
export function takeHomeless(into: Int32Array, length: number): number {
  for (let i = 0; i < homelessCount; i++) into[length + i] = homeless[i]!
  const more = length + homelessCount
  homelessCount = 0
  return more
}

/** Keeps what the route was, the first time a step is about to change it. */
export function touch(route: number): void {
  if (touchedAt[route] === step) return
  touchedAt[route] = step
  const { stops, routes, next, leave, latest, distanceOn, timeOn, load, routeCost } = arena
  savedHeads[touchedCount] = savedLength
  savedCosts[touchedCount * 2] = load[route]!
  savedCosts[touchedCount * 2 + 1] = routeCost[route]!
  touched[touchedCount++] = route
  const end = stops + routes + route
  let at = savedLength
  for (let node = stops + route; node !== end; node = next[node]!) {
    saved[at] = node
    saved[at + 1] = leave[node]!
    saved[at + 2] = latest[node]!
    saved[at + 3] = distanceOn[node]!
    saved[at + 4] = timeOn[node]!
    at += 5
  }
  saved[at] = -1
  savedLength = at + 1
}

/** The routes changed in this step. */
export function touchedRoutes(): Int32Array {
  return touched.subarray(0, touchedCount)
}

/** Puts every touched route back to what it was when the step began. */
export function restoreStep(): void {
  const { stops, routes, next, prev, leave, timeOn, count, load, routeCost } = arena
  for (let i = 0; i < touchedCount; i++) {
    const route = touched[i]!
    const end = stops + routes + route
    let at = savedHeads[i]!
    let before = -1
    let length = 0
    for (let node = saved[at]!; node >= 0; node = saved[at]!) {
      setLeave(node, saved[at + 1]!)
      setLatest(node, saved[at + 2]!)
      if (before >= 0) {
        next[before] = node
        prev[node] = before
        assign(node, route)
        setLeg(before, node, saved[at - 2]!, saved[at - 1]!)
        length++
      }
      before = node
      at += 5
    }
    next[before] = end
    prev[end] = before
    setLeg(before, end, saved[at - 2]!, saved[at - 1]!)
    setLeave(end, leave[before]! + timeOn[before]!)
    setLatest(end, arena.due[end]!)
    count[route] = length
    load[route] = savedCosts[i * 2]!
    routeCost[route] = savedCosts[i * 2 + 1]!
    if (arena.extraDimensions > 0) sumExtraLoad(route)
    if (arena.rich) spans(route)
  }
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
function forward(node: number, all: boolean): boolean {
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
function backward(node: number, all: boolean): void {
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

/** Rebuilds all that is kept of a route from its links alone, dropping stops that can no longer be reached in time. */
export function refresh(route: number): void {
  const { stops, routes, next, place, places, distance, time, due, ready } = arena
  const start = stops + route
  const end = stops + routes + route
  setLeave(start, ready[start]!)
  setLatest(end, due[end]!)
  for (let node = start; node !== end; node = next[node]!) {
    const cell = place[node]! * places + place[next[node]!]!
    setLeg(node, next[node]!, distance[cell]!, time[cell]!)
  }
  if (next[start] === end) setLeg(start, end, 0, 0)
  while (!forward(next[start]!, true)) dropLatest(route)
  backward(arena.prev[end]!, true)
  sums(route)
}

/** Takes off the stop after which the route is too late. */
function dropLatest(route: number): void {
  const { stops, routes, next, prev, leave, timeOn, due } = arena
  const end = stops + routes + route
  let node = next[stops + route]!
  while (node !== end) {
    const before = prev[node]!
    const reached = leave[before]! + timeOn[before]!
    const start = arena.windowFirst[node]! >= 0 ? openFrom(node, reached) : Math.max(reached, arena.ready[node]!)
    if (start > due[node]!) break
    node = next[node]!
  }
  if (node === end) node = prev[end]!
  if (node < stops) {
    join(prev[node]!, next[node]!)
    assign(node, -1)
    homeless[homelessCount++] = node
  }
}

function join(before: number, after: number): void {
  const { next, prev, place, places, distance, time, stops, routes } = arena
  next[before] = after
  prev[after] = before
  if (before >= stops && after >= stops + routes) {
    setLeg(before, after, 0, 0)
    return
  }
  const cell = place[before]! * places + place[after]!
  setLeg(before, after, distance[cell]!, time[cell]!)
}

function sums(route: number): void {
  const { stops, routes, next, demand, load, count } = arena
  const end = stops + routes + route
  let sum = 0
  let length = 0
  for (let node = next[stops + route]!; node !== end; node = next[node]!) {
    sum += demand[node]!
    length++
  }
  load[route] = sum
  count[route] = length
  if (arena.extraDimensions > 0) sumExtraLoad(route)
  if (arena.rich) spans(route)
  setCost(route, arena.general ? timelineCost(route) : plainCost(route))
}

function setCost(route: number, cost: number): void {
  total[0]! += cost - arena.routeCost[route]!
  arena.routeCost[route] = cost
}

function sumExtraLoad(route: number): void {
  const { stops, routes, next, extraDimensions, extraDemand, extraLoad } = arena
  const end = stops + routes + route
  for (let k = 0; k < extraDimensions; k++) {
    let sum = 0
    for (let node = next[stops + route]!; node !== end; node = next[node]!)
      sum += extraDemand[node * extraDimensions + k]!
    extraLoad[route * extraDimensions + k] = sum
  }
}

/** Minimum durations from the start to each node and from each node to the end (Vidal et al. 2013, without time warp). */
function spans(route: number): void {
  const { stops, routes, next, prev, timeOn, headSpan, headFrom, headTo, tailSpan, tailFrom, tailTo } = arena
  const { ready, due, service } = arena
  const start = stops + route
  const end = stops + routes + route
  headSpan[start] = 0
  headFrom[start] = ready[start]!
  headTo[start] = due[start]!
  for (let node = start; node !== end; ) {
    const after = next[node]!
    const lead = headSpan[node]! + timeOn[node]!
    const idle = Math.max(ready[after]! - lead - headTo[node]!, 0)
    headSpan[after] = lead + service[after]! + idle
    headFrom[after] = Math.max(ready[after]! - lead, headFrom[node]!) - idle
    headTo[after] = Math.min(due[after]! - lead, headTo[node]!)
    node = after
  }
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
  const { place, places, time, headSpan, headFrom, headTo, tailSpan, tailFrom, ready, due, service } = arena
  const lead = headSpan[before]! + time[place[before]! * places + stop]!
  const idle = Math.max(ready[stop]! - lead - headTo[before]!, 0)
  const span = lead + service[stop]! + idle
  const to = Math.min(due[stop]! - lead, headTo[before]!)
  const from = Math.max(ready[stop]! - lead, headFrom[before]!) - idle
  return joinSpans(span, from, to, time[stop * places + place[after]!]!, tailSpan[after]!, tailFrom[after]!)
}

/** Minimum duration of two parts driven one after the other. */
export function joinSpans(
  span: number,
  _from: number,
  to: number,
  leg: number,
  tail: number,
  tailFrom: number,
): number {
  const lead = span + leg
  return lead + tail + Math.max(tailFrom - lead - to, 0)
}

/** Cost of a route of these measures, in all but what `general` problems add. */
export function costOf(route: number, stopsOn: number, meters: number, span: number): number {
  const { distanceRate, timeRate, fixedCost, balanceStops, balanceTime } = arena
  if (stopsOn === 0) return 0
  let cost = fixedCost[route]! + distanceRate[route]! * meters
  if (arena.rich) {
    cost += timeRate[route]! * span + balanceStops * stopsOn * stopsOn + balanceTime * span * span
  }
  return cost
}

/** Distance of the route by its legs. */
export function metersOf(route: number): number {
  const { stops, routes, next, distanceOn } = arena
  const end = stops + routes + route
  let meters = 0
  for (let node = stops + route; node !== end; node = next[node]!) meters += distanceOn[node]!
  return meters
}

function plainCost(route: number): number {
  const { stops, routes, headSpan, count } = arena
  return costOf(route, count[route]!, metersOf(route), arena.rich ? headSpan[stops + routes + route]! : 0)
}

function timelineCost(route: number): number {
  const { stops, routes, next } = arena
  const end = stops + routes + route
  let length = 0
  for (let node = next[stops + route]!; node !== end; node = next[node]!) sequence[length++] = node
  return costOfSequence(route, sequence, length)
}

/**
 * Cost of a route of a general problem, Infinity when it cannot be driven. Placed locks take their positions in
 * `order`, which receives the sequence as driven.
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
    late * totalLateness +
    changeCost(problem, route, order, length)
  )
}

/** Cost of a general route with `stop` put after `before`. */
export function costWith(route: number, stop: number, before: number): number {
  const { stops, routes, next } = arena
  const end = stops + routes + route
  let length = 0
  for (let node = stops + route; node !== end; node = next[node]!) {
    if (node < stops) sequence[length++] = node
    if (node === before) sequence[length++] = stop
  }
  return costOfSequence(route, sequence, length)
}

/** Lets a route be exactly these stops (fewer, when the arena's rounded times turn out too tight). */
export function setSequence(route: number, order: ArrayLike<number>, from: number, to: number): void {
  const { stops, routes, next, prev } = arena
  let before = stops + route
  for (let i = from; i < to; i++) {
    const node = order[i]!
    next[before] = node
    prev[node] = before
    assign(node, route)
    before = node
  }
  next[before] = stops + routes + route
  prev[stops + routes + route] = before
  const dropped = homelessCount
  refresh(route)
  if (arena.general && homelessCount > dropped) settleGeneral(route)
}

/** Puts `stop` after `before`, where it is known to fit. */
export function insert(stop: number, before: number, cost: number): void {
  const { next, routeOf, load, count, demand } = arena
  const route = routeOf[before]!
  touch(route)
  if (arena.general) {
    insertGeneral(route, stop, before)
    return
  }
  const after = next[before]!
  join(before, stop)
  join(stop, after)
  assign(stop, route)
  count[route]!++
  load[route]! += demand[stop]!
  // What it had on another route may not end the propagation here.
  setLeave(stop, -arena.FAR)
  setLatest(stop, -arena.FAR)
  forward(stop, false)
  backward(stop, false)
  if (arena.extraDimensions > 0) sumExtraLoad(route)
  if (arena.rich) spans(route)
  arena.routeCost[route]! += cost
  total[0]! += cost
}

function insertGeneral(route: number, stop: number, before: number): void {
  const { stops, routes, next } = arena
  const end = stops + routes + route
  let length = 0
  for (let node = stops + route; node !== end; node = next[node]!) {
    if (node < stops) sequence[length++] = node
    if (node === before) sequence[length++] = stop
  }
  placeLocks(arena.problem, sequence, length, placed)
  setSequence(route, sequence, 0, length)
}

/**
 * Takes the stops from `first` to `last` out of their route, but for `kept` of them after `skip` others (a split
 * string). Writes them into `into` from `length` on and says how many there are then.
 */
export function removeString(
  first: number,
  size: number,
  skip: number,
  kept: number,
  into: Int32Array,
  length: number,
): number {
  const { next, prev, routeOf } = arena
  const route = routeOf[first]!
  touch(route)
  let node = first
  let before = prev[first]!
  let taken = length
  let linked = true
  let firstJoin = -1
  for (let i = 0; i < size; i++) {
    const after = next[node]!
    if (i >= skip && i < skip + kept) {
      if (!linked) {
        join(before, node)
        linked = true
        if (firstJoin < 0) firstJoin = before
      }
      before = node
    } else {
      into[taken++] = node
      assign(node, -1)
      linked = false
    }
    node = after
  }
  if (!linked) {
    join(before, node)
    if (firstJoin < 0) firstJoin = before
  }
  return taken
}

/** Brings the kept values of a touched route up to date after stops were taken out. */
export function settle(route: number): void {
  if (arena.general) settleGeneral(route)
  else refresh(route)
}

/** A general route with stops taken out may break its locks or breaks: then its last unlocked stops go too. */
function settleGeneral(route: number): void {
  const { stops, routes, next, problem } = arena
  const end = stops + routes + route
  let length = 0
  for (let node = next[stops + route]!; node !== end; node = next[node]!) sequence[length++] = node
  while (length > 0 && costOfSequence(route, sequence, length) === Infinity) {
    let drop = length - 1
    while (drop > 0 && problem.stops[sequence[drop]!]!.lock !== null) drop--
    homeless[homelessCount++] = sequence[drop]!
    assign(sequence[drop]!, -1)
    sequence.copyWithin(drop, drop + 1, length)
    length--
  }
  setSequence(route, sequence, 0, length)
}
