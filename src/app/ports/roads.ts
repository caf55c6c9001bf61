// Driving times, distances and route geometry between points.
import type { Costing } from '../../domain/planning/costing.ts'
import type { DistanceSource, EstimateReason } from '../../domain/planning/distance-source.ts'
import type { Point } from '../../domain/orders/order.ts'

/** Every provider accepts this many points in one request for a route's geometry. */
export const MAX_CHAIN_POINTS = 20

/** Driving seconds and meters between points, row-major; Infinity where no road leads. */
export interface DistanceTable {
  durations: Float64Array
  distances: Float64Array
  source: DistanceSource
  estimated: boolean
  estimateReason: EstimateReason | null
  /** Whether the provider was asked for it just now. */
  asked: boolean
  /** 1 for each leg that is an estimate in a table of roads, laid out as the others; absent: none is. */
  estimatedLegs?: Uint8Array
  /** From each point to the nearest road, where the provider has just said so. */
  roadMeters?: readonly (number | null)[]
}

export interface RoadDistances {
  readonly name: Exclude<DistanceSource, 'straight_line'>
  /** Whether it has tables and route geometry for trucks; otherwise trucks use those for cars. */
  readonly knowsTrucks?: boolean
  /** Whether each leg asked for is paid for. */
  readonly priced?: boolean
  /** For roads that change region by region: route geometry of a region as it was is requested again. */
  readonly regions?: ChangingRegions
  /** For roads on this machine: asking costs nothing, so no answer is stored. */
  readonly own?: OwnRoadsAnswers
  /**
   * The table among at most `MAX_TABLE_POINTS` points (`own.mostPoints` where there is that), for a car unless said.
   * Throws when the service is down, slow or answers nonsense. Legs that no region has both places of are `NaN`.
   */
  table(
    points: readonly Point[],
    signal: AbortSignal,
    costing?: Costing,
  ): Promise<Pick<DistanceTable, 'durations' | 'distances' | 'roadMeters'>>
  /** The way along the roads of each leg of a chain of at most `MAX_CHAIN_POINTS`; null for a leg that has none. */
  ways(chain: readonly Point[], signal: AbortSignal, costing?: Costing): Promise<(Point[] | null)[]>
}

export interface ChangingRegions {
  /** When one last changed. */
  changedAt(): Date | null
  /** Each region as it is now. */
  marks(): readonly string[]
  /** Of the regions in which these places are. */
  marksAt(places: readonly Point[], signal: AbortSignal, costing?: Costing): Promise<string[]>
}

export interface RoadLeg {
  seconds: number
  meters: number
}

export interface OwnRoadsAnswers {
  /** Of one table. */
  readonly mostPoints: number
  /** The table among at most `mostGrowing` points; quick where the one before by that name was of nearly the same points. */
  growingTable(
    name: string,
    points: readonly Point[],
    signal: AbortSignal,
    costing?: Costing,
  ): Promise<Pick<DistanceTable, 'durations' | 'distances'>>
  readonly mostGrowing: number
  /** Each leg of a chain of any length; null for one that has no way. */
  legs(chain: readonly Point[], signal: AbortSignal, costing?: Costing): Promise<(RoadLeg | null)[]>
  /** The same, of a chain whose legs were all asked for lately; null otherwise. */
  known(chain: readonly Point[], costing?: Costing): (RoadLeg | null)[] | null
}
