// Distances between points: the provider's roads when they can be had, else straight-line estimates that say so
// (brief: Engine API; Limits: Road-distance table size).
import { MAX_TABLE_POINTS } from '../contract/limits.ts'
import { estimateLeg } from '../domain/geo.ts'
import type { Point } from '../domain/order.ts'
import type { Context } from './context.ts'
import type { DistanceTable, EstimateReason, RoadDistances } from './ports.ts'

export const STRAIGHT_LINE = 'straight_line'

/** Longest wait for the provider, its whole answer included. */
const PROVIDER_BUDGET_MS = 8_000
/** Estimated legs between two turns of the event loop: about 5 ms of work. */
const LEGS_PER_TURN = 25_000

/** The table among the points, in seconds and meters. Never throws for the provider's sake. */
export async function distanceTable(
  { distances, log }: Pick<Context, 'distances' | 'log'>,
  points: readonly Point[],
): Promise<DistanceTable> {
  if (!distances) return estimates(points, 'NO_PROVIDER')
  if (points.length > MAX_TABLE_POINTS) return estimates(points, 'TABLE_TOO_LARGE')
  try {
    const table = await distances.table(points, AbortSignal.timeout(PROVIDER_BUDGET_MS))
    return { ...sound(table, points.length), source: distances.name, estimated: false, estimateReason: null }
  } catch (error) {
    log.warn({ err: error, provider: distances.name }, 'no road distances; straight-line estimates are used')
    return estimates(points, 'PROVIDER_DOWN')
  }
}

async function estimates(points: readonly Point[], estimateReason: EstimateReason): Promise<DistanceTable> {
  const side = points.length
  const durations = new Float64Array(side * side)
  const distances = new Float64Array(side * side)
  let legs = 0
  for (const [i, from] of points.entries()) {
    for (let j = i + 1; j < side; j++) {
      const { seconds, meters } = estimateLeg(from, points[j] as Point)
      durations[i * side + j] = durations[j * side + i] = seconds
      distances[i * side + j] = distances[j * side + i] = meters
    }
    legs += side - i
    if (legs < LEGS_PER_TURN) continue
    legs = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { durations, distances, source: STRAIGHT_LINE, estimated: true, estimateReason }
}

type Table = Awaited<ReturnType<RoadDistances['table']>>

/** The provider's table once it is whole, without negatives, and knows each leg in both matrices or in neither. */
function sound({ durations, distances }: Table, side: number): Table {
  if (durations.length !== side * side || distances.length !== side * side)
    throw new Error(`a table of ${side} points has ${durations.length} durations and ${distances.length} distances`)
  for (let i = 0; i < side * side; i++) {
    const seconds = durations[i] as number
    const meters = distances[i] as number
    if (!(seconds >= 0 && meters >= 0) || (seconds === Infinity) !== (meters === Infinity))
      throw new Error(`leg ${Math.floor(i / side)} to ${i % side} takes ${seconds} s over ${meters} m`)
  }
  for (let i = 0; i < side; i++) durations[i * side + i] = distances[i * side + i] = 0
  return { durations, distances }
}
