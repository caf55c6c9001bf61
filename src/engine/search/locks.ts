// Locks inside a route, and what changing a plan costs: only problems that have them come here.
import type { Problem } from '../problem.ts'

/**
 * Puts stops locked to a position where they belong: at that position, or, on a shorter route, as near to the end as
 * the locks after it leave room. False when two locks want one place or an order lock is broken.
 */
export function placeLocks(problem: Problem, order: Int32Array, length: number, scratch: Int32Array): boolean {
  let locked = 0
  for (let i = 0; i < length; i++) if (problem.stops[order[i]!]!.lock?.position !== undefined) locked++
  if (locked === 0) return inLockedOrder(problem, order, length)
  scratch.fill(-1, 0, length)
  let limit = length
  for (let rank = locked; rank > 0; rank--) {
    const stop = lockedBefore(problem, order, length, scratch)
    const at = Math.min(problem.stops[stop]!.lock!.position! - 1, limit - 1)
    if (at < 0) return false
    scratch[at] = stop
    limit = at
  }
  let free = 0
  for (let i = 0; i < length; i++) {
    if (problem.stops[order[i]!]!.lock?.position !== undefined) continue
    while (scratch[free]! >= 0) free++
    scratch[free++] = order[i]!
  }
  if (!inLockedOrder(problem, scratch, length)) return false
  for (let i = 0; i < length; i++) order[i] = scratch[i]!
  return true
}

function inLockedOrder(problem: Problem, order: Int32Array, length: number): boolean {
  let last = -Infinity
  for (let i = 0; i < length; i++) {
    const rank = problem.stops[order[i]!]!.lock?.order
    if (rank === undefined) continue
    if (rank < last) return false
    last = rank
  }
  return true
}

/** The stop with the highest locked position not yet placed. */
function lockedBefore(problem: Problem, order: Int32Array, length: number, placed: Int32Array): number {
  let found = -1
  let highest = 0
  for (let i = 0; i < length; i++) {
    const position = problem.stops[order[i]!]!.lock?.position
    if (position === undefined || position <= highest || placed.subarray(0, length).includes(order[i]!)) continue
    highest = position
    found = order[i]!
  }
  return found
}

/** What a route costs for differing from the plan it starts from: stops come from elsewhere, stops out of order. */
export function changeCost(problem: Problem, route: number, order: ArrayLike<number>, length: number): number {
  const { change } = problem.objective
  const { initial } = problem
  if (change === null || initial === undefined) return 0
  const planned = initial.routes[route] ?? []
  const known = plannedPositions(problem)
  const ranks: number[] = []
  let moved = 0
  for (let i = 0; i < length; i++) {
    const before = known.get(order[i]!)
    if (before === undefined) continue
    if (before.route === route) ranks.push(planned.indexOf(order[i]!))
    else moved++
  }
  return moved * change.move + (ranks.length - longestRising(ranks)) * change.order
}

const positions = new WeakMap<Problem, Map<number, { route: number }>>()

function plannedPositions(problem: Problem): Map<number, { route: number }> {
  let known = positions.get(problem)
  if (known === undefined) {
    known = new Map()
    for (const [route, plan] of problem.initial!.routes.entries()) for (const stop of plan) known.set(stop, { route })
    positions.set(problem, known)
  }
  return known
}

/** Length of the longest rising subsequence: the stops that keep their order. */
export function longestRising(ranks: readonly number[]): number {
  const tails: number[] = []
  for (const rank of ranks) {
    let at = tails.findIndex((tail) => tail >= rank)
    if (at < 0) at = tails.length
    tails[at] = rank
  }
  return tails.length
}
