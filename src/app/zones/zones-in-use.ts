// Returns all active zones of a business, for checks of many locations.
import type { Point } from '../../domain/orders/order.ts'
import { readZones, type Zone } from '../../store/zones/zones.ts'
import { type WithArea, withAreas } from './availability/areas-of.ts'
import type { Context } from '../context.ts'

/** Returns the zones, smallest first, and older zones first among equal sizes. */
export async function zonesInUse(ctx: Context): Promise<WithArea<Zone>[]> {
  const zones = (await ctx.read((tx) => readZones(tx))).filter(({ active }) => active)
  return withAreas(
    ctx,
    zones.sort((a, b) => a.area - b.area || (a.zoneId < b.zoneId ? -1 : 1)),
  )
}

/**
 * Returns whether the zone contains the location. First compares the bounding box, which is fast for distant locations.
 */
export const liesIn = ({ lat, lng }: Point, { west, south, east, north, prepared }: WithArea<Zone>): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north && prepared.holds({ lat, lng })
