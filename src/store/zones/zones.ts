// Delivery zones and their dated closures.
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'
import { type Selectable, sql } from 'kysely'
import type { Point } from '../../domain/orders/order.ts'
import type { Extent, StoredArea, ZoneHours } from '../../domain/zones/zone.ts'
import type { Database, Tx } from '../database.ts'
import type { Schema } from '../tables/all.ts'

/** A zone without its area. */
export interface Zone extends Extent {
  zoneId: string
  /** Changes with each change of the zone. */
  version: number
  name: string
  corners: number
  /** Starts with Monday. Null for a weekday without deliveries. */
  hours: (ZoneHours | null)[]
  /** Null: unlimited. */
  capacity: number | null
  /**
   * Days before the delivery. Null: no cutoff.
   * `cutoffTime`: time of that day.
   */
  cutoffDays: number | null
  cutoffTime: string | null
  active: boolean
}

/** Settings that users edit. */
export type ZoneSettings = Pick<Zone, 'name' | 'hours' | 'capacity' | 'cutoffDays' | 'cutoffTime' | 'active'>

const settingsColumns = (settings: ZoneSettings) => ({
  name: settings.name,
  hours: JSON.stringify(settings.hours),
  capacity: settings.capacity,
  cutoffDays: settings.cutoffDays,
  cutoffTime: settings.cutoffTime,
  active: settings.active,
})

const areaColumns = ({ geometry, corners, extent }: StoredArea) => ({
  geometry,
  corners,
  area: extent.area,
  west: extent.west,
  south: extent.south,
  east: extent.east,
  north: extent.north,
})

/** All columns except the area itself, which can be a thousand times as large. */
const COLUMNS = [
  'zoneId',
  'version',
  'name',
  'corners',
  'area',
  'west',
  'south',
  'east',
  'north',
  'hours',
  'capacity',
  'cutoffDays',
  'cutoffTime',
  'active',
] as const satisfies readonly (keyof Schema['zones'])[]

export async function insertZone(
  tx: Tx,
  { zoneId, area, ...settings }: ZoneSettings & { zoneId: string; area: StoredArea },
): Promise<void> {
  const columns = {
    businessId: tx.businessId,
    zoneId,
    ...settingsColumns(settings),
    ...areaColumns(area),
  }
  await tx.insertInto('zones').values(columns).execute()
}

/** Saves a zone. Returns false if it doesn't exist or its version has changed. */
export async function saveZone(
  tx: Tx,
  { zoneId, version }: { zoneId: string; version: number },
  { area, settings }: { area?: StoredArea; settings?: ZoneSettings },
): Promise<boolean> {
  const saved = await updateOwn(tx, 'zones', { zoneId, version })
    .set({ ...(settings && settingsColumns(settings)), ...(area && areaColumns(area)), version: version + 1 })
    .returning('zoneId')
    .executeTakeFirst()
  return saved !== undefined
}

/** Returns the zones that already have the given area. */
export async function zonesWithArea(
  tx: Tx,
  areas: readonly { zoneId: string; geometry: string }[],
): Promise<Set<string>> {
  if (areas.length === 0) return new Set()
  const { rows } = await sql<{ zoneId: string }>`
    select zone_uuid from zones
    join unnest(${areas.map(({ zoneId }) => zoneId)}::uuid[], ${areas.map(({ geometry }) => geometry)}::text[])
      as sent (sent_uuid, sent_geometry) on sent_uuid = zone_uuid
    where business_uuid = ${tx.businessId}::uuid and geometry = sent_geometry::jsonb`.execute(tx)
  return new Set(rows.map(({ zoneId }) => zoneId))
}

/** Delays all other changes of this business's zones until the transaction ends. */
export async function lockZones(tx: Tx): Promise<void> {
  await selectOwn(tx, 'businesses').select('businessId').forNoKeyUpdate().execute()
}

export async function zoneTotals(tx: Tx): Promise<{ zones: number; corners: number }> {
  const { zones, corners } = await selectOwn(tx, 'zones')
    .select(({ fn }) => [fn.countAll<string>().as('zones'), fn.sum<string | null>('corners').as('corners')])
    .executeTakeFirstOrThrow()
  return { zones: Number(zones), corners: Number(corners ?? 0) }
}

/** Returns the areas as text with their versions, keyed by zone ID. */
export async function geometriesOf(
  tx: Tx,
  zoneIds: readonly string[],
): Promise<Map<string, { version: number; geometry: string }>> {
  const rows = await selectOwn(tx, 'zones')
    .select(['zoneId', 'version', sql<string>`geometry::text`.as('text')])
    .where('zoneId', 'in', zoneIds)
    .execute()
  return new Map(rows.map(({ zoneId, version, text }) => [zoneId, { version, geometry: text }]))
}

/**
 * Returns up to `zones` zones with their areas after the zone `after`, sorted by name. Ends with the zone that reaches `corners` corners in total.
 */
export async function zonePage(
  tx: Tx,
  { after, zones, corners }: { after: { name: string; zoneId: string } | null; zones: number; corners: number },
): Promise<(Zone & { geometry: string })[]> {
  const { rows } = await sql<Selectable<Schema['zones']> & { text: string }>`
    with ahead as (
      select zone_uuid, sum(corners) over (order by name, zone_uuid) - corners as before
      from zones
      where business_uuid = ${tx.businessId}::uuid
        ${after ? sql`and (name, zone_uuid) > (${after.name}, ${after.zoneId}::uuid)` : sql``}
      order by name, zone_uuid
      limit ${zones})
    select ${sql.join(COLUMNS.map((column) => sql.ref(column)))}, geometry::text as text
    from ahead join zones using (zone_uuid)
    where business_uuid = ${tx.businessId}::uuid and before < ${corners}
    order by name, zone_uuid`.execute(tx)
  return rows.map(({ text, ...zone }) => ({ ...zone, geometry: text }))
}

/** Deletes a zone and its closures. Returns false if it doesn't exist or its version has changed. */
export async function deleteZone(tx: Tx, { zoneId, version }: { zoneId: string; version: number }): Promise<boolean> {
  const deleted = await deleteOwn(tx, 'zones', { zoneId, version }).returning('zoneId').executeTakeFirst()
  return deleted !== undefined
}

/** Returns all zones by name, including inactive ones. */
export async function readZones(tx: Tx): Promise<Zone[]> {
  const rows = await selectOwn(tx, 'zones').select(COLUMNS).orderBy('name').orderBy('zoneId').execute()
  return rows
}

/** Replaces the zone's closures from `from` on. */
export async function replaceClosures(
  tx: Tx,
  zoneId: string,
  from: string,
  closures: readonly { day: string; note: string }[],
): Promise<void> {
  await deleteOwn(tx, 'zoneClosures', { zoneId }).where('date', '>=', from).execute()
  const rows = closures
    .filter(({ day }) => day >= from)
    .map(({ day, note }) => ({ businessId: tx.businessId, zoneId, date: day, note }))
  if (rows.length > 0) await tx.insertInto('zoneClosures').values(rows).execute()
}

/** Closes the zone on the day. An existing closure gets the new note. */
export async function closeZone(
  tx: Tx,
  { zoneId, day, note }: { zoneId: string; day: string; note: string },
): Promise<void> {
  await insertOwn(tx, 'zoneClosures', { zoneId, date: day, note })
    .onConflict((conflict) => conflict.columns(['businessId', 'zoneId', 'date']).doUpdateSet({ note }))
    .execute()
  await updateOwn(tx, 'zones', { zoneId }).set({ version: sql`version + 1` }).execute()
}

/** Returns the business of a zone, for an operator who names only the zone. Null if the zone doesn't exist. */
export async function businessOfZone(db: Database, zoneId: string): Promise<string | null> {
  const [row] = await db.query<{ businessId: string }>('select business_uuid from zones where zone_uuid = $1', [zoneId])
  return row?.businessId ?? null
}

/** Returns whether the business has an active zone. Without one, it delivers everywhere. */
export async function hasZones(tx: Tx): Promise<boolean> {
  const row = await selectOwn(tx, 'zones', { active: true }).select('zoneId').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Returns the active zones, or the inactive ones, whose bounding box contains the point. */
export async function zonesWithBoxAround(tx: Tx, { lat, lng }: Point, active = true): Promise<Zone[]> {
  const rows = await selectOwn(tx, 'zones', { active })
    .select(COLUMNS)
    .where('west', '<=', lng)
    .where('east', '>=', lng)
    .where('south', '<=', lat)
    .where('north', '>=', lat)
    .execute()
  return rows
}

/**
 * Returns the notes of the zones' closed days from `first` to `last`, keyed by zone and day. `last` is inclusive. Null:
 * no end.
 */
export async function closuresOf(
  tx: Tx,
  zoneIds: readonly string[],
  first: string,
  last: string | null,
): Promise<Map<string, Map<string, string>>> {
  const closures = new Map<string, Map<string, string>>(zoneIds.map((zoneId) => [zoneId, new Map()]))
  if (zoneIds.length === 0) return closures
  const from = selectOwn(tx, 'zoneClosures')
    .select(['zoneId', 'date', 'note'])
    .where('zoneId', 'in', zoneIds)
    .where('date', '>=', first)
    .orderBy('date')
  const rows = await (last === null ? from : from.where('date', '<=', last)).execute()
  for (const { zoneId, date, note } of rows) closures.get(zoneId)?.set(date, note)
  return closures
}

/**
 * Returns the locations of the orders of each day from `first` to `last` that are not CANCELLED and lie in the box, as
 * alternating latitudes and longitudes. The database packs them, because one row per order would cost ten times as much
 * for the hundred thousand orders that a month can have. Counts orders of all depots, because a zone's capacity is
 * shared by the whole business.
 */
export async function pointsByDay(
  tx: Tx,
  first: string,
  last: string,
  box: { west: number; south: number; east: number; north: number },
): Promise<Map<string, Float64Array>> {
  if (tx.depots) {
    const { rows } = await sql<{ day: string; packed: Buffer }>`
      select day, packed from points_by_day(${first}, ${last}, ${box.west}, ${box.south}, ${box.east}, ${box.north})`.execute(
      tx,
    )
    return new Map(rows.map(({ day, packed }) => [day, unpacked(packed)]))
  }
  const { rows } = await sql<{ day: string; packed: Buffer }>`
    select delivery_date as day, string_agg(float8send(lat) || float8send(lng), '') as packed
    from orders
    where business_uuid = ${tx.businessId}::uuid and delivery_date between ${first}::date and ${last}::date
      and status <> 'CANCELLED' and lat between ${box.south} and ${box.north} and lng between ${box.west} and ${box.east}
    group by delivery_date`.execute(tx)
  return new Map(rows.map(({ day, packed }) => [day, unpacked(packed)]))
}

/** PostgreSQL sends doubles with the most significant byte first. Processors store them the other way round. */
const unpacked = (packed: Buffer): Float64Array => new Float64Array(new Uint8Array(packed.swap64()).buffer)
