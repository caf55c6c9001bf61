// The areas of zones, ready to be asked; read from the database only when this process has not had them lately.
import type { Tx } from '../../../store/database.ts'
import { geometriesOf, type Zone } from '../../../store/zones/zones.ts'
import type { Context } from '../../context.ts'
import type { PreparedArea } from '../../ports/areas.ts'

export type WithArea<Z> = Z & { prepared: PreparedArea }

/**
 * In the order of the zones, without those that were deleted meanwhile. Large areas take a while the first time, so a
 * transaction better ends before; `within` is for one that can't.
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
