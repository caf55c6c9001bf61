// Granular neighborhoods: for each stop, the best stops to drive just before it, the best just after it, and the
// nearest.
import * as arena from './arena.ts'

/** Candidates per stop. */
export let width = 0
/**
 * Number of fields per candidate in `before` and `after`: the stop (-1 ends the list), and the least distance and least
 * time of the leg over all kinds of roads.
 */
export const FIELDS = 3
/** Candidates to drive just before each stop, best first. */
export let before = new Int32Array(0)
/** Candidates to drive just after each stop, best first. */
export let after = new Int32Array(0)
/** Nearest stops by distance alone, starting with the stop itself. A ruin spreads along this list. */
export let near = new Int32Array(0)
export let nearWidth = 0
/** Mean distance to the 10 nearest stops. */
export let meanNear = 0

/** Candidates packed as `key * stops + stop`, so that one number can be compared and sorted. */
let packed = new Float64Array(0)

/** Fills the lists for the problem in the arena, with at most `most` candidates per stop. */
export function findNeighbors(most: number): void {
  const { stops } = arena
  width = Math.max(1, Math.min(most, stops - 1))
  nearWidth = Math.max(1, Math.min(100, stops))
  const room = stops * (width + 1) * FIELDS
  if (before.length < room) {
    before = new Int32Array(room)
    after = new Int32Array(room)
  }
  if (near.length < stops * nearWidth) near = new Int32Array(stops * nearWidth)
  if (packed.length < stops) packed = new Float64Array(stops)
  let sum = 0
  let counted = 0
  for (let stop = 0; stop < stops; stop++) {
    fillSide(stop, before, true)
    fillSide(stop, after, false)
    const found = fillNear(stop)
    for (let i = 1; i < Math.min(11, found); i++) {
      const cell = arena.leastLeg(arena.distance, stop, near[stop * nearWidth + i]!)
      if (cell >= arena.FAR) continue
      sum += cell
      counted++
    }
  }
  meanNear = counted > 0 ? sum / counted : 0
}

/**
 * Fills the candidates to drive just before (`isBefore`) or just after the stop. Ranks them by distance plus 0.2 times
 * the unavoidable waiting (Vidal et al. 2013). Omits pairs that roads or windows make impossible.
 */
function fillSide(stop: number, list: Int32Array, isBefore: boolean): void {
  const { stops, distance, time, ready, due, service, leastLeg } = arena
  let found = 0
  for (let other = 0; other < stops; other++) {
    if (other === stop) continue
    const from = isBefore ? other : stop
    const to = isBefore ? stop : other
    const leg = leastLeg(time, from, to)
    if (leg >= arena.FAR || ready[from]! + service[from]! + leg > due[to]!) continue
    const wait = Math.max(0, ready[to]! - leg - service[from]! - due[from]!)
    const key = Math.round(leastLeg(distance, from, to) + 0.2 * wait * (arena.distanceScale / arena.timeScale))
    packed[found++] = key * stops + other
  }
  const kept = Math.min(found, width)
  selectSmallest(found, kept)
  let at = firstOf(stop)
  for (let i = 0; i < kept; i++) {
    const other = packed[i]! % stops
    const [from, to] = isBefore ? [other, stop] : [stop, other]
    list[at] = other
    list[at + 1] = leastLeg(distance, from, to)
    list[at + 2] = leastLeg(time, from, to)
    at += FIELDS
  }
  list.fill(-1, at, firstOf(stop + 1))
}

/** Offset of a stop's candidates. */
export function firstOf(stop: number): number {
  return stop * (width + 1) * FIELDS
}

function fillNear(stop: number): number {
  const { stops, distance, leastLeg } = arena
  for (let other = 0; other < stops; other++) {
    packed[other] = other === stop ? -stops : leastLeg(distance, stop, other) * stops + other
  }
  selectSmallest(stops, nearWidth)
  near[stop * nearWidth] = stop
  for (let i = 1; i < nearWidth; i++) near[stop * nearWidth + i] = packed[i]! % stops
  return nearWidth
}

/** Moves the `kept` smallest of the first `length` candidates to the front, sorted (quickselect). */
function selectSmallest(length: number, kept: number): void {
  let low = 0
  let high = kept < length ? length - 1 : 0
  while (low < high) {
    const pivot = packed[(low + high) >> 1]!
    let i = low
    let j = high
    while (i <= j) {
      while (packed[i]! < pivot) i++
      while (packed[j]! > pivot) j--
      if (i <= j) {
        const swapped = packed[i]!
        packed[i++] = packed[j]!
        packed[j--] = swapped
      }
    }
    if (kept - 1 <= j) high = j
    else if (kept - 1 >= i) low = i
    else break
  }
  packed.subarray(0, kept).sort()
}
