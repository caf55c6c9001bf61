// Order in which stops are inserted, drawn for each insertion.
import * as arena from './arena.ts'
import { releaseOf } from './trips/times.ts'
import { randomBelow, randomUniform } from './random.ts'

/** Lists longer than this are sorted with the built-in sort, which allocates memory, instead of insertion sort. */
const LONG_LIST = 100

let sortKey = new Float64Array(0)

/** Prepares sorting of the stops in the arena. */
export function prepareOrder(): void {
  if (sortKey.length < arena.stops) sortKey = new Float64Array(arena.stops)
}

/**
 * Sorts the stops by one of several keys. Draws the key with the weights of Christiaens & Vanden Berghe 2020, including
 * their keys for time windows. If routes have several trips, stops are also sorted by the release of their goods.
 */
export function sortForInsertion(list: Int32Array, length: number): void {
  const { demand, distanceTo, place, row, ready, due, stops } = arena
  const drawn = randomBelow(arena.tracksTrips ? 20 : 17)
  const depot = place[stops]!
  for (let i = 0; i < length; i++) {
    const stop = list[i]!
    let key: number
    if (drawn < 4) key = randomUniform()
    else if (drawn < 8) key = -demand[stop]!
    else if (drawn < 10) key = -distanceTo[row[stop]! + depot]!
    else if (drawn < 11) key = distanceTo[row[stop]! + depot]!
    else if (drawn < 13) key = due[stop]! - ready[stop]!
    else if (drawn < 15) key = ready[stop]!
    else if (drawn < 17) key = -due[stop]!
    else key = releaseOf(stop)
    sortKey[stop] = key
  }
  if (length > LONG_LIST) {
    list.subarray(0, length).sort((a, b) => sortKey[a]! - sortKey[b]!)
    return
  }
  for (let i = 1; i < length; i++) {
    const stop = list[i]!
    const key = sortKey[stop]!
    let j = i - 1
    while (j >= 0 && sortKey[list[j]!]! > key) {
      list[j + 1] = list[j]!
      j--
    }
    list[j + 1] = stop
  }
}
