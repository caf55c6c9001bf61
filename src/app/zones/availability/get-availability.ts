// GET /availability: the zones around a location and their days. The result is advisory, and no order is refused
// because of it.
import { inWords } from '../../in-words.ts'
import { type AvailabilityOut, type AvailabilityQuery, DEFAULT_DAYS } from '../../../contract/availability.ts'
import { dayToWire } from '../../../contract/fields.ts'
import { nextTurn } from '../../../domain/next-turn.ts'
import { type ZoneDay, zoneDay } from '../../../domain/zones/availability.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Context } from '../../context.ts'
import { feasibleOn } from './feasible-on.ts'
import { locate } from './resolve-point.ts'
import { ordersPerDay, zonesAround } from '../zones-around.ts'

export const getAvailability = async (ctx: Context, query: AvailabilityQuery): Promise<AvailabilityOut> =>
  availabilityAt(ctx, await locate(ctx, query), query)

/** Like `getAvailability`, but for a given location. */
export async function availabilityAt(ctx: Context, point: Point, query: AvailabilityQuery): Promise<AvailabilityOut> {
  const { calendar, now } = ctx
  const today = calendar.dayOf(now)
  const from = query.from && query.from > today ? query.from : today
  const days = Array.from({ length: query.days ?? DEFAULT_DAYS }, (_, i) => calendar.addDays(from, i))
  const zones = await zonesAround(ctx, point, days)
  const answered = []
  for (const around of zones) {
    // Let other requests run in between, because hundreds of zones may contain the location.
    await nextTurn()
    const { zone, closures } = around
    const taken = await ordersPerDay(around)
    const judged = days.map((day) => zoneDay({ ...zone, closures }, day, taken.get(day) ?? 0, now, calendar))
    const answers = []
    for (const day of judged) answers.push({ ...dayToAnswer(ctx, day), ...(await feasibility(ctx, point, query, day)) })
    answered.push({ zone_uuid: zone.zoneId, name: zone.name, days: answers })
  }
  return { served: zones.length > 0, time_zone: ctx.timeZone, from, days: days.length, zones: answered }
}

/**
 * Returns whether a delivery fits on the day. Empty if the day is closed, or if the request has no properties of a
 * delivery.
 */
async function feasibility(ctx: Context, point: Point, { weight, temperature_class }: AvailabilityQuery, day: ZoneDay) {
  if (!day.open || (weight === undefined && temperature_class === undefined)) return {}
  const [answer] = await feasibleOn(ctx, day.day, [
    {
      point,
      loadWeightLbs: weight ?? null,
      temperatureClass: temperature_class ?? 'DRY',
      windowStart: day.hours.start,
      windowEnd: day.hours.end,
      serviceMinutes: null,
      rules: null,
    },
  ])
  const [reason] = answer?.fits === false ? inWords(ctx, [answer.reason]) : []
  return { feasible: answer?.fits ?? null, ...(reason && { infeasible_reason: reason }) }
}

function dayToAnswer(ctx: Context, day: ZoneDay) {
  const date = dayToWire(day.day)
  if (!day.open) return { date, open: false as const, reasons: inWords(ctx, day.reasons) }
  return {
    date,
    open: true as const,
    window_start: day.hours.start,
    window_end: day.hours.end,
    capacity: day.capacity,
    capacity_remaining: day.remaining,
    cutoff_at: day.cutoffAt && day.cutoffAt.toISOString(),
  }
}
