// The trip to a stop alone must lie inside the vehicle's shift: driving there, service, and the return.
import { text } from '../../texts/text.ts'
import { collectOf, type Problem, roadsOf } from '../problem.ts'
import { serviceOn } from '../timeline.ts'
import { clock, clockUp, minutes } from '../words.ts'
import type { Constraint } from './constraint.ts'
import { hoursInWords, streetCloses } from './street-hours.ts'
import { unreachable } from './unreachable.ts'

/** Returns the earliest arrival at the stop, and the seconds of service and return after its service starts. */
export function timesOfSingleStop(problem: Problem, stop: number, vehicle: number): { arrival: number; rest: number } {
  const { locations } = problem
  const { start, end, shiftStart } = problem.vehicles[vehicle]!
  const { durations } = roadsOf(problem, problem.vehicles[vehicle]!)
  const { location } = problem.stops[stop]!
  const collect = collectOf(problem.vehicles[vehicle]!, problem.stops[stop]!)
  const from = collect?.location ?? start
  const there = shiftStart + (collect === null ? 0 : durations[start * locations + from]!)
  const leaves = Math.max(there, collect?.ready ?? -Infinity) + (collect?.seconds ?? 0)
  const service = serviceOn(problem.vehicles[vehicle]!, problem.stops[stop]!)
  const back = end === null ? 0 : durations[location * locations + end]!
  return { arrival: leaves + durations[from * locations + location]!, rest: service + back }
}

/**
 * Returns the parts of the stop's windows that lie in the shift. Returns one period if the stop has no windows or
 * lateness is allowed: from the shift's start, or the first window's start if that is later, to the shift's end.
 */
export function windowsInShift(problem: Problem, stop: number, vehicle: number): { start: number; end: number }[] {
  const { shiftStart, shiftEnd } = problem.vehicles[vehicle]!
  const { windows } = problem.stops[stop]!
  if (windows.length === 0 || problem.objective.latenessCostPerSecond !== null) {
    return [{ start: Math.max(shiftStart, windows[0]?.start ?? shiftStart), end: shiftEnd }].filter(
      (w) => w.start <= w.end,
    )
  }
  return windows
    .filter((window) => window.start <= shiftEnd && window.end >= shiftStart)
    .map((window) => ({ start: Math.max(window.start, shiftStart), end: Math.min(window.end, shiftEnd) }))
}

/**
 * Returns the least number of seconds by which the vehicle would return after its shift. Infinity if no window overlaps
 * the shift.
 */
export function shiftOverrunOf(problem: Problem, stop: number, vehicle: number): number {
  const { arrival, rest } = timesOfSingleStop(problem, stop, vehicle)
  const open = windowsInShift(problem, stop, vehicle)
  if (open.length === 0) return Infinity
  const start = Math.max(arrival, open[0]!.start)
  return start + rest - problem.vehicles[vehicle]!.shiftEnd
}

export const shift: Constraint = {
  code: 'SHIFT',
  blocks: (problem, stop, vehicle) =>
    !unreachable.blocks(problem, stop, vehicle) && shiftOverrunOf(problem, stop, vehicle) > 1e-6,
  message(problem, stop, vehicles) {
    const vehicle = vehicles.reduce((best, each) =>
      shiftOverrunOf(problem, stop, each) < shiftOverrunOf(problem, stop, best) ? each : best,
    )
    const { id, end, shiftStart, shiftEnd, leavesLate } = problem.vehicles[vehicle]!
    const hours = { vehicle: id, start: clock(problem, shiftStart), end: clock(problem, shiftEnd) }
    const { windows } = problem.stops[stop]!
    const over = shiftOverrunOf(problem, stop, vehicle)
    if (over === Infinity && windows.length > 0) {
      const closes = windows.at(-1)!.end
      const { street } = problem.stops[stop]!
      if (street && streetCloses(problem, stop))
        return text(
          'its street is open to deliveries {hours}, outside the shift of vehicle {vehicle}, {start} to {end}',
          {
            ...hours,
            hours: hoursInWords(problem, street.hours),
          },
        )
      if (leavesLate && closes < shiftStart)
        return text('its window ended at {closes}, before vehicle {vehicle} can leave at {start}', {
          closes: clock(problem, closes),
          ...hours,
        })
      return text('its window {opens} to {closes} is outside the shift of vehicle {vehicle}, {start} to {end}', {
        opens: clock(problem, windows[0]!.start),
        closes: clock(problem, closes),
        ...hours,
      })
    }
    if (over <= 1e-6)
      return text('with its breaks, the trip does not fit in the shift of vehicle {vehicle}, {start} to {end}', hours)
    const late = { ...hours, time: clockUp(problem, shiftEnd + over), over: minutes(over) }
    return end === null
      ? text('service there would end at {time}, {over} after the shift of vehicle {vehicle}, {start} to {end}', late)
      : text('the vehicle would be back at {time}, {over} after the shift of vehicle {vehicle}, {start} to {end}', late)
  },
}
