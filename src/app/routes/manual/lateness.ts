// Lateness of stops, and warnings about a route's times.
import { text, type Text } from '../../../texts/text.ts'
import type { VehicleRules } from '../../../domain/planning/rules.ts'
import { type Pause, unpaidMinutes } from '../../../domain/routes/pauses.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { timeOfDay } from '../../../domain/formats.ts'
import { lengthWarnings, type Warning } from '../../../domain/routes/manual-warnings.ts'
import { closedSince } from '../../../domain/planning/street-hours.ts'
import { minuteOf, timeOf } from '../../../domain/time-of-day.ts'
import type { WeekHours } from '../../../domain/planning/week-hours.ts'
import { lastEnd, type Windowed } from '../../../domain/planning/windows.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import type { Calendar } from '../../calendar.ts'
import type { Context } from '../../context.ts'

type Timed = Windowed & Pick<StopRead, 'plannedArrival'> & Partial<Pick<StopRead, 'arrivedAt' | 'finishedAt' | 'eta'>>

/**
 * Returns the whole minutes by which the arrival is later than the end of the last window or than the closing of the
 * street. Uses the actual arrival if it is known, otherwise the expected one, otherwise the planned one. `spans` are the
 * hours of the street. Null: it is open at all hours.
 */
export function lateMinutes(calendar: Calendar, day: string, stop: Timed, spans: WeekHours | null = null): number {
  const closed = streetClosedAt(calendar, day, stop, spans)
  const lastEndOf = lastEnd(stop)
  const ends = [...(lastEndOf ? [calendar.instantOf(day, lastEndOf)] : []), ...(closed ? [closed] : [])]
  const late = Math.max(0, ...ends.map((end) => arrivalAt(stop).getTime() - end.getTime()))
  return Math.floor(late / 60_000)
}

const arrivalAt = (stop: Timed): Date => stop.arrivedAt ?? stop.finishedAt ?? stop.eta ?? stop.plannedArrival

/** Returns when the street closes before the stop is reached. Null if it is reached in time or was reached already. */
function streetClosedAt(calendar: Calendar, day: string, stop: Timed, spans: WeekHours | null): Date | null {
  if (!spans || stop.arrivedAt || stop.finishedAt) return null
  const arrival = arrivalAt(stop)
  const minute = calendar.dayOf(arrival) > day ? MINUTES_A_DAY : minuteOf(calendar.timeOf(arrival))
  const closed = closedSince(stop, spans, minute)
  return closed === null ? null : calendar.instantOf(day, timeOf(closed))
}

const MINUTES_A_DAY = 24 * 60

/** Returns the warnings about the times of a route. `streets` are the streets of its stops that close, by stop ID. */
export function timeWarnings(
  { calendar, formats }: Pick<Context, 'calendar' | 'formats'>,
  route: Route,
  stops: readonly StopRead[],
  rules: VehicleRules | null,
  streets: StreetHoursByStop,
): Warning[] {
  const minutes = stops.map((stop) => lateMinutes(calendar, route.day, stop, streets.get(stop.stopId)?.spans))
  const late = minutes.filter((each) => each > 0)
  const worst = Math.max(0, ...late)
  return [
    ...(late.length > 0
      ? [
          {
            code: 'LATE' as const,
            message:
              late.length === 1
                ? text('1 stop late, by up to {minutes} min', { minutes: worst })
                : text('{count} stops late, by up to {minutes} min', { count: late.length, minutes: worst }),
          },
        ]
      : []),
    ...streetWarnings({ calendar, formats }, route, stops, streets),
    ...lengthWarnings(rules, lengthOf(route)),
    ...breakWarnings(route.pauses),
    ...readyWarnings({ calendar, formats }, route, stops),
    ...(route.plannedEnd ? shiftOverrunWarnings(route.plannedEnd, calendar.instantOf(route.day, route.shiftEnd)) : []),
  ]
}

/** Hours of the streets that are open only at some hours of the day, by stop ID. */
export type StreetHoursByStop = ReadonlyMap<string, { spans: WeekHours }>

/** Returns a warning for each stop that is expected when its street is closed. */
const streetWarnings = (
  ctx: Pick<Context, 'calendar' | 'formats'>,
  { day }: Pick<Route, 'day'>,
  stops: readonly StopRead[],
  streets: StreetHoursByStop,
): Warning[] =>
  stops.flatMap((stop): Warning[] => {
    const message = streetFault(ctx, day, stop, streets.get(stop.stopId)?.spans ?? null)
    if (!message) return []
    return [{ code: 'STREET_HOURS', message: text('{delivery}: {message}', { delivery: stop.externalRef, message }) }]
  })

/** Returns why the street of a stop prevents the delivery. Null if it doesn't, or if the stop was reached. */
export function streetFault(
  { calendar, formats }: Pick<Context, 'calendar' | 'formats'>,
  day: string,
  stop: Timed,
  spans: WeekHours | null,
): Text | null {
  if (spans?.length === 0 && !stop.arrivedAt && !stop.finishedAt)
    return text('The street is closed to deliveries that day.')
  const closed = streetClosedAt(calendar, day, stop, spans)
  if (!closed) return null
  const timeIn = (at: Date) => timeOfDay(calendar.timeOf(at), formats)
  return text('Expected at {arrival}, after the street closes at {closing}.', {
    arrival: timeIn(arrivalAt(stop)),
    closing: timeIn(closed),
  })
}

/**
 * Returns a warning for each stop whose goods can't be on board, because they were ready only after the route had
 * started.
 */
export const readyWarnings = (
  { calendar, formats }: Pick<Context, 'calendar' | 'formats'>,
  { day, startedAt }: Pick<Route, 'day' | 'startedAt'>,
  stops: readonly Pick<StopRead, 'externalRef' | 'status' | 'rules'>[],
): Warning[] =>
  stops.flatMap(({ externalRef, status, rules }): Warning[] =>
    startedAt && rules?.readyAt && !FINISHED_STOP[status] && calendar.instantOf(day, rules.readyAt) > startedAt
      ? [
          {
            code: 'READY',
            message: text('{delivery} is ready at {time}, after the route left', {
              delivery: externalRef,
              time: timeOfDay(rules.readyAt, formats),
            }),
          },
        ]
      : [],
  )

/** Returns a warning about the break that is latest, if any break ends after its window. */
function breakWarnings(pauses: readonly Pause[]): Warning[] {
  const late = Math.max(0, ...pauses.map(({ lateMinutes: minutes }) => minutes))
  return late > 0 ? [{ code: 'BREAK', message: text('Break over {late} min after its window', { late }) }] : []
}

const lengthOf = ({ plannedStart, plannedEnd, driveSeconds, pauses }: Route) => ({
  workMinutes: plannedStart && plannedEnd ? (plannedEnd.getTime() - plannedStart.getTime()) / 60_000 : 0,
  driveMinutes: driveSeconds / 60,
  unpaidMinutes: unpaidMinutes(pauses),
})

export function shiftOverrunWarnings(back: Date, shiftEnd: Date): Warning[] {
  const over = Math.floor((back.getTime() - shiftEnd.getTime()) / 60_000)
  return over > 0 ? [{ code: 'SHIFT', message: text('Back {over} min after the shift ends', { over }) }] : []
}
