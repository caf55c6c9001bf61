// Delivery zones and their dated closures.
import type { Extent, ZoneGeometry, ZoneHours } from '../domain/zone.ts'
import type { Database, Tx } from './database.ts'

export interface Zone extends Extent {
  zoneId: string
  name: string
  geometry: ZoneGeometry
  /** Monday first; null on a weekday without deliveries. */
  hours: (ZoneHours | null)[]
  /** Null: unlimited. */
  capacity: number | null
  /** Days before the delivery, and the time of that day; null: no cutoff. */
  cutoffDays: number | null
  cutoffTime: string | null
}

export async function insertZone(tx: Tx, businessId: string, zone: Zone): Promise<void> {
  await tx
    .insertInto('zones')
    .values({
      business_uuid: businessId,
      zone_uuid: zone.zoneId,
      name: zone.name,
      geometry: JSON.stringify(zone.geometry),
      area: zone.area,
      west: zone.west,
      south: zone.south,
      east: zone.east,
      north: zone.north,
      hours: JSON.stringify(zone.hours),
      capacity: zone.capacity,
      cutoff_days: zone.cutoffDays,
      cutoff_time: zone.cutoffTime,
    })
    .execute()
}

/** Closes the zone on that day; a closure that is there gets the new note. */
export async function closeZone(
  tx: Tx,
  businessId: string,
  { zoneId, day, note }: { zoneId: string; day: string; note: string },
): Promise<void> {
  await tx
    .insertInto('zone_closures')
    .values({ business_uuid: businessId, zone_uuid: zoneId, date: day, note })
    .onConflict((conflict) => conflict.columns(['business_uuid', 'zone_uuid', 'date']).doUpdateSet({ note }))
    .execute()
}

/** The business of a zone, for an operator who names the zone alone. */
export async function businessOfZone(db: Database, zoneId: string): Promise<string | null> {
  const [row] = await db.query<{ business_uuid: string }>('select business_uuid from zones where zone_uuid = $1', [
    zoneId,
  ])
  return row?.business_uuid ?? null
}
