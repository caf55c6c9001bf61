// Two routes become other sequences: what every move between two routes ends with.
import * as arena from './arena.ts'
import { costInOrder, costOfSequence, total } from './cost.ts'
import { setSequence } from './route.ts'
import { beginStep, restoreStep, takeHomeless, touch } from './step.ts'

/** Where a move writes the two sequences. */
export let first = new Int32Array(0)
export let second = new Int32Array(0)
let dropped = new Int32Array(0)

/** Makes room for the stops of the problem in the arena. */
export function prepareExchanges(): void {
  const { stops } = arena
  if (first.length >= stops + 1) return
  first = new Int32Array(stops + 64)
  second = new Int32Array(stops + 64)
  dropped = new Int32Array(stops + 64)
}

/**
 * Lets route `one` be the first `a` stops of `first` and route `two` the first `b` of `second`, when both can be driven
 * and that costs less than `threshold` more; else all stays as it was.
 */
export function exchange(one: number, a: number, two: number, b: number, threshold: number): boolean {
  const { routeCost } = arena
  // The timeline of a general problem puts locked stops in their places, too.
  const costOf = arena.general ? costOfSequence : costInOrder
  const most = threshold + routeCost[one]! + routeCost[two]!
  const then = costOf(one, first, a)
  if (!(then < most && then + costOf(two, second, b) < most)) return false
  const was = total[0]!
  beginStep()
  touch(one)
  touch(two)
  setSequence(one, first, 0, a)
  setSequence(two, second, 0, b)
  if (takeHomeless(dropped, 0) === 0 && total[0]! - was < threshold) return true
  restoreStep()
  total[0] = was
  return false
}
