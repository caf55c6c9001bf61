// Constant-time checks of positions on routes with several trips: loads of trips, releases of goods, windows, shifts and
// one break. A trip leaves its header when all its goods are ready (Cattaruzza, Absi & Feillet 2016). Times of a trip
// whose release changes follow from its piece up to the position, as segments are joined by Vidal et al. (2013).
import * as arena from '../arena.ts'
import { breakBy, breakFrom, breakLength } from '../breaks.ts'
import { notDueAt } from '../release-times.ts'
import { release } from '../releases.ts'
import * as trips from './data.ts'

// The earliest departures from the current node: before the break, and with the break taken or not due.
let left = 0
let leftRested = 0

/** Returns the release of a stop's goods. Low if no goods are ready later than a shift starts. */
export const releaseOf = (stop: number): number => (arena.tracksReleases ? release[stop]! : -arena.FAR)

/** Earliest departures from the node that `proceed` reached last. */
export const departure = (): number => left
export const departureRested = (): number => leftRested

/** Begins at a node with these earliest departures. */
export function departAt(moment: number, rested: number): void {
  left = moment
  leftRested = rested
}

/** Returns the arrival with the break taken, over a leg of `ticks` on the route. */
export function arrivalRested(route: number, ticks: number): number {
  const after = leftRested + ticks
  if (left > breakBy[route]!) return after
  const reached = left + ticks
  const onLeg = (reached > breakFrom[route]! ? reached : breakFrom[route]!) + breakLength[route]!
  return onLeg < after ? onLeg : after
}

/** Drives a leg of `ticks` and serves a node. Returns false if it is too late. */
export function proceed(route: number, ticks: number, opens: number, closes: number, stay: number): boolean {
  if (arena.tracksBreaks) {
    let rested = arrivalRested(route, ticks)
    if (rested < opens) rested = opens
    leftRested = rested > closes || rested >= arena.FAR ? arena.FAR : rested + stay
  }
  left += ticks
  if (left < opens) left = opens
  if (left > closes) return false
  left += stay
  return true
}

/** Returns whether the rest of a route from `node` on can follow over a leg of `ticks`. */
function reaches(route: number, ticks: number, node: number): boolean {
  if (!arena.tracksBreaks) return left + ticks <= arena.latest[node]!
  return left + ticks <= trips.latestUnrested[node]! || arrivalRested(route, ticks) <= arena.latest[node]!
}

/**
 * Sets the departures from `node` to those of a trip with these goods, which are ready at `ready`. Returns false if the
 * trip then is too late before the node.
 */
function leaveReady(node: number, ready: number, route: number): boolean {
  const { head, tripReady, comes, comesRested, departBy, leadTo, soonestTo, leaveRested } = trips
  const header = head[node]!
  const there = comes[header]!
  const known = tripReady[header]!
  if (ready === known || (ready <= there && known <= there)) {
    left = arena.leave[node]!
    leftRested = leaveRested[node]!
    return true
  }
  left = there > ready ? there : ready
  if (!arena.tracksBreaks) {
    if (left > departBy[node]!) return false
    left = left + leadTo[node]! > soonestTo[node]! ? left + leadTo[node]! : soonestTo[node]!
    return true
  }
  // The earliest departure after the break is the least of several maxima, one for each leg of the trip.
  leftRested = header < trips.spare ? notDueAt(route, left) : Math.min(arena.FAR, Math.max(comesRested[header]!, ready))
  const { next, row, place, time } = arena
  for (let at = header; at !== node; at = next[at]!) {
    const to = next[at]!
    const ticks = time[row[at]! + place[to]!]! + trips.loading[at]!
    if (!proceed(route, ticks, arena.ready[to]!, arena.due[to]!, arena.service[to]!)) return false
  }
  return true
}

function visit(route: number, ticks: number, stop: number): boolean {
  return proceed(route, ticks, arena.ready[stop]!, arena.due[stop]!, arena.service[stop]!)
}

/** Returns whether the capacity holds the load of `one` at `a`, of `two` at `b` and of the stop, which may be -1. */
function holds(route: number, one: Float64Array, a: number, two: Float64Array, b: number, stop: number): boolean {
  const { dimensions, capacity, demand } = trips
  for (let k = 0; k < dimensions; k++) {
    const load = one[a * dimensions + k]! + two[b * dimensions + k]! + (stop < 0 ? 0 : demand[stop * dimensions + k]!)
    if (load > capacity[route * dimensions + k]!) return false
  }
  return true
}

const later = (a: number, b: number): number => (a > b ? a : b)

/** Returns whether the stop fits between two adjacent nodes, in the trip of `from`. */
export function fitsBetween(stop: number, from: number, to: number, route: number): boolean {
  const { row, place, time, timeTo } = arena
  const { loadTo, loadFrom, tripReady, head, loading } = trips
  if (!holds(route, loadTo, from, loadFrom, to, stop)) return false
  if (!leaveReady(from, later(releaseOf(stop), tripReady[head[from]!]!), route)) return false
  if (!visit(route, timeTo[row[stop]! + place[from]!]! + loading[from]!, stop)) return false
  return reaches(route, time[row[stop]! + place[to]!]!, to)
}

/** Returns whether a reload and then the stop fit between two nodes. The stop begins a trip with the rest of the trip. */
export function fitsReloadBefore(stop: number, from: number, to: number, route: number): boolean {
  const { row, place, time, timeTo, stops, FAR } = arena
  const { loadFrom, readyTo, readyFrom, reloadPlace, reloadTicks } = trips
  if (from >= stops || !holds(route, loadFrom, to, loadFrom, trips.spare, stop)) return false
  if (!leaveReady(from, readyTo[from]!, route)) return false
  const by = reloadPlace[route]!
  const ready = later(releaseOf(stop), readyFrom[to]!)
  if (!proceed(route, time[row[from]! + by]!, ready, FAR - 1, 0)) return false
  if (!visit(route, timeTo[row[stop]! + by]! + reloadTicks[route]!, stop)) return false
  return reaches(route, time[row[stop]! + place[to]!]!, to)
}

/** Returns whether the stop and then a reload fit between two nodes. The rest of the trip is on a new trip. */
export function fitsReloadAfter(stop: number, from: number, to: number, route: number): boolean {
  const { row, place, time, timeTo, stops, FAR } = arena
  const { loadTo, loadFrom, readyTo, readyFrom, loading, reloadPlace, reloadRow, reloadTicks } = trips
  if (to >= stops || !holds(route, loadTo, from, loadFrom, trips.spare, stop)) return false
  if (!leaveReady(from, later(releaseOf(stop), readyTo[from]!), route)) return false
  if (!visit(route, timeTo[row[stop]! + place[from]!]! + loading[from]!, stop)) return false
  if (!proceed(route, time[row[stop]! + reloadPlace[route]!]!, readyFrom[to]!, FAR - 1, 0)) return false
  return reaches(route, time[reloadRow[route]! + place[to]!]! + reloadTicks[route]!, to)
}

/**
 * Returns whether the rest of a route from `to` on can follow `from` on this route. The two partial trips become one.
 * The rest is of a route with the same times.
 */
export function fitsJoined(from: number, to: number, route: number): boolean {
  const { row, place, time } = arena
  const { loadTo, loadFrom, readyTo, readyFrom, loading } = trips
  if (!holds(route, loadTo, from, loadFrom, to, -1)) return false
  if (!leaveReady(from, later(readyTo[from]!, readyFrom[to]!), route)) return false
  return reaches(route, time[row[from]! + place[to]!]! + loading[from]!, to)
}
