// Replaces the sequences of two routes. Every move between two routes ends with this.
import * as arena from './arena.ts'
import { costOfOrder, costOfSequence, total } from './cost.ts'
import { setSequence } from './route.ts'
import { beginStep, restoreStep, collectLostStops, touch } from './step.ts'

/** Arrays in which a move writes the two sequences. */
export let first = new Int32Array(0)
export let second = new Int32Array(0)
let dropped = new Int32Array(0)

/** Grows the arrays for the stops of the problem in the arena. */
export function prepareExchanges(): void {
  const { stops } = arena
  if (first.length >= stops + 1) return
  first = new Int32Array(stops + 64)
  second = new Int32Array(stops + 64)
  dropped = new Int32Array(stops + 64)
}

/**
 * Replaces route `one` by the first `a` stops of `first` and route `two` by the first `b` of `second`, if both are
 * feasible and cost less than `threshold` more. Otherwise changes nothing. Returns whether it replaced them.
 */
export function exchange(one: number, a: number, two: number, b: number, threshold: number): boolean {
  const { routeCost } = arena
  // The timeline of a general problem also moves locked stops to their positions.
  const costOf = arena.usesTimeline ? costOfSequence : costOfOrder
  const most = threshold + routeCost[one]! + routeCost[two]!
  const then = costOf(one, first, a)
  if (!(then < most && then + costOf(two, second, b) < most)) return false
  const was = total[0]!
  beginStep()
  touch(one)
  touch(two)
  setSequence(one, first, 0, a)
  setSequence(two, second, 0, b)
  if (collectLostStops(dropped, 0) === 0 && total[0]! - was < threshold) return true
  restoreStep()
  total[0] = was
  return false
}
