// Shows which offers a customer at a location gets, by the same rules as GET /availability. If there are none, shows
// the nearest zone.
import type { ZoneTestOut } from '../../contract/office/zones.ts'
import type { Point } from '../../domain/orders/order.ts'
import { metersToBox } from '../../domain/zones/zone.ts'
import { readZones, zonesWithBoxAround } from '../../store/zones/zones.ts'
import { withAreas } from './availability/areas-of.ts'
import { availabilityAt } from './availability/get-availability.ts'
import { geocodeOrThrow } from './availability/resolve-point.ts'
import type { Context } from '../context.ts'

const METERS_A_MILE = 1_609.344

export async function testZones(
  ctx: Context,
  { address, lat, lng }: { address: string | null; lat: number | null; lng: number | null },
): Promise<ZoneTestOut> {
  const found = lat === null || lng === null ? await geocodeOrThrow(ctx, address ?? '') : null
  const point = found?.point ?? { lat: lat ?? 0, lng: lng ?? 0 }
  const availability = await availabilityAt(ctx, point, {})
  const unused = await withAreas(ctx, await ctx.read((tx) => zonesWithBoxAround(tx, point, false)))
  return {
    point,
    place: found && { ...found.point, label: found.label, precision: found.precision },
    availability,
    not_in_use: unused.filter(({ prepared }) => prepared.holds(point)).map(({ name }) => name),
    nearest: availability.served ? null : await nearestZone(ctx, point),
  }
}

/**
 * Returns the nearest zone. Begins with the zone whose bounding box is nearest, so that only few areas must be
 * prepared.
 */
async function nearestZone(ctx: Context, point: Point): Promise<ZoneTestOut['nearest']> {
  const inUse = (await ctx.read((tx) => readZones(tx))).filter(({ active }) => active)
  const byBox = inUse.map((zone) => ({ zone, atLeast: metersToBox(zone, point) }))
  let nearest: { name: string; meters: number } | null = null
  for (const { zone, atLeast } of byBox.sort((a, b) => a.atLeast - b.atLeast)) {
    if (nearest && atLeast > nearest.meters) break
    for (const { name, prepared } of await withAreas(ctx, [zone])) {
      const meters = prepared.metersToEdge(point)
      if (!nearest || meters < nearest.meters) nearest = { name, meters }
    }
  }
  return nearest && { name: nearest.name, miles: nearest.meters / METERS_A_MILE }
}
