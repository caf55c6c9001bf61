// Returns distances between points: from the provider's roads if they are available, otherwise straight-line estimates,
// which are marked as estimates (docs/spec/optimize.md#distances).
import { MAX_TABLE_POINTS } from '../../../contract/limits.ts'
import { nextTurn } from '../../../domain/next-turn.ts'
import { type Calibration, calibratedLeg } from '../../../domain/planning/calibration.ts'
import { type RoadsName, roadsName } from '../../../domain/planning/costing.ts'
import { type LegsName, legsName, type RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import { type EstimateReason, STRAIGHT_LINE } from '../../../domain/planning/distance-source.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Context } from '../../context.ts'
import type { DistanceTable, RoadDistances } from '../../ports/roads.ts'
import { allocateLegs, inSharedMemoryIfLarge } from './large-tables.ts'

/** Maximum wait for the provider's complete response. */
const PROVIDER_BUDGET_MS = 8_000
/** Maximum wait for a table from road data on this machine. Tables of thousands of locations take seconds. */
const OWN_BUDGET_MS = 30_000
/** Number of estimated legs after which other requests get a turn. Estimating them takes about 5 ms. */
const LEGS_PER_TURN = 20_000

/** Road data that was received earlier and is stored. */
export interface KnownRoads {
  /** Returns the provider's table from stored legs. Null unless every leg was requested recently. */
  table(source: LegsName, points: readonly Point[]): Promise<Pick<DistanceTable, 'durations' | 'distances'> | null>
  calibration(source: RoadsName): Promise<Calibration | null>
}

export type RoadsContext = Pick<Context, 'distances' | 'log'> & { knownRoads?: KnownRoads }

/**
 * Returns the table among the points, in seconds and meters. If the provider fails, returns estimates instead of
 * throwing.
 */
export async function distanceTable(
  ctx: RoadsContext,
  points: readonly Point[],
  vehicle: RoadVehicle = { costing: 'CAR' },
): Promise<DistanceTable> {
  const { distances, log, knownRoads } = ctx
  if (!distances) return estimatedDistanceTable(points, null, 'NO_PROVIDER')
  const { name } = distances
  const calibration = async () => (await knownRoads?.calibration(roadsName(name, vehicle.costing))) ?? null
  const estimated = async (reason: EstimateReason) => estimatedDistanceTable(points, await calibration(), reason)
  if (points.length > (distances.own?.maxPoints ?? MAX_TABLE_POINTS)) return estimated('TABLE_TOO_LARGE')
  const known = distances.own ? null : await knownRoads?.table(legsName(name, vehicle), points)
  if (known) return { ...known, source: name, estimated: false, estimateReason: null, asked: false }
  try {
    const table = await distances.table(
      points,
      AbortSignal.timeout(distances.own ? OWN_BUDGET_MS : PROVIDER_BUDGET_MS),
      vehicle,
    )
    const estimatedLegs = distances.own ? await estimateMissing(points, table, calibration) : null
    const whole = { ...validatedTable(table, points.length), ...(estimatedLegs && { estimatedLegs }) }
    return { ...whole, source: name, estimated: false, estimateReason: null, asked: true }
  } catch (error) {
    log.warn({ err: error, provider: name }, 'no road distances; straight-line estimates are used')
    return estimated('PROVIDER_DOWN')
  }
}

const estimatedDistanceTable = async (
  points: readonly Point[],
  calibration: Calibration | null,
  estimateReason: EstimateReason,
): Promise<DistanceTable> => ({
  ...(await estimatedTable(points, calibration)),
  source: STRAIGHT_LINE,
  estimated: true,
  estimateReason,
  asked: false,
})

/**
 * Estimates the table among the points from straight-line distances, in seconds and meters. Legs that are not `wanted`
 * are not estimated and count as unreachable.
 */
export async function estimatedTable(
  points: readonly Point[],
  calibration: Calibration | null,
  wanted: (i: number, j: number) => boolean = () => true,
): Promise<Table> {
  const side = points.length
  const durations = allocateLegs(side).fill(Infinity)
  const distances = allocateLegs(side).fill(Infinity)
  let legs = 0
  for (const [i, from] of points.entries()) {
    durations[i * side + i] = distances[i * side + i] = 0
    for (let j = i + 1; j < side; j++) {
      if (!wanted(i, j)) continue
      const { seconds, meters } = calibratedLeg(calibration, from, points[j] as Point)
      durations[i * side + j] = durations[j * side + i] = seconds
      distances[i * side + j] = distances[j * side + i] = meters
      legs++
    }
    if (legs < LEGS_PER_TURN) continue
    legs = 0
    await nextTurn()
  }
  return { durations, distances }
}

/**
 * Estimates those legs of a table that are `NaN`, because no region contains both their ends. Returns a mask of the
 * estimated legs. Null if the table was complete.
 */
export async function estimateMissing(
  points: readonly Point[],
  { durations, distances }: Table,
  calibration: () => Promise<Calibration | null>,
): Promise<Uint8Array | null> {
  if (!durations.includes(Number.NaN)) return null
  const missing = (i: number, j: number) => Number.isNaN(durations[i * points.length + j])
  const estimates = await estimatedTable(points, await calibration(), missing)
  const filled = new Uint8Array(durations.length)
  for (let at = 0; at < filled.length; at++) {
    if (!Number.isNaN(durations[at])) continue
    durations[at] = estimates.durations[at] as number
    distances[at] = estimates.distances[at] as number
    filled[at] = 1
  }
  return filled
}

type Table = Awaited<ReturnType<RoadDistances['table']>>

/**
 * Returns the provider's table after checking it. Throws if a leg is missing or negative, or if it is unreachable in
 * only one of the two matrices.
 */
function validatedTable({ durations, distances, roadMeters, hours }: Table, side: number): Table {
  if (durations.length !== side * side || distances.length !== side * side)
    throw new Error(`a table of ${side} points has ${durations.length} durations and ${distances.length} distances`)
  for (let i = 0; i < side * side; i++) {
    const seconds = durations[i] as number
    const meters = distances[i] as number
    if (!(seconds >= 0 && meters >= 0) || (seconds === Infinity) !== (meters === Infinity))
      throw new Error(`leg ${Math.floor(i / side)} to ${i % side} takes ${seconds} s over ${meters} m`)
  }
  for (let i = 0; i < side; i++) durations[i * side + i] = distances[i * side + i] = 0
  return {
    durations: inSharedMemoryIfLarge(durations),
    distances: inSharedMemoryIfLarge(distances),
    ...(roadMeters && { roadMeters }),
    ...(hours && { hours }),
  }
}
