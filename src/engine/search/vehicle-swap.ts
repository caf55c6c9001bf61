// Annealing move for mixed fleets: two routes, of which the second may be empty, swap vehicles completely.
import * as arena from './arena.ts'
import { drawThreshold, type Move } from './move.ts'
import { randomBelow } from './random.ts'
import { costOf, metersOf } from './cost.ts'
import { exchange, first, second } from './exchange.ts'

/** The move. */
export const vehicleSwap: Move = {
  name: 'vehicle swap',
  applies: () => !arena.tracksTrips && arena.kinds > 1,
  attempt: (temperature) => tryVehicleSwap(drawThreshold(temperature)),
}

/** Swaps the sequences of two random routes of different kinds if that costs less than `threshold` more. */
function tryVehicleSwap(threshold: number): boolean {
  const { routes, count, kind, load, capacity, maxStops } = arena
  const one = randomBelow(routes)
  const two = randomBelow(routes)
  if (kind[one] === kind[two] || count[one] === 0) return false
  if (load[one]! > capacity[two]! + 1e-9 || load[two]! > capacity[one]! + 1e-9) return false
  if (count[one]! > maxStops[two]! || count[two]! > maxStops[one]!) return false
  if (arena.useAll && count[two] === 0) return false
  if (!extraFits(one, two) || !extraFits(two, one) || !isPermittedOn(one, two) || !isPermittedOn(two, one)) return false
  if (arena.byDistance && arena.shift[one] === arena.shift[two] && swapChange(one, two) >= threshold) return false
  return exchange(one, collect(two, first), two, collect(one, second), threshold)
}

function extraFits(from: number, to: number): boolean {
  const { extraDimensions, extraLoad, extraCapacity } = arena
  for (let k = 0; k < extraDimensions; k++) {
    if (extraLoad[from * extraDimensions + k]! > extraCapacity[to * extraDimensions + k]! + 1e-9) return false
  }
  return true
}

function isPermittedOn(from: number, to: number): boolean {
  const { allAllowed, allowed, group, routes, stops, next } = arena
  if (allAllowed) return true
  for (let node = next[stops + from]!; node < stops; node = next[node]!) {
    if (allowed[group[node]! * routes + to] === 0) return false
  }
  return true
}

function swapChange(one: number, two: number): number {
  const { routeCost, count } = arena
  const then = costOf(two, count[one]!, metersOn(one, two), 0) + costOf(one, count[two]!, metersOn(two, one), 0)
  return then - routeCost[one]! - routeCost[two]!
}

/** Distance of the route's stops, driven from another vehicle's start to that vehicle's end. */
function metersOn(route: number, vehicle: number): number {
  const { stops, routes, next, prev, place, row, distance, distanceOn, count } = arena
  if (count[route] === 0) return 0
  const start = stops + route
  const end = stops + routes + route
  const [head, last] = [next[start]!, prev[end]!]
  const out = distance[row[stops + vehicle]! + place[head]!]!
  const back = distance[row[last]! + place[stops + routes + vehicle]!]!
  return metersOf(route) - distanceOn[start]! - distanceOn[last]! + out + back
}

function collect(route: number, into: Int32Array): number {
  const { stops, next } = arena
  let length = 0
  for (let node = next[stops + route]!; node < stops; node = next[node]!) into[length++] = node
  return length
}
