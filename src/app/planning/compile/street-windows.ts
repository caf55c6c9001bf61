// The windows of stops within the hours of their streets.
import { isDeepStrictEqual } from 'node:util'
import { overlap, type StreetHours, streetSpans } from '../../../domain/planning/street-hours.ts'
import { timeOf } from '../../../domain/time-of-day.ts'
import { hoursInBoth, type WeekHours } from '../../../domain/planning/week-hours.ts'
import type { Stop } from '../../../engine/problem.ts'
import type { PlanStop } from './plan-input.ts'
import type { PlannedDay } from './planned-day.ts'

type Spans = Stop['windows']

/** A window that no vehicle can keep, because every shift begins after it. */
const NEVER: Spans = [{ start: -1, end: -1 }]

/** The windows of a stop, and the vehicles whose hours they are not, by `roadVehicleKey`. */
export interface StreetWindows extends Pick<Stop, 'windows' | 'street'> {
  excluded: readonly string[]
}

/** Vehicles that are equal for roads. */
export interface RoadVehicles {
  /** Hours of the stop for these vehicles. Null: all hours. */
  hours: StreetHours | null
  /** Shift of each vehicle. */
  shifts: Spans
}

/**
 * Returns the parts of the windows in which the street is open. `vehicles` are keyed by `roadVehicleKey`. All vehicles get the hours
 * that they have in common, if these lie in a shift. Otherwise, the first vehicles whose own hours lie in one of their shifts
 * serve the stop. If lateness is allowed and no window lies in the hours, the hours replace the windows, because a vehicle
 * can't enter at other times.
 */
export function withinStreetHours(
  windows: Spans,
  stop: Pick<PlanStop, 'rules'>,
  vehicles: ReadonlyMap<string, RoadVehicles>,
  day: PlannedDay,
  mayBeLate: boolean,
): StreetWindows {
  const byVehicle = [...vehicles].map(([key, { hours, shifts }]) => ({
    key,
    shifts,
    spans: streetSpans(stop.rules, hours, day.weekday),
  }))
  const closed = byVehicle.flatMap(({ spans }) => (spans === null ? [] : [spans]))
  if (closed.length === 0) return { windows, excluded: [] }
  const both = spansOn(day, closed.reduce(hoursInBoth))
  const choices: StreetWindows[] = [
    { windows: overlap(windows, both), street: { hours: both, isMissed: false }, excluded: [] },
    ...byVehicle.map(({ spans }) => {
      const own = spans === null ? null : spansOn(day, spans)
      return {
        windows: own === null ? windows : overlap(windows, own),
        ...(own && { street: { hours: own, isMissed: false } }),
        excluded: byVehicle.flatMap((other) => (isDeepStrictEqual(other.spans, spans) ? [] : [other.key])),
      }
    }),
  ]
  // A stop without a street can be served at any time of its windows, also if it has none.
  const open = choices.filter((choice) => !choice.street || choice.windows.length > 0)
  const liesInShift = (choice: StreetWindows): boolean =>
    byVehicle.some(
      ({ key, shifts }) =>
        !choice.excluded.includes(key) && shifts.some((one) => overlap(choice.windows, [one]).length > 0),
    )
  const found = open.find(liesInShift) ?? open[0]
  if (found) return found
  if (mayBeLate) return { windows: both.length > 0 ? both : windows, excluded: [] }
  return { windows: NEVER, street: { hours: both, isMissed: true }, excluded: [] }
}

/** Converts minutes from midnight to the clock of the day. */
const spansOn = (day: PlannedDay, spans: WeekHours): Spans =>
  spans.map(([start, end]) => ({ start: day.secondsAt(timeOf(start)), end: day.secondsAt(timeOf(end - 1)) + 60 }))
