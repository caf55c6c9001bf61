// Reads and stores the road data that a business received from a provider.
import { bandsOf, calibrationOf } from '../../../domain/planning/calibration.ts'
import { roadsName } from '../../../domain/planning/costing.ts'
import { legsName, type RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { storePairs, knownTable } from '../../../store/roads/distance-pairs.ts'
import { addRoadBands, roadBands } from '../../../store/roads/road-bands.ts'
import type { Context, WriteTx } from '../../context.ts'
import type { KnownRoads } from './distances.ts'
import type { DistanceTable } from '../../ports/roads.ts'

/** Maximum age of a stored leg. An older leg is requested again, because roads change. */
const BELIEVED_FOR_MS = 30 * 24 * 3_600_000

export const knownRoads = (ctx: Pick<Context, 'businessId' | 'now' | 'read'>): KnownRoads => ({
  table: (source, points) => {
    const since = new Date(ctx.now.getTime() - BELIEVED_FOR_MS)
    return ctx.read((tx) => knownTable(tx, source, points, since))
  },
  calibration: async (source) => calibrationOf(await ctx.read((tx) => roadBands(tx, source))),
})

/**
 * Stores the table that a provider has just returned: its legs and a summary for estimates. If the road data is on this
 * machine, stores only the summary.
 */
export async function storeFetchedTable(
  ctx: Pick<Context, 'businessId' | 'distances' | 'now'>,
  tx: WriteTx,
  points: readonly Point[],
  table: DistanceTable,
  vehicle: RoadVehicle,
): Promise<void> {
  if (!table.asked) return
  if (!ctx.distances?.own) await storePairs(tx, legsName(table.source, vehicle), points, table, ctx.now)
  await addRoadBands(tx, roadsName(table.source, vehicle.costing), bandsOf(points, table))
}
