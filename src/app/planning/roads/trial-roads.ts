// The roads that a question about a day is judged on: roads of our own where they answer soon, else estimates. No
// provider is asked for it.
import { type Costing, roadsName } from '../../../domain/planning/costing.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Context } from '../../context.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { estimatedTable, estimateMissing } from './distances.ts'
import { knownRoads } from './known-roads.ts'
import type { TablesByKind } from './tables-by-kind.ts'

/** A till waits for it. What takes longer is ready for the next question. */
const MOST_MS = 2_000

type Legs = Pick<DistanceTable, 'durations' | 'distances'>

/** A table for each kind of vehicle; only legs that are `wanted` are estimated. */
export async function trialRoads(
  ctx: Context,
  day: string,
  costings: readonly Costing[],
  points: readonly Point[],
  wanted: (i: number, j: number) => boolean,
): Promise<TablesByKind<Legs>> {
  const soon = AbortSignal.timeout(MOST_MS)
  const tables = costings.map(async (costing) => {
    const roads = ctx.distances && roadsName(ctx.distances.name, costing)
    const calibration = async () => roads && (await knownRoads(ctx).calibration(roads))
    const driven = await drivenTable(ctx, day, points, costing, soon)
    if (driven) await estimateMissing(points, driven, calibration)
    return [costing, driven ?? (await estimatedTable(points, await calibration(), wanted))] as const
  })
  return new Map(await Promise.all(tables))
}

/** Null where there are no roads of our own, or not soon enough. */
async function drivenTable(
  { businessId, distances, log }: Context,
  day: string,
  points: readonly Point[],
  costing: Costing,
  signal: AbortSignal,
): Promise<Legs | null> {
  const own = distances?.own
  if (!own || points.length > own.mostGrowing) return null
  try {
    return await own.growingTable(`${businessId} ${day}`, points, signal, costing)
  } catch (error) {
    log.warn({ err: error }, 'no road distances for an availability check; straight-line estimates are used')
    return null
  }
}
