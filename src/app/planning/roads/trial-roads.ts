// Roads for an availability check of a day: our own road data if it is fast enough, otherwise estimates. Never requests
// data from a provider.
import { type Costing, roadsName } from '../../../domain/planning/costing.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Context } from '../../context.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { estimatedTable, estimateMissing } from './distances.ts'
import { knownRoads } from './known-roads.ts'
import type { TablesByKind } from './tables-by-kind.ts'

/** A checkout waits for the result. A table that takes longer is ready for the next check. */
const MAX_MS = 2_000

type Legs = Pick<DistanceTable, 'durations' | 'distances'>

/** Returns a table for each kind of vehicle. Estimates only the `wanted` legs. */
export async function trialRoads(
  ctx: Context,
  day: string,
  costings: readonly Costing[],
  points: readonly Point[],
  wanted: (i: number, j: number) => boolean,
): Promise<TablesByKind<Legs>> {
  const soon = AbortSignal.timeout(MAX_MS)
  const tables = costings.map(async (costing) => {
    const roads = ctx.distances && roadsName(ctx.distances.name, costing)
    const calibration = async () => roads && (await knownRoads(ctx).calibration(roads))
    const driven = await tableInTime(ctx, day, points, costing, soon)
    if (driven) await estimateMissing(points, driven, calibration)
    return [costing, driven ?? (await estimatedTable(points, await calibration(), wanted))] as const
  })
  return new Map(await Promise.all(tables))
}

/** Returns null if there is no road data of our own, or if it takes too long. */
async function tableInTime(
  { businessId, distances, log }: Context,
  day: string,
  points: readonly Point[],
  costing: Costing,
  signal: AbortSignal,
): Promise<Legs | null> {
  const own = distances?.own
  if (!own || points.length > own.maxGrowingPoints) return null
  try {
    return await own.growingTable(`${businessId} ${day}`, points, signal, costing)
  } catch (error) {
    log.warn({ err: error }, 'no road distances for an availability check; straight-line estimates are used')
    return null
  }
}
