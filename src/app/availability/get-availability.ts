// GET /availability: the zones around a point and their days. Advisory: orders are never refused for it.
import { DEFAULT_DAYS, type getAvailability as endpoint } from '../../contract/availability.ts'
import { type Input, ok } from '../../contract/endpoint.ts'
import { dayToWire } from '../../contract/fields.ts'
import { type ZoneDay, zoneDay } from '../../domain/availability.ts'
import type { Point } from '../../domain/order.ts'
import { closuresOf, pointsByDay, type Zone, zonesBoxing } from '../../store/zones.ts'
import type { Context } from '../context.ts'
import { type Box, countInside, isInside } from './area.ts'
import { locate } from './locate.ts'

export async function getAvailability(ctx: Context, { query }: Input<typeof endpoint>) {
  const point = await locate(ctx, query)
  const { calendar, now } = ctx
  const today = calendar.dayOf(now)
  const from = query.from && query.from > today ? query.from : today
  const days = Array.from({ length: query.days ?? DEFAULT_DAYS }, (_, i) => calendar.addDays(from, i))
  const zones = await zonesAround(ctx, point, days)
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

interface ZoneAround {
  zone: Zone
  closures: Map<string, string>
  /** Orders of each day, where a capacity makes them count. */
  taken: Map<string, number>
}

/** Smallest first; between equals the older. */
async function zonesAround(ctx: Context, point: Point, days: readonly string[]): Promise<ZoneAround[]> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return ctx.read(async (tx) => {
    const boxing = await zonesBoxing(tx, ctx.businessId, point)
    const zones = boxing.filter(({ geometry }) => isInside(geometry, point))
    if (zones.length === 0) return []
    const zoneIds = zones.map(({ zoneId }) => zoneId)
    const closures = await closuresOf(tx, ctx.businessId, zoneIds, first, last)
    const limited = zones.filter(({ capacity }) => capacity !== null)
    const load = limited.length > 0 ? await pointsByDay(tx, ctx.businessId, first, last, boxAround(limited)) : new Map()
    return zones
      .sort((a, b) => a.area - b.area || (a.zoneId < b.zoneId ? -1 : 1))
      .map((zone) => ({
        zone,
        closures: closures.get(zone.zoneId) ?? new Map<string, string>(),
        taken: zone.capacity === null ? new Map() : countsByDay(zone, load),
      }))
  })
}

function countsByDay(zone: Zone, load: ReadonlyMap<string, Float64Array>): Map<string, number> {
  const count = countInside(zone.geometry, zone)
  return new Map([...load].map(([day, points]) => [day, count(points)]))
}

const boxAround = (boxes: readonly Box[]): Box => ({
  west: Math.min(...boxes.map(({ west }) => west)),
  south: Math.min(...boxes.map(({ south }) => south)),
  east: Math.max(...boxes.map(({ east }) => east)),
  north: Math.max(...boxes.map(({ north }) => north)),
})

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
