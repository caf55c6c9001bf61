// Areas of zones, prepared for queries. Reads from the database only areas that are not in this process's cache.
import type { Tx } from '../../../store/database.ts'
import { geometriesOf, type Zone } from '../../../store/zones/zones.ts'
import type { Context } from '../../context.ts'
import type { PreparedArea } from '../../ports/areas.ts'

export type WithArea<Z> = Z & { prepared: PreparedArea }

/**
 * Adds the prepared area to each zone. Omits zones that have been deleted since they were read. Preparing a large area
 * takes a while the first time, so don't call this in a transaction if possible. If it must be in a transaction, pass
 * the transaction as `within`.
 */
export async function withAreas<Z extends Pick<Zone, 'zoneId' | 'version'>>(
  ctx: Pick<Context, 'areas' | 'businessId' | 'read'>,
  zones: readonly Z[],
  within?: Tx,
): Promise<WithArea<Z>[]> {
  const load = (zoneIds: string[]) => {
    const read = (tx: Tx) => geometriesOf(tx, zoneIds)
    return within ? read(within) : ctx.read(read)
  }
  const areas = await ctx.areas.prepared(zones, load)
  return zones.flatMap((zone) => {
    const prepared = areas.get(zone.zoneId)
    return prepared ? [{ ...zone, prepared }] : []
  })
}
