// Greedy insertion with blinks (Christiaens & Vanden Berghe 2020), limited to near neighbours.
import * as arena from './arena.ts'
import * as neighbours from './neighbours.ts'
import { below, uniform } from './random.ts'
import { costOf, costWith } from './cost.ts'
import type { SearchParams } from './params.ts'
import { insert } from './route.ts'
import { openFrom, spanWith } from './times.ts'

let sortKey = new Float64Array(0)
let emptyOf = new Int32Array(0)
/** Per route: twice the call's number when the stop fits on it, one more when not. */
let judged = new Int32Array(0)
let call = 0
let untilBlink = 1
let blinkChance = 0
let farLegRate = 0

let bestCost = Infinity
let bestBefore = -1
let hurried = false

/** What using one more vehicle is worth while every usable one is asked to be used. */
let openingBonus = 0

/** Prepares insertion into the routes of the problem in the arena. */
export function startRecreate(bonus: number, params: SearchParams): void {
  const { stops, routes, kinds } = arena
  openingBonus = bonus
  blinkChance = params.blinkChance
  const rates = arena.distanceRate.subarray(0, routes)
  farLegRate = params.farLeg * rates.reduce((least, rate) => Math.min(least, rate), Infinity)
  if (sortKey.length < stops) sortKey = new Float64Array(stops)
  if (judged.length < routes) judged = new Int32Array(routes + 16)
  if (emptyOf.length < kinds) emptyOf = new Int32Array(kinds + 16)
  judged.fill(0)
  call = 0
  drawBlink()
}

function drawBlink(): void {
  untilBlink = 1 + Math.floor(Math.log(1 - uniform()) / Math.log(1 - blinkChance))
}

const always = () => true

/**
 * Inserts the first `length` stops of `list` in a random one of several orders, each where it costs least. Those that
 * fit nowhere are moved to the front of `list`; says how many. Without time left, where routes are timed as a whole, the
 * first place that fits is taken.
 */
export function recreate(list: Int32Array, length: number, hasTime: () => boolean = always): number {
  sortForInsertion(list, length)
  findEmpty()
  let left = 0
  for (let i = 0; i < length; i++) {
    const stop = list[i]!
    hurried = arena.general && !hasTime()
    if (!insertBest(stop)) list[left++] = stop
  }
  hurried = false
  return left
}

/** First empty route of each kind, -1 when all are used (or closed to this search: no stops allowed on them). */
export function findEmpty(): void {
  const { routes, kinds, kind, count, maxStops } = arena
  for (let k = 0; k < kinds; k++) emptyOf[k] = -1
  for (let route = routes - 1; route >= 0; route--) {
    if (count[route] === 0 && maxStops[route]! > 0) emptyOf[kind[route]!] = route
  }
}

function refill(of: number): void {
  const { routes, kind, count, maxStops } = arena
  emptyOf[of] = -1
  for (let route = 0; route < routes; route++) {
    if (kind[route] !== of || count[route] !== 0 || maxStops[route]! < 1) continue
    emptyOf[of] = route
    return
  }
}

/** Inserts the stop at its cheapest place; false when there is none. */
export function insertBest(stop: number): boolean {
  bestCost = Infinity
  bestBefore = -1
  call++
  if (!arena.byDistance || arena.severalWindows) scanRich(stop)
  else scanPlain(stop)
  scanEmpty(stop)
  if (bestBefore < 0) scanAll(stop)
  if (bestBefore < 0) return false
  const route = arena.routeOf[bestBefore]!
  const opened = arena.count[route] === 0
  insert(stop, bestBefore, opened ? bestCost + (arena.useAll ? openingBonus : 0) : bestCost)
  if (opened) refill(arena.kind[route]!)
  return true
}

/** Whether the route has room for the stop and may carry it, whatever the times. */
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

/** Times allow the stop between the two. */
function inTime(stop: number, from: number, to: number): boolean {
  const { time, place, places, leave, latest, ready, due, service } = arena
  const reached = leave[from]! + time[place[from]! * places + stop]!
  let start = reached < ready[stop]! ? ready[stop]! : reached
  if (arena.severalWindows && arena.windowFirst[stop]! >= 0) start = openFrom(stop, reached)
  return start <= due[stop]! && start + service[stop]! + time[stop * places + place[to]!]! <= latest[to]!
}

/** Every position beside a near neighbour, where only distance costs and no stop has several windows. */
function scanPlain(stop: number): void {
  const { beside, distance, distanceTo, time, timeTo, places, distanceRate, next, prev, latest, leave } = arena
  const { after, before } = neighbours
  const farRate = farLegRate
  const row = stop * places
  const first = neighbours.firstOf(stop)
  const opens = arena.ready[stop]!
  const closes = arena.due[stop]!
  const stay = arena.service[stop]!
  const limited = arena.rich
  let best = Infinity
  let found = -1
  for (let k = first; ; k += 3) {
    const other = before[k]!
    if (other < 0) break
    if (before[k + 1]! * farRate >= best) break
    const at = other << 3
    const route = beside[at]!
    if (route < 0) continue
    const onward = row + beside[at + 1]!
    const cost = (before[k + 1]! + distance[onward]! - beside[at + 2]!) * distanceRate[route]!
    if (cost >= best) continue
    const reached = beside[at + 5]! + before[k + 2]!
    if (reached > closes) continue
    const start = reached < opens ? opens : reached
    if (start + stay + time[onward]! > latest[next[other]!]! || !fitsRoute(stop, route)) continue
    if ((limited && tooLong(stop, other, next[other]!, route)) || blink()) continue
    best = cost
    found = other
  }
  for (let k = first; ; k += 3) {
    const other = after[k]!
    if (other < 0) break
    if (after[k + 1]! * farRate >= best) break
    const at = other << 3
    const route = beside[at]!
    if (route < 0) continue
    const hither = row + beside[at + 3]!
    const cost = (after[k + 1]! + distanceTo[hither]! - beside[at + 4]!) * distanceRate[route]!
    if (cost >= best) continue
    const ends = beside[at + 6]! - after[k + 2]! - stay
    if (opens > ends) continue
    const from = prev[other]!
    const reached = leave[from]! + timeTo[hither]!
    if (reached > closes || reached > ends || !fitsRoute(stop, route)) continue
    if ((limited && tooLong(stop, from, other, route)) || blink()) continue
    best = cost
    found = from
  }
  bestCost = best
  bestBefore = found
}

function tooLong(stop: number, from: number, to: number, route: number): boolean {
  return spanWith(stop, from, to) > arena.maxSpan[route]!
}

/** Now and then a position is passed over. */
function blink(): boolean {
  if (--untilBlink > 0) return false
  drawBlink()
  return true
}

function scanRich(stop: number): void {
  const { after, before, FIELDS } = neighbours
  const first = neighbours.firstOf(stop)
  for (let k = first; before[k]! >= 0 && !(hurried && bestBefore >= 0); k += FIELDS) {
    const other = before[k]!
    if (arena.routeOf[other]! >= 0) tryBetween(stop, other, arena.next[other]!)
  }
  for (let k = first; after[k]! >= 0 && !(hurried && bestBefore >= 0); k += FIELDS) {
    const other = after[k]!
    if (arena.routeOf[other]! >= 0) tryBetween(stop, arena.prev[other]!, other)
  }
}

/** Any problem's position: remembers it when it is the cheapest so far. */
function tryBetween(stop: number, from: number, to: number): void {
  const { distance, place, places, distanceOn, routeOf } = arena
  const route = routeOf[from]!
  const leg = distance[place[from]! * places + stop]! + distance[stop * places + place[to]!]! - distanceOn[from]!
  if (!arena.general && leg * arena.distanceRate[route]! >= bestCost && arena.balanceStops + arena.balanceTime === 0)
    return
  if (!fitsRoute(stop, route) || !inTime(stop, from, to)) return
  const cost = arena.general ? generalCost(route, stop, from, leg) : richCost(route, stop, from, to, leg)
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

function richCost(route: number, stop: number, from: number, to: number, leg: number): number {
  const { maxSpan, headSpan, stops, routes, count, timeRate, distanceRate, balanceStops, balanceTime } = arena
  const span = spanWith(stop, from, to)
  if (span > maxSpan[route]!) return Infinity
  const now = headSpan[stops + routes + route]!
  const stopsOn = count[route]!
  return (
    distanceRate[route]! * leg +
    timeRate[route]! * (span - now) +
    balanceStops * (2 * stopsOn + 1) +
    balanceTime * (span * span - now * now)
  )
}

/** The stop alone on an empty vehicle of each kind. */
function scanEmpty(stop: number): void {
  const { kinds, stops, routes, distance, place, places } = arena
  for (let k = 0; k < kinds; k++) {
    const route = emptyOf[k]!
    if (route < 0) continue
    const start = stops + route
    const end = stops + routes + route
    if (!fits(stop, route) || !inTime(stop, start, end)) continue
    const meters = distance[place[start]! * places + stop]! + distance[stop * places + place[end]!]!
    let cost = Infinity
    if (arena.general) cost = costWith(route, stop, start)
    else {
      const span = arena.rich ? spanWith(stop, start, end) : 0
      if (span <= arena.maxSpan[route]!) cost = costOf(route, 1, meters, span)
    }
    if (arena.useAll) cost -= openingBonus
    if (cost >= bestCost) continue
    bestCost = cost
    bestBefore = start
  }
}

/** Every position of every used route (in a hurry the last): the last resort of a stop that fits nowhere near. */
function scanAll(stop: number): void {
  const { routes, stops, next, prev, count } = arena
  for (let route = 0; route < routes; route++) {
    if (count[route] === 0 || !fitsRoute(stop, route)) continue
    const end = stops + routes + route
    const from = hurried ? prev[end]! : stops + route
    for (let node = from; node !== end; node = next[node]!) tryBetween(stop, node, next[node]!)
  }
}

/** Orders by one of several measures, drawn by weight (as in the paper, with its time-window ones). */
function sortForInsertion(list: Int32Array, length: number): void {
  const { demand, distance, place, places, ready, due, stops } = arena
  const drawn = below(17)
  const depot = place[stops]!
  for (let i = 0; i < length; i++) {
    const stop = list[i]!
    let key: number
    if (drawn < 4) key = uniform()
    else if (drawn < 8) key = -demand[stop]!
    else if (drawn < 10) key = -distance[depot * places + stop]!
    else if (drawn < 11) key = distance[depot * places + stop]!
    else if (drawn < 13) key = due[stop]! - ready[stop]!
    else if (drawn < 15) key = ready[stop]!
    else key = -due[stop]!
    sortKey[stop] = key
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
