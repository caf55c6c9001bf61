// Evaluates the positions next to near neighbors in constant time. If time has a cost, first computes a lower bound for
// which the added time uses up all waiting of the route. Computes the exact duration only if this bound is below the best
// cost.
import * as arena from './arena.ts'
import { blink } from './blink.ts'
import { bestCost, fitsRoute, keepPosition, spanCost, timeCost } from './insertion.ts'
import { ownLateness } from './lateness.ts'
import * as neighbors from './neighbors.ts'
import type { SearchParams } from './params.ts'
import { rulesAllow } from './release-times.ts'

/** `params.farLeg`. */
let farLeg = 0
/** Cost of one unit of time at the rate of the cheapest vehicle. */
let leastTimeRate = 0
/** Shortest duration of a used route. */
let shortest = 0
/**
 * Lower bounds of the cost of one unit of distance, and of time, multiplied by `params.farLeg`. The second includes the
 * balance cost on the shortest route.
 */
let farDistanceRate = 0
let farTimeRate = 0

/** Computes the rates for the problem in the arena. */
export function startNearScans(params: SearchParams): void {
  const { routes } = arena
  const least = (rates: Float64Array) => rates.subarray(0, routes).reduce((low, rate) => Math.min(low, rate), Infinity)
  farLeg = params.farLeg
  farDistanceRate = farLeg * least(arena.distanceRate)
  leastTimeRate = least(arena.timeRate)
}

/**
 * Finds the shortest duration of a used route. If the objective balances working time, a stop costs least on that
 * route, so its duration gives a lower bound.
 */
export function findShortest(): void {
  const { routes, stops, count, headSpan, balanceTime } = arena
  let least = Infinity
  if (balanceTime > 0) {
    for (let route = 0; route < routes; route++) {
      const span = headSpan[stops + routes + route]!
      if (count[route]! > 0 && span < least) least = span
    }
  }
  shortest = least < Infinity ? least : 0
  farTimeRate = farLeg * leastTimeRate + farLeg * 2 * balanceTime * shortest
}

/**
 * Evaluates every position next to a near neighbor: first those directly after it, then those directly before it. One
 * function, because two would read the fields of the stop and the arena twice, which takes 3 % of the search.
 */
// oxlint-disable-next-line max-lines-per-function
export function scanNear(stop: number): void {
  const { scanFields, distance, distanceTo, time, timeTo, timeOn, distanceRate, next, prev } = arena
  const { latest, leave, waiting, mixedRoads, place } = arena
  const { after, before } = neighbors
  const farRate = farDistanceRate
  const farTime = farTimeRate
  const row = arena.row[stop]!
  const first = neighbors.firstOf(stop)
  const opens = arena.ready[stop]!
  const closes = arena.due[stop]!
  const stay = arena.service[stop]!
  const least = stay * (leastTimeRate + arena.balanceTime * (2 * shortest + stay))
  const timed = !arena.byDistance && arena.tracksDuration
  const limited = arena.measuresTimes
  const soft = arena.softWindows
  const ruled = arena.tracksBreaks || arena.tracksReleases
  let best = bestCost
  let found = -1
  for (let k = first; ; k += 3) {
    const other = before[k]!
    if (other < 0) break
    let meters = before[k + 1]!
    let drive = before[k + 2]!
    if (meters * farRate + drive * farTime + least >= best) break
    const at = other << 3
    const route = scanFields[at]!
    if (route < 0) continue
    if (mixedRoads) {
      meters = distanceTo[row + place[other]!]!
      drive = timeTo[row + place[other]!]!
    }
    const onward = row + scanFields[at + 1]!
    let cost = (meters + distance[onward]! - scanFields[at + 2]!) * distanceRate[route]!
    if (cost >= best) continue
    const longer = drive + time[onward]! + stay
    if (timed && cost + timeCost(route, Math.max(0, longer - timeOn[other]! - waiting[route]!)) >= best) continue
    const reached = scanFields[at + 5]! + drive
    if (reached > closes) continue
    const start = reached < opens ? opens : reached
    const to = next[other]!
    if (start + stay + time[onward]! > latest[to]! || !fitsRoute(stop, route)) continue
    if (ruled && !rulesAllow(stop, other, to, route)) continue
    if (soft && cost + ownLateness(stop, other) >= best) continue
    if (limited) {
      cost += spanCost(stop, other, to, route)
      if (cost >= best) continue
    }
    if (blink()) continue
    best = cost
    found = other
  }
  for (let k = first; ; k += 3) {
    const other = after[k]!
    if (other < 0) break
    let meters = after[k + 1]!
    let driveOn = after[k + 2]!
    if (meters * farRate + driveOn * farTime + least >= best) break
    const at = other << 3
    const route = scanFields[at]!
    if (route < 0) continue
    if (mixedRoads) {
      meters = distance[row + place[other]!]!
      driveOn = time[row + place[other]!]!
    }
    const hither = row + scanFields[at + 3]!
    let cost = (meters + distanceTo[hither]! - scanFields[at + 4]!) * distanceRate[route]!
    if (cost >= best) continue
    const from = prev[other]!
    const drive = timeTo[hither]!
    if (timed) {
      const longer = drive + stay + driveOn - timeOn[from]! - waiting[route]!
      if (cost + timeCost(route, Math.max(0, longer)) >= best) continue
    }
    const ends = scanFields[at + 6]! - driveOn - stay
    if (opens > ends) continue
    const reached = leave[from]! + drive
    if (reached > closes || reached > ends || !fitsRoute(stop, route)) continue
    if (ruled && !rulesAllow(stop, from, other, route)) continue
    if (soft && cost + ownLateness(stop, from) >= best) continue
    if (limited) {
      cost += spanCost(stop, from, other, route)
      if (cost >= best) continue
    }
    if (blink()) continue
    best = cost
    found = from
  }
  if (found >= 0) keepPosition(best, found)
}
