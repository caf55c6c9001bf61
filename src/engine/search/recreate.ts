// Recreate: greedy insertion with blinks (Christiaens & Vanden Berghe 2020), limited to granular neighborhoods.
import * as arena from './arena.ts'
import { spanWithBreak } from './break-spans.ts'
import * as neighbors from './neighbors.ts'
import { randomBelow, randomUniform } from './random.ts'
import { costOf, costOfSequence, costWith, total } from './cost.ts'
import type { SearchParams } from './params.ts'
import { preferenceCost } from './preference.ts'
import { firstEmpty } from './empties.ts'
import { insert, rewrite } from './route.ts'
import { rulesAllow } from './release-times.ts'
import { touch } from './step.ts'
import { earliestOpening, spanWith } from './times.ts'

/** Lists longer than this are sorted with the built-in sort, which allocates memory, instead of insertion sort. */
const LONG_LIST = 100

let sortKey = new Float64Array(0)
/** Per stop and kind of vehicle: cost of the stop alone on an empty vehicle. NaN if not computed yet. */
let alone = new Float64Array(0)
/**
 * Per route: cached result of `fits` for the stop of the current call of `insertBest`. Twice the call number if the
 * stop fits, plus 1 if not. Lower values are from earlier calls.
 */
let judged = new Int32Array(0)
let call = 0
let untilBlink = 1
let blinkChance = 0
/**
 * Costs at the rates of the cheapest vehicle, for lower bounds. The first two are multiplied by `params.farLeg`: the
 * cost per unit of distance, and per unit of time. The third is the cost per unit of time.
 */
let farLegRate = 0
let farTimeRate = 0
let leastTimeRate = 0
/**
 * Shortest duration of a used route, `params.farLeg`, and `farLeg` times the balance cost of one unit of time added to
 * the shortest route.
 */
let shortest = 0
let farLeg = 0
let farBalance = 0

/** Maximum cost of the plan. Infinity: insert every stop that fits. */
let limit = Infinity
/** Cost of the cheapest position so far. Until a position is found: the maximum cost that the stop may add. */
let bestCost = Infinity
let bestBefore = -1
let hurried = false
/** Most promising positions of a stop, best first: the node before each position, and the estimated cost. */
let promising = new Int32Array(0)
let promises = new Float64Array(0)
let promisingCount = 0
/**
 * Per node: number of the last call that estimated the position after it, so that no call estimates a position twice.
 */
let estimatedAt = new Int32Array(0)

/** Bonus for one more used vehicle if the objective requires every usable vehicle. */
let openingBonus = 0

/** Prepares insertion into the routes of the problem in the arena. */
export function startRecreate(bonus: number, params: SearchParams): void {
  const { stops, routes, kinds } = arena
  openingBonus = bonus
  blinkChance = params.blinkChance
  const least = (rates: Float64Array) => rates.subarray(0, routes).reduce((low, rate) => Math.min(low, rate), Infinity)
  farLeg = params.farLeg
  farLegRate = farLeg * least(arena.distanceRate)
  leastTimeRate = least(arena.timeRate)
  farTimeRate = farLeg * leastTimeRate
  if (sortKey.length < stops) sortKey = new Float64Array(stops)
  if (judged.length < routes) judged = new Int32Array(routes + 16)
  if (alone.length < stops * kinds) alone = new Float64Array(stops * kinds)
  alone.fill(Number.NaN)
  if (promising.length !== params.timedPlaces) {
    promising = new Int32Array(params.timedPlaces)
    promises = new Float64Array(params.timedPlaces)
  }
  if (estimatedAt.length < stops + routes) estimatedAt = new Int32Array(2 * (stops + routes))
  judged.fill(0)
  estimatedAt.fill(0)
  call = 0
  drawBlink()
}

function drawBlink(): void {
  untilBlink = 1 + Math.floor(Math.log(1 - randomUniform()) / Math.log(1 - blinkChance))
}

const always = () => true

interface Recreation {
  /** Maximum cost of the plan. */
  most?: number
  /** Insert stops of a higher rank first. */
  byRank?: boolean
  hasTime?: () => boolean
}

/**
 * Inserts the first `length` stops of `list` in a random order, each at its cheapest position. Moves stops that fit
 * nowhere to the front of `list` and returns their number. Once `hasTime` returns false, routes that need whole
 * timelines take the first feasible position. With a finite `most`, ends at the first stop that doesn't fit within it,
 * because more insertions only add cost.
 */
export function recreate(
  list: Int32Array,
  length: number,
  { most = Infinity, byRank = false, hasTime = always }: Recreation = {},
): number {
  sortForInsertion(list, length)
  // The sort is stable, so the drawn order remains within a rank.
  if (byRank) list.subarray(0, length).sort((a, b) => arena.rank[a]! - arena.rank[b]!)
  findShortest()
  limit = most
  let left = 0
  let i = 0
  while (i < length && (left === 0 || limit === Infinity)) {
    const stop = list[i++]!
    hurried = arena.usesTimeline && !hasTime()
    if (!insertBest(stop)) list[left++] = stop
  }
  while (i < length) list[left++] = list[i++]!
  hurried = false
  limit = Infinity
  return left
}

/**
 * Finds the shortest duration of a used route. If the objective balances working time, a stop costs least on that
 * route, so its duration gives a lower bound.
 */
function findShortest(): void {
  const { routes, stops, count, headSpan, balanceTime } = arena
  let least = Infinity
  if (balanceTime > 0) {
    for (let route = 0; route < routes; route++) {
      const span = headSpan[stops + routes + route]!
      if (count[route]! > 0 && span < least) least = span
    }
  }
  shortest = least < Infinity ? least : 0
  farBalance = farLeg * 2 * balanceTime * shortest
}

/** Inserts the stop, or its pair, at its cheapest position. Returns false if there is none within the limit. */
export function insertBest(stop: number): boolean {
  if (arena.pickupOf[stop]! >= 0) return insertPair(arena.pickupOf[stop]!, stop)
  bestCost = limit - total[0]!
  bestBefore = -1
  call++
  if (!arena.usesTimeline && !arena.severalWindows) scanNear(stop)
  else if (!arena.usesTimeline || hurried || arena.problem.objective.change !== null || !scanPromising(stop))
    scanWhole(stop)
  scanEmpty(stop)
  if (bestBefore < 0 && limit === Infinity) scanAll(stop)
  if (bestBefore < 0) return false
  const route = arena.routeOf[bestBefore]!
  insert(stop, bestBefore, bestCost + (arena.useAll && arena.count[route] === 0 ? openingBonus : 0))
  return true
}

/** Returns whether the route has the capacity and the permission for the stop, regardless of times. */
export function fits(stop: number, route: number): boolean {
  const { demand, load, capacity, count, maxStops, allAllowed, allowed, group, routes, extraDimensions } = arena
  if (load[route]! + demand[stop]! > capacity[route]! + 1e-9 || count[route]! >= maxStops[route]!) return false
  if (!allAllowed && allowed[group[stop]! * routes + route] === 0) return false
  for (let k = 0; k < extraDimensions; k++) {
    const { extraLoad, extraDemand, extraCapacity } = arena
    const at = route * extraDimensions + k
    if (extraLoad[at]! + extraDemand[stop * extraDimensions + k]! > extraCapacity[at]! + 1e-9) return false
  }
  return true
}

function fitsRoute(stop: number, route: number): boolean {
  const known = judged[route]!
  if (known >> 1 === call) return (known & 1) === 0
  const good = fits(stop, route)
  judged[route] = call * 2 + (good ? 0 : 1)
  return good
}

/** Returns whether times allow the stop between the two nodes. */
export function inTime(stop: number, from: number, to: number): boolean {
  const { time, timeTo, place, row, leave, latest, ready, due, service } = arena
  const reached = leave[from]! + timeTo[row[stop]! + place[from]!]!
  let start = reached < ready[stop]! ? ready[stop]! : reached
  if (arena.severalWindows && arena.windowFirst[stop]! >= 0) start = earliestOpening(stop, reached)
  if (start > due[stop]! || start + service[stop]! + time[row[stop]! + place[to]!]! > latest[to]!) return false
  return rulesAllow(stop, from, to, arena.routeOf[from]!)
}

/**
 * Evaluates every position next to a near neighbor in constant time. If time has a cost, first computes a lower bound
 * for which the added time uses up all waiting of the route. Computes the exact duration only if this bound is below
 * the best cost.
 */
function scanNear(stop: number): void {
  const { scanFields, distance, distanceTo, time, timeTo, timeOn, distanceRate, next, prev } = arena
  const { latest, leave, waiting, mixedRoads, place } = arena
  const { after, before } = neighbors
  const farRate = farLegRate
  const farTime = farTimeRate + farBalance
  const row = arena.row[stop]!
  const first = neighbors.firstOf(stop)
  const opens = arena.ready[stop]!
  const closes = arena.due[stop]!
  const stay = arena.service[stop]!
  const least = stay * (leastTimeRate + arena.balanceTime * (2 * shortest + stay))
  const timed = !arena.byDistance
  const limited = arena.tracksDuration
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
    if (limited) {
      cost += spanCost(stop, from, other, route)
      if (cost >= best) continue
    }
    if (blink()) continue
    best = cost
    found = from
  }
  bestCost = best
  bestBefore = found
}

/** Cost of one more stop, without distance, on a route whose duration grows by `longer`. */
function timeCost(route: number, longer: number): number {
  const { count, tickRate, balanceStops, balanceTime } = arena
  return longer * (tickRate[route]! + balanceTime * longer) + balanceStops * (2 * count[route]! + 1)
}

/** Minimum duration of the route with `stop` between two adjacent nodes. */
function durationWith(stop: number, from: number, to: number, route: number): number {
  return arena.tracksBreaks ? spanWithBreak(stop, from, to, route) : spanWith(stop, from, to)
}

/** Like `timeCost`, for a stop between two nodes. Infinity if the route then exceeds its maximum duration. */
function spanCost(stop: number, from: number, to: number, route: number): number {
  const { maxSpan, headSpan, stops, routes } = arena
  const span = durationWith(stop, from, to, route)
  if (span > maxSpan[route]!) return Infinity
  return arena.byDistance ? 0 : timeCost(route, span - headSpan[stops + routes + route]!)
}

/** Returns true with probability `blinkChance`. The caller then skips a position (a blink). */
function blink(): boolean {
  if (--untilBlink > 0) return false
  drawBlink()
  return true
}

/**
 * Evaluates the most promising positions next to near neighbors with the timeline of the whole route. Returns false if
 * none is feasible.
 */
function scanPromising(stop: number): boolean {
  const { after, before, FIELDS } = neighbors
  const { next, prev, routeOf, routeCost } = arena
  promisingCount = 0
  const first = neighbors.firstOf(stop)
  for (let k = first; before[k]! >= 0; k += FIELDS) {
    const other = before[k]!
    if (routeOf[other]! >= 0) estimate(stop, other, next[other]!)
  }
  for (let k = first; after[k]! >= 0; k += FIELDS) {
    const other = after[k]!
    if (routeOf[other]! >= 0) estimate(stop, prev[other]!, other)
  }
  let driven = false
  for (let i = 0; i < promisingCount; i++) {
    const from = promising[i]!
    const route = routeOf[from]!
    const cost = costWith(route, stop, from) - routeCost[route]!
    if (cost < Infinity) driven = true
    if (cost >= bestCost || blink()) continue
    bestCost = cost
    bestBefore = from
  }
  return driven
}

/**
 * Estimates the cost of a position without breaks, reloads and the lateness of other stops, and keeps the most
 * promising positions.
 */
function estimate(stop: number, from: number, to: number): void {
  if (estimatedAt[from] === call) return
  estimatedAt[from] = call
  const { problem, distance, distanceTo, place, row, distanceOn, routeOf } = arena
  const route = routeOf[from]!
  const leg = distanceTo[row[stop]! + place[from]!]! + distance[row[stop]! + place[to]!]! - distanceOn[from]!
  const least = leg * arena.distanceRate[route]!
  const last = promises.length - 1
  if (promisingCount > last && least >= promises[last]!) return
  if (!fitsRoute(stop, route) || !inTime(stop, from, to)) return
  const cost =
    least +
    (arena.tracksDuration ? spanCost(stop, from, to, route) : 0) +
    latenessAfter(stop, from) +
    preferenceCost(problem, route, stop)
  if (promisingCount > last && cost >= promises[last]!) return
  let i = promisingCount > last ? last : promisingCount++
  for (; i > 0 && promises[i - 1]! > cost; i--) {
    promises[i] = promises[i - 1]!
    promising[i] = promising[i - 1]!
  }
  promises[i] = cost
  promising[i] = from
}

/** Cost of the stop's own lateness if it is served as early as possible after node `from`. */
function latenessAfter(stop: number, from: number): number {
  const { problem, leave, timeTo, place, row, timeScale } = arena
  const rate = problem.objective.latenessCostPerSecond
  const last = rate === null ? undefined : problem.stops[stop]!.windows.at(-1)
  if (rate === null || last === undefined) return 0
  return rate * Math.max(0, (leave[from]! + timeTo[row[stop]! + place[from]!]!) / timeScale - last.end)
}

/** Tries every position next to a near neighbor, if routes need whole timelines or stops have several windows. */
function scanWhole(stop: number): void {
  const { after, before, FIELDS } = neighbors
  const first = neighbors.firstOf(stop)
  for (let k = first; before[k]! >= 0 && !(hurried && bestBefore >= 0); k += FIELDS) {
    const other = before[k]!
    if (arena.routeOf[other]! >= 0) tryBetween(stop, other, arena.next[other]!)
  }
  for (let k = first; after[k]! >= 0 && !(hurried && bestBefore >= 0); k += FIELDS) {
    const other = after[k]!
    if (arena.routeOf[other]! >= 0) tryBetween(stop, arena.prev[other]!, other)
  }
}

/** Evaluates a position in any kind of problem, and keeps it if it is the cheapest so far. */
function tryBetween(stop: number, from: number, to: number): void {
  const { distance, distanceTo, place, row, distanceOn, routeOf } = arena
  const route = routeOf[from]!
  const leg = distanceTo[row[stop]! + place[from]!]! + distance[row[stop]! + place[to]!]! - distanceOn[from]!
  if (
    !arena.usesTimeline &&
    leg * arena.distanceRate[route]! >= bestCost &&
    arena.balanceStops + arena.balanceTime === 0
  )
    return
  if (!fitsRoute(stop, route) || !inTime(stop, from, to)) return
  const cost = arena.usesTimeline
    ? generalCost(route, stop, from, leg)
    : leg * arena.distanceRate[route]! + (arena.tracksDuration ? spanCost(stop, from, to, route) : 0)
  if (cost >= bestCost || blink()) return
  bestCost = cost
  bestBefore = from
}

function generalCost(route: number, stop: number, from: number, leg: number): number {
  const least = leg * arena.distanceRate[route]!
  const softened = arena.problem.objective.change === null ? least : -Infinity
  if (softened >= bestCost) return Infinity
  return costWith(route, stop, from) - arena.routeCost[route]!
}

/** Tries the stop alone on an empty vehicle of each kind. */
function scanEmpty(stop: number): void {
  const { kinds, stops } = arena
  for (let k = 0; k < kinds; k++) {
    const route = firstEmpty(k)
    if (route < 0) continue
    const cost = costAlone(stop, route) - (arena.useAll ? openingBonus : 0)
    if (cost >= bestCost) continue
    bestCost = cost
    bestBefore = stops + route
  }
}

/** Cost of an empty vehicle with this stop alone, equal for all of its kind. Infinity if infeasible. */
function costAlone(stop: number, route: number): number {
  const at = stop * arena.kinds + arena.kind[route]!
  if (Number.isNaN(alone[at])) alone[at] = findCostAlone(stop, route)
  return alone[at]!
}

function findCostAlone(stop: number, route: number): number {
  const { stops, routes, distance, distanceTo, place, row } = arena
  const start = stops + route
  const end = stops + routes + route
  if (!fits(stop, route) || !inTime(stop, start, end)) return Infinity
  if (arena.usesTimeline) return costWith(route, stop, start)
  const meters = distanceTo[row[stop]! + place[start]!]! + distance[row[stop]! + place[end]!]!
  const span = arena.tracksDuration ? durationWith(stop, start, end, route) : 0
  return span <= arena.maxSpan[route]! ? costOf(route, 1, meters, span) : Infinity
}

/** Positions of a pair on a route: the nodes before the two stops, and a lower bound of the cost. */
interface PairPlace {
  route: number
  pickupAfter: number
  deliveryAfter: number
  least: number
}

/** Maximum number of pair positions that are timed. If none of them is feasible, further positions are timed. */
const TIMED_PAIRS = 24

/** Inserts both stops of a pair into one route at their cheapest positions. Returns false if they fit nowhere. */
function insertPair(pickup: number, delivery: number): boolean {
  const { routeCost, count, useAll } = arena
  const places = pairPlaces(pickup, delivery).sort((a, b) => a.least - b.least)
  let best = limit - total[0]!
  let found: PairPlace | null = null
  for (const [tried, place] of places.entries()) {
    if (place.least >= best || (tried >= TIMED_PAIRS && found !== null) || (hurried && found !== null)) break
    const opens = count[place.route] === 0 && useAll ? openingBonus : 0
    const length = pairSequence(place, pickup, delivery)
    const cost = costOfSequence(place.route, pairOrder, length) - routeCost[place.route]! - opens
    if (cost >= best || blink()) continue
    best = cost
    found = place
  }
  if (found === null) return false
  const { route } = found
  touch(route)
  rewrite(route, pairOrder, pairSequence(found, pickup, delivery))
  return true
}

/**
 * Returns the pair's positions on used routes and one empty route per kind that loads, times and permissions may allow.
 */
function pairPlaces(pickup: number, delivery: number): PairPlace[] {
  const { routes, stops, count, next, kind, problem, distance, distanceTo, distanceOn, distanceRate, place, row } =
    arena
  const bonus = arena.useAll ? openingBonus : 0
  const softened = problem.objective.change === null ? 0 : -Infinity
  const added = (stop: number, node: number): number =>
    distanceTo[row[stop]! + place[node]!]! + distance[row[stop]! + place[next[node]!]!]! - distanceOn[node]!
  const found: PairPlace[] = []
  for (let route = 0; route < routes; route++) {
    if (count[route] === 0 && firstEmpty(kind[route]!) !== route) continue
    if (!fits(pickup, route) || !fits(delivery, route)) continue
    const end = stops + routes + route
    const opening = count[route] === 0 ? arena.fixedCost[route]! - bonus : 0
    for (let pickupAfter = stops + route; pickupAfter !== end; pickupAfter = next[pickupAfter]!) {
      if (!inTime(pickup, pickupAfter, next[pickupAfter]!)) continue
      const legs = distanceTo[row[pickup]! + place[pickupAfter]!]! + distance[row[pickup]! + place[delivery]!]!
      const both = legs + distance[row[delivery]! + place[next[pickupAfter]!]!]! - distanceOn[pickupAfter]!
      for (let deliveryAfter = pickupAfter; deliveryAfter !== end; deliveryAfter = next[deliveryAfter]!) {
        if (deliveryAfter !== pickupAfter && !inTime(delivery, deliveryAfter, next[deliveryAfter]!)) continue
        const meters =
          deliveryAfter === pickupAfter ? both : added(pickup, pickupAfter) + added(delivery, deliveryAfter)
        found.push({ route, pickupAfter, deliveryAfter, least: meters * distanceRate[route]! + opening + softened })
      }
    }
  }
  return found
}

let pairOrder = new Int32Array(0)

/** Writes the route with the pair inserted into `pairOrder`. Returns its number of stops. */
function pairSequence({ route, pickupAfter, deliveryAfter }: PairPlace, pickup: number, delivery: number): number {
  const { stops, routes, next } = arena
  if (pairOrder.length < stops + 1) pairOrder = new Int32Array(stops + 64)
  const end = stops + routes + route
  let length = 0
  for (let node = stops + route; node !== end; node = next[node]!) {
    if (node < stops) pairOrder[length++] = node
    if (node === pickupAfter) pairOrder[length++] = pickup
    if (node === deliveryAfter) pairOrder[length++] = delivery
  }
  return length
}

/**
 * Starts an empty vehicle of a random kind with this stop alone, or inserts the stop's pair at its cheapest position.
 * Returns false if that isn't feasible.
 */
export function openWith(stop: number): boolean {
  if (arena.pickupOf[stop]! >= 0) return insertBest(stop)
  const route = firstEmpty(randomBelow(arena.kinds))
  const cost = route < 0 ? Infinity : costAlone(stop, route)
  if (cost === Infinity) return false
  insert(stop, arena.stops + route, cost)
  return true
}

/**
 * Tries every position of every used route, for a stop that fits nowhere next to its near neighbors. If `hurried`,
 * tries only the last position of each route.
 */
function scanAll(stop: number): void {
  const { routes, stops, next, prev, count } = arena
  for (let route = 0; route < routes; route++) {
    if (count[route] === 0 || !fitsRoute(stop, route)) continue
    const end = stops + routes + route
    const from = hurried ? prev[end]! : stops + route
    for (let node = from; node !== end; node = next[node]!) tryBetween(stop, node, next[node]!)
  }
}

/**
 * Sorts the stops by one of several keys. Draws the key with the weights of Christiaens & Vanden Berghe 2020, including
 * their keys for time windows.
 */
function sortForInsertion(list: Int32Array, length: number): void {
  const { demand, distanceTo, place, row, ready, due, stops } = arena
  const drawn = randomBelow(17)
  const depot = place[stops]!
  for (let i = 0; i < length; i++) {
    const stop = list[i]!
    let key: number
    if (drawn < 4) key = randomUniform()
    else if (drawn < 8) key = -demand[stop]!
    else if (drawn < 10) key = -distanceTo[row[stop]! + depot]!
    else if (drawn < 11) key = distanceTo[row[stop]! + depot]!
    else if (drawn < 13) key = due[stop]! - ready[stop]!
    else if (drawn < 15) key = ready[stop]!
    else key = -due[stop]!
    sortKey[stop] = key
  }
  if (length > LONG_LIST) {
    list.subarray(0, length).sort((a, b) => sortKey[a]! - sortKey[b]!)
    return
  }
  for (let i = 1; i < length; i++) {
    const stop = list[i]!
    const key = sortKey[stop]!
    let j = i - 1
    while (j >= 0 && sortKey[list[j]!]! > key) {
      list[j + 1] = list[j]!
      j--
    }
    list[j + 1] = stop
  }
}
