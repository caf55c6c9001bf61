// Departures of routes whose goods are ready at different times, and checks of positions that change the departure.
import * as arena from './arena.ts'
import { breakDue, leaveAfterBreak, notDueFrom } from './breaks.ts'
import { inTimeAfter, inTimeWithBreak, walkWithBreak } from './break-times.ts'
import { departBy, leadTo, release, releaseFrom, releaseTo, soonestTo } from './releases.ts'
import { setLeave } from './times.ts'

/** Sets the earliest departure of the route from the releases of its stops. Returns whether it changed. */
export function updateDeparture(route: number): boolean {
  const { stops, routes, next, ready, leave } = arena
  const start = stops + route
  const end = stops + routes + route
  let moment = ready[start]!
  for (let node = next[start]!; node !== end; node = next[node]!) if (release[node]! > moment) moment = release[node]!
  if (arena.tracksBreaks) leaveAfterBreak[start] = notDueAt(route, moment)
  if (leave[start] === moment) return false
  setLeave(start, moment)
  return true
}

/** Earliest departure from `moment` on at which the break of the route is not due. */
export function notDueAt(route: number, moment: number): number {
  return moment > breakDue[route]! ? moment : notDueFrom[route]!
}

/** Earliest departure of the route with the first `length` stops of `order`. */
export function departureOfOrder(route: number, order: Int32Array, length: number): number {
  let moment = arena.ready[arena.stops + route]!
  if (!arena.tracksReleases) return moment
  for (let i = 0; i < length; i++) if (release[order[i]!]! > moment) moment = release[order[i]!]!
  return moment
}

/** Computes the releases and pieces of the route's nodes. */
export function computePieces(route: number): void {
  const { stops, routes, next, prev, timeOn, ready, due, service, FAR } = arena
  const start = stops + route
  const end = stops + routes + route
  releaseTo[start] = -FAR
  leadTo[start] = 0
  soonestTo[start] = -FAR
  departBy[start] = FAR
  for (let node = start; next[node] !== end; node = next[node]!) {
    const to = next[node]!
    const reached = leadTo[node]! + timeOn[node]!
    releaseTo[to] = Math.max(releaseTo[node]!, release[to]!)
    leadTo[to] = reached + service[to]!
    soonestTo[to] = Math.max(soonestTo[node]! + timeOn[node]!, ready[to]!) + service[to]!
    departBy[to] = Math.min(departBy[node]!, due[to]! - reached)
  }
  releaseFrom[end] = -FAR
  for (let node = prev[end]!; node !== start; node = prev[node]!)
    releaseFrom[node] = Math.max(releaseFrom[next[node]!]!, release[node]!)
}

/**
 * Returns whether times allow the stop between the two nodes of the route, with its release and the break. The position
 * passes the checks of plain problems.
 */
export function rulesAllow(stop: number, from: number, to: number, route: number): boolean {
  if (arena.tracksReleases && release[stop]! > arena.leave[arena.stops + route]!)
    return inTimeDeparting(release[stop]!, stop, from, to, route)
  return !arena.tracksBreaks || inTimeWithBreak(stop, from, to, route)
}

/** Like `rulesAllow`, for a route that then departs at `moment`. */
function inTimeDeparting(moment: number, stop: number, from: number, to: number, route: number): boolean {
  const { row, place, time, timeTo, ready, due, service, latest } = arena
  if (arena.tracksBreaks)
    return walkWithBreak(route, moment, notDueAt(route, moment), from) && inTimeAfter(stop, from, to, route)
  if (moment > departBy[from]!) return false
  const left = Math.max(soonestTo[from]!, moment + leadTo[from]!)
  const start = Math.max(left + timeTo[row[stop]! + place[from]!]!, ready[stop]!)
  return start <= due[stop]! && start + service[stop]! + time[row[stop]! + place[to]!]! <= latest[to]!
}

/** Earliest departure of the route up to `from`, continued with the tail of another route from `to` on. */
export function departureJoined(route: number, from: number, to: number): number {
  return Math.max(arena.ready[arena.stops + route]!, releaseTo[from]!, releaseFrom[to]!)
}

/**
 * Returns whether times may allow the tail from `to` on after node `from` of the route. Null: the stored times apply,
 * because the departure doesn't change.
 */
export function tailInTimeReleased(from: number, to: number, route: number): boolean | null {
  const { leave, latest, row, place, time, stops } = arena
  const moment = departureJoined(route, from, to)
  if (moment === leave[stops + route]) return null
  if (moment > departBy[from]!) return false
  const left = Math.max(soonestTo[from]!, moment + leadTo[from]!)
  return left + time[row[from]! + place[to]!]! <= latest[to]!
}
