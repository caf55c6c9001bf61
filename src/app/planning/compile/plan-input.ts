// Input of every plan in people's terms: HH:mm, pounds, miles, locations.
import type { Clock, Units } from '../../../domain/formats.ts'
import type { Costing } from '../../../domain/planning/costing.ts'
import type { OrderRules, VehicleRules } from '../../../domain/planning/rules.ts'
import type { Windowed } from '../../../domain/planning/windows.ts'
import type { Point, TemperatureClass } from '../../../domain/orders/order.ts'
import type { Objective, Problem } from '../../../engine/problem.ts'
import type { PlannedDay } from './planned-day.ts'

/** HH:mm. For a running route, seconds on the planned day's clock. */
export type PlanTime = string | number

/** A null limit means no limit. A null `end` is an open end. */
export interface PlanVehicle {
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
  /** The vehicle rules that the engine applies without further data. */
  rules?: Pick<VehicleRules, PlainRule> | null
  /** The driver's name. */
  driver?: string | null
  fixedCost: number
  costPerMile: number
  costPerHour: number
  overtime?: { afterMinutes: number; costPerHour: number } | null
  /** The kind of vehicle that distances are computed for. */
  costing: Costing
  breaks: readonly { start: PlanTime; end: PlanTime; minutes: number; paid?: boolean }[]
  /** Reloads: where, how many minutes each takes, and the total number of loads. */
  reload?: { point: Point; minutes: number; maxTrips: number } | null
  /**
   * Pickup location of the goods of stops with this `collect` index. An entry is null if the goods are on board at the
   * start.
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

/** Like the engine's `Collect`. */
export interface PlanCollect {
  point: Point
  minutes: number
  /** Seconds on the planned day's clock. */
  ready: number
  unloads?: boolean
}

export interface PlanStop extends Windowed {
  id: string
  point: Point
  /** Seconds after its last window in which service may still start. */
  lateSeconds?: number
  serviceMinutes: number
  /** An unknown load is null and never a limit. */
  loadWeightLbs: number | null
  temperatureClass: TemperatureClass
  /** Requirements for vehicle and driver, priority, and the other load dimensions. */
  rules?: OrderRules | null
  /** Index of the stop where its goods are picked up. */
  from?: number
  /** Index of its goods in the vehicle's `collects`. */
  collect?: number
  /** `vehicle` is an index. The other members are those of the engine's `Lock`. */
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
  /** Factor on driving times for traffic. */
  trafficFactor: number
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
  vehicles: readonly Pick<PlanVehicle, 'start' | 'end' | 'reload' | 'collects' | 'costing'>[]
  stops: readonly Pick<PlanStop, 'point'>[]
}
