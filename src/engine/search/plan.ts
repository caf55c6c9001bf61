// Plans outside the arena: remembers the best plan, and loads plans into the arena.
import type { UnassignedProfits } from '../unassigned.ts'
import * as arena from './arena.ts'
import { fits } from './insertion.ts'
import { costOfSequence } from './cost.ts'
import { clearRoutes, setSequence } from './route.ts'
import { RELOAD } from './trips/data.ts'
import { putTripPlan } from './trips/plan.ts'

/** A remembered plan: the next node of each node, unassigned stops by rank, and cost. */
export interface RememberedPlan {
  next: Int32Array
  unserved: readonly number[]
  cost: number
}

/** Returns an empty memory that every plan improves on. */
export function emptyMemory(): RememberedPlan {
  return { next: new Int32Array(0), unserved: [], cost: Infinity }
}

/** Copies the routes in the arena into `into`. */
export function remember(into: RememberedPlan, unserved: UnassignedProfits, cost: number): void {
  const { nodes } = arena
  if (into.next.length !== nodes) into.next = new Int32Array(nodes)
  into.next.set(arena.next.subarray(0, nodes))
  into.unserved = Array.from(unserved)
  into.cost = cost
}

/** Returns the stops of each route of a remembered plan. */
export function routesOf(remembered: RememberedPlan): number[][] {
  return routesAlong(remembered.next)
}

/** Returns the stops of each route, with `RELOAD` for each reload. */
export function ordersOf(next: Int32Array): number[][] {
  const { stops, routes } = arena
  return Array.from({ length: routes }, (_, route) => {
    const order: number[] = []
    const end = stops + routes + route
    for (let node = next[stops + route]!; node !== end; node = next[node]!) order.push(node < stops ? node : RELOAD)
    return order
  })
}

const routesAlong = (next: Int32Array): number[][] =>
  ordersOf(next).map((order) => order.filter((stop) => stop !== RELOAD))

/**
 * Loads the routes of these vehicles, which the search made before, into the arena unchanged. All other routes become
 * empty.
 */
export function putKnownRoutes(plan: readonly (readonly number[])[], vehicles: readonly number[]): void {
  clearRoutes()
  for (const route of vehicles) {
    const sequence = plan[route]!
    if (sequence.length > 0) setSequence(route, sequence, 0, sequence.length)
  }
}

/** Puts a remembered plan into the arena. */
export function putRemembered({ next }: RememberedPlan): void {
  if (!arena.tracksTrips) return putKnownRoutes(routesAlong(next), [...Array(arena.routes).keys()])
  clearRoutes()
  putTripPlan(next)
}

/** Returns the stops of each route in the arena. */
export function routesNow(): number[][] {
  return routesAlong(arena.next)
}

/** Loads a plan into the arena. Omits stops that are `barred` (1 by stop) or infeasible at their position. */
export function putRoutes(plan: readonly (readonly number[])[], barred: Uint8Array): void {
  clearRoutes()
  const order = new Int32Array(arena.stops + 1)
  for (let route = 0; route < Math.min(plan.length, arena.routes); route++) {
    const planned = plan[route]!
    let length = 0
    // A pickup is inserted together with its delivery, at its position in the plan.
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

/** Returns the position in `order` at which the pickup keeps its order in the plan. -1 if it isn't in the plan. */
function placeOf(pickup: number, planned: readonly number[], order: Int32Array, length: number): number {
  const at = planned.indexOf(pickup)
  if (at < 0) return -1
  let place = 0
  while (place < length && planned.indexOf(order[place]!) < at) place++
  return place
}
