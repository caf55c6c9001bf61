// Whole solutions outside the arena: remembering the best, and putting a plan into the arena.
import type { LeftOff } from '../left-off.ts'
import * as arena from './arena.ts'
import { fits } from './recreate.ts'
import { costOfSequence } from './cost.ts'
import { clearRoutes, setSequence } from './route.ts'

/** A remembered solution: what follows each node, what is left off, and how good it is. */
export interface Remembered {
  next: Int32Array
  unserved: readonly number[]
  cost: number
}

export function newRemembered(): Remembered {
  return { next: new Int32Array(0), unserved: [], cost: Infinity }
}

/** Remembers the routes in the arena. */
export function remember(into: Remembered, unserved: LeftOff, cost: number): void {
  const nodes = arena.stops + 2 * arena.routes
  if (into.next.length !== nodes) into.next = new Int32Array(nodes)
  into.next.set(arena.next.subarray(0, nodes))
  into.unserved = Array.from(unserved)
  into.cost = cost
}

/** The stops of each route of a remembered solution. */
export function routesOf(remembered: Remembered): number[][] {
  return routesAlong(remembered.next)
}

function routesAlong(next: Int32Array): number[][] {
  const { stops, routes } = arena
  return Array.from({ length: routes }, (_, route) => {
    const sequence: number[] = []
    for (let node = next[stops + route]!; node < stops; node = next[node]!) sequence.push(node)
    return sequence
  })
}

/** Puts routes the search made before into the arena, as they are. */
export function putKnownRoutes(plan: readonly (readonly number[])[], vehicles: readonly number[]): void {
  clearRoutes()
  for (const route of vehicles) {
    const sequence = plan[route]!
    if (sequence.length > 0) setSequence(route, sequence, 0, sequence.length)
  }
}

/** The stops of each route in the arena. */
export function routesNow(): number[][] {
  return routesAlong(arena.next)
}

/** Puts a plan into the arena, without the stops that cannot be where it has them (`barred` ones are left out). */
export function putRoutes(plan: readonly (readonly number[])[], barred: Uint8Array): void {
  clearRoutes()
  const order = new Int32Array(arena.stops + 1)
  for (let route = 0; route < Math.min(plan.length, arena.routes); route++) {
    const planned = plan[route]!
    let length = 0
    // A pickup is put where the plan has it when its delivery is put.
    for (const stop of planned) {
      const pickup = arena.pickupOf[stop]!
      const unit = pickup < 0 ? [stop] : [pickup, stop]
      if (arena.deliveryOf[stop]! >= 0 || unit.some((one) => cannotBe(one, route, barred))) continue
      const before = pickup < 0 ? 0 : placeOf(pickup, planned, order, length)
      if (before < 0) continue
      const kept = order.slice(0, length)
      if (pickup >= 0) order.copyWithin(before + 1, before, length)
      if (pickup >= 0) order[before] = pickup
      order[length + unit.length - 1] = stop
      if (costOfSequence(route, order, length + unit.length) === Infinity) order.set(kept)
      else length += unit.length
      setSequence(route, order, 0, length)
    }
  }
}

const cannotBe = (stop: number, route: number, barred: Uint8Array): boolean =>
  barred[stop] !== 0 || arena.routeOf[stop]! >= 0 || !fits(stop, route)

/** Where the plan has the pickup among the stops that are put; -1 where it doesn't have it before them. */
function placeOf(pickup: number, planned: readonly number[], order: Int32Array, length: number): number {
  const at = planned.indexOf(pickup)
  if (at < 0) return -1
  let place = 0
  while (place < length && planned.indexOf(order[place]!) < at) place++
  return place
}
