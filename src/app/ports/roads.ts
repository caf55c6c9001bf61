// Driving times, distances and route geometry between points.
import type { Costing } from '../../domain/planning/costing.ts'
import type { DistanceSource, EstimateReason } from '../../domain/planning/distance-source.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { Obstacle, RoadVehicle } from '../../domain/planning/road-vehicle.ts'
import type { StreetHours } from '../../domain/planning/street-hours.ts'

/** Maximum points in one request for route geometry. Every provider accepts this number. */
export const MAX_CHAIN_POINTS = 20

/** Driving seconds and meters between points, row-major. Infinity if no road connects two points. */
export interface DistanceTable {
  durations: Float64Array
  distances: Float64Array
  source: DistanceSource
  estimated: boolean
  estimateReason: EstimateReason | null
  /**
   * True if the table was just requested from the provider, so that it can be stored. False for stored legs and
   * estimates.
   */
  asked: boolean
  /**
   * Mask in the layout of the table: 1 for each leg that is an estimate although the table is from roads. Absent if no
   * leg is estimated.
   */
  estimatedLegs?: Uint8Array
  /** Meters from each point to the nearest road. Present if the provider has just reported them. */
  roadMeters?: readonly (number | null)[]
  /** Hours at which each point can be reached, null if at all hours. Present if the provider knows them. */
  hours?: readonly (StreetHours | null)[]
}

export interface RoadDistances {
  readonly name: Exclude<DistanceSource, 'straight_line'>
  /** Kinds of vehicles for which the provider has roads, by default only cars. All other vehicles get the roads of cars. */
  readonly costings?: readonly Costing[]
  /** Whether tables and route geometry depend on the size of the vehicle. */
  readonly knowsSizes?: boolean
  /** Whether tables and route geometry depend on the period in which the vehicle drives. */
  readonly knowsPeriods?: boolean
  /** Whether each requested leg costs money. */
  readonly priced?: boolean
  /**
   * Present if road data is installed region by region. Geometry from an earlier version of a region is requested
   * again.
   */
  readonly regions?: ChangingRegions
  /** Present if the road data is on this machine. Requests then cost nothing, so responses are not stored. */
  readonly own?: OwnRoadsAnswers
  /**
   * Returns the table among the points, by default for a car. The maximum is `MAX_TABLE_POINTS` points, or
   * `own.maxPoints` if `own` is present. Throws if the service is down, slow or returns an invalid response. A leg is
   * `NaN` if no region contains both its ends.
   */
  table(
    points: readonly Point[],
    signal: AbortSignal,
    vehicle?: RoadVehicle,
  ): Promise<Pick<DistanceTable, 'durations' | 'distances' | 'roadMeters' | 'hours'>>
  /**
   * Returns the geometry of each leg of a chain of at most `MAX_CHAIN_POINTS` points. Null for a leg without a road.
   */
  ways(chain: readonly Point[], signal: AbortSignal, vehicle?: RoadVehicle): Promise<(Point[] | null)[]>
}

export interface ChangingRegions {
  /** Time of the latest change to any region. */
  changedAt(): Date | null
  /** Returns the version mark of each region. A changed region has a new mark. */
  marks(): readonly string[]
  /** Returns the version marks of those regions that contain these locations. */
  marksAt(places: readonly Point[], signal: AbortSignal, vehicle?: RoadVehicle): Promise<string[]>
}

export interface RoadLeg {
  seconds: number
  meters: number
  /** Hours at which the end of the leg can be reached. Null or absent: at all hours. */
  hours?: StreetHours | null
}

export interface OwnRoadsAnswers {
  /** Maximum points in one table. */
  readonly maxPoints: number
  /**
   * Returns the table among at most `maxGrowingPoints` points. It is fast if the previous table with this name had
   * nearly the same points.
   */
  growingTable(
    name: string,
    points: readonly Point[],
    signal: AbortSignal,
    vehicle?: RoadVehicle,
  ): Promise<Pick<DistanceTable, 'durations' | 'distances' | 'hours'>>
  readonly maxGrowingPoints: number
  /** Returns the hours at which each point can be reached. Null if at all hours. */
  hours(points: readonly Point[], signal: AbortSignal, vehicle?: RoadVehicle): Promise<(StreetHours | null)[]>
  /**
   * Returns what keeps the vehicle from the drive to each of the points, although smaller vehicles have it at some hours. The result is
   * null if the vehicle has the drive, and also if no vehicle has it.
   */
  obstacles(from: Point, to: readonly Point[], signal: AbortSignal, vehicle: RoadVehicle): Promise<(Obstacle | null)[]>
  /** Returns each leg of a chain of any length. Null for a leg without a road. */
  legs(chain: readonly Point[], signal: AbortSignal, vehicle?: RoadVehicle): Promise<(RoadLeg | null)[]>
  /** Like `legs`, but only from the cache. Returns null unless all legs of the chain are cached. */
  known(chain: readonly Point[], vehicle?: RoadVehicle): (RoadLeg | null)[] | null
}
