// Finds the zones that contain a location, with their closures and with the orders of these days.
import type { Extent } from '../../domain/zones/zone.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { Tx } from '../../store/database.ts'
import { closuresOf, pointsByDay, type Zone, zonesWithBoxAround } from '../../store/zones/zones.ts'
import type { Context } from '../context.ts'
import { type WithArea, withAreas } from './availability/areas-of.ts'

export interface ZoneAround {
  zone: WithArea<Zone>
  closures: Map<string, string>
  /**
   * Locations of orders near the zone, keyed by day. Empty if the zone has no limit of orders per day, because nothing
   * must be counted.
   */
  near: ReadonlyMap<string, Float64Array>
}

/**
 * Returns the zones, smallest first, and older zones first among equal sizes. Uses the transaction `within` if it is
 * set, otherwise its own transactions.
 */
export async function zonesAround(
  ctx: Context,
  point: Point,
  days: readonly string[],
  within?: Tx,
): Promise<ZoneAround[]> {
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => (within ? work(within) : ctx.read(work))
  const boxing = await read((tx) => zonesWithBoxAround(tx, point))
  const zones = (await withAreas(ctx, boxing, within))
    .filter(({ prepared }) => prepared.holds(point))
    .sort((a, b) => a.area - b.area || (a.zoneId < b.zoneId ? -1 : 1))
  if (zones.length === 0) return []
  const { closures, near } = await read((tx) => daysOf(tx, zones, days))
  return zones.map((zone) => ({
    zone,
    closures: closures.get(zone.zoneId) ?? new Map<string, string>(),
    near: zone.capacity === null ? new Map() : near,
  }))
}

async function daysOf(tx: Tx, zones: readonly Zone[], days: readonly string[]) {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const zoneIds = zones.map(({ zoneId }) => zoneId)
  const closures = await closuresOf(tx, zoneIds, first, last)
  const limited = zones.filter(({ capacity }) => capacity !== null)
  const near =
    limited.length > 0 ? await pointsByDay(tx, first, last, boxAround(limited)) : new Map<string, Float64Array>()
  return { closures, near }
}

/** Returns the number of the zone's orders on each day. Empty if the zone has no limit of orders per day. */
export async function ordersPerDay({ zone, near }: ZoneAround): Promise<Map<string, number>> {
  const taken = new Map<string, number>()
  for (const [day, points] of near) taken.set(day, await zone.prepared.count(points))
  return taken
}

const boxAround = (boxes: readonly Extent[]): Omit<Extent, 'area'> => ({
  west: Math.min(...boxes.map(({ west }) => west)),
  south: Math.min(...boxes.map(({ south }) => south)),
  east: Math.max(...boxes.map(({ east }) => east)),
  north: Math.max(...boxes.map(({ north }) => north)),
})
