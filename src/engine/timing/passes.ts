// Earliest times of a route forward and latest times backward, by dynamic programming over its breaks.
import type { Problem, Stop, Vehicle } from '../problem.ts'
import { legTime, serviceOn } from './legs.ts'
import { latestBefore, breaksNotDueAfter, notDueUntil, arrivalAt } from './rests.ts'

const SLACK = 1e-6

/** A vehicle that drives the first `length` stops of `sequence`. */
export interface Drive {
  problem: Problem
  vehicle: Vehicle
  sequence: ArrayLike<number>
  length: number
  /** Windows may be missed at a cost. */
  soft: boolean
}

/** Per position: earliest allowed service start, so that goods of a pair aren't on board for too long. */
export let heldUntil = new Float64Array(0)
/** Per position: latest allowed service start of a stop that is late. Infinity for stops that are on time. */
export let startBy = new Float64Array(0)
/**
 * Per position and number of breaks taken: the earliest departure from the previous stop, and the number of breaks that
 * were already taken at the departure one stop earlier.
 */
let leaveBy = new Float64Array(0)
let chosen = new Int32Array(0)
/** Per position and number of breaks taken: the latest departure from the previous stop. */
let lateBy = new Float64Array(0)
/**
 * Per position: number of breaks taken before service starts there. The breaks from the previous position's number
 * (inclusive) to this number (exclusive) are taken on the leg between.
 */
export let breaksBefore = new Int32Array(0)

/** Grows the arrays for a sequence of `length` stops on a vehicle with `breaks` breaks. */
export function ensurePassCapacity(length: number, breaks: number): void {
  const states = (length + 2) * (breaks + 1)
  if (leaveBy.length < states) {
    leaveBy = new Float64Array(states * 2)
    lateBy = new Float64Array(states * 2)
    chosen = new Int32Array(states * 2)
  }
  if (heldUntil.length > length + 1) return
  heldUntil = new Float64Array(2 * length + 16)
  startBy = new Float64Array(2 * length + 16).fill(Infinity)
  breaksBefore = new Int32Array(2 * length + 16)
}

/**
 * Returns the earliest service start at or after `moment`. After the last window: `moment` if lateness is allowed, else
 * Infinity.
 */
export function opening(stop: Stop, moment: number, soft: boolean): number {
  if (stop.windows.length === 0) return moment
  for (const window of stop.windows) if (moment <= window.end + SLACK) return Math.max(moment, window.start)
  return soft ? moment : Infinity
}

/** Returns the latest service start inside a window at or before `moment`. -Infinity if there is none. */
function closing(stop: Stop, moment: number): number {
  if (stop.windows.length === 0) return moment
  for (let w = stop.windows.length - 1; w >= 0; w--) {
    const { start, end } = stop.windows[w]!
    if (moment >= start - SLACK) return Math.max(start, Math.min(moment, end))
  }
  return -Infinity
}

/**
 * Finds the earliest times if the route departs at `moment` or later, when the first `skipped` breaks are not due
 * (null: any number of breaks). Returns false if a stop can't be served in time.
 */
export function passForward(drive: Drive, moment: number, skipped: number | null): boolean {
  const { problem, vehicle, sequence, length, soft } = drive
  const breaks = vehicle.breaks.length
  const width = breaks + 1
  for (let k = 0; k <= breaks; k++)
    leaveBy[k] = skipped === null || k === skipped ? breaksNotDueAfter(vehicle, k, moment) : Infinity
  for (let i = 0; i < length; i++) {
    const stop = problem.stops[sequence[i]!]!
    const service = serviceOn(vehicle, stop)
    let some = false
    for (let k = 0; k <= breaks; k++) {
      const state = (i + 1) * width + k
      let doneBy = Infinity
      for (let from = 0; from <= k; from++) {
        const before = leaveBy[i * width + from]!
        if (before === Infinity) continue
        const reached = arrivalAt(vehicle, i, length, before, from, k)
        const done = opening(stop, Math.max(reached, heldUntil[i]!), soft) + service
        if (done >= doneBy) continue
        doneBy = done
        chosen[state] = from
      }
      leaveBy[state] = doneBy
      if (doneBy < Infinity) some = true
    }
    if (!some) return false
  }
  return true
}

/** Number of breaks taken before the last leg, set by `finishWith`. */
let lastTaken = 0

/** Returns the earliest end of the route with `taken` breaks taken or skipped. Infinity if that isn't possible. */
export function finishWith({ vehicle, length }: Drive, taken: number): number {
  const width = vehicle.breaks.length + 1
  let best = Infinity
  for (let from = 0; from <= taken; from++) {
    const before = leaveBy[length * width + from]!
    if (before === Infinity) continue
    const back = arrivalAt(vehicle, length, length, before, from, taken)
    if (back >= best) continue
    best = back
    lastTaken = from
  }
  return best
}

/** Returns whether a route that ends at `finish` may omit the breaks from index `taken` on. */
export const endsBefore = ({ vehicle }: Drive, finish: number, taken: number): boolean =>
  finish <= notDueUntil(vehicle, taken) + SLACK

/** Writes `breaksBefore` for the path that `finishWith` found. Returns the number of skipped breaks. */
export function followChosen(drive: Drive, taken: number): number {
  const { vehicle, length } = drive
  const width = vehicle.breaks.length + 1
  finishWith(drive, taken)
  breaksBefore[length] = taken
  let k = lastTaken
  for (let i = length - 1; i >= 0; i--) {
    breaksBefore[i] = k
    k = chosen[(i + 1) * width + k]!
  }
  return k
}

/**
 * Returns the latest departure, with `skipped` breaks not due, from which the route can end by `finish` with `taken`
 * breaks taken or skipped.
 */
export function passBackward(drive: Drive, finish: number, skipped: number, taken: number): number {
  const { problem, vehicle, sequence, length } = drive
  const width = vehicle.breaks.length + 1
  for (let k = skipped; k <= taken; k++)
    lateBy[length * width + k] = latestBefore(vehicle, length, length, finish, k, taken)
  for (let i = length - 1; i >= 0; i--) {
    const stop = problem.stops[sequence[i]!]!
    const service = serviceOn(vehicle, stop)
    for (let k = skipped; k <= taken; k++) lateBy[i * width + k] = -Infinity
    for (let k = skipped; k <= taken; k++) {
      const by = lateBy[(i + 1) * width + k]! - service
      const start = startBy[i] === Infinity ? closing(stop, by) : Math.min(by, startBy[i]!)
      if (start < heldUntil[i]! - SLACK || start === -Infinity) continue
      for (let from = skipped; from <= k; from++) {
        const leaving = latestBefore(vehicle, i, length, start, from, k)
        if (leaving > lateBy[i * width + from]!) lateBy[i * width + from] = leaving
      }
    }
  }
  return lateBy[skipped]!
}

/** Seconds of driving and service, without waiting and breaks. */
export function leastSeconds({ problem, vehicle, sequence, length }: Drive): number {
  let seconds = legTime(vehicle, length, length)
  for (let i = 0; i < length; i++)
    seconds += legTime(vehicle, i, length) + serviceOn(vehicle, problem.stops[sequence[i]!]!)
  return seconds
}
