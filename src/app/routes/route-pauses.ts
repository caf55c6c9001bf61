// The breaks that a route was planned with as moments of its day, and what comes of them.
import type { DueBreak } from '../../domain/planning/resting.ts'
import type { Schedule } from '../../domain/planning/timing.ts'
import { isToCome, type Pause } from '../../domain/routes/pauses.ts'
import type { RouteTerms } from '../../domain/routes/terms.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'

type Planned = Pick<Route, 'day' | 'terms' | 'pauses'>

/** Every break of the route, in seconds of the epoch; those to come where `at` is when it was last known to be somewhere. */
export function breaksOf(ctx: Pick<Context, 'calendar'>, route: Planned, at?: number): DueBreak[] {
  return (route.terms?.breaks ?? []).flatMap(({ start, end, minutes }, which) => {
    const [from, to] = [ctx.calendar.instantOf(route.day, start), ctx.calendar.instantOf(route.day, end)]
    if (at !== undefined && !isToCome(route.pauses, which, { end: to, minutes }, new Date(at * 1000))) return []
    return [{ which, start: from.getTime() / 1000, end: to.getTime() / 1000, seconds: minutes * 60 }]
  })
}

/** The pauses of a schedule in seconds of the epoch; `sequences` are those of its stops. */
export const pausesOf = (
  terms: RouteTerms | null,
  { breaks }: Pick<Schedule, 'breaks'>,
  sequences: readonly number[],
): Pause[] =>
  breaks.map(({ start, end, before, lateSeconds, of }) => ({
    kind: 'BREAK',
    which: of.which,
    start: new Date(Math.round(start * 1000)),
    end: new Date(Math.round(end * 1000)),
    before: sequences[before] ?? null,
    paid: terms?.breaks?.[of.which]?.paid ?? true,
    lateMinutes: Math.floor(lateSeconds / 60),
  }))

/** Those that are over at a moment, in seconds of the epoch. */
export const pastPauses = (pauses: readonly Pause[], at: number): Pause[] =>
  pauses.filter(({ end }) => end.getTime() <= at * 1000)
