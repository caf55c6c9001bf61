// Whole solutions outside the arena: remembering the best, and putting a plan into the arena.
import * as arena from './arena.ts'
import { clearRoutes, setSequence } from './route.ts'

/** A remembered solution: what follows each node, what is left off, and how good it is. */
export interface Remembered {
  next: Int32Array
  unserved: number
  cost: number
}

export function newRemembered(): Remembered {
  return { next: new Int32Array(0), unserved: Infinity, cost: Infinity }
}

/** Remembers the routes in the arena. */
export function remember(into: Remembered, unserved: number, cost: number): void {
  const nodes = arena.stops + 2 * arena.routes
  if (into.next.length !== nodes) into.next = new Int32Array(nodes)
  into.next.set(arena.next.subarray(0, nodes))
  into.unserved = unserved
  into.cost = cost
}

/** The stops of each route of a remembered solution. */
export function routesOf(remembered: Remembered): number[][] {
  const { stops, routes } = arena
  return Array.from({ length: routes }, (_, route) => {
    const sequence: number[] = []
    for (let node = remembered.next[stops + route]!; node < stops; node = remembered.next[node]!) sequence.push(node)
    return sequence
  })
}

/** Puts routes into the arena, each as far as it can be driven. */
export function putRoutes(plan: readonly (readonly number[])[]): void {
  clearRoutes()
  for (const [route, sequence] of plan.entries()) {
    if (sequence.length > 0) setSequence(route, sequence, 0, sequence.length)
  }
}
