// GET /availability: the zones around a point and their days. Advisory: orders are never refused for it.
import { DEFAULT_DAYS, type getAvailability as endpoint } from '../../contract/availability.ts'
import { type Input, ok } from '../../contract/endpoint.ts'
import { dayToWire } from '../../contract/fields.ts'
import { type ZoneDay, zoneDay } from '../../domain/availability.ts'
import type { Context } from '../context.ts'
import { locate } from './locate.ts'
import { zonesAround } from './zones-around.ts'

export async function getAvailability(ctx: Context, { query }: Input<typeof endpoint>) {
  const point = await locate(ctx, query)
  const { calendar, now } = ctx
  const today = calendar.dayOf(now)
  const from = query.from && query.from > today ? query.from : today
  const days = Array.from({ length: query.days ?? DEFAULT_DAYS }, (_, i) => calendar.addDays(from, i))
  const zones = await ctx.read((tx) => zonesAround(tx, ctx.businessId, point, days))
  return ok({
    served: zones.length > 0,
    time_zone: ctx.timeZone,
    from,
    days: days.length,
    zones: zones.map(({ zone, closures, taken }) => ({
      zone_uuid: zone.zoneId,
      name: zone.name,
      days: days.map((day) => dayToAnswer(zoneDay({ ...zone, closures }, day, taken.get(day) ?? 0, now, calendar))),
    })),
  })
}

function dayToAnswer(day: ZoneDay) {
  const date = dayToWire(day.day)
  if (!day.open) return { date, open: false as const, reasons: day.reasons }
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
