// What is to be planned, as people write it: HH:mm, pounds, miles, places. Every plan is asked for in these terms.
import type { Clock, Units } from '../../../domain/formats.ts'
import type { Costing } from '../../../domain/planning/costing.ts'
import type { OrderRules, VehicleRules } from '../../../domain/planning/rules.ts'
import type { Windowed } from '../../../domain/planning/windows.ts'
import type { Point, TemperatureClass } from '../../../domain/orders/order.ts'
import type { Objective, Problem } from '../../../engine/problem.ts'
import type { PlannedDay } from './planned-day.ts'

/** HH:mm, or seconds on the planned day's clock for what is under way. */
export type PlanTime = string | number

/** Null is no limit, and a null `end` an open end. */
export interface PlanVehicle {
  id: string
  start: Point
  /** How messages name where it starts. */
  startName?: string | null
  end: Point | null
  shiftStart: PlanTime
  shiftEnd: PlanTime
  capacityLbs: number | null
  temperatureClasses: readonly TemperatureClass[]
  maxStops: number | null
  /** Of its rules, those that need nothing added. */
  rules?: Pick<VehicleRules, PlainRule> | null
  /** By name. */
  driver?: string | null
  fixedCost: number
  costPerMile: number
  costPerHour: number
  overtime?: { afterMinutes: number; costPerHour: number } | null
  /** What its distances are for. */
  costing: Costing
  breaks: readonly { start: PlanTime; end: PlanTime; minutes: number; paid?: boolean }[]
  /** Where it may return for another load, how long that takes, and how many loads it may take in all. */
  reload?: { point: Point; minutes: number; maxTrips: number } | null
  /** Where it comes by for goods of the stops with that `collect`; null where it has them from its start. */
  collects?: readonly (PlanCollect | null)[]
}

export type PlainRule =
  | 'capacityPieces'
  | 'capacityCubicFeet'
  | 'skills'
  | 'maxWorkingMinutes'
  | 'maxDrivingMinutes'
  | 'serviceFactor'

/** As the engine's `Collect`. */
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
  /** How many seconds after its last window service may start. */
  lateSeconds?: number
  serviceMinutes: number
  /** Null is unknown and never binds. */
  loadWeightLbs: number | null
  temperatureClass: TemperatureClass
  /** What it asks of its vehicle and driver, its priority, and the rest of its load. */
  rules?: OrderRules | null
  /** The index of the stop where its goods are picked up. */
  from?: number
  /** Which of its vehicle's `collects` has its goods. */
  collect?: number
  /** `vehicle` is an index; the rest as in the engine's `Lock`. */
  lock: { vehicle: number; position?: number; order?: number } | null
  /** Indexes of vehicles of which one should serve it. */
  preferredVehicles?: readonly number[]
  /** Indexes of vehicles that may not serve it. */
  forbiddenVehicles?: readonly number[]
}

export interface PlanInput {
  day: PlannedDay
  vehicles: readonly PlanVehicle[]
  stops: readonly PlanStop[]
  objective: Objective
  /** What driving times are multiplied by for traffic. */
  trafficFactor: number
  /** Stop indexes a vehicle, to start from. */
  initial?: Problem['initial']
  /** In which loads are told; absent: those of the API. */
  units?: Units
  /** How messages write times of day. Absent: HH:mm. */
  clock?: Clock
  /** By vehicle and stop: how usual it is for its driver to serve it. */
  usual?: Problem['usual']
}

/** What of a plan says which roads it needs. */
export interface PlanPlaces {
  vehicles: readonly Pick<PlanVehicle, 'start' | 'end' | 'reload' | 'collects' | 'costing'>[]
  stops: readonly Pick<PlanStop, 'point'>[]
}
