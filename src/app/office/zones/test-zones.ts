// What a customer at a place would be offered, by the rules of availability itself, and what stands around it if nothing.
import type { ZoneTestOut } from '../../../contract/office/zones.ts'
import type { Point } from '../../../domain/order.ts'
import { readZones, zonesBoxing } from '../../../store/zones.ts'
import { isInside, metersToEdge } from '../../availability/area.ts'
import { availabilityAt } from '../../availability/get-availability.ts'
import { lookUp } from '../../availability/locate.ts'
import type { Context } from '../../context.ts'

const METERS_A_MILE = 1_609.344

export async function testZones(
  ctx: Context,
  { address, lat, lng }: { address: string | null; lat: number | null; lng: number | null },
): Promise<ZoneTestOut> {
  const found = lat === null || lng === null ? await lookUp(ctx, address ?? '') : null
  const point = found?.point ?? { lat: lat ?? 0, lng: lng ?? 0 }
  const availability = await availabilityAt(ctx, point, {})
  return {
    point,
    place: found && { ...found.point, label: found.label, precision: found.precision },
    availability,
    ...(await ctx.read(async (tx) => ({
      not_in_use: (
        await zonesBoxing(tx, ctx.businessId, point, false)
      )
        .filter(({ geometry }) => isInside(geometry, point))
        .map(({ name }) => name),
      nearest: availability.served ? null : nearestOf(await readZones(tx, ctx.businessId), point),
    }))),
  }
}

function nearestOf(
  zones: readonly { name: string; active: boolean; geometry: Parameters<typeof metersToEdge>[0] }[],
  point: Point,
): ZoneTestOut['nearest'] {
  const inUse = zones.filter(({ active }) => active)
  const away = inUse.map(({ name, geometry }) => ({ name, miles: metersToEdge(geometry, point) / METERS_A_MILE }))
  return away.sort((a, b) => a.miles - b.miles)[0] ?? null
}
