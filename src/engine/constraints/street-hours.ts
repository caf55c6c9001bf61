// The street that leads to a stop must be open in one of the stop's windows.
import { listed, text } from '../../texts/text.ts'
import type { Problem } from '../problem.ts'
import { clock } from '../words.ts'
import type { Constraint } from './constraint.ts'

export const streetHours: Constraint = {
  code: 'STREET_HOURS',
  blocks: (problem, stop) => problem.stops[stop]!.street?.isMissed === true,
  message(problem, stop) {
    const { hours } = problem.stops[stop]!.street!
    return hours.length === 0
      ? text('its street is closed to deliveries that day')
      : text('its street is open to deliveries {hours}, outside its windows', { hours: hoursInWords(problem, hours) })
  },
}

/** Returns spans as text, such as "06:00 to 11:00, 18:00 to 20:00". */
export const hoursInWords = (problem: Pick<Problem, 'clock'>, hours: readonly { start: number; end: number }[]) =>
  listed(
    hours.map(({ start, end }) => text('{start} to {end}', { start: clock(problem, start), end: clock(problem, end) })),
  )

/** Returns whether the end of the stop's last window is the hour at which its street closes. */
export function streetCloses(problem: Problem, stop: number): boolean {
  const { windows, street } = problem.stops[stop]!
  return street?.hours.some(({ end }) => end === windows.at(-1)?.end) === true
}
