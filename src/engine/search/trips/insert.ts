// Insertion of a stop into routes with several trips: into a trip, with a new reload before or after it, or as a trip of
// its own.
import * as arena from '../arena.ts'
import { blink } from '../blink.ts'
import { costOf } from '../cost.ts'
import { bestCost, fits, fitsRoute, keepPosition } from '../insertion.ts'
import * as neighbors from '../neighbors.ts'
import type { SearchParams } from '../params.ts'
import { randomBelow } from '../random.ts'
import { costOfTrips } from './cost.ts'
import * as trips from './data.ts'
import { touchTrips } from './log.ts'
import { settleTrips } from './plan.ts'
import { linkStop } from './route.ts'
import { isMinimum, leastSpan } from './spans.ts'
import { fitsBetween, fitsReloadAfter, fitsReloadBefore } from './times.ts'

/** Position of the reload that comes with a stop. */
export const NONE = 0
export const BEFORE = 1
export const AFTER = 2
type Reload = typeof NONE | typeof BEFORE | typeof AFTER

let order = new Int32Array(0)
/** Costs of a unit of distance and of time on the cheapest vehicle, multiplied by `params.farLeg`. */
let farDistanceRate = 0
let farTimeRate = 0

/** Prepares insertion into the routes of the problem in the arena. */
export function startTripInsertions({ farLeg }: SearchParams): void {
  const { routes, stops } = arena
  if (order.length < 2 * stops + 64) order = new Int32Array(2 * stops + 64)
  const least = (rates: Float64Array) => rates.subarray(0, routes).reduce((low, rate) => Math.min(low, rate), Infinity)
  farDistanceRate = farLeg * least(arena.distanceRate)
  farTimeRate = farLeg * least(arena.timeRate)
}

/** Tries the positions next to near neighbors, nearest first. */
export function scanTrips(stop: number): void {
  reloadColumn = -1
  if (arena.measuresTimes) scanTimed(stop)
  else scanByDistance(stop)
}

function scanTimed(stop: number): void {
  const { routeOf, next, prev, service } = arena
  const { after, before, FIELDS } = neighbors
  const first = neighbors.firstOf(stop)
  const least = service[stop]! * farTimeRate
  for (let side = 0; side < 2; side++) {
    const list = side === 0 ? before : after
    for (let k = first; ; k += FIELDS) {
      const other = list[k]!
      if (other < 0 || list[k + 1]! * farDistanceRate + list[k + 2]! * farTimeRate + least >= bestCost) break
      const route = routeOf[other]!
      if (route < 0) continue
      if (side === 0) tryPosition(stop, other, next[other]!, route)
      else tryPosition(stop, prev[other]!, other, route)
    }
  }
}

/**
 * Like `scanTimed`, if only distance costs. Most positions cost too much with each reload and without one, so that they
 * are rejected here, in one function that reads the fields of the arena once.
 */
function scanByDistance(stop: number): void {
  const { routeOf, next, prev, row, place, distance, distanceTo, distanceRate } = arena
  const { after, before, FIELDS } = neighbors
  const { metersOn, metersToReload, metersFromReload, reloadPlace } = trips
  const here = row[stop]!
  const first = neighbors.firstOf(stop)
  const farRate = farDistanceRate
  let column = -1
  let away = 0
  let back = 0
  let best = bestCost
  for (let side = 0; side < 2; side++) {
    const list = side === 0 ? before : after
    for (let k = first; ; k += FIELDS) {
      const other = list[k]!
      if (other < 0 || list[k + 1]! * farRate >= best) break
      const route = routeOf[other]!
      if (route < 0) continue
      const from = side === 0 ? other : prev[other]!
      const to = side === 0 ? next[other]! : other
      const by = reloadPlace[route]!
      if (by !== column) {
        column = by
        away = distanceTo[here + by]!
        back = distance[here + by]!
      }
      const hither = distanceTo[here + place[from]!]!
      const onward = distance[here + place[to]!]!
      const most = best / distanceRate[route]! + metersOn[from]!
      if (
        hither + onward >= most &&
        metersToReload[from]! + away + onward >= most &&
        hither + back + metersFromReload[to]! >= most
      )
        continue
      tryByDistance(stop, from, to, route)
      best = bestCost
    }
  }
}

/** Column of the reload, and distances from it to the stop and back, for the position that was tried last. */
let reloadColumn = -1
let metersFrom = 0
let metersBack = 0

/** Tries a position like `tryPosition`, if only distance costs. */
function tryByDistance(stop: number, from: number, to: number, route: number): void {
  const { place, row, distance, distanceTo, stops } = arena
  const here = row[stop]!
  const rate = arena.distanceRate[route]!
  const now = trips.metersOn[from]!
  const hither = distanceTo[here + place[from]!]!
  const onward = distance[here + place[to]!]!
  const plain = (hither + onward - now) * rate
  if (plain < bestCost && fitsRoute(stop, route) && fitsBetween(stop, from, to, route) && !blink())
    keepPosition(plain, from, NONE)
  if (trips.reloads[route]! >= trips.maxReloads[route]!) return
  const by = trips.reloadPlace[route]!
  if (by !== reloadColumn) {
    reloadColumn = by
    metersFrom = distanceTo[here + by]!
    metersBack = distance[here + by]!
  }
  const first = (trips.metersToReload[from]! + metersFrom + onward - now) * rate
  if (first < bestCost && from < stops && fitsRoute(stop, route) && fitsReloadBefore(stop, from, to, route) && !blink())
    keepPosition(first, from, BEFORE)
  const last = (hither + metersBack + trips.metersFromReload[to]! - now) * rate
  if (last < bestCost && to < stops && fitsRoute(stop, route) && fitsReloadAfter(stop, from, to, route) && !blink())
    keepPosition(last, from, AFTER)
}

/** Tries the stop as a trip of its own, between any two trips of each used route. */
export function scanOwnTrips(stop: number): void {
  reloadColumn = -1
  const { stops, routes, next, row, distance, distanceTo, count, distanceRate } = arena
  const offset = randomBelow(routes)
  const here = row[stop]!
  for (let i = 0; i < routes; i++) {
    const route = offset + i < routes ? offset + i : offset + i - routes
    if (count[route] === 0 || trips.reloads[route]! >= trips.maxReloads[route]!) continue
    const by = trips.reloadPlace[route]!
    // Between two trips, it is driven from the reload and back to it. A route may begin and end elsewhere.
    const inner = (distanceTo[here + by]! + distance[here + by]!) * distanceRate[route]!
    const whole = trips.ground[route] === trips.ground[0] && inner >= bestCost
    if (whole) continue
    const end = stops + routes + route
    for (let node = stops + route; node !== end; node = next[node]!)
      if (node >= stops || next[node]! >= stops) tryPosition(stop, node, next[node]!, route)
  }
}

/** Tries every position of every used route. */
export function scanAllTrips(stop: number): void {
  reloadColumn = -1
  const { stops, routes, next, count } = arena
  for (let route = 0; route < routes; route++) {
    if (count[route] === 0) continue
    const end = stops + routes + route
    for (let node = stops + route; node !== end; node = next[node]!) tryPosition(stop, node, next[node]!, route)
  }
}

/** Cost of an empty vehicle with this stop alone. Infinity if infeasible. */
export function costOfTripAlone(stop: number, route: number): number {
  order[0] = stop
  return fits(stop, route) ? costOfTrips(route, order, 1) : Infinity
}

/** Tries a position of a used route: without a reload, with one before the stop, and with one after it. */
function tryPosition(stop: number, from: number, to: number, route: number): void {
  if (!arena.measuresTimes) return tryByDistance(stop, from, to, route)
  if (!fitsRoute(stop, route)) return
  const { place, row, distance, distanceTo, time, timeTo, service } = arena
  const { reloadPlace, reloadRow, reloadTicks } = trips
  const here = row[stop]!
  const meters = distance[row[from]! + place[to]!]!
  const ticks = time[row[from]! + place[to]!]!
  const [hither, hitherTicks] = [distanceTo[here + place[from]!]!, timeTo[here + place[from]!]!]
  const [onward, onwardTicks] = [distance[here + place[to]!]!, time[here + place[to]!]!]
  const stay = service[stop]!
  const plain = leastCost(route, hither + onward - meters, hitherTicks + onwardTicks - ticks + stay)
  if (plain < bestCost && fitsBetween(stop, from, to, route))
    keepBetween(stop, from, to, route, hither + onward - meters)
  if (trips.reloads[route]! >= trips.maxReloads[route]!) return
  const by = reloadPlace[route]!
  const added = reloadTicks[route]! + stay
  if (from < arena.stops) {
    const more = distance[row[from]! + by]! + distanceTo[here + by]! + onward - meters
    const longer = time[row[from]! + by]! + timeTo[here + by]! + onwardTicks - ticks + added
    const cost = leastCost(route, more, longer)
    if (cost < bestCost && fitsReloadBefore(stop, from, to, route)) keep(stop, from, route, BEFORE)
  }
  if (to < arena.stops) {
    const away = reloadRow[route]! + place[to]!
    const more = hither + distance[here + by]! + distance[away]! - meters
    const longer = hitherTicks + time[here + by]! + time[away]! - ticks + added
    const cost = leastCost(route, more, longer)
    if (cost < bestCost && fitsReloadAfter(stop, from, to, route)) keep(stop, from, route, AFTER)
  }
}

/**
 * Least cost of one more stop on a route that grows by this distance and this driving, service and loading.
 */
function leastCost(route: number, meters: number, ticks: number): number {
  const end = arena.stops + arena.routes + route
  const [far, work] = [trips.metersTo[end]! + meters, trips.workTo[end]! + ticks]
  const count = arena.count[route]! + 1
  return costOf(route, count, far, work) - arena.routeCost[route]!
}

/** Keeps a position without a reload, whose route grows by this distance, if its cost is less than that of the best. */
function keepBetween(stop: number, from: number, to: number, route: number, meters: number): void {
  if (arena.softWindows) return keep(stop, from, route, NONE)
  const span = leastSpan(stop, from, to, route)
  if (span > arena.maxSpan[route]!) return
  const far = trips.metersTo[arena.stops + arena.routes + route]! + meters
  const cost = costOf(route, arena.count[route]! + 1, far, span) - arena.routeCost[route]!
  if (cost >= bestCost) return
  if (!isMinimum(stop, from)) keep(stop, from, route, NONE)
  else if (!blink()) keepPosition(cost, from, NONE)
}

/** Keeps the position if its cost is less than that of the best position so far. */
function keep(stop: number, from: number, route: number, reload: Reload): void {
  const cost = costOfTrips(route, order, orderWith(route, stop, from, reload)) - arena.routeCost[route]!
  if (cost < bestCost && !blink()) keepPosition(cost, from, reload)
}

/** Writes the order of the route with the stop after node `from` into `order`. Returns its length. */
function orderWith(route: number, stop: number, from: number, reload: Reload): number {
  const { stops, routes, next } = arena
  const end = stops + routes + route
  let length = 0
  for (let node = stops + route; node !== end; node = next[node]!) {
    if (node < stops) order[length++] = node
    else if (node > end) order[length++] = trips.RELOAD
    if (node !== from) continue
    if (reload === BEFORE) order[length++] = trips.RELOAD
    order[length++] = stop
    if (reload === AFTER) order[length++] = trips.RELOAD
  }
  return length
}

/** Inserts the stop after node `from`, with or without a reload. The caller has checked that it fits. */
export function insertInTrips(stop: number, from: number, reload: number): void {
  const route = arena.routeOf[from]!
  touchTrips(route)
  if (!linkStop(stop, from, reload)) settleTrips(route)
}
