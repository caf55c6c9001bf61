// The stops of a search, and its request bank: the stops that are on no route (Ropke & Pisinger 2006).
import * as arena from './arena.ts'
import type { SearchParams } from './params.ts'
import { randomBelow } from './random.ts'
import { collectLostStops } from './step.ts'
import { assign } from './times.ts'

let active = new Int32Array(0)
export let activeCount = 0

/**
 * Section of the search's stops: index of its first stop, its size, and number of steps until another section is drawn.
 * Seeds are drawn from the section.
 */
let partFirst = 0
let partSize = 1
let partSteps = 0

/** Stops from which seeds are drawn instead of from the section. Empty: from the section. */
let focus = new Int32Array(0)
let focusCount = 0

let bank = new Int32Array(0)
export let bankCount = 0
let kept = new Int32Array(0)
let keptCount = 0

/**
 * Per stop: number of steps that left the stop on no route, whether or not their plan was accepted. Steps with a cost
 * limit don't count.
 */
let absences = new Float64Array(0)

/** Grows the arrays for the problem in the arena, and resets all absences and the focus. */
export function prepareBank(): void {
  const { stops } = arena
  if (bank.length < stops + 1) {
    active = new Int32Array(2 * stops + 64)
    focus = new Int32Array(2 * stops + 64)
    bank = new Int32Array(2 * stops + 64)
    kept = new Int32Array(2 * stops + 64)
    absences = new Float64Array(2 * stops + 64)
  }
  absences.fill(0)
  focusCount = 0
}

/** Sets the stops of the search. The stops on no route form the bank. */
export function fillBank(stops: readonly number[]): void {
  activeCount = stops.length
  active.set(stops)
  active.subarray(0, activeCount).sort()
  partSteps = 0
  bankUnrouted()
}

/** Fills the bank with the search's stops that are on no route. */
export function bankUnrouted(): void {
  bankCount = 0
  for (let i = 0; i < activeCount; i++) if (arena.routeOf[active[i]!]! < 0) bank[bankCount++] = active[i]!
}

/** Returns the stops of the search. */
export const activeStops = (): number[] => [...active.subarray(0, activeCount)]

/** Draws seeds only from these stops, or from all stops if there are none. */
export function focusOn(stops: readonly number[]): void {
  focus.set(stops)
  focusCount = stops.length
}

/** Returns a random stop of the search, from the focus or the current section. */
export function drawStop(): number {
  if (focusCount > 0) return focus[randomBelow(focusCount)]!
  let at = partFirst + randomBelow(partSize)
  if (at >= activeCount) at -= activeCount
  return active[at]!
}

/**
 * Counts a step, and changes the section when its steps are used up. Stops are numbered along a chain of neighbors, so
 * a section's stops are near each other and their data stays in the processor's cache.
 */
export function beginDrawing({ wholeStops, partSize: size, partSteps: steps }: SearchParams): void {
  if (partSteps-- > 0) return
  partSteps = steps - 1
  const whole = activeCount <= wholeStops
  partFirst = whole ? 0 : randomBelow(activeCount)
  partSize = whole ? activeCount : Math.min(size, activeCount)
}

/** Returns a random stop of the bank. The bank must not be empty. */
export function drawBanked(): number {
  return bank[randomBelow(bankCount)]!
}

/** Moves up to `most` random stops of the bank to its front and writes them into `into`. Returns their number. */
export function drawForRetry(most: number, into: Int32Array): number {
  const drawn = Math.min(bankCount, most)
  for (let i = 0; i < drawn; i++) {
    const at = i + randomBelow(bankCount - i)
    const stop = bank[at]!
    bank[at] = bank[i]!
    bank[i] = stop
    into[i] = stop
  }
  return drawn
}

/**
 * Replaces the first `retried` stops of the bank by the first `left` stops of `list`, which found no position. Then
 * adds the stops that lost their position in this step.
 */
export function returnToBank(retried: number, list: Int32Array, left: number): void {
  bank.copyWithin(0, retried, bankCount)
  bankCount += left - retried
  for (let i = 0; i < left; i++) bank[bankCount - left + i] = list[i]!
  bankCount = collectLostStops(bank, bankCount)
}

/** Saves the bank, for `restoreBank` and `hasFewerAbsences`. */
export function saveBank(): void {
  keptCount = bankCount
  for (let i = 0; i < bankCount; i++) kept[i] = bank[i]!
}

/** Undoes a step: unassigns the stops in the bank, calls `restoreRoutes`, and then restores the saved bank. */
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

/** Counts the unassigned stops by rank, including the pickups of deliveries. */
export function countUnassigned(into: Int32Array): void {
  const { rank, pickupOf } = arena
  into.fill(0)
  for (let i = 0; i < bankCount; i++) {
    const stop = bank[i]!
    into[rank[stop]!]!++
    if (pickupOf[stop]! >= 0) into[rank[pickupOf[stop]!]!]!++
  }
}

/** Adds one absence to each stop in the bank. */
export function countAbsences(): void {
  for (let i = 0; i < bankCount; i++) absences[bank[i]!]!++
}

/** Returns whether the stops in the bank have fewer absences in total than those of the saved bank. */
export function hasFewerAbsences(): boolean {
  return absenceSum(bank, bankCount) < absenceSum(kept, keptCount)
}

function absenceSum(list: Int32Array, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += absences[list[i]!]!
  return sum
}
