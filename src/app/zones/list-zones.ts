// Returns pages of zones with their areas, sorted by name. A page has fewer zones if their areas are large.
import type { ZoneOut } from '../../contract/zones.ts'
import type { Context } from '../context.ts'
import { type Page, readCursor, writeCursor } from '../cursor.ts'
import { listZones as partOf } from './manage-zones.ts'

const LIST = 'zones'

type Cursor = Parameters<typeof partOf>[1]

export async function listZones(ctx: Context, cursor: string | undefined): Promise<Page<ZoneOut>> {
  const listed = await partOf(ctx, cursor === undefined ? {} : (readCursor(ctx, LIST, cursor) as Cursor))
  const zones = listed.map((zone) => ({ ...zone, geometry: JSON.parse(zone.geometry) as ZoneOut['geometry'] }))
  const last = zones.at(-1)
  const after = last && { after_name: last.name, after_uuid: last.zone_uuid }
  const more = after ? (await partOf(ctx, after)).length > 0 : false
  return { items: zones, nextCursor: after && more ? writeCursor(ctx, LIST, after) : null }
}
