// Converts breaks and reloads of a route: their times on its day, and their state.
import type { DueBreak } from '../../domain/planning/break-placement.ts'
import type { Schedule } from '../../domain/planning/timing.ts'
import { isBreakAhead, type Pause } from '../../domain/routes/pauses.ts'
import type { FrozenRules } from '../../domain/routes/terms.ts'
import type { TripStop } from '../../domain/routes/trips.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'

type Planned = Pick<Route, 'day' | 'terms' | 'pauses'>

/**
 * Returns the breaks of the route that the driver has not recorded, in epoch seconds. If `at` is set, returns only the breaks that are still due after
 * this time.
 */
export function breaksOf(ctx: Pick<Context, 'calendar'>, route: Planned, at?: number): DueBreak[] {
  return (route.terms?.breaks ?? []).flatMap(({ start, end, minutes }, which) => {
    if (route.pauses.some((pause) => pause.kind === 'BREAK' && pause.recorded && pause.which === which)) return []
    const [from, to] = [ctx.calendar.instantOf(route.day, start), ctx.calendar.instantOf(route.day, end)]
    if (at !== undefined && !isBreakAhead(route.pauses, which, { end: to, minutes }, new Date(at * 1000))) return []
    return [{ which, start: from.getTime() / 1000, end: to.getTime() / 1000, seconds: minutes * 60 }]
  })
}

/** Converts the breaks and reloads of a schedule from epoch seconds. `stops` are the stops of the schedule. */
export const pausesOf = (
  terms: FrozenRules | null,
  { breaks, reloads }: Pick<Schedule, 'breaks' | 'reloads'>,
  stops: readonly (TripStop & { sequence: number })[],
): Pause[] =>
  inTime([
    ...breaks.map(
      ({ start, end, before, lateSeconds, of }): Pause => ({
        kind: 'BREAK',
        which: of.which,
        start: instant(start),
        end: instant(end),
        before: stops[before]?.sequence ?? null,
        paid: terms?.breaks?.[of.which]?.paid ?? true,
        lateMinutes: Math.floor(lateSeconds / 60),
      }),
    ),
    ...reloads.map(({ start, end, before }) => reloadPause(instant(start), instant(end), stops[before])),
  ])

export function reloadPause(start: Date, end: Date, stop: (TripStop & { sequence: number }) | undefined): Pause {
  const { handOver } = stop ?? {}
  return {
    kind: 'RELOAD',
    which: stop?.trip ?? 1,
    start,
    end,
    before: stop?.sequence ?? null,
    paid: true,
    ...(handOver && { handOver: { by: handOver.by, name: handOver.name, lat: handOver.lat, lng: handOver.lng } }),
    lateMinutes: 0,
  }
}

export const inTime = (pauses: readonly Pause[]): Pause[] =>
  pauses.toSorted((a, b) => a.start.getTime() - b.start.getTime())

/** Returns the breaks that are recorded or have ended by `at`, in epoch seconds. */
export const pastBreaks = (pauses: readonly Pause[], at: number): Pause[] =>
  pauses.filter(({ kind, end, recorded }) => kind === 'BREAK' && (recorded !== undefined || end.getTime() <= at * 1000))

const instant = (seconds: number): Date => new Date(Math.round(seconds * 1000))
