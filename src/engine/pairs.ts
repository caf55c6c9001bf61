// Goods that are picked up at one stop and brought to another on the same trip: such two stops are served together or
// not at all.
import type { Stop } from './problem.ts'

/** Of each stop the other one of its pair, -1 for none. */
export interface Pairs {
  /** Of a stop that goods are brought to: where they are picked up. */
  pickupOf: Int32Array
  /** Of a stop where goods are picked up: where they are brought. */
  deliveryOf: Int32Array
}

const known = new WeakMap<readonly Stop[], Pairs | null>()

/** The pairs among the stops; null where there are none. */
export function pairsOf(stops: readonly Stop[]): Pairs | null {
  let pairs = known.get(stops)
  if (pairs === undefined) {
    pairs = stops.some(({ from }) => from !== undefined) ? findPairs(stops) : null
    known.set(stops, pairs)
  }
  return pairs
}

function findPairs(stops: readonly Stop[]): Pairs {
  const pickupOf = new Int32Array(stops.length).fill(-1)
  const deliveryOf = new Int32Array(stops.length).fill(-1)
  for (const [index, { from }] of stops.entries()) {
    if (from === undefined) continue
    pickupOf[index] = from.stop
    deliveryOf[from.stop] = index
  }
  return { pickupOf, deliveryOf }
}

/** The stop, or its pair in the order in which it is driven. */
export function unitOf(stops: readonly Stop[], stop: number): number[] {
  const pairs = pairsOf(stops)
  if (pairs !== null && pairs.pickupOf[stop]! >= 0) return [pairs.pickupOf[stop]!, stop]
  if (pairs !== null && pairs.deliveryOf[stop]! >= 0) return [stop, pairs.deliveryOf[stop]!]
  return [stop]
}

/** The sequence with a stop, or the two of a pair in their order, put in at every place. */
export function* everyPlacing(sequence: readonly number[], [first, second]: readonly number[]): Generator<number[]> {
  for (let at = 0; at <= sequence.length; at++) {
    if (second === undefined) yield sequence.toSpliced(at, 0, first!)
    else
      for (let then = at; then <= sequence.length; then++)
        yield sequence.toSpliced(then, 0, second).toSpliced(at, 0, first!)
  }
}
