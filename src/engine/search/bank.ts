// The stops a search is about, and those among them that are on no route: the request bank (Ropke & Pisinger 2006).
import * as arena from './arena.ts'
import type { SearchParams } from './params.ts'
import { below } from './random.ts'
import { takeHomeless } from './step.ts'
import { assign } from './times.ts'

let active = new Int32Array(0)
export let activeCount = 0

/** The part of the search's stops that is drawn from now, and the steps it has left. */
let partFirst = 0
let partSize = 1
let partSteps = 0

let bank = new Int32Array(0)
export let bankCount = 0
let kept = new Int32Array(0)
let keptCount = 0

/** By stop: the steps that ended without it on a route. */
let absences = new Float64Array(0)

/** Makes room for the stops of the problem in the arena and forgets all absences. */
export function prepareBank(): void {
  const { stops } = arena
  if (bank.length < stops + 1) {
    active = new Int32Array(2 * stops + 64)
    bank = new Int32Array(2 * stops + 64)
    kept = new Int32Array(2 * stops + 64)
    absences = new Float64Array(2 * stops + 64)
  }
  absences.fill(0)
}

/** The search is about these stops; those on no route are in the bank. */
export function fillBank(stops: readonly number[]): void {
  activeCount = stops.length
  active.set(stops)
  active.subarray(0, activeCount).sort()
  partSteps = 0
  bankUnrouted()
}

/** The bank is what of the search's stops is on no route now. */
export function bankUnrouted(): void {
  bankCount = 0
  for (let i = 0; i < activeCount; i++) if (arena.routeOf[active[i]!]! < 0) bank[bankCount++] = active[i]!
}

/** A random stop of the search's; of many, for some steps of one part only. */
export function drawStop(): number {
  let at = partFirst + below(partSize)
  if (at >= activeCount) at -= activeCount
  return active[at]!
}

/**
 * Counts a step. Stops are numbered along a chain of neighbors, so those drawn within a part's steps lie near one another,
 * and what the search reads of them stays in the processor's cache.
 */
export function beginDrawing({ wholeStops, partSize: size, partSteps: steps }: SearchParams): void {
  if (partSteps-- > 0) return
  partSteps = steps - 1
  const whole = activeCount <= wholeStops
  partFirst = whole ? 0 : below(activeCount)
  partSize = whole ? activeCount : Math.min(size, activeCount)
}

/** A random stop of the bank, which must hold one. */
export function drawBanked(): number {
  return bank[below(bankCount)]!
}

/** Brings up to `most` random stops of the bank to its front and writes them into `into`; says how many. */
export function drawRetried(most: number, into: Int32Array): number {
  const drawn = Math.min(bankCount, most)
  for (let i = 0; i < drawn; i++) {
    const at = i + below(bankCount - i)
    const stop = bank[at]!
    bank[at] = bank[i]!
    bank[i] = stop
    into[i] = stop
  }
  return drawn
}

/** Of the first `retried` stops of the bank and others, the first `left` of `list` found no place. */
export function bankLeft(retried: number, list: Int32Array, left: number): void {
  bank.copyWithin(0, retried, bankCount)
  bankCount += left - retried
  for (let i = 0; i < left; i++) bank[bankCount - left + i] = list[i]!
  bankCount = takeHomeless(bank, bankCount)
}

/** Keeps what the bank holds, for `restoreBank` and `isRarer`. */
export function keepBank(): void {
  keptCount = bankCount
  for (let i = 0; i < bankCount; i++) kept[i] = bank[i]!
}

/** The bank holds again what was kept, and none of it is on a route. Call it around the restoring of the routes. */
export function restoreBank(restoreRoutes: () => void): void {
  for (let i = 0; i < bankCount; i++) unassign(bank[i]!)
  restoreRoutes()
  bankCount = keptCount
  for (let i = 0; i < keptCount; i++) {
    bank[i] = kept[i]!
    unassign(bank[i]!)
  }
}

function unassign(stop: number): void {
  assign(stop, -1)
  if (arena.pickupOf[stop]! >= 0) assign(arena.pickupOf[stop]!, -1)
}

/** Counts the stops left off by rank, the pickups of deliveries too. */
export function countLeftOff(into: Int32Array): void {
  const { rank, pickupOf } = arena
  into.fill(0)
  for (let i = 0; i < bankCount; i++) {
    const stop = bank[i]!
    into[rank[stop]!]!++
    if (pickupOf[stop]! >= 0) into[rank[pickupOf[stop]!]!]!++
  }
}

/** Counts one more step without them for the stops in the bank. */
export function countAbsences(): void {
  for (let i = 0; i < bankCount; i++) absences[bank[i]!]!++
}

/** Whether the stops left off now have been so less often than the kept ones. */
export function isRarer(): boolean {
  return absenceSum(bank, bankCount) < absenceSum(kept, keptCount)
}

function absenceSum(list: Int32Array, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += absences[list[i]!]!
  return sum
}
