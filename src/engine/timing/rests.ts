// Breaks on the legs of a route. Each is taken without interruption inside its window, while the vehicle drives or
// waits.
import type { Vehicle } from '../problem.ts'
import { gate, gateAfter, legTime, soonest } from './legs.ts'

const SLACK = 1e-6

/** Latest time at which the break can start. */
const latestStart = ({ breaks }: Vehicle, index: number): number => breaks[index]!.windowEnd - breaks[index]!.seconds

/**
 * Returns the earliest departure at or after `moment` at which the first `count` breaks are not due. Messages show
 * whole minutes, so a delayed departure is in a later minute than the latest start of each of these breaks.
 */
export function breaksNotDueAfter(vehicle: Vehicle, count: number, moment: number): number {
  let latest = -Infinity
  for (let b = 0; b < count; b++) latest = Math.max(latest, latestStart(vehicle, b))
  return moment > latest ? moment : Math.floor(latest / 60) * 60 + 60
}

/** Returns the latest end of a route on which the breaks from index `first` on are not due. */
export function notDueUntil(vehicle: Vehicle, first: number): number {
  let latest = Infinity
  for (let b = first; b < vehicle.breaks.length; b++) latest = Math.min(latest, latestStart(vehicle, b))
  return latest
}

/**
 * Returns when `drive` seconds are driven after leaving at `moment`, with breaks `from` (inclusive) to `to`
 * (exclusive). Infinity if these breaks can't be taken.
 */
export function withBreaks(vehicle: Vehicle, moment: number, drive: number, from: number, to: number): number {
  let free = moment
  let left = drive
  for (let b = from; b < to; b++) {
    const rest = vehicle.breaks[b]!
    const start = Math.max(rest.windowStart, free)
    if (start + rest.seconds > rest.windowEnd + SLACK) return Infinity
    left -= Math.min(left, start - free)
    free = start + rest.seconds
  }
  return free + left
}

/**
 * Returns the latest departure so that `drive` seconds and these breaks are done by `by`. -Infinity if there is none.
 */
export function latestLeaving(vehicle: Vehicle, by: number, drive: number, from: number, to: number): number {
  let end = by
  let busy = drive
  for (let b = to - 1; b >= from; b--) {
    const rest = vehicle.breaks[b]!
    end = Math.min(end, rest.windowEnd) - rest.seconds
    if (end < rest.windowStart - SLACK) return -Infinity
    busy += rest.seconds
  }
  return Math.min(end, by - busy)
}

/**
 * Splits the breaks of this leg at its reload so that the vehicle arrives as early as possible. Returns the index of
 * the first break after the reload.
 */
export function restsBeforeGate(
  vehicle: Vehicle,
  index: number,
  length: number,
  moment: number,
  from: number,
  to: number,
): number {
  let best = from
  let soonestThere = Infinity
  for (let split = from; split <= to; split++) {
    const there = passGate(vehicle, index, length, moment, from, split, to)
    if (there >= soonestThere) continue
    soonestThere = there
    best = split
  }
  return best
}

function passGate(
  vehicle: Vehicle,
  index: number,
  length: number,
  moment: number,
  from: number,
  split: number,
  to: number,
): number {
  const loads = Math.max(gate[index]!, withBreaks(vehicle, moment, gateAfter[index]!, from, split))
  return withBreaks(vehicle, loads, legTime(vehicle, index, length) - gateAfter[index]!, split, to)
}

/**
 * Returns the arrival after leaving the previous stop at `moment`, with these breaks taken on the leg or at its end.
 */
export function arrivalAt(
  vehicle: Vehicle,
  index: number,
  length: number,
  moment: number,
  from: number,
  to: number,
): number {
  if (index === length || gate[index] === -Infinity) {
    const there = withBreaks(vehicle, moment, legTime(vehicle, index, length), from, to)
    return index === length ? there : Math.max(soonest[index]!, there)
  }
  const split = from === to ? from : restsBeforeGate(vehicle, index, length, moment, from, to)
  return Math.max(soonest[index]!, passGate(vehicle, index, length, moment, from, split, to))
}

/**
 * Returns the latest departure from the previous stop so that the vehicle arrives, with these breaks taken, by `by`.
 */
export function latestBefore(
  vehicle: Vehicle,
  index: number,
  length: number,
  by: number,
  from: number,
  to: number,
): number {
  if (index === length) return latestLeaving(vehicle, by, legTime(vehicle, index, length), from, to)
  if (by < soonest[index]! - SLACK) return -Infinity
  if (gate[index] === -Infinity) return latestLeaving(vehicle, by, legTime(vehicle, index, length), from, to)
  let best = -Infinity
  for (let split = from; split <= to; split++) {
    const loads = latestLeaving(vehicle, by, legTime(vehicle, index, length) - gateAfter[index]!, split, to)
    if (loads < gate[index]! - SLACK) continue
    best = Math.max(best, latestLeaving(vehicle, Math.max(loads, gate[index]!), gateAfter[index]!, from, split))
  }
  return best
}
