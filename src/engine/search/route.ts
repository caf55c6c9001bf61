// Changes one route in the arena: inserts and removes stops, and updates the values derived from the route.
import * as arena from './arena.ts'
import { costOfSequence, prepareCosts, sequenceWith, sumExtraLoad, total, updateCost } from './cost.ts'
import { placeLocks } from './locks.ts'
import { prepareBreakSpans } from './break-spans.ts'
import { computeBackwardWithBreak, computeForwardWithBreak } from './break-times.ts'
import { latestBeforeBreak, leaveAfterBreak } from './breaks.ts'
import { prepareLateness } from './lateness.ts'
import { setCount, startEmpties } from './empties.ts'
import { computePieces, updateDeparture } from './release-times.ts'
import { dropStop, lostStops, prepareSteps, touch } from './step.ts'
import {
  assign,
  computeBackwardTimes,
  updateSpans,
  computeForwardTimes,
  join,
  earliestOpening,
  setLatest,
  setLeave,
  setLeg,
  computeSpans,
} from './times.ts'
import { touchTrips } from './trips/log.ts'
import { removeFromTrips, setTripSequence } from './trips/plan.ts'
import { clearTrips } from './trips/route.ts'

let sequence = new Int32Array(0)
let placed = new Int32Array(0)
/** Nodes after which stops were removed, in driving order. A string leaves 1 gap, a split string 2. */
const gaps = new Int32Array(2)
let gapCount = 0

/** Empties every route. */
export function clearRoutes(): void {
  const { stops, routes, load, count } = arena
  prepareCosts()
  prepareBreakSpans()
  prepareLateness()
  prepareSteps()
  if (sequence.length < stops + 1) {
    sequence = new Int32Array(stops + 64)
    placed = new Int32Array(stops + 64)
  }
  for (let stop = 0; stop < stops; stop++) assign(stop, -1)
  for (let route = 0; route < routes; route++) {
    load[route] = 0
    count[route] = 0
  }
  startEmpties()
  arena.extraLoad.fill(0)
  arena.routeCost.fill(0)
  total[0] = 0
  if (arena.tracksTrips) return clearTrips()
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

/** Recomputes all derived values of a route from its links, and drops stops that can no longer be reached in time. */
export function refresh(route: number): void {
  const { stops, routes, next, place, row, distance, time } = arena
  const start = stops + route
  const end = stops + routes + route
  for (let node = start; node !== end; node = next[node]!) {
    const cell = row[node]! + place[next[node]!]!
    setLeg(node, next[node]!, distance[cell]!, time[cell]!)
  }
  if (next[start] === end) setLeg(start, end, 0, 0)
  retime(route)
}

/** Like `refresh`, for a route whose legs are up to date. */
function retime(route: number): void {
  const { stops, routes, next, ready, due } = arena
  const start = stops + route
  const end = stops + routes + route
  setLeave(start, ready[start]!)
  setLatest(end, due[end]!)
  if (arena.tracksReleases) updateDeparture(route)
  while (!forward(next[start]!, true)) {
    dropLatest(route)
    if (arena.tracksReleases) updateDeparture(route)
  }
  backward(arena.prev[end]!, true)
  if (arena.tracksReleases) computePieces(route)
  sumRoute(route)
  if (arena.measuresTimes) computeSpans(route)
  updateCost(route)
}

/** Propagates earliest times. Returns false if a deadline is missed. */
function forward(node: number, all: boolean): boolean {
  return arena.tracksBreaks ? computeForwardWithBreak(node, all) : computeForwardTimes(node, all)
}

/** If the releases of the route's stops change its departure, propagates it. Returns false if a deadline is missed. */
function forwardFromStart(route: number): boolean {
  if (!arena.tracksReleases || !updateDeparture(route)) return true
  return forward(arena.next[arena.stops + route]!, false)
}

/** Propagates latest times. */
function backward(node: number, all: boolean): void {
  if (arena.tracksBreaks) computeBackwardWithBreak(node, all)
  else computeBackwardTimes(node, all)
}

/** Removes the first stop that is reached too late. If only the return is too late, or the break
 * can't be taken, removes the last stop. */
function dropLatest(route: number): void {
  const { stops, routes, next, prev, leave, timeOn, due } = arena
  const end = stops + routes + route
  let node = next[stops + route]!
  while (node !== end) {
    const before = prev[node]!
    const reached = leave[before]! + timeOn[before]!
    const start = arena.windowFirst[node]! >= 0 ? earliestOpening(node, reached) : Math.max(reached, arena.ready[node]!)
    if (start > due[node]!) break
    node = next[node]!
  }
  if (node === end) node = prev[end]!
  if (node < stops) {
    join(prev[node]!, next[node]!)
    dropStop(node)
  }
}

function sumRoute(route: number): void {
  const { stops, routes, next, demand, load } = arena
  const end = stops + routes + route
  let sum = 0
  let length = 0
  for (let node = next[stops + route]!; node !== end; node = next[node]!) {
    sum += demand[node]!
    length++
  }
  load[route] = sum
  setCount(route, length)
  if (arena.extraDimensions > 0) sumExtraLoad(route)
}

/**
 * Replaces the route's stops by `order[from]` to `order[to - 1]`. Drops stops that are too late because the arena
 * rounds times up.
 */
export function setSequence(route: number, order: ArrayLike<number>, from: number, to: number): void {
  if (arena.tracksTrips) return setTripSequence(route, order, from, to)
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
  const dropped = lostStops()
  refresh(route)
  if (arena.usesTimeline && lostStops() > dropped) settleGeneral(route)
}

/** Inserts `stop` after node `before`. The caller has checked that it fits and that it adds `cost`. */
export function insert(stop: number, before: number, cost: number): void {
  const { next, routeOf, load, demand } = arena
  const route = routeOf[before]!
  touch(route)
  if (arena.usesTimeline) {
    insertGeneral(route, stop, before)
    return
  }
  const after = next[before]!
  assign(stop, route)
  join(before, stop)
  join(stop, after)
  setCount(route, arena.count[route]! + 1)
  load[route]! += demand[stop]!
  // The propagation ends at a node whose time doesn't change. The stop has times from its previous route, so impossible
  // values replace them here. Otherwise the propagation could end at the stop.
  setLeave(stop, -arena.FAR)
  setLatest(stop, -arena.FAR)
  if (arena.tracksBreaks) {
    leaveAfterBreak[stop] = -arena.FAR
    latestBeforeBreak[stop] = -arena.FAR - 1
  }
  forwardFromStart(route)
  forward(stop, false)
  backward(stop, false)
  if (arena.tracksReleases) computePieces(route)
  if (arena.extraDimensions > 0) sumExtraLoad(route)
  if (arena.measuresTimes) updateSpans(route, before, after)
  // The duration with a break may be more than its minimum until the whole route is known.
  if (arena.softWindows || (arena.tracksDuration && arena.tracksBreaks)) updateCost(route)
  else {
    arena.routeCost[route]! += cost
    total[0]! += cost
  }
}

function insertGeneral(route: number, stop: number, before: number): void {
  rewrite(route, sequence, sequenceWith(route, stop, before, sequence))
}

/** Replaces the stops of a touched route of a general problem. Moves locked stops to their positions. */
export function rewrite(route: number, order: Int32Array, length: number): void {
  placeLocks(arena.problem, order, length, placed)
  setSequence(route, order, 0, length)
}

/**
 * Removes stops from a string of `size` consecutive stops that starts at `first`. In a split string, `kept` stops after
 * the first `skip` stay on the route. Appends the removed stops to `into` at index `length`. Returns the new length.
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
  gapCount = 0
  for (let i = 0; i < size; i++) {
    const after = next[node]!
    if (i >= skip && i < skip + kept) {
      if (!linked) {
        closeGap(before, node)
        linked = true
      }
      before = node
    } else {
      into[taken++] = node
      assign(node, -1)
      linked = false
    }
    node = after
  }
  if (!linked) closeGap(before, node)
  return arena.usesTimeline ? removePartners(into, length, taken) : taken
}

function closeGap(before: number, after: number): void {
  join(before, after)
  gaps[gapCount++] = before
}

/**
 * Removes the stops with a lower rank than `rank`, and with them the other stops of their pairs. Appends them to `into`
 * at index `length`. Returns the new length.
 */
export function removeLowerRanks(route: number, rank: number, into: Int32Array, length: number): number {
  if (arena.tracksTrips) {
    touchTrips(route)
    return removeFromTrips(route, (stop) => rankOfUnit(stop) > rank, into, length)
  }
  const { stops, routes, next } = arena
  touch(route)
  let taken = length
  const end = stops + routes + route
  for (let node = next[stops + route]!; node !== end; node = next[node]!) {
    if (rankOfUnit(node) <= rank) continue
    unlink(node)
    into[taken++] = node
  }
  if (!arena.usesTimeline) {
    refresh(route)
    return taken
  }
  taken = removePartners(into, length, taken)
  settleGeneral(route)
  return taken
}

/** Returns the rank of a stop, or the higher rank in its pair. */
export function rankOfUnit(stop: number): number {
  const { rank, pickupOf, deliveryOf } = arena
  const other = pickupOf[stop]! >= 0 ? pickupOf[stop]! : deliveryOf[stop]!
  return other < 0 ? rank[stop]! : Math.min(rank[stop]!, rank[other]!)
}

/**
 * For each removed stop of a pair, removes the other stop of the pair too. Leaves only the deliveries in `into`,
 * because a pair is inserted again by its delivery. Returns the new length.
 */
function removePartners(into: Int32Array, from: number, to: number): number {
  const { pickupOf, deliveryOf } = arena
  let kept = from
  for (let i = from; i < to; i++) {
    const stop = into[i]!
    if (pickupOf[stop]! >= 0) unlink(pickupOf[stop]!)
    if (deliveryOf[stop]! < 0) into[kept++] = stop
    else if (unlink(deliveryOf[stop]!)) into[kept++] = deliveryOf[stop]!
  }
  return kept
}

/** Removes a stop from its route. Returns false if it has no route. */
function unlink(stop: number): boolean {
  const { next, prev, routeOf } = arena
  if (routeOf[stop]! < 0) return false
  join(prev[stop]!, next[stop]!)
  assign(stop, -1)
  return true
}

/** Updates the derived values of a touched route after a string was removed. */
export function recomputeRoute(route: number): void {
  if (arena.usesTimeline) settleGeneral(route)
  else if (forwardFromStart(route) && propagateFromGaps()) {
    if (arena.tracksReleases) computePieces(route)
    sumRoute(route)
    if (arena.measuresTimes) updateSpans(route, gaps[0]!, arena.next[gaps[gapCount - 1]!]!)
    updateCost(route)
  } else retime(route)
}

/** Propagates times from the gaps. Returns false if later stops become too late without the removed stops. */
function propagateFromGaps(): boolean {
  for (let i = 0; i < gapCount; i++) if (!forward(arena.next[gaps[i]!]!, false)) return false
  for (let i = gapCount - 1; i >= 0; i--) backward(gaps[i]!, false)
  return true
}

/**
 * Makes a route of a general problem feasible after a removal, which may have broken its locks, breaks or pairs. Drops
 * stops without the other stop of their pair, then the last unlocked stops until the route is feasible.
 */
function settleGeneral(route: number): void {
  const { stops, routes, next, problem, pickupOf, deliveryOf, routeOf } = arena
  const end = stops + routes + route
  let length = 0
  const drop = (at: number): void => {
    const stop = sequence[at]!
    dropStop(stop)
    sequence.copyWithin(at, at + 1, length)
    length--
    const other = pickupOf[stop]! >= 0 ? pickupOf[stop]! : deliveryOf[stop]!
    const place = other < 0 ? -1 : sequence.subarray(0, length).indexOf(other)
    if (place >= 0) drop(place)
  }
  for (let node = next[stops + route]!; node !== end; node = next[node]!) sequence[length++] = node
  for (let i = length - 1; i >= 0; i--) {
    const stop = sequence[i]!
    const other = pickupOf[stop]! >= 0 ? pickupOf[stop]! : deliveryOf[stop]!
    if (other >= 0 && routeOf[other] !== route) drop(i)
  }
  while (length > 0 && costOfSequence(route, sequence, length) === Infinity) {
    let last = length - 1
    while (last > 0 && problem.stops[sequence[last]!]!.lock !== null) last--
    drop(last)
  }
  setSequence(route, sequence, 0, length)
}
