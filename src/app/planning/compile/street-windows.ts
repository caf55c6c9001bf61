// The windows of stops within the hours of their streets.
import type { Costing } from '../../../domain/planning/costing.ts'
import { overlap, type StreetHours, streetSpans, timeOf } from '../../../domain/planning/street-hours.ts'
import { hoursInBoth, type WeekHours } from '../../../domain/planning/week-hours.ts'
import type { Stop } from '../../../engine/problem.ts'
import type { PlanStop } from './plan-input.ts'
import type { PlannedDay } from './planned-day.ts'

type Spans = Stop['windows']

/** A window that no vehicle can keep, because every shift begins after it. */
const NEVER: Spans = [{ start: -1, end: -1 }]

/** The windows of a stop, and the kinds of vehicles whose hours they are not. */
export interface StreetWindows extends Pick<Stop, 'windows' | 'street'> {
  excluded: readonly Costing[]
}

/**
 * Returns the parts of the windows in which the street is open. `hours` are the hours of the stop by kind of vehicle, for each
 * kind in the plan. If the kinds have no hours in common, the first kind with hours serves the stop. If lateness is allowed and
 * no window lies in the hours, the hours replace the windows, because a vehicle can't enter at other times.
 */
export function withinStreetHours(
  windows: Spans,
  stop: Pick<PlanStop, 'rules'>,
  hours: ReadonlyMap<Costing, StreetHours | null>,
  day: PlannedDay,
  mayBeLate: boolean,
): StreetWindows {
  const byKind = [...hours].map(([costing, found]) => ({ costing, spans: streetSpans(stop.rules, found, day.weekday) }))
  const closed = byKind.flatMap(({ spans }) => (spans === null ? [] : [spans]))
  if (closed.length === 0) return { windows, excluded: [] }
  const both = spansOn(day, closed.reduce(hoursInBoth))
  const common = overlap(windows, both)
  if (common.length > 0) return { windows: common, street: { hours: both, isMissed: false }, excluded: [] }
  for (const { costing, spans } of byKind) {
    const own = spans === null ? null : spansOn(day, spans)
    const open = own === null ? windows : overlap(windows, own)
    if (own !== null && open.length === 0) continue
    const excluded = byKind.flatMap((other) => (other.costing === costing ? [] : [other.costing]))
    return { windows: open, ...(own && { street: { hours: own, isMissed: false } }), excluded }
  }
  if (mayBeLate) return { windows: both.length > 0 ? both : windows, excluded: [] }
  return { windows: NEVER, street: { hours: both, isMissed: true }, excluded: [] }
}

/** Converts minutes from midnight to the clock of the day. */
const spansOn = (day: PlannedDay, spans: WeekHours): Spans =>
  spans.map(([start, end]) => ({ start: day.secondsAt(timeOf(start)), end: day.secondsAt(timeOf(end - 1)) + 60 }))
