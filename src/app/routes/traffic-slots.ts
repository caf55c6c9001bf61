// Returns the traffic factors of a business during a route, keyed by instant instead of hour of the day.
import type { Traffic } from '../../domain/forecast/rest-of-day.ts'
import { factorAt, type TrafficFactors } from '../../domain/planning/traffic.ts'
import type { Route } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'

/** Length of a slot with one factor. In every time zone, hours begin at a multiple of 15 minutes in UTC. */
const SLOT_SECONDS = 900
const SLOTS = 36 * 4
/** Drivers are not expected to leave more than this before the planned start. */
const LEAD_MS = 3_600_000

/**
 * Returns the factors for a day and a half from the start of the route. If the route has not started, the factors begin
 * shortly before its planned start, but not before now.
 */
export function trafficOf(
  ctx: Context,
  factors: TrafficFactors,
  { startedAt, plannedStart }: Pick<Route, 'startedAt' | 'plannedStart'>,
): Traffic {
  const start = startedAt?.getTime() ?? Math.max(ctx.now.getTime(), (plannedStart?.getTime() ?? 0) - LEAD_MS)
  const from = Math.floor(start / 1000 / SLOT_SECONDS) * SLOT_SECONDS
  const slots = factors.every((factor) => factor === factors[0]) ? 1 : SLOTS
  return {
    from,
    slotSeconds: SLOT_SECONDS,
    factors: Array.from({ length: slots }, (_, slot) =>
      factorAt(factors, ctx.calendar.hourOf(new Date((from + slot * SLOT_SECONDS) * 1000))),
    ),
  }
}
