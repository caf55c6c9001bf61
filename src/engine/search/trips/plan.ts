// Puts whole routes into the arena of a problem with several trips.
import { reloadBefore, runTimeline } from '../../timeline.ts'
import * as arena from '../arena.ts'
import { costOfSequence } from '../cost.ts'
import { dropStop } from '../step.ts'
import * as trips from './data.ts'
import { freeReloads, orderOf, refreshTrips, stuck, unlinkNode, writeTrips } from './route.ts'

let sequence = new Int32Array(0)
let order = new Int32Array(0)

/** Grows the arrays for the problem in the arena. */
export function prepareTripPlans(): void {
  const { stops } = arena
  if (sequence.length >= stops + 1) return
  sequence = new Int32Array(stops + 64)
  order = new Int32Array(2 * stops + 64)
}

/**
 * Returns the routes without the stops that the timeline can't serve. The timeline finds the reloads of long routes with
 * breaks or a cost of time by a heuristic, which rarely finds none for a feasible route.
 */
export function timedRoutes(routes: readonly number[][]): number[][] {
  return routes.map((stops, route) => {
    let left = stops
    while (!isTimed(route, left)) {
      const all = left
      const at = all.findIndex((_, i) => isTimed(route, all.toSpliced(i, 1)))
      left = all.toSpliced(at, 1)
    }
    return left
  })
}

function isTimed(route: number, stops: readonly number[]): boolean {
  return stops.length === 0 || runTimeline(arena.problem, arena.problem.vehicles[route]!, stops, stops.length)
}

/**
 * Replaces the route's stops by `given[from]` to `given[to - 1]`, with the reloads that cost least. Drops the last
 * unlocked stops until the route is feasible.
 */
export function setTripSequence(route: number, given: ArrayLike<number>, from: number, to: number): void {
  let length = to - from
  for (let i = 0; i < length; i++) sequence[i] = given[from + i]!
  while (length > 0 && costOfSequence(route, sequence, length) === Infinity) {
    let last = length - 1
    while (last > 0 && arena.problem.stops[sequence[last]!]!.lock !== null) last--
    dropStop(sequence[last]!)
    sequence.copyWithin(last, last + 1, length)
    length--
  }
  let size = 0
  for (let i = 0; i < length; i++) {
    if (reloadBefore[i] === 1) order[size++] = trips.RELOAD
    order[size++] = sequence[i]!
  }
  freeReloads(route)
  if (!writeTrips(route, order, size)) settleTrips(route)
}

/** Drops stops until the route is feasible. A removal can make other stops late, and the arena rounds times up. */
export function settleTrips(route: number): void {
  while (!refreshTrips(route)) {
    const stop = stuck
    unlinkNode(stop)
    dropStop(stop)
  }
}

/** Puts the routes of a remembered plan into the arena, in which every route is empty. */
export function putTripPlan(next: Int32Array): void {
  const { stops, routes } = arena
  for (let route = 0; route < routes; route++) {
    const end = stops + routes + route
    let length = 0
    for (let node = next[stops + route]!; node !== end; node = next[node]!)
      order[length++] = node < stops ? node : trips.RELOAD
    if (length > 0 && !writeTrips(route, order, length)) settleTrips(route)
  }
}

/** Removes the stops that `isTaken` selects from a touched route, and appends them to `into`. Returns the new length. */
export function removeFromTrips(
  route: number,
  isTaken: (stop: number) => boolean,
  into: Int32Array,
  length: number,
): number {
  let taken = length
  const size = orderOf(route, order)
  for (let i = 0; i < size; i++) {
    const stop = order[i]!
    if (stop === trips.RELOAD || !isTaken(stop)) continue
    unlinkNode(stop)
    into[taken++] = stop
  }
  settleTrips(route)
  return taken
}
