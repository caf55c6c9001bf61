// Annealing move SWAP* (Vidal 2022): two stops swap routes, each at its cheapest position. Needed if capacities are
// tight, because neither stop fits before the other has left.
import * as arena from './arena.ts'
import { sequenceWith } from './cost.ts'
import { exchange, first, second } from './exchange.ts'
import { drawStop } from './bank.ts'
import { drawThreshold, type Move } from './move.ts'
import { after, FIELDS, firstOf, width } from './neighbors.ts'
import { randomBelow } from './random.ts'

let placeBefore = -1

/**
 * Creates the move. It swaps a random stop with one of its `near` best successors (`after` in `neighbors.ts`), or with
 * the stop before or after that successor on its route.
 */
export const swapStar = ({ near }: { near: number }): Move => ({
  name: 'swap*',
  applies: () => !arena.tracksTrips,
  attempt: (temperature) => trySwapStar(drawStop(), temperature, near),
})

/**
 * Swaps `stop` with a near stop of another route if the annealing accepts the cost. Ends early if distance alone costs
 * too much.
 */
export function trySwapStar(stop: number, temperature: number, nearest: number): boolean {
  const { routeOf, distanceRate } = arena
  const other = swapPartner(stop, nearest)
  if (other < 0) return false
  const one = routeOf[stop]!
  const two = routeOf[other]!
  if (!fitsReplacing(stop, other, two) || !fitsReplacing(other, stop, one)) return false
  const threshold = drawThreshold(temperature)
  // Limit of the cost that both insertions may add.
  const most = threshold - metersWithout(stop) * distanceRate[one]! - metersWithout(other) * distanceRate[two]!
  if (most <= 0) return false
  const added = cheapestPlace(stop, two, other, most / distanceRate[two]!) * distanceRate[two]!
  if (!(added < most)) return false
  const stopBefore = placeBefore
  if (cheapestPlace(other, one, stop, (most - added) / distanceRate[one]!) === Infinity) return false
  const a = sequenceWith(one, other, placeBefore, first, stop)
  const b = sequenceWith(two, stop, stopBefore, second, other)
  return exchange(one, a, two, b, threshold)
}

/** Returns a stop on another route: a near one, or the stop before or after that one. -1 if there is none. */
function swapPartner(stop: number, nearest: number): number {
  const { stops, routeOf, next, prev } = arena
  const near = after[firstOf(stop) + randomBelow(Math.min(width, nearest)) * FIELDS]!
  if (near < 0 || routeOf[stop]! < 0 || routeOf[near]! < 0 || routeOf[stop] === routeOf[near]) return -1
  const drawn = randomBelow(3)
  const beside = drawn === 0 ? prev[near]! : drawn === 1 ? near : next[near]!
  return beside < stops ? beside : near
}

/** Returns whether the route may serve the stop and has the capacity once `out` has left. */
function fitsReplacing(stop: number, out: number, route: number): boolean {
  const { demand, load, capacity, allAllowed, allowed, group, routes, extraDimensions } = arena
  if (load[route]! - demand[out]! + demand[stop]! > capacity[route]! + 1e-9) return false
  if (!allAllowed && allowed[group[stop]! * routes + route] === 0) return false
  for (let k = 0; k < extraDimensions; k++) {
    const { extraLoad, extraDemand, extraCapacity } = arena
    const at = route * extraDimensions + k
    const more = extraDemand[stop * extraDimensions + k]! - extraDemand[out * extraDimensions + k]!
    if (extraLoad[at]! + more > extraCapacity[at]! + 1e-9) return false
  }
  return true
}

/** Change of the route's distance if the stop leaves. */
function metersWithout(stop: number): number {
  const { next, prev, place, row, distance, distanceOn } = arena
  const before = prev[stop]!
  return distance[row[before]! + place[next[stop]!]!]! - distanceOn[before]! - distanceOn[stop]!
}

/**
 * Returns the distance that `stop` adds at its cheapest position on the route without `out`, and sets `placeBefore` to
 * the node before it. Infinity if no position is below `limit`. Checks only that the stop is reached in time on the
 * current route, because `exchange` checks all times.
 */
function cheapestPlace(stop: number, route: number, out: number, limit: number): number {
  const { stops, routes, next, place, distance, distanceTo, distanceOn, leave, timeTo, due } = arena
  const end = stops + routes + route
  const row = arena.row[stop]!
  let cheapest = limit
  let found = -1
  let node = stops + route
  while (node !== end) {
    const from = place[node]!
    let to = next[node]!
    let on = distanceOn[node]!
    if (to === out) {
      to = next[out]!
      on = distance[arena.row[node]! + place[to]!]!
    }
    const meters = distanceTo[row + from]! + distance[row + place[to]!]! - on
    if (meters < cheapest && leave[node]! + timeTo[row + from]! <= due[stop]!) {
      cheapest = meters
      found = node
    }
    node = to
  }
  placeBefore = found
  return found < 0 ? Infinity : cheapest
}
