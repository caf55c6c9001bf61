// Returns the traffic factors of a business for the next day and a half, keyed by instant instead of hour of the day.
import type { Traffic } from '../../domain/forecast/rest-of-day.ts'
import { factorAt, type TrafficFactors } from '../../domain/planning/traffic.ts'
import type { Context } from '../context.ts'

/** Length of a slot with one factor. In every time zone, hours begin at a multiple of 15 minutes in UTC. */
const SLOT_SECONDS = 900
const SLOTS = 36 * 4

/** Returns the factors from the time `at`, which is in epoch seconds. */
export function trafficFrom(ctx: Context, factors: TrafficFactors, at: number): Traffic {
  const from = Math.floor(at / SLOT_SECONDS) * SLOT_SECONDS
  const slots = factors.every((factor) => factor === factors[0]) ? 1 : SLOTS
  return {
    from,
    slotSeconds: SLOT_SECONDS,
    factors: Array.from({ length: slots }, (_, slot) =>
      factorAt(factors, ctx.calendar.hourOf(new Date((from + slot * SLOT_SECONDS) * 1000))),
    ),
  }
}
