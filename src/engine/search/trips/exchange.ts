// Replaces the orders of one or two routes with several trips. Every move between trips ends with this.
import * as arena from '../arena.ts'
import { total } from '../cost.ts'
import { beginStep } from '../step.ts'
import { costOfTrips } from './cost.ts'
import * as trips from './data.ts'
import { restoreTrips, touchTrips } from './log.ts'
import { freeReloads, writeTrips } from './route.ts'

/** Arrays in which a move writes the orders. */
export let first = new Int32Array(0)
export let second = new Int32Array(0)

/** Grows the arrays for the problem in the arena. */
export function prepareTripExchanges(): void {
  const { stops } = arena
  if (first.length >= 2 * stops + 64) return
  first = new Int32Array(2 * stops + 64)
  second = new Int32Array(2 * stops + 64)
}

/**
 * Replaces route `one` by the first `a` entries of `first` and route `two` by the first `b` of `second`, if both are
 * feasible and cost less than `threshold` more. Returns whether it replaced them.
 */
export function exchangeTrips(one: number, a: number, two: number, b: number, threshold: number): boolean {
  const { routeCost } = arena
  const most = threshold + routeCost[one]! + routeCost[two]!
  const then = costOfTrips(one, first, a)
  if (!(then < most && then + costOfTrips(two, second, b) < most)) return false
  const was = total[0]!
  beginStep()
  touchTrips(one)
  touchTrips(two)
  freeReloads(one)
  freeReloads(two)
  if (writeTrips(one, first, a) && writeTrips(two, second, b)) return true
  restoreTrips()
  total[0] = was
  return false
}

/** Like `exchangeTrips`, for the order of one route in `first`. */
export function replaceTrips(route: number, length: number, threshold: number): boolean {
  if (!(costOfTrips(route, first, length) < threshold + arena.routeCost[route]!)) return false
  const was = total[0]!
  beginStep()
  touchTrips(route)
  freeReloads(route)
  if (writeTrips(route, first, length)) return true
  restoreTrips()
  total[0] = was
  return false
}

/** Returns whether the vehicle may serve all stops from `from` up to, but without, the node `until`. */
export function mayServe(from: number, until: number, route: number): boolean {
  const { stops, next, allAllowed, allowed, group, routes } = arena
  if (allAllowed) return true
  for (let node = from; node !== until; node = next[node]!)
    if (node < stops && allowed[group[node]! * routes + route] === 0) return false
  return true
}

/** Appends the nodes from `from` up to, but without, `until` to `into` at index `length`. Returns the new length. */
export function append(from: number, until: number, into: Int32Array, length: number): number {
  const { stops, next } = arena
  let size = length
  for (let node = from; node !== until; node = next[node]!) into[size++] = node < stops ? node : trips.RELOAD
  return size
}
