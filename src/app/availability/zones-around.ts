// The zones that hold a point, with the closures and orders of some days.
import type { Point } from '../../domain/order.ts'
import type { Tx } from '../../store/database.ts'
import { closuresOf, pointsByDay, type Zone, zonesBoxing } from '../../store/zones.ts'
import { type Box, countInside, isInside } from './area.ts'

export interface ZoneAround {
  zone: Zone
  closures: Map<string, string>
  /** Orders of each day, where a capacity makes them count. */
  taken: Map<string, number>
}

/** Smallest first; between equals the older. */
export async function zonesAround(
  tx: Tx,
  businessId: string,
  point: Point,
  days: readonly string[],
): Promise<ZoneAround[]> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const boxing = await zonesBoxing(tx, businessId, point)
  const zones = boxing.filter(({ geometry }) => isInside(geometry, point))
  if (zones.length === 0) return []
  const zoneIds = zones.map(({ zoneId }) => zoneId)
  const closures = await closuresOf(tx, businessId, zoneIds, first, last)
  const limited = zones.filter(({ capacity }) => capacity !== null)
  const load = limited.length > 0 ? await pointsByDay(tx, businessId, first, last, boxAround(limited)) : new Map()
  return zones
    .sort((a, b) => a.area - b.area || (a.zoneId < b.zoneId ? -1 : 1))
    .map((zone) => ({
      zone,
      closures: closures.get(zone.zoneId) ?? new Map<string, string>(),
      taken: zone.capacity === null ? new Map() : countsByDay(zone, load),
    }))
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
