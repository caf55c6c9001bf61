// Annealing move SWAP* (Vidal 2022) for routes with several trips: two stops change trips, each to its cheapest place in
// the other trip.
import * as arena from '../arena.ts'
import { drawStop } from '../bank.ts'
import { drawThreshold, type Move } from '../move.ts'
import { randomBelow } from '../random.ts'
import * as trips from './data.ts'
import { exchangeTrips, first, replaceTrips, second } from './exchange.ts'
import { nearAfter } from './tails.ts'

/** Creates the move. It swaps a random stop with one of its `near` best successors, or with a stop beside it. */
export const tripSwapStar = ({ near }: { near: number }): Move => ({
  name: 'trip swap*',
  applies: () => arena.tracksTrips,
  attempt: (temperature) => swapStops(drawStop(), near, temperature),
})

let cheapestAfter = -1

function swapStops(stop: number, near: number, temperature: number): boolean {
  const { routeOf, distanceRate } = arena
  const other = partnerOf(stop, near)
  if (other < 0) return false
  const [one, two] = [routeOf[stop]!, routeOf[other]!]
  if (!fitsInstead(stop, other, two) || !fitsInstead(other, stop, one)) return false
  const threshold = drawThreshold(temperature)
  const most = threshold - metersWithout(stop) * distanceRate[one]! - metersWithout(other) * distanceRate[two]!
  if (most <= 0) return false
  const added = cheapestInstead(stop, other, two) * distanceRate[two]!
  if (!(added < most)) return false
  const stopAfter = cheapestAfter
  if (!(added + cheapestInstead(other, stop, one) * distanceRate[one]! < most)) return false
  const otherAfter = cheapestAfter
  if (one === two) return replaceTrips(one, swapOrder(one, stop, stopAfter, other, otherAfter, first), threshold)
  const a = swapOrder(one, stop, -1, other, otherAfter, first)
  const b = swapOrder(two, stop, stopAfter, other, -1, second)
  return exchangeTrips(one, a, two, b, threshold)
}

/** Returns a stop on another trip: a near one, or the stop before or after that one. -1 if there is none. */
function partnerOf(stop: number, near: number): number {
  const { stops, routeOf, next, prev } = arena
  const close = nearAfter(stop, near)
  if (close < 0 || routeOf[stop]! < 0 || routeOf[close]! < 0 || trips.head[stop] === trips.head[close]) return -1
  const drawn = randomBelow(3)
  const beside = drawn === 0 ? prev[close]! : drawn === 1 ? close : next[close]!
  return beside < stops ? beside : close
}

/** Returns whether loads and permissions allow `stop` instead of `out` on the trip of `out`. */
function fitsInstead(stop: number, out: number, route: number): boolean {
  const { allAllowed, allowed, group, routes, next } = arena
  const { dimensions, demand, loadFrom, capacity, head } = trips
  if (!allAllowed && allowed[group[stop]! * routes + route] === 0) return false
  const begin = next[head[out]!]!
  for (let k = 0; k < dimensions; k++) {
    const load = loadFrom[begin * dimensions + k]! - demand[out * dimensions + k]! + demand[stop * dimensions + k]!
    if (load > capacity[route * dimensions + k]!) return false
  }
  return true
}

/** Change of distance if the stop leaves its route. */
function metersWithout(stop: number): number {
  const { prev, next, row, place, distance } = arena
  const [from, to] = [prev[stop]!, next[stop]!]
  const around = distance[row[from]! + place[stop]!]! + distance[row[stop]! + place[to]!]!
  return distance[row[from]! + place[to]!]! - around
}

/** Distance that `stop` adds at its cheapest place in the trip of `out`, without `out`. Sets the node before it. */
function cheapestInstead(stop: number, out: number, route: number): number {
  const { stops, next, row, place, shift, distance } = arena
  const here = row[stop]!
  const own = stop + shift[route]!
  let cheapest = Infinity
  for (let node = trips.head[out]!; ; ) {
    const to = next[node] === out ? next[out]! : next[node]!
    const cost = distance[row[node]! + own]! + distance[here + place[to]!]! - distance[row[node]! + place[to]!]!
    if (cost < cheapest) {
      cheapest = cost
      cheapestAfter = node
    }
    if (to >= stops) return cheapest
    node = to
  }
}

/** Writes the route without both stops, and with each after its given node. Returns the length. */
function swapOrder(
  route: number,
  stop: number,
  stopAfter: number,
  other: number,
  otherAfter: number,
  into: Int32Array,
): number {
  const { stops, routes, next } = arena
  const start = stops + route
  const end = stops + routes + route
  let length = 0
  for (let node = start; node !== end; node = next[node]!) {
    if (node < stops && node !== stop && node !== other) into[length++] = node
    else if (node > end) into[length++] = trips.RELOAD
    if (node === stopAfter) into[length++] = stop
    if (node === otherAfter) into[length++] = other
  }
  return length
}
