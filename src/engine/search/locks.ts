// Locks of stops to a position or order within their route, and the costs of changing an initial plan.
import type { Problem } from '../problem.ts'

let locked = new Int32Array(0)

/**
 * Moves stops with a locked position to that position, or on a shorter route as near to the end as the later locks
 * allow. Returns false, with `order` unchanged, if two locks need the same position or an order lock is broken.
 */
export function placeLocks(problem: Problem, order: Int32Array, length: number, scratch: Int32Array): boolean {
  const count = collectLocked(problem, order, length)
  if (count === 0) return inLockedOrder(problem, order, length)
  scratch.fill(-1, 0, length)
  let limit = length
  for (let rank = count - 1; rank >= 0; rank--) {
    const stop = locked[rank]!
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

/** Collects the stops with a locked position into `locked`, sorted by position. Returns their number. */
function collectLocked(problem: Problem, order: Int32Array, length: number): number {
  if (locked.length < length) locked = new Int32Array(2 * length)
  let count = 0
  for (let i = 0; i < length; i++) {
    const position = problem.stops[order[i]!]!.lock?.position
    if (position === undefined) continue
    let at = count++
    while (at > 0 && problem.stops[locked[at - 1]!]!.lock!.position! > position) {
      locked[at] = locked[at - 1]!
      at--
    }
    locked[at] = order[i]!
  }
  return count
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

/**
 * Returns the cost of a route's differences from the initial plan: stops from other vehicles, and stops out of order. 0
 * without change costs.
 */
export function changeCost(problem: Problem, route: number, order: ArrayLike<number>, length: number): number {
  const { change } = problem.objective
  const { initial } = problem
  if (change === null || initial === undefined) return 0
  const known = plannedPositions(problem)
  const ranks: number[] = []
  let moved = 0
  for (let i = 0; i < length; i++) {
    const before = known.get(order[i]!)
    if (before === undefined) continue
    if (before.route === route) ranks.push(before.rank)
    else moved++
  }
  return moved * change.move + (ranks.length - longestRising(ranks)) * change.order
}

interface Planned {
  route: number
  rank: number
}

const positions = new WeakMap<Problem, Map<number, Planned>>()

function plannedPositions(problem: Problem): Map<number, Planned> {
  let known = positions.get(problem)
  if (known === undefined) {
    known = new Map()
    for (const [route, plan] of problem.initial!.routes.entries()) {
      for (const [rank, stop] of plan.entries()) known.set(stop, { route, rank })
    }
    positions.set(problem, known)
  }
  return known
}

/** Length of the longest increasing subsequence, which is the number of stops that keep their order. */
export function longestRising(ranks: readonly number[]): number {
  const tails: number[] = []
  for (const rank of ranks) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (tails[middle]! >= rank) high = middle
      else low = middle + 1
    }
    tails[low] = rank
  }
  return tails.length
}
