// swap*: two stops change routes, each put where it costs least there (Vidal 2022). An annealing move, and what tight
// vehicles lack else: neither stop would fit before the other has left.
import * as arena from './arena.ts'
import { sequenceWith } from './cost.ts'
import { exchange, first, second } from './exchange.ts'
import { drawStop } from './bank.ts'
import { drawThreshold, type Move } from './move.ts'
import { after, FIELDS, firstOf, width } from './neighbours.ts'
import { below } from './random.ts'

let placeBefore = -1

/** The move; stops come in return from among the `near` first candidates after a stop. */
export const swapStar = ({ near }: { near: number }): Move => ({
  name: 'swap*',
  applies: () => true,
  attempt: (temperature) => trySwapStar(drawStop(), temperature, near),
})

/**
 * Exchanges `stop` for one near it on another route when the annealing accepts what that costs. What distance alone makes
 * dearer than that is not looked at further.
 */
export function trySwapStar(stop: number, temperature: number, nearest: number): boolean {
  const { routeOf, distanceRate } = arena
  const other = inReturn(stop, nearest)
  if (other < 0) return false
  const one = routeOf[stop]!
  const two = routeOf[other]!
  if (!fitsInstead(stop, other, two) || !fitsInstead(other, stop, one)) return false
  const threshold = drawThreshold(temperature)
  // What both may add where they come to.
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

/** A stop on another route that may come back for this one: a near one, or the one driven before or after it. */
function inReturn(stop: number, nearest: number): number {
  const { stops, routeOf, next, prev } = arena
  const near = after[firstOf(stop) + below(Math.min(width, nearest)) * FIELDS]!
  if (near < 0 || routeOf[stop]! < 0 || routeOf[near]! < 0 || routeOf[stop] === routeOf[near]) return -1
  const drawn = below(3)
  const beside = drawn === 0 ? prev[near]! : drawn === 1 ? near : next[near]!
  return beside < stops ? beside : near
}

/** Whether the route may carry the stop and has room for it once `out` has left. */
function fitsInstead(stop: number, out: number, route: number): boolean {
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

/** What the route's distance changes by when the stop leaves. */
function metersWithout(stop: number): number {
  const { next, prev, place, row, distance, distanceOn } = arena
  const before = prev[stop]!
  return distance[row[before]! + place[next[stop]!]!]! - distanceOn[before]! - distanceOn[stop]!
}

/**
 * What the cheapest place of `stop` on a route without `out` adds to its distance, Infinity where that is not below
 * `limit`; the node it comes after is then `placeBefore`. Times are only ruled out here as far as the route as it is tells.
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
