// Inserts a pickup together with the delivery of its goods.
import * as arena from './arena.ts'
import { blink } from './blink.ts'
import { costOfSequence } from './cost.ts'
import { firstEmpty } from './empties.ts'
import { fits, inTime } from './insertion.ts'
import { rewrite } from './route.ts'
import { touch } from './step.ts'
import { openingBonus } from './yardsticks.ts'

/** Positions of a pair on a route: the nodes before the two stops, and a lower bound of the cost. */
interface PairPlace {
  route: number
  pickupAfter: number
  deliveryAfter: number
  least: number
}

/** Maximum number of pair positions that are timed. If none of them is feasible, further positions are timed. */
const TIMED_PAIRS = 24

/** Stops of the route that `pairSequence` wrote last. */
let pairOrder = new Int32Array(0)

/**
 * Inserts both stops of a pair into one route at their cheapest positions. Returns false if they fit nowhere or would
 * add more than `maxCost`. If `hurried`, takes the first feasible positions.
 */
export function insertPair(pickup: number, delivery: number, maxCost: number, hurried: boolean): boolean {
  const { routeCost, count, useAll } = arena
  const places = pairPlaces(pickup, delivery).sort((a, b) => a.least - b.least)
  let best = maxCost
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
