// Annealing moves 2-opt* for routes with several trips. Two routes exchange their tails with all later trips, or two
// trips exchange their tails, and the later trips of their vehicles stay.
import * as arena from '../arena.ts'
import { drawStop } from '../bank.ts'
import { costOf } from '../cost.ts'
import { drawThreshold, type Move } from '../move.ts'
import { after, FIELDS, firstOf, width } from '../neighbors.ts'
import { randomBelow, randomUniform } from '../random.ts'
import * as trips from './data.ts'
import { append, exchangeTrips, first, mayServe, replaceTrips, second } from './exchange.ts'
import { nextHeader } from './route.ts'
import { fitsJoined } from './times.ts'

interface Reach {
  /** Number of a stop's best successors of which one follows the stop. */
  near: number
  /** One try in this many moves the tail of a route to an empty vehicle. */
  splitEvery: number
  /** Share of the tries that exchange tails of trips. */
  ofTrips: number
}

/** Creates the move. */
export const tripTails = (reach: Reach): Move => ({
  name: 'trip tails',
  applies: () => arena.tracksTrips,
  attempt(temperature) {
    const stop = drawStop()
    if (randomUniform() < reach.ofTrips) return exchangeTripTails(stop, nearAfter(stop, reach.near), temperature)
    if (randomBelow(reach.splitEvery) > 0) return exchangeTails(stop, nearAfter(stop, reach.near), temperature)
    const empty = randomBelow(arena.routes)
    if (arena.count[empty]! > 0 || arena.next[stop]! >= arena.stops + arena.routes) return false
    return exchangeTails(stop, arena.stops + arena.routes + empty, temperature)
  },
})

/** Returns one of the best successors of the stop. -1 if there is none. */
export function nearAfter(stop: number, near: number): number {
  return after[firstOf(stop) + randomBelow(Math.min(width, near)) * FIELDS]!
}

/** Exchanges the tails of two routes so that `given` follows `stop`, in its trip or, if it begins a trip, on the next one. */
function exchangeTails(stop: number, given: number, temperature: number): boolean {
  const { stops, routes, routeOf, next, prev } = arena
  if (given < 0 || routeOf[stop]! < 0 || routeOf[given]! < 0) return false
  const [one, two] = [routeOf[stop]!, routeOf[given]!]
  if (one === two) return false
  const isFirst = prev[given]! >= trips.spare
  const follower = isFirst && randomBelow(2) === 0 ? prev[given]! : given
  const threshold = drawThreshold(temperature)
  const head = prev[follower]!
  const tail = next[stop]!
  if (trips.ground[one] === trips.ground[two]) {
    if (tailsBound(stop, follower, one, two) >= threshold) return false
    if (trips.clock[one] === trips.clock[two]) {
      if (!fitsAfter(stop, follower, one) || !fitsAfter(head, tail, two)) return false
    }
  }
  const [endOne, endTwo] = [stops + routes + one, stops + routes + two]
  if (arena.useAll && head >= stops && tail >= stops) return false
  if (!mayServe(follower, endTwo, one) || !mayServe(tail, endOne, two)) return false
  const a = append(follower, endTwo, first, append(next[stops + one]!, tail, first, 0))
  const b = append(tail, endOne, second, append(next[stops + two]!, follower, second, 0))
  return exchangeTrips(one, a, two, b, threshold)
}

/** A reload that follows is checked with the order. */
const fitsAfter = (from: number, to: number, route: number): boolean =>
  to >= trips.spare || from >= trips.spare || fitsJoined(from, to, route)

/** Lower bound of the change of cost. The exact change if time doesn't matter. */
export function tailsBound(stop: number, follower: number, one: number, two: number): number {
  const { next, prev, routeCost } = arena
  return (
    joinedBound(one, stop, follower, two) +
    joinedBound(two, prev[follower]!, next[stop]!, one) -
    routeCost[one]! -
    routeCost[two]!
  )
}

/** Lower bound of the cost of the route up to `from`, continued with the tail of route `other` from `to` on. */
function joinedBound(route: number, from: number, to: number, other: number): number {
  const { stops, routes, row, place, distance, time, service } = arena
  const { metersTo, workTo, stopsTo, loading } = trips
  const end = stops + routes + other
  // A trip without stops is dropped, together with its reload.
  if (from >= trips.spare && to >= stops) return joinedBound(route, arena.prev[from]!, to, other)
  if (from >= stops && from < trips.spare && to >= stops) return to === end ? 0 : -Infinity
  const cell = row[from]! + place[to]!
  const meters = metersTo[from]! + distance[cell]! + metersTo[end]! - metersTo[to]!
  const work = workTo[from]! + time[cell]! + loading[from]! + service[to]! + workTo[end]! - workTo[to]!
  const count = stopsTo[from]! + stopsTo[end]! - stopsTo[to]! + (to < stops ? 1 : 0)
  return costOf(route, count, meters, work)
}

/** Exchanges the tails of two trips so that `follower` follows `stop`. */
function exchangeTripTails(stop: number, follower: number, temperature: number): boolean {
  const { stops, routes, routeOf, next, prev } = arena
  if (follower < 0 || routeOf[stop]! < 0 || routeOf[follower]! < 0) return false
  if (trips.head[stop] === trips.head[follower]) return false
  const [one, two] = [routeOf[stop]!, routeOf[follower]!]
  const threshold = drawThreshold(temperature)
  const head = prev[follower]!
  const tail = next[stop]!
  const [tillOne, tillTwo] = [nextHeader(stop), nextHeader(follower)]
  if (arena.byDistance && trips.ground[one] === trips.ground[two]) {
    const change = legsChange(stop, follower, tillOne, tillTwo)
    if (change >= threshold) return false
  }
  if (one === two) {
    const length = sameRouteOrder(stop, follower, tillOne, tillTwo)
    return replaceTrips(one, length, threshold)
  }
  if (!tailLoadsFit(stop, follower, head, tail, one, two)) return false
  if (!mayServe(follower, tillTwo, one) || !mayServe(tail, tillOne, two)) return false
  const [endOne, endTwo] = [stops + routes + one, stops + routes + two]
  let a = append(next[stops + one]!, tail, first, 0)
  a = append(tillOne, endOne, first, append(follower, tillTwo, first, a))
  let b = append(next[stops + two]!, follower, second, 0)
  b = append(tillTwo, endTwo, second, append(tail, tillOne, second, b))
  return exchangeTrips(one, a, two, b, threshold)
}

/** Writes the route, in which two trips exchange their tails, into `first`. Returns its length. */
function sameRouteOrder(stop: number, follower: number, tillStop: number, tillFollower: number): number {
  const { stops, routes, next } = arena
  const route = arena.routeOf[stop]!
  const end = stops + routes + route
  const tail = next[stop]!
  let length = 0
  if (trips.stopsTo[stop]! < trips.stopsTo[follower]!) {
    length = append(next[stops + route]!, tail, first, length)
    length = append(follower, tillFollower, first, length)
    length = append(tillStop, follower, first, length)
    length = append(tail, tillStop, first, length)
    return append(tillFollower, end, first, length)
  }
  length = append(next[stops + route]!, follower, first, length)
  length = append(tail, tillStop, first, length)
  length = append(tillFollower, tail, first, length)
  length = append(follower, tillFollower, first, length)
  return append(tillStop, end, first, length)
}

/** Change of cost by distance. The tails end at reloads or ends of vehicles that drive between the same places. */
function legsChange(stop: number, follower: number, tillOne: number, tillTwo: number): number {
  const { row, place, distance, routeOf, next, prev, distanceRate } = arena
  const rate = distanceRate[routeOf[stop]!]!
  if (arena.mixedRates || place[tillOne] !== place[tillTwo]) return -Infinity
  const head = prev[follower]!
  const tail = next[stop]!
  // A trip without stops is dropped, together with its legs.
  if (head >= arena.stops && tail === tillOne) return -Infinity
  const leg = (from: number, to: number): number => distance[row[from]! + place[to]!]!
  return (leg(stop, follower) + leg(head, tail) - leg(stop, tail) - leg(head, follower)) * rate
}

function tailLoadsFit(stop: number, follower: number, head: number, tail: number, one: number, two: number): boolean {
  const { dimensions, loadTo, loadFrom, capacity } = trips
  for (let k = 0; k < dimensions; k++) {
    if (loadTo[stop * dimensions + k]! + loadFrom[follower * dimensions + k]! > capacity[one * dimensions + k]!)
      return false
    if (loadTo[head * dimensions + k]! + loadFrom[tail * dimensions + k]! > capacity[two * dimensions + k]!)
      return false
  }
  return true
}
