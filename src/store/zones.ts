// Delivery zones and their dated closures.
import { type Selectable, sql } from 'kysely'
import type { Point } from '../domain/order.ts'
import type { Extent, ZoneGeometry, ZoneHours } from '../domain/zone.ts'
import type { Database, Tx } from './database.ts'
import type { Schema } from './schema.ts'

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

/** A zone as it is set up. */
export interface KeptZone extends Zone {
  active: boolean
  /** Another one after each change. */
  version: number
}

const columnsOf = (zone: Zone & { active: boolean }) => ({
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
  active: zone.active,
})

const zoneOf = (row: Selectable<Schema['zones']>): KeptZone => ({
  zoneId: row.zone_uuid,
  name: row.name,
  geometry: row.geometry,
  area: row.area,
  west: row.west,
  south: row.south,
  east: row.east,
  north: row.north,
  hours: row.hours,
  capacity: row.capacity,
  cutoffDays: row.cutoff_days,
  cutoffTime: row.cutoff_time,
  active: row.active,
  version: row.version,
})

export async function insertZone(tx: Tx, businessId: string, zone: Zone & { active: boolean }): Promise<void> {
  const columns = { business_uuid: businessId, zone_uuid: zone.zoneId, ...columnsOf(zone) }
  await tx.insertInto('zones').values(columns).execute()
}

/** False when the zone is gone, or no longer of that version. */
export async function saveZone(tx: Tx, businessId: string, zone: KeptZone): Promise<boolean> {
  const saved = await tx
    .updateTable('zones')
    .set({ ...columnsOf(zone), version: zone.version + 1 })
    .where('business_uuid', '=', businessId)
    .where('zone_uuid', '=', zone.zoneId)
    .where('version', '=', zone.version)
    .returning('zone_uuid')
    .executeTakeFirst()
  return saved !== undefined
}

/** Its closures go with it. False when it is gone, or no longer of that version. */
export async function deleteZone(
  tx: Tx,
  businessId: string,
  { zoneId, version }: { zoneId: string; version: number },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('zones')
    .where('business_uuid', '=', businessId)
    .where('zone_uuid', '=', zoneId)
    .where('version', '=', version)
    .returning('zone_uuid')
    .executeTakeFirst()
  return deleted !== undefined
}

/** By name, those not in use included. */
export async function readZones(tx: Tx, businessId: string): Promise<KeptZone[]> {
  const rows = await tx
    .selectFrom('zones')
    .selectAll()
    .where('business_uuid', '=', businessId)
    .orderBy('name')
    .orderBy('zone_uuid')
    .execute()
  return rows.map(zoneOf)
}

/** The zone's closures from that day on become these. */
export async function replaceClosures(
  tx: Tx,
  businessId: string,
  zoneId: string,
  from: string,
  closures: readonly { day: string; note: string }[],
): Promise<void> {
  await tx
    .deleteFrom('zone_closures')
    .where('business_uuid', '=', businessId)
    .where('zone_uuid', '=', zoneId)
    .where('date', '>=', from)
    .execute()
  const rows = closures
    .filter(({ day }) => day >= from)
    .map(({ day, note }) => ({ business_uuid: businessId, zone_uuid: zoneId, date: day, note }))
  if (rows.length > 0) await tx.insertInto('zone_closures').values(rows).execute()
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
  await tx
    .updateTable('zones')
    .set({ version: sql`version + 1` })
    .where('business_uuid', '=', businessId)
    .where('zone_uuid', '=', zoneId)
    .execute()
}

/** The business of a zone, for an operator who names the zone alone. */
export async function businessOfZone(db: Database, zoneId: string): Promise<string | null> {
  const [row] = await db.query<{ business_uuid: string }>('select business_uuid from zones where zone_uuid = $1', [
    zoneId,
  ])
  return row?.business_uuid ?? null
}

/** Whether the business has drawn any zone; without one it delivers everywhere. */
export async function hasZones(tx: Tx, businessId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('zones')
    .select('zone_uuid')
    .where('business_uuid', '=', businessId)
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The zones, in use or not, of which the box around holds the point. */
export async function zonesBoxing(tx: Tx, businessId: string, { lat, lng }: Point, active = true): Promise<KeptZone[]> {
  const rows = await tx
    .selectFrom('zones')
    .selectAll()
    .where('business_uuid', '=', businessId)
    .where('active', '=', active)
    .where('west', '<=', lng)
    .where('east', '>=', lng)
    .where('south', '<=', lat)
    .where('north', '>=', lat)
    .execute()
  return rows.map(zoneOf)
}

/** Notes of the zones' closed days from `first` to `last` (null: however late), by zone and day. */
export async function closuresOf(
  tx: Tx,
  businessId: string,
  zoneIds: readonly string[],
  first: string,
  last: string | null,
): Promise<Map<string, Map<string, string>>> {
  const closures = new Map<string, Map<string, string>>(zoneIds.map((zoneId) => [zoneId, new Map()]))
  if (zoneIds.length === 0) return closures
  const from = tx
    .selectFrom('zone_closures')
    .select(['zone_uuid', 'date', 'note'])
    .where('business_uuid', '=', businessId)
    .where('zone_uuid', 'in', zoneIds)
    .where('date', '>=', first)
    .orderBy('date')
  const rows = await (last === null ? from : from.where('date', '<=', last)).execute()
  for (const { zone_uuid, date, note } of rows) closures.get(zone_uuid)?.set(date, note)
  return closures
}

/**
 * Where the orders of each day from `first` to `last` go that are not CANCELLED and lie in the box: latitude,
 * longitude, latitude and so on. Packed by the database: a row an order would cost ten times as much at the
 * hundred thousand that a month can hold.
 */
export async function pointsByDay(
  tx: Tx,
  businessId: string,
  first: string,
  last: string,
  box: { west: number; south: number; east: number; north: number },
): Promise<Map<string, Float64Array>> {
  const { rows } = await sql<{ day: string; packed: Buffer }>`
    select delivery_date as day, string_agg(float8send(lat) || float8send(lng), '') as packed
    from orders
    where business_uuid = ${businessId}::uuid and delivery_date between ${first}::date and ${last}::date
      and status <> 'CANCELLED' and lat between ${box.south} and ${box.north} and lng between ${box.west} and ${box.east}
    group by delivery_date`.execute(tx)
  return new Map(rows.map(({ day, packed }) => [day, unpacked(packed)]))
}

/** PostgreSQL sends doubles with the most significant byte first, processors keep them the other way round. */
const unpacked = (packed: Buffer): Float64Array => new Float64Array(new Uint8Array(packed.swap64()).buffer)
