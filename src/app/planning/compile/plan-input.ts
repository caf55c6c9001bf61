// The input of every plan, in real-world units: times as HH:mm, weights in pounds, distances in miles, and locations.
import type { PlanPace } from '../../../domain/planning/plan-pace.ts'
import type { Clock, Units } from '../../../domain/formats.ts'
import type { RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import type { OrderRules, VehicleRules } from '../../../domain/planning/rules.ts'
import type { Windowed } from '../../../domain/planning/windows.ts'
import type { Point, TemperatureClass } from '../../../domain/orders/order.ts'
import type { Objective, Problem } from '../../../engine/problem.ts'
import type { PlannedDay } from './planned-day.ts'

/** A time of day as HH:mm. For a route that is under way, seconds on the engine's clock (planned-day.ts). */
export type PlanTime = string | number

/**
 * A vehicle of the plan, with its properties for the road tables. Limits that are null don't apply. If `end` is null, the
 * route ends at its last stop.
 */
export interface PlanVehicle extends RoadVehicle {
  id: string
  start: Point
  /** Name of the start in messages. */
  startName?: string | null
  end: Point | null
  shiftStart: PlanTime
  shiftEnd: PlanTime
  capacityLbs: number | null
  temperatureClasses: readonly TemperatureClass[]
  maxStops: number | null
  /** Rules of the vehicle that the engine's vehicle has as limits without a conversion. */
  rules?: Pick<VehicleRules, PlainRule> | null
  driver?: string | null
  fixedCost: number
  costPerMile: number
  costPerHour: number
  overtime?: { afterMinutes: number; costPerHour: number } | null
  breaks: readonly { start: PlanTime; end: PlanTime; minutes: number; paid?: boolean }[]
  /**
   * Location of reloads, minutes for each reload, and the maximum number of loads including the first. Null or absent:
   * the vehicle doesn't reload.
   */
  reload?: { point: Point; minutes: number; maxTrips: number } | null
  /**
   * Pickup locations, indexed by the stops' `collect`. An entry is null if the goods are on board when the vehicle
   * starts.
   */
  collects?: readonly (PlanCollect | null)[]
}

export type PlainRule =
  | 'capacityPieces'
  | 'capacityCubicFeet'
  | 'skills'
  | 'maxWorkingMinutes'
  | 'maxDrivingMinutes'
  | 'serviceFactor'

/** A pickup location for the goods of several stops, like the engine's `Collect`. */
export interface PlanCollect {
  point: Point
  minutes: number
  /** Time when the goods are available, in seconds on the engine's clock. */
  ready: number
  unloads?: boolean
}

export interface PlanStop extends Windowed {
  id: string
  point: Point
  /** Seconds after the stop's last window in which service may still start. */
  lateSeconds?: number
  serviceMinutes: number
  /** Weight of the goods. An unknown weight is null and counts as zero. */
  loadWeightLbs: number | null
  temperatureClass: TemperatureClass
  /** The order's rules: requirements for vehicle and driver, priority, pieces and volume. */
  rules?: OrderRules | null
  /** Index of the stop at which this stop's goods are picked up. */
  from?: number
  /** Index of the pickup location of this stop's goods in each vehicle's `collects`. */
  collect?: number
  /** Lock to a vehicle. `vehicle` is the index of the vehicle; `position` and `order` are as in the engine's `Lock`. */
  lock: { vehicle: number; position?: number; order?: number } | null
  /** Indexes of the preferred vehicles, one of which should serve the stop. */
  preferredVehicles?: readonly number[]
  /** Indexes of vehicles that can't serve the stop. */
  forbiddenVehicles?: readonly number[]
}

export interface PlanInput {
  day: PlannedDay
  vehicles: readonly PlanVehicle[]
  stops: readonly PlanStop[]
  objective: Objective
  /** Factor by which traffic and the pace of the business multiply all driving times. */
  trafficFactor: number
  /** Pace of the business for visits. Absent: visits take their service time. */
  pace?: PlanPace | null
  /** Initial plan: stop indexes for each vehicle. */
  initial?: Problem['initial']
  /** Units of loads in messages. Absent: the units of the API. */
  units?: Units
  /** Format of times of day in messages. Absent: HH:mm. */
  clock?: Clock
  /** Familiarity of each vehicle's driver with each stop, as [vehicle][stop]. */
  usual?: Problem['usual']
}

/** The part of a plan that determines which roads it needs. */
export interface PlanPlaces {
  vehicles: readonly Pick<PlanVehicle, 'start' | 'end' | 'reload' | 'collects' | keyof RoadVehicle>[]
  stops: readonly Pick<PlanStop, 'point'>[]
}
