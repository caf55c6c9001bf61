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

/**
 * Returns the parts of the windows in which the street is open. `hours` are the hours of the stop by vehicle
 * (`roadVehicleKey`). If the vehicles have no hours in common, those with the first hours serve the stop. If lateness is allowed and
 * no window lies in the hours, the hours replace the windows, because a vehicle can't enter at other times.
 */
export function withinStreetHours(
  windows: Spans,
  stop: Pick<PlanStop, 'rules'>,
  hours: ReadonlyMap<string, StreetHours | null>,
  day: PlannedDay,
  mayBeLate: boolean,
): StreetWindows {
  const byVehicle = [...hours].map(([key, found]) => ({ key, spans: streetSpans(stop.rules, found, day.weekday) }))
  const closed = byVehicle.flatMap(({ spans }) => (spans === null ? [] : [spans]))
  if (closed.length === 0) return { windows, excluded: [] }
  const both = spansOn(day, closed.reduce(hoursInBoth))
  const common = overlap(windows, both)
  if (common.length > 0) return { windows: common, street: { hours: both, isMissed: false }, excluded: [] }
  for (const { spans } of byVehicle) {
    const own = spans === null ? null : spansOn(day, spans)
    const open = own === null ? windows : overlap(windows, own)
    if (own !== null && open.length === 0) continue
    const excluded = byVehicle.flatMap((other) => (isDeepStrictEqual(other.spans, spans) ? [] : [other.key]))
    return { windows: open, ...(own && { street: { hours: own, isMissed: false } }), excluded }
  }
  if (mayBeLate) return { windows: both.length > 0 ? both : windows, excluded: [] }
  return { windows: NEVER, street: { hours: both, isMissed: true }, excluded: [] }
}

/** Converts minutes from midnight to the clock of the day. */
const spansOn = (day: PlannedDay, spans: WeekHours): Spans =>
  spans.map(([start, end]) => ({ start: day.secondsAt(timeOf(start)), end: day.secondsAt(timeOf(end - 1)) + 60 }))
