// Zones as the office sets them up: added, changed and removed, each change on the version it was made on.
import { dayToWire } from '../../../contract/fields.ts'
import type { ZoneBody, ZoneOut } from '../../../contract/office/zones.ts'
import { extentOf } from '../../../domain/zone.ts'
import type { Tx } from '../../../store/database.ts'
import {
  closuresOf,
  deleteZone as deleteRow,
  insertZone,
  type KeptZone,
  readZones,
  replaceClosures,
  saveZone,
} from '../../../store/zones.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { asOperator } from '../../setup/as-operator.ts'
import { changedMeanwhile } from '../changed-meanwhile.ts'

const SQUARE_METERS_A_SQUARE_MILE = 2_589_988.11

export const squareMiles = (squareMeters: number): number =>
  Math.round((squareMeters / SQUARE_METERS_A_SQUARE_MILE) * 100) / 100

export const listZones = (ctx: Context): Promise<ZoneOut[]> =>
  ctx.read(async (tx) => {
    const zones = await readZones(tx, ctx.businessId)
    const ids = zones.map(({ zoneId }) => zoneId)
    const closures = await closuresOf(tx, ctx.businessId, ids, ctx.calendar.dayOf(ctx.now), null)
    return zones.map((zone) => zoneToWire(zone, closures.get(zone.zoneId) ?? new Map()))
  })

const zoneToWire = (zone: KeptZone, closures: ReadonlyMap<string, string>): ZoneOut => ({
  zone_uuid: zone.zoneId,
  version: zone.version,
  name: zone.name,
  geometry: zone.geometry,
  square_miles: squareMiles(zone.area),
  hours: zone.hours,
  capacity: zone.capacity,
  cutoff_days: zone.cutoffDays,
  cutoff_time: zone.cutoffTime,
  active: zone.active,
  closures: [...closures].map(([day, note]) => ({ date: dayToWire(day), note })),
})

const zoneFrom = (zoneId: string, version: number, body: ZoneBody): KeptZone => ({
  zoneId,
  version,
  name: body.name,
  geometry: body.geometry,
  ...extentOf(body.geometry),
  hours: body.hours,
  capacity: body.capacity,
  cutoffDays: body.cutoff_days,
  // A time alone is no cutoff.
  cutoffTime: body.cutoff_days === null ? null : body.cutoff_time,
  active: body.active,
})

export async function createZone(ctx: Context, body: ZoneBody): Promise<{ zone_uuid: string }> {
  const zone = zoneFrom(ctx.newId(), 1, body)
  await changing(ctx, zone.zoneId, 'zone.created', async (tx) => {
    await insertZone(tx, ctx.businessId, zone)
    await close(ctx, tx, zone.zoneId, body)
  })
  return { zone_uuid: zone.zoneId }
}

export async function updateZone(
  ctx: Context,
  zoneId: string,
  { version, ...body }: ZoneBody & { version: number },
): Promise<void> {
  await changing(ctx, zoneId, 'zone.changed', async (tx) => {
    if (!(await saveZone(tx, ctx.businessId, zoneFrom(zoneId, version, body)))) throw await outdated(ctx, tx, zoneId)
    await close(ctx, tx, zoneId, body)
  })
}

/** Orders of the zone stay as they are; its customers are offered nothing more unless another zone holds them. */
export async function deleteZone(ctx: Context, zoneId: string, version: number): Promise<void> {
  await changing(ctx, zoneId, 'zone.deleted', async (tx) => {
    if (!(await deleteRow(tx, ctx.businessId, { zoneId, version }))) throw await outdated(ctx, tx, zoneId)
  })
}

const changing = (ctx: Context, zoneId: string, action: string, work: (tx: Tx) => Promise<void>): Promise<void> =>
  asOperator(ctx, ctx.businessId, { action, entity: 'zone', entityId: zoneId }, work)

const close = (ctx: Context, tx: Tx, zoneId: string, { closures }: ZoneBody): Promise<void> =>
  replaceClosures(
    tx,
    ctx.businessId,
    zoneId,
    ctx.calendar.dayOf(ctx.now),
    closures.map(({ date, note }) => ({ day: date, note })),
  )

async function outdated(ctx: Context, tx: Tx, zoneId: string) {
  const there = (await readZones(tx, ctx.businessId)).some((zone) => zone.zoneId === zoneId)
  return there ? changedMeanwhile(tx, ctx.businessId, zoneId, 'this zone') : missing('zone with that uuid')
}
