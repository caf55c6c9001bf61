// Pickup and delivery pairs: goods are picked up at one stop and delivered to another on the same trip. Both stops are
// served, or neither.
import type { Stop } from './problem.ts'

/** The other stop of each pair, by stop index. -1 for stops that have no such other stop. */
export interface Pairs {
  /** Pickup stop of each delivery stop. */
  pickupOf: Int32Array
  /** Delivery stop of each pickup stop. */
  deliveryOf: Int32Array
}

const known = new WeakMap<readonly Stop[], Pairs | null>()

/** Returns the pairs among the stops. Null if there are none. Cached per array of stops. */
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

/** Returns the stop alone, or the pickup and the delivery of its pair, in driving order. */
export function unitOf(stops: readonly Stop[], stop: number): number[] {
  const pairs = pairsOf(stops)
  if (pairs !== null && pairs.pickupOf[stop]! >= 0) return [pairs.pickupOf[stop]!, stop]
  if (pairs !== null && pairs.deliveryOf[stop]! >= 0) return [stop, pairs.deliveryOf[stop]!]
  return [stop]
}

/** Yields the sequence with the stop, or both stops of a pair in order, inserted at every possible position. */
export function* everyPlacing(sequence: readonly number[], [first, second]: readonly number[]): Generator<number[]> {
  for (let at = 0; at <= sequence.length; at++) {
    if (second === undefined) yield sequence.toSpliced(at, 0, first!)
    else
      for (let then = at; then <= sequence.length; then++)
        yield sequence.toSpliced(then, 0, second).toSpliced(at, 0, first!)
  }
}
