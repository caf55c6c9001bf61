// Adds, changes and removes zones for the office. Each change has the version of the zone that it is based on
// (optimistic lock).
import { text } from '../../texts/text.ts'
import { dayToWire } from '../../contract/fields.ts'
import type { ZoneBody, ZoneOut } from '../../contract/zones.ts'
import type { ActionOn } from '../../domain/audit.ts'
import type { Tx } from '../../store/database.ts'
import {
  closuresOf,
  deleteZone as deleteRow,
  insertZone,
  readZones,
  replaceClosures,
  saveZone,
  type Zone,
  zonePage,
  type ZoneSettings,
} from '../../store/zones/zones.ts'
import type { Context } from '../context.ts'
import { invalid, missing } from '../errors.ts'
import { changeWithAudit } from '../business/audited-change.ts'
import { versionConflictError } from '../version-conflict.ts'
import { withinBudget } from './budget.ts'

const SQUARE_METERS_A_SQUARE_MILE = 2_589_988.11

export const squareMiles = (squareMeters: number): number =>
  Math.round((squareMeters / SQUARE_METERS_A_SQUARE_MILE) * 100) / 100

/** Maximum zones and corners per response, so that neither the server nor the browser takes long. */
const PAGE = { zones: 100, corners: 20_000 }

/** A zone with its area as JSON text. Large areas are passed on without parsing. */
export type ListedZone = Omit<ZoneOut, 'geometry'> & { geometry: string }

export const listZones = (
  ctx: Context,
  { after_name, after_uuid }: { after_name?: string | undefined; after_uuid?: string | undefined },
): Promise<ListedZone[]> =>
  ctx.read(async (tx) => {
    if ((after_name === undefined) !== (after_uuid === undefined))
      throw invalid(after_name === undefined ? 'after_name' : 'after_uuid', 'is required with the other')
    const after = after_uuid === undefined ? null : { name: after_name ?? '', zoneId: after_uuid }
    const zones = await zonePage(tx, { after, ...PAGE })
    const ids = zones.map(({ zoneId }) => zoneId)
    const closures = await closuresOf(tx, ids, ctx.calendar.dayOf(ctx.now), null)
    return zones.map((zone) => zoneToWire(zone, closures.get(zone.zoneId) ?? new Map()))
  })

const zoneToWire = (zone: Zone & { geometry: string }, closures: ReadonlyMap<string, string>): ListedZone => ({
  zone_uuid: zone.zoneId,
  version: zone.version,
  name: zone.name,
  geometry: zone.geometry,
  corners: zone.corners,
  square_miles: squareMiles(zone.area),
  hours: zone.hours,
  capacity: zone.capacity,
  cutoff_days: zone.cutoffDays,
  cutoff_time: zone.cutoffTime,
  active: zone.active,
  closures: [...closures].map(([day, note]) => ({ date: dayToWire(day), note })),
})

const settingsFrom = (body: ZoneBody): ZoneSettings => ({
  name: body.name,
  hours: body.hours,
  capacity: body.capacity,
  cutoffDays: body.cutoff_days,
  // Without a number of days, the order cutoff doesn't apply, so its time isn't stored.
  cutoffTime: body.cutoff_days === null ? null : body.cutoff_time,
  active: body.active,
})

export async function createZone(ctx: Context, body: ZoneBody): Promise<{ zone_uuid: string }> {
  const zoneId = ctx.newId()
  return changeZone(ctx, zoneId, 'zone.created', async (tx) => {
    const zone = { zoneId, ...settingsFrom(body), area: body.geometry }
    await withinBudget(tx, 'geometry', () => insertZone(tx, zone))
    await close(ctx, tx, zoneId, body)
    return { zone_uuid: zoneId }
  })
}

export async function updateZone(
  ctx: Context,
  zoneId: string,
  { version, ...body }: ZoneBody & { version: number },
): Promise<void> {
  await changeZone(ctx, zoneId, 'zone.changed', async (tx) => {
    const change = { settings: settingsFrom(body), area: body.geometry }
    const saved = await withinBudget(tx, 'geometry', () => saveZone(tx, { zoneId, version }, change))
    if (!saved) throw await outdatedZoneError(tx, zoneId)
    await close(ctx, tx, zoneId, body)
  })
}

/**
 * Deletes a zone. Its orders stay unchanged. Customers in its area get no more offers unless they are also in another
 * zone.
 */
export async function deleteZone(ctx: Context, zoneId: string, version: number): Promise<void> {
  await changeZone(ctx, zoneId, 'zone.deleted', async (tx) => {
    if (!(await deleteRow(tx, { zoneId, version }))) throw await outdatedZoneError(tx, zoneId)
  })
}

const changeZone = <T>(
  ctx: Context,
  zoneId: string,
  action: ActionOn<'zone'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => changeWithAudit(ctx, ctx.businessId, { action, entity: 'zone', entityId: zoneId }, work)

const close = (ctx: Context, tx: Tx, zoneId: string, { closures }: ZoneBody): Promise<void> =>
  replaceClosures(
    tx,
    zoneId,
    ctx.calendar.dayOf(ctx.now),
    closures.map(({ date, note }) => ({ day: date, note })),
  )

async function outdatedZoneError(tx: Tx, zoneId: string) {
  const there = (await readZones(tx)).some((zone) => zone.zoneId === zoneId)
  return there ? versionConflictError(tx, zoneId, text('this zone')) : missing('zone with that uuid')
}
