// Cost of a sequence of stops and reloads on a vehicle, in integers, without the values stored per node.
import * as arena from '../arena.ts'
import { beginOrder, extend, spanToEnd } from '../break-spans.ts'
import { latestBeforeBreak } from '../breaks.ts'
import { costOf, distanceCost } from '../cost.ts'
import { beginLateness, driveLateness, latenessCost } from '../lateness.ts'
import { notDueAt } from '../release-times.ts'
import * as trips from './data.ts'
import { arrivalRested, departAt, departure, proceed, releaseOf } from './times.ts'

/** Per position of a reload: latest release of its trip. */
let readyAt = new Int32Array(0)
let loads = new Float64Array(0)
/** Earliest departure of the order that `judgeLoads` judged, and its number of stops. */
let departs = 0
let stopCount = 0
/** Distance of the order that `driveOrder` drove. */
let meters = 0

/** Grows the arrays for the problem in the arena. */
export function prepareTripCosts(): void {
  if (readyAt.length < 2 * arena.stops + 64) readyAt = new Int32Array(2 * arena.stops + 64)
  if (loads.length < trips.dimensions) loads = new Float64Array(trips.dimensions)
}

/**
 * Returns the cost of the route with this order of stops, with `RELOAD` for each reload. Infinity if it is infeasible.
 * Omits reloads that begin no trip.
 */
export function costOfTrips(route: number, order: Int32Array, length: number): number {
  if (!judgeLoads(route, order, length)) return Infinity
  if (stopCount === 0) return 0
  if (!driveOrder(route, order, length)) return Infinity
  if (!arena.measuresTimes) return distanceCost(route, stopCount, meters)
  if (arena.softWindows) return distanceCost(route, stopCount, meters) + latenessOfOrder(route, order, length)
  const span = arena.tracksBreaks ? spanWithBreak(route, order, length) : plainSpan(route, order, length)
  return span > arena.maxSpan[route]! ? Infinity : costOf(route, stopCount, meters, span)
}

/** Returns whether the reload at this position begins a trip: a stop is directly before it and one somewhere behind. */
const isReload = (order: Int32Array, at: number, length: number): boolean =>
  order[at] === trips.RELOAD && at > 0 && at < length - 1 && order[at - 1] !== trips.RELOAD

/** Checks loads and numbers of stops and reloads, and finds when each trip is ready. */
function judgeLoads(route: number, order: Int32Array, length: number): boolean {
  const { dimensions, demand, capacity, maxReloads, RELOAD } = trips
  let ready = -arena.FAR
  let reloads = 0
  stopCount = 0
  loads.fill(0)
  for (let i = length - 1; i >= 0; i--) {
    const stop = order[i]!
    if (stop === RELOAD) {
      if (!isReload(order, i, length)) continue
      readyAt[i] = ready
      ready = -arena.FAR
      reloads++
      loads.fill(0)
      continue
    }
    stopCount++
    const release = releaseOf(stop)
    if (release > ready) ready = release
    for (let k = 0; k < dimensions; k++) {
      loads[k]! += demand[stop * dimensions + k]!
      if (loads[k]! > capacity[route * dimensions + k]!) return false
    }
  }
  departs = Math.max(arena.ready[arena.stops + route]!, ready)
  return reloads <= maxReloads[route]! && stopCount <= arena.maxStops[route]!
}

// The leg to the next node of an order, for `beginLegs` and `nextLeg`.
let fromRow = 0
let loadingTicks = 0
let legMeters = 0
let legTicks = 0

function beginLegs(route: number): void {
  fromRow = arena.row[arena.stops + route]!
  loadingTicks = 0
}

/** Moves to the node at this position, or to the end. Returns the stop, or `spare` as the reload that is ready then. */
function nextLeg(route: number, order: Int32Array, at: number, length: number): number {
  const { stops, routes, place, row, shift, distance, time } = arena
  const end = stops + routes + route
  const node = at === length ? end : order[at]! < 0 ? trips.spare : order[at]!
  const cell = fromRow + (node === end ? place[end]! : node < stops ? node + shift[route]! : trips.reloadPlace[route]!)
  legMeters = distance[cell]!
  legTicks = time[cell]! + loadingTicks
  fromRow = node === trips.spare ? trips.reloadRow[route]! : row[node]!
  loadingTicks = node === trips.spare ? trips.reloadTicks[route]! : 0
  if (node === trips.spare) arena.ready[node] = readyAt[at]!
  return node
}

/** Drives the order as early as possible. Returns false if a deadline is missed, or if the break can't be taken. */
function driveOrder(route: number, order: Int32Array, length: number): boolean {
  const { stops, routes, ready, due, service } = arena
  const end = stops + routes + route
  departAt(departs, arena.tracksBreaks ? notDueAt(route, departs) : arena.FAR)
  meters = 0
  beginLegs(route)
  for (let i = 0; i < length; i++) {
    if (order[i]! < 0 && !isReload(order, i, length)) continue
    const node = nextLeg(route, order, i, length)
    meters += legMeters
    if (!proceed(route, legTicks, ready[node]!, due[node]!, service[node]!)) return false
  }
  nextLeg(route, order, length, length)
  meters += legMeters
  if (!arena.tracksBreaks) return departure() + legTicks <= due[end]!
  return departure() + legTicks <= latestBeforeBreak[end]! || arrivalRested(route, legTicks) <= due[end]!
}

/** Minimum duration of the order, from its segments (Savelsbergh 1992). */
function plainSpan(route: number, order: Int32Array, length: number): number {
  const { stops, ready, due, service } = arena
  let span = 0
  let latest = due[stops + route]!
  beginLegs(route)
  for (let i = 0; i <= length; i++) {
    if (i < length && order[i]! < 0 && !isReload(order, i, length)) continue
    const node = nextLeg(route, order, i, length)
    const lead = span + legTicks
    const until = due[node]! - lead
    const opens = ready[node]!
    const slack = opens - lead
    span = lead + service[node]! + (slack > latest ? slack - latest : 0)
    if (until < latest) latest = until
  }
  return span
}

function spanWithBreak(route: number, order: Int32Array, length: number): number {
  beginOrder(route, departs)
  beginLegs(route)
  for (let i = 0; i < length; i++) {
    if (order[i]! < 0 && !isReload(order, i, length)) continue
    const node = nextLeg(route, order, i, length)
    extend(route, legTicks, node)
  }
  nextLeg(route, order, length, length)
  return spanToEnd(route, legTicks)
}

function latenessOfOrder(route: number, order: Int32Array, length: number): number {
  beginLateness(route, departs)
  beginLegs(route)
  for (let i = 0; i < length; i++) {
    if (order[i]! < 0 && !isReload(order, i, length)) continue
    const node = nextLeg(route, order, i, length)
    driveLateness(node, legTicks)
  }
  nextLeg(route, order, length, length)
  return latenessCost(route, legTicks, stopCount)
}
