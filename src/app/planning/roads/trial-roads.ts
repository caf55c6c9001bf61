// Returns road tables for an availability check of a day. They are from road data on this machine if it is available
// and fast enough, otherwise estimates. Never requests data from a provider.
import { roadsName } from '../../../domain/planning/costing.ts'
import type { RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Context } from '../../context.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { estimatedTable, estimateMissing } from './distances.ts'
import { knownRoads } from './known-roads.ts'
import { differentVehicles, type TablesByVehicle } from './tables-by-vehicle.ts'

/**
 * Maximum wait for a table, because a customer in a checkout waits for the result. A table that takes longer is
 * completed in the background, for the next check.
 */
const MAX_MS = 2_000

type Legs = Pick<DistanceTable, 'durations' | 'distances' | 'hours'>

/** Returns a table for each different vehicle. If a table must be estimated, only its `wanted` legs are. */
export async function trialRoads(
  ctx: Context,
  day: string,
  vehicles: readonly RoadVehicle[],
  points: readonly Point[],
  wanted: (i: number, j: number) => boolean,
): Promise<TablesByVehicle<Legs>> {
  const soon = AbortSignal.timeout(MAX_MS)
  const tables = [...differentVehicles(vehicles)].map(async ([key, vehicle]) => {
    const roads = ctx.distances && roadsName(ctx.distances.name, vehicle.costing)
    const calibration = async () => roads && (await knownRoads(ctx).calibration(roads))
    const driven = await tableInTime(ctx, day, points, vehicle, soon)
    if (driven) await estimateMissing(points, driven, calibration)
    return [key, driven ?? (await estimatedTable(points, await calibration(), wanted))] as const
  })
  return new Map(await Promise.all(tables))
}

/** Returns the table from road data on this machine. Null if there is no such data, or if the table takes too long. */
async function tableInTime(
  { businessId, distances, log }: Context,
  day: string,
  points: readonly Point[],
  vehicle: RoadVehicle,
  signal: AbortSignal,
): Promise<Legs | null> {
  const own = distances?.own
  if (!own || points.length > own.maxGrowingPoints) return null
  try {
    return await own.growingTable(`${businessId} ${day}`, points, signal, vehicle)
  } catch (error) {
    log.warn({ err: error }, 'no road distances for an availability check; straight-line estimates are used')
    return null
  }
}
