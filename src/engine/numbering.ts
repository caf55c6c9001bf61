// Renumbers the stops of a problem along a chain of neighbors, so that data that the search reads together is adjacent
// in memory.
import type { Problem, Stop } from './problem.ts'

export interface Numbered {
  problem: Problem
  /** Convert routes from the stops' original indexes to those of the renumbered problem, and back. */
  inward: (routes: readonly (readonly number[])[]) => number[][]
  outward: (routes: readonly (readonly number[])[]) => number[][]
}

/** Returns the problem with its stops sorted along a nearest-neighbor chain. O(n²) in the number of stops. */
export function numberAlongChain(problem: Problem): Numbered {
  const order = chain(problem)
  const numberOf = new Int32Array(order.length)
  order.forEach((stop, number) => (numberOf[stop] = number))
  const inward: Numbered['inward'] = (routes) => routes.map((route) => route.map((stop) => numberOf[stop]!))
  const outward: Numbered['outward'] = (routes) => routes.map((route) => route.map((number) => order[number]!))
  const { stops, initial } = problem
  const numbered = { ...problem, stops: order.map((stop) => renumbered(stops[stop]!, numberOf)) }
  if (initial !== undefined) numbered.initial = { ...initial, routes: inward(initial.routes) }
  return { problem: numbered, inward, outward }
}

function renumbered(stop: Stop, numberOf: Int32Array): Stop {
  const { from } = stop
  return from === undefined ? stop : { ...stop, from: { ...from, stop: numberOf[from.stop]! } }
}

function chain({ stops, distances, locations }: Problem): number[] {
  const left = stops.map((_, stop) => stop)
  const order: number[] = []
  let at = 0
  while (left.length > 0) {
    const stop = left[at]!
    order.push(stop)
    left[at] = left.at(-1)!
    left.pop()
    const row = stops[stop]!.location * locations
    let nearest = Infinity
    at = 0
    for (let i = 0; i < left.length; i++) {
      const meters = distances[row + stops[left[i]!]!.location]!
      if (meters >= nearest) continue
      nearest = meters
      at = i
    }
  }
  return order
}
