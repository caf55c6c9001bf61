// Computes the times of a route whose departure and breaks are decided. Results are in module-level arrays until the
// next call.
import type { Vehicle } from '../problem.ts'
import * as legs from './legs.ts'
import { breaksBefore, type Drive, heldUntil, opening } from './passes.ts'
import { breaksNotDueAfter, arrivalAt, restsBeforeGate } from './rests.ts'

const SLACK = 1e-6

export let arrival = new Float64Array(0)
export let serviceStart = new Float64Array(0)
export let leaving = new Float64Array(0)
export let lateness = new Float64Array(0)
/** Per position: start of the reload on the way there. */
let loadsFrom = new Float64Array(0)

export let departure = 0
/** Return, or end of the last service if the end is open. */
export let finish = 0
export let totalLateness = 0
export let unpaidRest = 0
/** Paid seconds from departure to return, which are all except unpaid breaks. */
export const paidSeconds = (): number => finish - departure - unpaidRest
export let breakTimes: { start: number; end: number; of: number }[] = []

/** Grows the arrays for a sequence of `length` stops. */
export function ensureTraceCapacity(length: number): void {
  if (arrival.length > length + 1) return
  const room = 2 * length + 16
  arrival = new Float64Array(room)
  serviceStart = new Float64Array(room)
  leaving = new Float64Array(room)
  lateness = new Float64Array(room)
  loadsFrom = new Float64Array(room)
}

/**
 * Writes the times of a route that departs at `from`, or once the `skipped` breaks are not due, with its breaks at the
 * positions in `breaksBefore`. Returns false if a stop would miss its windows and lateness isn't allowed.
 */
export function trace(drive: Drive, from: number, skipped: number, taken: number): boolean {
  const { problem, vehicle, sequence, length, soft } = drive
  breakTimes = []
  unpaidRest = 0
  totalLateness = 0
  departure = breaksNotDueAfter(vehicle, skipped, from)
  let [free, rests] = [departure, skipped]
  for (let i = 0; i < length; i++) {
    const stop = problem.stops[sequence[i]!]!
    const served = arrivalAt(vehicle, i, length, free, rests, breaksBefore[i]!)
    arrival[i] = Math.max(legs.soonest[i]!, traceLeg(drive, i, free, rests, breaksBefore[i]!))
    serviceStart[i] = opening(stop, Math.max(served, heldUntil[i]!), soft)
    if (serviceStart[i] === Infinity) return false
    const late = serviceStart[i]! - (stop.windows.at(-1)?.end ?? Infinity)
    lateness[i] = late > SLACK ? late : 0
    totalLateness += lateness[i]!
    free = serviceStart[i]! + legs.serviceOn(vehicle, stop)
    leaving[i] = free
    rests = breaksBefore[i]!
  }
  finish = arrivalAt(vehicle, length, length, free, rests, taken)
  placeBreaks(vehicle, free, legs.legTime(vehicle, length, length), rests, taken)
  return true
}

/** Moves the departure of a route without breaks to `moment`, without changing any service start. */
export function departAt(moment: number, vehicle: Vehicle, length: number): void {
  departure = moment
  arrival[0] = Math.max(legs.soonest[0]!, moment + legs.legTime(vehicle, 0, length))
}

/** Writes the breaks of the leg to a stop and the start of its reload. Returns when its driving is done. */
function traceLeg({ vehicle, length }: Drive, i: number, free: number, from: number, to: number): number {
  const drive = legs.legTime(vehicle, i, length)
  if (legs.gate[i] === -Infinity) return placeBreaks(vehicle, free, drive, from, to)
  const split = from === to ? from : restsBeforeGate(vehicle, i, length, free, from, to)
  const rested = breakTimes.length
  const there = placeBreaks(vehicle, free, legs.gateAfter[i]!, from, split)
  const over = breakTimes.length > rested ? breakTimes.at(-1)!.end : there
  loadsFrom[i] = Math.max(legs.gate[i]!, there, over)
  return placeBreaks(vehicle, loadsFrom[i], drive - legs.gateAfter[i]!, split, to)
}

/** Writes the breaks of a leg. Returns when its driving is done; later breaks are taken while waiting at the stop. */
function placeBreaks(vehicle: Vehicle, moment: number, drive: number, from: number, to: number): number {
  let free = moment
  let left = drive
  let arrived = left === 0 ? moment : -1
  for (let b = from; b < to; b++) {
    const rest = vehicle.breaks[b]!
    const start = Math.max(rest.windowStart, free)
    const driven = Math.min(left, start - free)
    left -= driven
    if (left === 0 && arrived < 0) arrived = free + driven
    breakTimes.push({ start, end: start + rest.seconds, of: b })
    if (rest.unpaid) unpaidRest += rest.seconds
    free = start + rest.seconds
  }
  return arrived >= 0 ? arrived : free + left
}

/** Returns the period of the reload before this position. The vehicle must reload there. */
export function loading(vehicle: Vehicle, index: number): { start: number; end: number } {
  const { seconds } = vehicle.reload!
  const left = leaving[index - 1]!
  if (legs.gate[index] !== -Infinity) {
    const start = loadsFrom[index]!
    return { start, end: doneAt(start, seconds) }
  }
  const there = legs.gateAfter[index]!
  return { start: doneAt(left, there), end: doneAt(left, there + seconds) }
}

/** Returns when `seconds` of work after `left` are done, extended by breaks that start before then. */
function doneAt(left: number, seconds: number): number {
  return breakTimes.reduce(
    (at, rest) => (rest.start >= left - SLACK && rest.start < at ? at + rest.end - rest.start : at),
    left + seconds,
  )
}
