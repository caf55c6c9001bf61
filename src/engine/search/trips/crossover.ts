// Trip exchange between two plans whose vehicles make several trips. The trips of one vehicle are often far apart, so
// trips are exchanged instead of whole routes.
import * as arena from '../arena.ts'
import { routesAroundStop, routesWithMostShared } from '../crossover.ts'
import { randomBelow } from '../random.ts'
import { clearRoutes } from '../route.ts'
import { costOfTrips } from './cost.ts'
import { RELOAD, reloads } from './data.ts'
import { first, replaceTrips, second } from './exchange.ts'
import { settleTrips } from './plan.ts'
import { orderOf, writeTrips } from './route.ts'

/** Stops of each vehicle, with `RELOAD` for each reload. */
type Orders = readonly (readonly number[])[]

/** Returns the trips of one vehicle. A vehicle without reloads makes one trip. */
export function tripsOf(order: readonly number[]): number[][] {
  const all: number[][] = [[]]
  for (const stop of order) {
    if (stop === RELOAD) all.push([])
    else all.at(-1)!.push(stop)
  }
  return all.filter((trip) => trip.length > 0)
}

/**
 * Puts a cross of two plans into the arena. Some neighboring trips of `other` around the stop `seed` replace the trips of
 * `base` that share the most stops with them. Stops that would then be on two trips are removed from one of the plans,
 * drawn at random. A trip of `other` gets the cheapest turn on any vehicle. Its stops stay on no route if it fits
 * nowhere, like the stops that only the replaced trips served.
 */
export function putCrossedTrips(base: Orders, other: Orders, seed: number, share: number): void {
  const trips = other.flatMap(tripsOf)
  const taken = routesAroundStop(trips, seed, share).map((trip) => trips[trip]!)
  const visited = new Uint8Array(arena.stops)
  for (const stop of taken.flat()) visited[stop] = 1
  const plan = base.map(tripsOf)
  const known = plan.flat()
  const replaced = new Set(routesWithMostShared(known, visited, taken.length).map((trip) => known[trip]!))
  const isFromOther = randomBelow(2) === 0
  const kept = new Uint8Array(arena.stops)
  clearRoutes()
  for (const [route, own] of plan.entries()) {
    const left = own.filter((trip) => !replaced.has(trip))
    putTrips(route, isFromOther ? left.map((trip) => trip.filter((stop) => visited[stop] === 0)) : left)
    for (const stop of left.flat()) kept[stop] = 1
  }
  for (const trip of taken) putTrip(isFromOther ? trip : trip.filter((stop) => kept[stop] === 0))
}

/** Puts these trips on the route, which is empty. Drops stops until it is feasible. */
function putTrips(route: number, own: readonly (readonly number[])[]): void {
  let length = 0
  for (const trip of own) {
    for (const stop of trip) first[length++] = stop
    first[length++] = RELOAD
  }
  if (length > 0 && !writeTrips(route, first, length)) settleTrips(route)
}

/** Puts the trip on the cheapest turn of any vehicle, if it fits on one. */
function putTrip(trip: readonly number[]): void {
  if (trip.length === 0) return
  const { routes, routeCost, allAllowed, allowed, group } = arena
  let least = Infinity
  let on = -1
  let turnOn = 0
  const offset = randomBelow(routes)
  for (let i = 0; i < routes; i++) {
    const route = (offset + i) % routes
    if (!allAllowed && trip.some((stop) => allowed[group[stop]! * routes + route] === 0)) continue
    for (let turn = 0; turn <= (arena.count[route] === 0 ? 0 : reloads[route]! + 1); turn++) {
      const cost = costOfTrips(route, first, withTurn(route, trip, turn)) - routeCost[route]!
      if (cost >= least) continue
      least = cost
      on = route
      turnOn = turn
    }
  }
  if (on >= 0) replaceTrips(on, withTurn(on, trip, turnOn), Infinity)
}

/** Writes the route with the trip as its trip number `turn` into `first`. Returns the length. */
function withTurn(route: number, trip: readonly number[], turn: number): number {
  const size = orderOf(route, second)
  let length = 0
  let at = 0
  const add = () => {
    first[length++] = RELOAD
    for (const stop of trip) first[length++] = stop
    first[length++] = RELOAD
  }
  if (turn === 0) add()
  for (let i = 0; i < size; i++) {
    if (second[i] === RELOAD && ++at === turn) add()
    else first[length++] = second[i]!
  }
  if (turn > at) add()
  return length
}
