// Annealing move 2-opt*: two routes exchange their tails. If one is empty, the other route is split.
import * as arena from './arena.ts'
import { drawStop } from './bank.ts'
import { spanJoinedWithBreak } from './break-spans.ts'
import { tailInTimeWithBreak } from './break-times.ts'
import { breaksAlike } from './breaks.ts'
import { drawThreshold, type Move } from './move.ts'
import { after, FIELDS, firstOf, width } from './neighbors.ts'
import { randomBelow } from './random.ts'
import { costOf } from './cost.ts'
import { exchange, first, second } from './exchange.ts'
import { departureJoined, tailInTimeReleased } from './release-times.ts'
import { spanJoined } from './times.ts'

interface Reach {
  /**
   * Number of a stop's best successors (`after` in `neighbors.ts`). A tail that is attached to the stop begins at one
   * of them.
   */
  near: number
  /** One try in this many splits a route. */
  splitEvery: number
}

/** Creates the move. */
export const twoOptStar = (reach: Reach): Move => ({
  name: '2-opt*',
  applies: () => !arena.tracksTrips,
  attempt: (temperature) => tryTwoOptStar(drawStop(), temperature, reach),
})

/**
 * Exchanges the tails of two routes so that a near stop follows `stop`, or moves the tail after `stop` to an empty
 * vehicle. Applies the change if the annealing accepts the cost.
 */
function tryTwoOptStar(stop: number, temperature: number, reach: Reach): boolean {
  const { stops, routes, routeOf, next, prev } = arena
  if (routeOf[stop]! < 0) return false
  const splits = randomBelow(reach.splitEvery) === 0
  if (splits && next[stop]! >= stops) return false
  const empty = splits ? emptyLike(routeOf[stop]!) : -1
  const near = after[firstOf(stop) + randomBelow(Math.min(width, reach.near)) * FIELDS]!
  const follower = splits ? (empty < 0 ? -1 : stops + routes + empty) : near
  if (follower < 0) return false
  const one = routeOf[stop]!
  const two = routeOf[follower]!
  if (two < 0 || one === two) return false
  const head = prev[follower]!
  const tail = next[stop]!
  if (!timesAllow(stop, follower, one) || !timesAllow(head, tail, two)) return false
  const threshold = drawThreshold(temperature)
  const alike = !arena.mixedRates && arena.endKind[one] === arena.endKind[two] && arena.shift[one] === arena.shift[two]
  if (arena.byDistance && (alike || !splits)) {
    const change = alike
      ? distanceChange(stop, follower, head, tail) * arena.distanceRate[one]! +
        fixedCostOfSplit(two, splits, head, tail)
      : mixedChange(stop, follower, one, two)
    if (change >= threshold) return false
  }
  if (!arena.byDistance && tailsEndAlike(one, two) && !(joinedChange(stop, follower, one, two) < threshold))
    return false
  if (!tailsFit(stop, follower, one, two)) return false
  if (arena.useAll && prev[follower]! >= stops && tail >= stops) return false
  const [a, b] = sequences(stop, follower, one, two)
  return exchange(one, a, two, b, threshold)
}

/**
 * Draws up to 4 random vehicles. Returns the first empty one, which in the first 3 draws must be of the same kind. -1
 * if there is none.
 */
function emptyLike(route: number): number {
  const { routes, count, kind } = arena
  for (let looks = 0; looks < 4; looks++) {
    const other = randomBelow(routes)
    if (count[other] === 0 && (kind[other] === kind[route] || looks === 3)) return other
  }
  return -1
}

/**
 * Fixed cost of the vehicle that a split adds, or minus the fixed cost of the vehicle that a merge frees. Otherwise 0.
 */
function fixedCostOfSplit(two: number, splits: boolean, head: number, tail: number): number {
  if (splits) return arena.fixedCost[two]!
  return head >= arena.stops && tail >= arena.stops ? -arena.fixedCost[two]! : 0
}

/** Change of the plan's cost by the exchange, if the two vehicles differ in roads, rates, ends or fixed costs. */
function mixedChange(stop: number, follower: number, one: number, two: number): number {
  const { stops, routes, next, prev, distanceOn, count, shift } = arena
  const sameRoads = shift[one] === shift[two]
  const endOne = stops + routes + one
  const endTwo = stops + routes + two
  let headOne = 0
  for (let node = stops + one; node !== stop; node = next[node]!) headOne += distanceOn[node]!
  let headTwo = 0
  let before = 0
  for (let node = stops + two; next[node] !== follower; node = next[node]!) {
    headTwo += distanceOn[node]!
    before++
  }
  const head = prev[follower]!
  const lastOfTwo = prev[endTwo]!
  let tailTwo = 0
  let behind = 1
  for (let node = follower; node !== lastOfTwo; node = next[node]!) {
    tailTwo += sameRoads ? distanceOn[node]! : legOn(one, node, next[node]!)
    behind++
  }
  const tail = next[stop]!
  const lastOfOne = prev[endOne]!
  let tailOne = 0
  let after = tail === endOne ? 0 : 1
  if (after > 0) {
    for (let node = tail; node !== lastOfOne; node = next[node]!) {
      tailOne += sameRoads ? distanceOn[node]! : legOn(two, node, next[node]!)
      after++
    }
  }
  const metersOne = headOne + legOn(one, stop, follower) + tailTwo + legOn(one, lastOfTwo, endOne)
  const last = after > 0 ? lastOfOne : head
  const metersTwo = headTwo + (after > 0 ? legOn(two, head, tail) + tailOne : 0) + legOn(two, last, endTwo)
  const stopsOne = count[one]! - after + behind
  const now = arena.routeCost[one]! + arena.routeCost[two]!
  return costOf(one, stopsOne, metersOne, 0) + costOf(two, before + after, metersTwo, 0) - now
}

/** Distance of a leg on the route's roads, to a stop or to the route's own end. */
function legOn(route: number, from: number, to: number): number {
  const { distance, row, place, shift, stops } = arena
  return distance[row[from]! + (to < stops ? to + shift[route]! : place[to]!)]!
}

/**
 * Returns whether times may allow the leg. If the tail comes from a route on other roads, its stored times don't apply,
 * and only the deadline of the next stop is checked.
 */
function timesAllow(from: number, to: number, route: number): boolean {
  const { leave, latest, time, place, row, shift, routeOf, stops, due } = arena
  if (shift[route] !== shift[routeOf[to]!])
    return to >= stops || leave[from]! + time[row[from]! + to + shift[route]!]! <= due[to]!
  if (arena.tracksReleases) {
    const allowed = tailInTimeReleased(from, to, route)
    if (allowed !== null) return allowed
  }
  if (leave[from]! + time[row[from]! + place[to]!]! > latest[to]!) return false
  return !arena.tracksBreaks || !breaksAlike(route, routeOf[to]!) || tailInTimeWithBreak(from, to, route)
}

function distanceChange(stop: number, follower: number, head: number, tail: number): number {
  const { distance, distanceOn, place, row, stops, routes } = arena
  const joined = distance[row[stop]! + place[follower]!]!
  const emptied = head >= stops && tail >= stops + routes
  const other = emptied ? 0 : distance[row[head]! + place[tail]!]!
  return joined + other - distanceOn[stop]! - distanceOn[head]!
}

/** Returns whether the times and durations stored for each route's tail are also valid on the other route. */
function tailsEndAlike(one: number, two: number): boolean {
  const { usesTimeline, balanceStops, endKind, shift, ready, due, stops, routes } = arena
  if (
    usesTimeline ||
    arena.softWindows ||
    balanceStops > 0 ||
    endKind[one] !== endKind[two] ||
    shift[one] !== shift[two]
  )
    return false
  if (arena.tracksBreaks && !breaksAlike(one, two)) return false
  const [endOne, endTwo] = [stops + routes + one, stops + routes + two]
  return ready[endOne] === ready[endTwo] && due[endOne] === due[endTwo]
}

/**
 * Change of cost if time matters, from the distances and durations stored per node. Infinity if a route takes too long.
 */
function joinedChange(stop: number, follower: number, one: number, two: number): number {
  const { stops, next, prev, routeCost } = arena
  const [head, tail] = [prev[follower]!, next[stop]!]
  const then = costJoined(one, stop, follower, two)
  return (
    then + (head >= stops && tail >= stops ? 0 : costJoined(two, head, tail, one)) - routeCost[one]! - routeCost[two]!
  )
}

/**
 * Cost of the route if it is unchanged up to `before` and then continues with the tail of route `other` from `after`
 * on.
 */
function costJoined(route: number, before: number, after: number, other: number): number {
  const { stops, routes, headMeters, maxSpan, distance, row, place } = arena
  const departure = arena.tracksReleases ? departureJoined(route, before, after) : arena.ready[stops + route]!
  const span = arena.tracksBreaks ? spanJoinedWithBreak(before, after, route, departure) : spanJoined(before, after)
  if (span > maxSpan[route]!) return Infinity
  const rest = headMeters[stops + routes + other]! - headMeters[after]!
  return costOf(route, 1, headMeters[before]! + distance[row[before]! + place[after]!]! + rest, span)
}

/** Checks loads, numbers of stops and permissions of both routes after the exchange. */
function tailsFit(stop: number, follower: number, one: number, two: number): boolean {
  const { stops, routes, next, demand, load, count, capacity, maxStops, allAllowed, extraDimensions } = arena
  let headLoad = 0
  let headCount = 0
  for (let node = next[stops + one]!; ; node = next[node]!) {
    headLoad += demand[node]!
    headCount++
    if (node === stop) break
  }
  let tailLoad = 0
  let tailCount = 0
  const end = stops + routes + two
  for (let node = follower; node !== end; node = next[node]!) {
    tailLoad += demand[node]!
    tailCount++
  }
  if (headLoad + tailLoad > capacity[one]! + 1e-9) return false
  if (load[one]! - headLoad + load[two]! - tailLoad > capacity[two]! + 1e-9) return false
  if (headCount + tailCount > maxStops[one]!) return false
  if (count[one]! - headCount + count[two]! - tailCount > maxStops[two]!) return false
  if (extraDimensions > 0 && !extraLoadsFit(stop, follower, one, two)) return false
  const sameRoads = arena.shift[one] === arena.shift[two]
  const sameEnd = arena.due[end] === arena.due[stops + routes + one]
  if (sameRoads && !sameEnd && !endsAllow(stop, follower, one, two)) return false
  return allAllowed || (tailAllowed(follower, one) && tailAllowed(next[stop]!, two))
}

/** Returns whether both tails end inside the other vehicle's shift. */
function endsAllow(stop: number, follower: number, one: number, two: number): boolean {
  const { next, leave, stops, routes } = arena
  return (
    endOfTail(follower, leave[stop]!, stop) <= arena.due[stops + routes + one]! &&
    endOfTail(next[stop]!, leave[arena.prev[follower]!]!, arena.prev[follower]!) <= arena.due[stops + routes + two]!
  )
}

function endOfTail(head: number, leaving: number, from: number): number {
  const { next, stops, routes, time, place, row, ready, service } = arena
  let moment = leaving + time[row[from]! + place[head]!]!
  let node = head
  while (node < stops + routes) {
    moment = Math.max(moment, ready[node]!) + service[node]! + arena.timeOn[node]!
    node = next[node]!
  }
  return moment
}

function extraLoadsFit(stop: number, follower: number, one: number, two: number): boolean {
  const { stops, routes, next, extraDimensions, extraDemand, extraLoad, extraCapacity } = arena
  for (let k = 0; k < extraDimensions; k++) {
    let moved = 0
    for (let node = next[stop]!; node < stops; node = next[node]!) moved -= extraDemand[node * extraDimensions + k]!
    for (let node = follower; node !== stops + routes + two; node = next[node]!) {
      moved += extraDemand[node * extraDimensions + k]!
    }
    const a = one * extraDimensions + k
    const b = two * extraDimensions + k
    if (extraLoad[a]! + moved > extraCapacity[a]! + 1e-9 || extraLoad[b]! - moved > extraCapacity[b]! + 1e-9)
      return false
  }
  return true
}

function tailAllowed(from: number, route: number): boolean {
  const { stops, next, allowed, group, routes } = arena
  for (let node = from; node < stops; node = next[node]!) {
    if (allowed[group[node]! * routes + route] === 0) return false
  }
  return true
}

/** Writes both new sequences into `first` and `second`. Returns their lengths. */
function sequences(stop: number, follower: number, one: number, two: number): [number, number] {
  const { stops, next } = arena
  let a = 0
  let b = 0
  for (let node = next[stops + one]!; ; node = next[node]!) {
    first[a++] = node
    if (node === stop) break
  }
  for (let node = next[stops + two]!; node !== follower; node = next[node]!) second[b++] = node
  for (let node = follower; node < stops; node = next[node]!) first[a++] = node
  for (let node = next[stop]!; node < stops; node = next[node]!) second[b++] = node
  return [a, b]
}
