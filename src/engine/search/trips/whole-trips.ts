// Annealing moves of whole trips. A trip gets another turn on any vehicle, a reload gets another place or is removed, or
// two vehicles of different kinds exchange all trips. The moves of single stops rarely change the order of trips.
import * as arena from '../arena.ts'
import { drawStop } from '../bank.ts'
import { drawThreshold, type Move } from '../move.ts'
import { randomBelow } from '../random.ts'
import { costOfTrips } from './cost.ts'
import * as trips from './data.ts'
import { append, exchangeTrips, first, mayServe, replaceTrips, second } from './exchange.ts'
import { nextHeader, orderOf } from './route.ts'

/** Moves a random trip to a random turn of a random vehicle. */
export const tripMove: Move = {
  name: 'trip move',
  applies: () => arena.tracksTrips,
  attempt: (temperature) => moveTrip(drawStop(), randomBelow(arena.routes), drawThreshold(temperature)),
}

/** Moves a random reload to the cheapest other place in its two trips, or removes it. */
export const reloadMove: Move = {
  name: 'reload move',
  applies: () => arena.tracksTrips,
  attempt: (temperature) => moveReload(drawStop(), drawThreshold(temperature)),
}

/** Exchanges all trips of two random vehicles of different kinds. */
export const tripVehicleSwap: Move = {
  name: 'trip vehicle swap',
  applies: () => arena.tracksTrips && arena.kinds > 1,
  attempt: (temperature) => swapVehicles(drawThreshold(temperature)),
}

function moveTrip(stop: number, two: number, threshold: number): boolean {
  const { stops, routes, routeOf, next, count } = arena
  const one = routeOf[stop]!
  if (one < 0 || arena.maxStops[two]! < 1) return false
  const header = trips.head[stop]!
  const till = nextHeader(stop)
  if (one !== two && (!mayServe(next[header]!, till, two) || (arena.useAll && count[one] === lengthOf(header, till))))
    return false
  const turn = randomBelow(trips.reloads[two]! + 2)
  const [startTwo, endTwo] = [stops + two, stops + routes + two]
  let before = startTwo
  for (let i = 0; i < turn && before !== endTwo; i++) before = nextHeader(before)
  // The turn is in front of the trip that begins at `before`, or after the last trip.
  if (one === two) {
    if (before === header || before === till) return false
    return replaceTrips(one, orderWithTurn(one, before, header, till), threshold)
  }
  const endOne = stops + routes + one
  let a = append(next[stops + one]!, header === stops + one ? next[header]! : header, first, 0)
  a = append(till, endOne, first, a)
  const b = withTurn(two, before, header, till)
  return exchangeTrips(one, a, two, b, threshold)
}

function lengthOf(header: number, till: number): number {
  const { next } = arena
  let length = 0
  for (let node = next[header]!; node !== till; node = next[node]!) length++
  return length
}

/** Writes route `two` with the stops of a trip in front of the trip that begins at `before` into `second`. */
function withTurn(two: number, before: number, header: number, till: number): number {
  const { stops, routes, next } = arena
  const end = stops + routes + two
  const start = stops + two
  let length = before === start ? 0 : append(next[start]!, before, second, 0)
  second[length++] = trips.RELOAD
  length = append(next[header]!, till, second, length)
  second[length++] = trips.RELOAD
  return append(before === start ? next[start]! : before, end, second, length)
}

/** Writes the route with one of its trips moved in front of the trip that begins at `before` into `first`. */
function orderWithTurn(route: number, before: number, header: number, till: number): number {
  const { stops, routes, next } = arena
  const start = stops + route
  const end = stops + routes + route
  let length = 0
  for (let node = start; ; node = next[node]!) {
    if (node === before) {
      first[length++] = trips.RELOAD
      length = append(next[header]!, till, first, length)
      first[length++] = trips.RELOAD
    }
    if (node === end) return length
    if (node === header) {
      first[length++] = trips.RELOAD
      while (next[node] !== till) node = next[node]!
    } else if (node < stops) first[length++] = node
    else if (node > end) first[length++] = trips.RELOAD
  }
}

/** Tries the reload before the stop's trip at each other place in its two trips, and without it. */
function moveReload(stop: number, threshold: number): boolean {
  const { stops, routeOf, next } = arena
  const route = routeOf[stop]!
  if (route < 0 || trips.reloads[route] === 0) return false
  const reload = trips.head[stop]!
  if (reload < trips.spare) return false
  const length = orderOf(route, second)
  let at = 0
  for (let node = next[stops + route]!; node !== reload; node = next[node]!) at++
  if (at === 0) return false
  let begin = at
  while (begin > 0 && second[begin - 1] !== trips.RELOAD) begin--
  let end = at + 1
  while (end < length && second[end] !== trips.RELOAD) end++
  // Without the reload, the two trips are the entries from `begin` to `end - 1`.
  second.copyWithin(at, at + 1, length)
  first.set(second.subarray(0, length - 1))
  if (replaceTrips(route, length - 1, threshold)) return true
  return shiftReload(route, length - 1, begin, end - 1, at, threshold)
}

/**
 * Puts the reload at the cheapest feasible place that adds less than `threshold`. `second` has the route without it. Its
 * two trips are the entries from `begin` to `end - 1`, and it was in front of entry `at`.
 */
function shiftReload(
  route: number,
  length: number,
  begin: number,
  end: number,
  at: number,
  threshold: number,
): boolean {
  const saved = detour(route, at)
  let most = threshold
  let best = -1
  for (let place = begin + 1; place < end; place++) {
    if (place === at) continue
    if (arena.byDistance && (detour(route, place) - saved) * arena.distanceRate[route]! >= most) continue
    writeReload(length, place)
    const change = costOfTrips(route, first, length + 1) - arena.routeCost[route]!
    if (!(change < most)) continue
    most = change
    best = place
  }
  if (best < 0) return false
  writeReload(length, best)
  return replaceTrips(route, length + 1, threshold)
}

/** Distance that a reload adds between entries `at - 1` and `at` of `second`. */
function detour(route: number, at: number): number {
  const { row, shift, distance } = arena
  const from = row[second[at - 1]!]!
  const to = second[at]! + shift[route]!
  return distance[from + trips.reloadPlace[route]!]! + distance[trips.reloadRow[route]! + to]! - distance[from + to]!
}

/** Writes `second` with a reload in front of entry `at` into `first`. */
function writeReload(length: number, at: number): void {
  for (let i = 0; i < at; i++) first[i] = second[i]!
  first[at] = trips.RELOAD
  for (let i = at; i < length; i++) first[i + 1] = second[i]!
}

/** Exchanges the trips of two vehicles of different kinds. */
function swapVehicles(threshold: number): boolean {
  const { stops, routes, next, count, kind } = arena
  const one = randomBelow(routes)
  const two = randomBelow(routes)
  if (kind[one] === kind[two] || count[one] === 0 || (arena.useAll && count[two] === 0)) return false
  const [endOne, endTwo] = [stops + routes + one, stops + routes + two]
  if (!mayServe(next[stops + one]!, endOne, two) || !mayServe(next[stops + two]!, endTwo, one)) return false
  return exchangeTrips(one, orderOf(two, first), two, orderOf(one, second), threshold)
}
