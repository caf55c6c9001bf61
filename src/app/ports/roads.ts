// Driving times, distances and route geometry between points.
import type { Costing } from '../../domain/planning/costing.ts'
import type { DistanceSource, EstimateReason } from '../../domain/planning/distance-source.ts'
import type { Point } from '../../domain/orders/order.ts'

/** Every provider accepts this number of points in one request for route geometry. */
export const MAX_CHAIN_POINTS = 20

/** Driving seconds and meters between points, row-major. Infinity if no road connects two points. */
export interface DistanceTable {
  durations: Float64Array
  distances: Float64Array
  source: DistanceSource
  estimated: boolean
  estimateReason: EstimateReason | null
  /** Whether this table was just requested from the provider. False for stored legs and estimates. */
  asked: boolean
  /** 1 for each leg that is an estimate within a road table, in the same layout. Absent if no leg is. */
  estimatedLegs?: Uint8Array
  /** Meters from each point to the nearest road. Present if the provider has just reported them. */
  roadMeters?: readonly (number | null)[]
}

export interface RoadDistances {
  readonly name: Exclude<DistanceSource, 'straight_line'>
  /** Whether it has tables and route geometry for trucks; otherwise trucks use those for cars. */
  readonly knowsTrucks?: boolean
  /** Whether each requested leg costs money. */
  readonly priced?: boolean
  /** Present if roads change region by region. Geometry from an earlier version of a region is requested again. */
  readonly regions?: ChangingRegions
  /** Present if the roads are on this machine. Requests are free, so no response is stored. */
  readonly own?: OwnRoadsAnswers
  /**
   * Returns the table among at most `MAX_TABLE_POINTS` points (`own.maxPoints` if `own` is present), by default for a
   * car. Throws if the service is down, slow or returns an invalid response. A leg is `NaN` if no region contains both
   * its ends.
   */
  table(
    points: readonly Point[],
    signal: AbortSignal,
    costing?: Costing,
  ): Promise<Pick<DistanceTable, 'durations' | 'distances' | 'roadMeters'>>
  /** Returns the geometry of each leg of a chain of at most `MAX_CHAIN_POINTS`. A leg without a road is null. */
  ways(chain: readonly Point[], signal: AbortSignal, costing?: Costing): Promise<(Point[] | null)[]>
}

export interface ChangingRegions {
  /** Time of the latest change to any region. */
  changedAt(): Date | null
  /** Version mark of each region. */
  marks(): readonly string[]
  /** Version marks of the regions that contain these locations. */
  marksAt(places: readonly Point[], signal: AbortSignal, costing?: Costing): Promise<string[]>
}

export interface RoadLeg {
  seconds: number
  meters: number
}

export interface OwnRoadsAnswers {
  /** Most points in one table. */
  readonly maxPoints: number
  /**
   * Returns the table among at most `maxGrowingPoints` points. Fast if the previous table of this name had nearly the same
   * points.
   */
  growingTable(
    name: string,
    points: readonly Point[],
    signal: AbortSignal,
    costing?: Costing,
  ): Promise<Pick<DistanceTable, 'durations' | 'distances'>>
  readonly maxGrowingPoints: number
  /** Returns each leg of a chain of any length. A leg without a road is null. */
  legs(chain: readonly Point[], signal: AbortSignal, costing?: Costing): Promise<(RoadLeg | null)[]>
  /** Like `legs`, but from the cache: null unless all legs were requested recently. */
  known(chain: readonly Point[], costing?: Costing): (RoadLeg | null)[] | null
}
