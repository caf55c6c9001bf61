// Lateness of stops, and warnings about a route's times.
import { text } from '../../../texts/text.ts'
import type { VehicleRules } from '../../../domain/planning/rules.ts'
import { type Pause, unpaidMinutes } from '../../../domain/routes/pauses.ts'
import { FINISHED_STOP } from '../../../domain/routes/stop.ts'
import { timeOfDay } from '../../../domain/formats.ts'
import { lengthWarnings, type Warning } from '../../../domain/routes/manual-warnings.ts'
import { lastEnd, type Windowed } from '../../../domain/planning/windows.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import type { Calendar } from '../../calendar.ts'
import type { Context } from '../../context.ts'

type Timed = Windowed & Pick<StopRead, 'plannedArrival'> & Partial<Pick<StopRead, 'arrivedAt' | 'finishedAt' | 'eta'>>

/**
 * Returns the whole minutes by which the arrival is later than the end of the last window. Uses the actual arrival if
 * it is known, otherwise the expected one, otherwise the planned one.
 */
export function lateMinutes(calendar: Calendar, day: string, stop: Timed): number {
  const end = lastEnd(stop)
  if (!end) return 0
  const arrival = stop.arrivedAt ?? stop.finishedAt ?? stop.eta ?? stop.plannedArrival
  const late = arrival.getTime() - calendar.instantOf(day, end).getTime()
  return Math.max(0, Math.floor(late / 60_000))
}

export function timeWarnings(
  { calendar, formats }: Pick<Context, 'calendar' | 'formats'>,
  route: Route,
  stops: readonly StopRead[],
  rules: VehicleRules | null,
): Warning[] {
  const late = stops.filter((stop) => lateMinutes(calendar, route.day, stop) > 0)
  const worst = Math.max(0, ...late.map((stop) => lateMinutes(calendar, route.day, stop)))
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
    ...lengthWarnings(rules, lengthOf(route)),
    ...breakWarnings(route.pauses),
    ...readyWarnings({ calendar, formats }, route, stops),
    ...(route.plannedEnd ? shiftOverrunWarnings(route.plannedEnd, calendar.instantOf(route.day, route.shiftEnd)) : []),
  ]
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
