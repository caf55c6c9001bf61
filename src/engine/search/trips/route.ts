// Links of routes with several trips, and the values that their nodes store. A change rebuilds the values of the whole
// route in two passes.
import * as arena from '../arena.ts'
import { startTail } from '../break-spans.ts'
import { breakBy, breakFrom, breakLength, latestBeforeBreak } from '../breaks.ts'
import { costOf, distanceCost, total } from '../cost.ts'
import { setCount } from '../empties.ts'
import { notDueAt } from '../release-times.ts'
import { assign } from '../times.ts'
import { costOfTrips } from './cost.ts'
import * as trips from './data.ts'
import { computeTripSpans } from './spans.ts'
import { arrivalRested, departAt, departure, departureRested, proceed, releaseOf } from './times.ts'

let order = new Int32Array(0)
/** Stop at which the last `refreshTrips` that returned false ended. */
export let stuck = -1

/** Empties every route. */
export function clearTrips(): void {
  const { stops, routes } = arena
  if (order.length < 2 * stops + 64) order = new Int32Array(2 * stops + 64)
  trips.fillPool()
  trips.reloads.fill(0)
  for (let route = 0; route < routes; route++) {
    link(stops + route, stops + routes + route)
    if (arena.tracksBreaks) startTail(route)
    refreshTrips(route)
  }
}

/** Makes `to` the node after `from`. */
export function link(from: number, to: number): void {
  arena.next[from] = to
  arena.prev[to] = from
}

/** Writes the stops of the route into `into`, with `RELOAD` for each reload. Returns the length. */
export function orderOf(route: number, into: Int32Array): number {
  const { stops, routes, next } = arena
  const end = stops + routes + route
  let length = 0
  for (let node = next[stops + route]!; node !== end; node = next[node]!)
    into[length++] = node < stops ? node : trips.RELOAD
  return length
}

/** Returns the reloads of the route to the pool. The caller then links new nodes. */
export function freeReloads(route: number): void {
  const { stops, routes, next } = arena
  const end = stops + routes + route
  for (let node = next[stops + route]!; node !== end; node = next[node]!) if (node > end) trips.freeReload(node)
}

/**
 * Links these stops, with `RELOAD` for each reload, as the route, whose reloads were freed. Omits reloads that begin no
 * trip. Returns false if the route is infeasible.
 */
export function writeTrips(route: number, given: Int32Array, length: number): boolean {
  const { stops, routes } = arena
  let from = stops + route
  for (let i = 0; i < length; i++) {
    const stop = given[i]!
    if (stop === trips.RELOAD && (from >= stops || i === length - 1)) continue
    const node = stop === trips.RELOAD ? trips.takeReload(route) : stop
    if (node < stops) assign(node, route)
    link(from, node)
    from = node
  }
  link(from, stops + routes + route)
  return refreshTrips(route)
}

/** Inserts a stop after node `from`, with a reload before it (1), after it (2), or none (0). */
export function linkStop(stop: number, from: number, reload: number): boolean {
  const route = arena.routeOf[from]!
  const to = arena.next[from]!
  const header = trips.head[from]!
  assign(stop, route)
  const by = reload === 0 ? -1 : trips.takeReload(route)
  if (reload === 1) link(from, by)
  link(reload === 1 ? by : from, stop)
  if (reload === 2) link(stop, by)
  link(reload === 2 ? by : stop, to)
  if (reload > 0) trips.reloads[route]!++
  return refreshBetween(route, header, nextHeader(stop === arena.prev[to] ? stop : by))
}

/** Removes a stop or a reload from its route. The caller then refreshes the route. */
export function unlinkNode(node: number): void {
  link(arena.prev[node]!, arena.next[node]!)
  if (node < arena.stops) assign(node, -1)
  else trips.freeReload(node)
}

/** Rebuilds all values of a route from its links. Returns false if a deadline is missed; `stuck` is then the stop. */
export function refreshTrips(route: number): boolean {
  const { stops, routes, next } = arena
  const start = stops + route
  const end = stops + routes + route
  dropEmptyTrips(route)
  let used = 0
  for (let node = next[start]!; node !== end; node = next[node]!) if (node > end) used++
  trips.reloads[route] = used
  return refreshBetween(route, start, end)
}

/** Like `refreshTrips`, for a route that is unchanged before `header` and from the header or end `till` on. */
export function refreshBetween(route: number, header: number, till: number): boolean {
  sumTrips(header, till)
  if (!driveForward(route, header, till)) return false
  driveBackward(route, header, till)
  return updateCosts(route)
}

/** Header of the trip after the node's trip, or the end of its route. */
export function nextHeader(node: number): number {
  const { stops, next } = arena
  let at = next[node]!
  while (at < stops) at = next[at]!
  return at
}

/** A reload without stops before or after it is useless. */
function dropEmptyTrips(route: number): void {
  const { stops, routes, next } = arena
  const start = stops + route
  const end = stops + routes + route
  for (let node = start; node !== end; ) {
    const to = next[node]!
    if (node < stops || to < stops || (node === start && to === end)) node = to
    else if (to !== end) unlinkNode(to)
    else {
      node = arena.prev[node]!
      unlinkNode(next[node]!)
    }
  }
}

/** Releases and loads of the trips from `header` up to, but without, `till`. */
function sumTrips(header: number, till: number): void {
  const { stops, prev, FAR } = arena
  const { loadFrom, demand, dimensions, readyFrom, tripReady } = trips
  let to = till
  readyFrom[to] = -FAR
  for (let k = 0; k < dimensions; k++) loadFrom[to * dimensions + k] = 0
  while (to !== header) {
    const node = prev[to]!
    if (node < stops) {
      const ready = releaseOf(node)
      readyFrom[node] = ready > readyFrom[to]! ? ready : readyFrom[to]!
      for (let k = 0; k < dimensions; k++)
        loadFrom[node * dimensions + k] = loadFrom[to * dimensions + k]! + demand[node * dimensions + k]!
    } else {
      tripReady[node] = readyFrom[to]!
      if (node >= trips.spare) arena.ready[node] = readyFrom[to]!
      readyFrom[node] = -FAR
      for (let k = 0; k < dimensions; k++) loadFrom[node * dimensions + k] = 0
    }
    to = node
  }
}

/** Begins a trip at a header with these earliest departures. */
function beginTrip(header: number, moment: number, rested: number): void {
  const { FAR } = arena
  const { dimensions, loadTo } = trips
  arena.leave[header] = moment
  trips.leaveRested[header] = rested
  trips.head[header] = header
  trips.leadTo[header] = 0
  trips.soonestTo[header] = -FAR
  trips.departBy[header] = FAR
  trips.readyTo[header] = -FAR
  for (let k = 0; k < dimensions; k++) loadTo[header * dimensions + k] = 0
  departAt(moment, rested)
}

/** Begins the first trip of the route. */
function beginRoute(route: number): void {
  const { stops, ready } = arena
  const start = stops + route
  trips.comes[start] = ready[start]!
  trips.metersTo[start] = 0
  trips.workTo[start] = 0
  trips.stopsTo[start] = 0
  const moment = Math.max(ready[start]!, trips.tripReady[start]!)
  beginTrip(start, moment, arena.tracksBreaks ? notDueAt(route, moment) : arena.FAR)
}

/** Begins a trip at a reload that is reached at the stored times. */
function beginAgain(reload: number): void {
  const ready = trips.tripReady[reload]!
  const rested = trips.comesRested[reload]!
  beginTrip(reload, Math.max(trips.comes[reload]!, ready), rested > ready ? rested : ready)
}

/** Earliest times of a route that is unchanged before `header` and from `till` on. Returns false if a deadline is missed. */
function driveForward(route: number, header: number, till: number): boolean {
  const { stops, routes, next, row, place, distance, time, timeOn, service, due } = arena
  const { metersTo, workTo, stopsTo, loading, metersOn, metersToReload, metersFromReload } = trips
  const by = trips.reloadPlace[route]!
  const away = trips.reloadRow[route]!
  const end = stops + routes + route
  if (header < trips.spare) beginRoute(route)
  else beginAgain(header)
  for (let node = header; node !== end; ) {
    const to = next[node]!
    const cell = row[node]! + place[to]!
    const ticks = time[cell]! + loading[node]!
    const empty = node >= stops && to === end
    metersOn[node] = empty ? 0 : distance[cell]!
    timeOn[node] = empty ? 0 : ticks
    metersToReload[node] = distance[row[node]! + by]!
    metersFromReload[to] = distance[away + place[to]!]!
    metersTo[to] = metersTo[node]! + metersOn[node]!
    workTo[to] = workTo[node]! + timeOn[node]! + service[to]!
    stopsTo[to] = stopsTo[node]! + (to < stops ? 1 : 0)
    if (to < stops) {
      if (!driveTo(route, node, to, ticks)) return false
    } else if (to === end) {
      trips.head[end] = trips.head[node]!
      const inTime =
        empty ||
        departure() + ticks <= (arena.tracksBreaks ? latestBeforeBreak[end]! : due[end]!) ||
        (arena.tracksBreaks && arrivalRested(route, ticks) <= due[end]!)
      stuck = node
      if (!inTime) return false
    } else {
      const [reached, rested] = [trips.comes[to]!, trips.comesRested[to]!]
      if (!arriveAtReload(route, to, ticks)) {
        stuck = node
        return false
      }
      if (to === till && reached === trips.comes[to] && rested === trips.comesRested[to]) {
        addSums(to, end)
        return true
      }
    }
    node = to
  }
  return true
}

/** Sums of the route from a reload on, whose legs and times are unchanged. */
function addSums(reload: number, end: number): void {
  const { next, stops, timeOn, service } = arena
  const { metersTo, workTo, stopsTo, metersOn } = trips
  for (let node = reload; node !== end; node = next[node]!) {
    const to = next[node]!
    metersTo[to] = metersTo[node]! + metersOn[node]!
    workTo[to] = workTo[node]! + timeOn[node]! + service[to]!
    stopsTo[to] = stopsTo[node]! + (to < stops ? 1 : 0)
  }
}

/** Drives from `node` to the stop `to` and serves it. */
function driveTo(route: number, node: number, to: number, ticks: number): boolean {
  const { ready, due, service } = arena
  const { leadTo, soonestTo, departBy, readyTo, loadTo, demand, dimensions, head } = trips
  const [opens, closes, stay] = [ready[to]!, due[to]!, service[to]!]
  if (!proceed(route, ticks, opens, closes, stay)) {
    stuck = to
    return false
  }
  arena.leave[to] = departure()
  trips.leaveRested[to] = departureRested()
  head[to] = head[node]!
  const reached = leadTo[node]! + ticks
  leadTo[to] = reached + stay
  soonestTo[to] = Math.max(soonestTo[node]! + ticks, opens) + stay
  departBy[to] = Math.min(departBy[node]!, closes - reached)
  readyTo[to] = Math.max(readyTo[node]!, releaseOf(to))
  for (let k = 0; k < dimensions; k++)
    loadTo[to * dimensions + k] = loadTo[node * dimensions + k]! + demand[to * dimensions + k]!
  return true
}

/** Arrives at a reload and begins the next trip. Returns false if no road leads there. */
function arriveAtReload(route: number, node: number, ticks: number): boolean {
  const { FAR } = arena
  const rested = arena.tracksBreaks ? arrivalRested(route, ticks) : FAR
  const reached = departure() + ticks
  trips.comes[node] = reached
  trips.comesRested[node] = rested < FAR ? rested : FAR
  beginAgain(node)
  return reached < FAR
}

/** Latest arrivals of a route that is unchanged before `header` and from `till` on. */
function driveBackward(route: number, header: number, till: number): void {
  const { stops, routes, prev, row, place, time, latest, ready, due, service, FAR } = arena
  const { latestUnrested, tripReady, loading } = trips
  const start = stops + route
  const end = stops + routes + route
  const doneBy = arena.tracksBreaks ? breakFrom[route]! + breakLength[route]! : 0
  latest[end] = due[end]!
  if (arena.tracksBreaks) latestUnrested[end] = latestBeforeBreak[end]!
  let changing = true
  for (let to = till; to !== start; ) {
    const node = prev[to]!
    const ticks = time[row[node]! + place[to]!]! + loading[node]!
    const earliest = node < stops ? ready[node]! : tripReady[node]!
    let by = latest[to]! - ticks - service[node]!
    if (by > due[node]!) by = due[node]!
    if (by < earliest) by = -FAR
    let pending = -FAR
    if (arena.tracksBreaks) {
      pending = latestUnrested[to]! - ticks
      if (doneBy <= latest[to]!) {
        const onLeg = Math.min(breakBy[route]!, latest[to]! - ticks - breakLength[route]!)
        if (onLeg > pending) pending = onLeg
      }
      pending = Math.min(due[node]!, pending - service[node]!)
      if (pending < earliest) pending = -FAR
    }
    if (!changing && by === latest[node] && pending === latestUnrested[node]) return
    latest[node] = by
    latestUnrested[node] = pending
    if (node === header) changing = false
    to = node
  }
}

/** Recomputes the cost of the route. Returns false if its duration or lateness forbids it. */
function updateCosts(route: number): boolean {
  const { stops, routes, routeCost } = arena
  const end = stops + routes + route
  const length = trips.stopsTo[end]!
  const meters = trips.metersTo[end]!
  const spans = arena.tracksDuration && !arena.softWindows
  if (spans) computeTripSpans(route)
  let cost = 0
  if (length > 0 && spans && !arena.tracksBreaks)
    cost = arena.headSpan[end]! > arena.maxSpan[route]! ? Infinity : costOf(route, length, meters, arena.headSpan[end]!)
  else if (length > 0 && arena.measuresTimes) cost = costOfTrips(route, order, orderOf(route, order))
  else cost = distanceCost(route, length, meters)
  if (cost === Infinity) {
    stuck = arena.prev[end]!
    return false
  }
  setCount(route, length)
  total[0]! += cost - routeCost[route]!
  routeCost[route] = cost
  return true
}
