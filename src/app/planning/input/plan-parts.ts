// Parts that are common to all plans with the business's own vehicles and deliveries.
import { COSTS } from '../../../domain/planning/insertion.ts'
import { overtimeOf, type VehicleRules } from '../../../domain/planning/rules.ts'
import type { RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Objective } from '../../../engine/problem.ts'
import type { PlanStop, PlanVehicle } from '../compile/plan-input.ts'

type Vehicle = Pick<PlanVehicle, 'capacityLbs' | 'temperatureClasses' | 'maxStops' | 'driver' | keyof RoadVehicle> & {
  name: string
  rules?: VehicleRules | null
}

/** Converts those properties of a vehicle that are the same on every day. */
export const fleetVehicle = ({ name, rules, ...vehicle }: Vehicle) =>
  ({
    id: name,
    capacityLbs: vehicle.capacityLbs,
    temperatureClasses: vehicle.temperatureClasses,
    maxStops: vehicle.maxStops,
    driver: vehicle.driver,
    costing: vehicle.costing,
    ...(vehicle.size && { size: vehicle.size }),
    ...(vehicle.period && { period: vehicle.period }),
    rules,
    overtime: overtimeCost(rules ?? null),
    ...COSTS,
  }) satisfies Partial<PlanVehicle>

function overtimeCost(rules: VehicleRules | null): PlanVehicle['overtime'] {
  const overtime = overtimeOf(rules)
  return overtime && { afterMinutes: overtime.afterMinutes, costPerHour: COSTS.costPerHour * (overtime.factor - 1) }
}

/** Returns the reloads of a vehicle at this depot. Null if the vehicle doesn't reload. */
export const reloadAt = (depot: Point, reload: { minutes: number; max: number } | null): PlanVehicle['reload'] =>
  reload && { point: { lat: depot.lat, lng: depot.lng }, minutes: reload.minutes, maxTrips: reload.max + 1 }

export interface Delivery extends Omit<PlanStop, 'id' | 'lock' | 'serviceMinutes'> {
  /** Service time of the delivery. Null: the business's default service time applies. */
  serviceMinutes: number | null
}

/**
 * Converts those properties of a delivery that are the same in every plan. `minutes` is the business's default service
 * time.
 */
export const deliveryStop = (of: Delivery, minutes: number) =>
  ({
    point: of.point,
    windowStart: of.windowStart,
    windowEnd: of.windowEnd,
    serviceMinutes: of.serviceMinutes ?? minutes,
    loadWeightLbs: of.loadWeightLbs,
    temperatureClass: of.temperatureClass,
    rules: of.rules,
  }) satisfies Partial<PlanStop>

/**
 * Objective that minimizes only the costs. It has no fairness, permits no lateness, and lets vehicles stay at their
 * depot.
 */
export const PLAIN: Objective = {
  useAllVehicles: false,
  balance: 'none',
  latenessCostPerSecond: null,
  change: null,
}

/** The engine's name of the quantity to balance between vehicles, keyed by its name on the wire. */
export const BALANCE = { NONE: 'none', FAIR: 'gentle', STOPS: 'stops', TIME: 'time' } as const satisfies Record<
  string,
  Objective['balance']
>

/** Cost of each used vehicle in miles, if the request asks for few vehicles. */
export const VEHICLE_COST = 40

/** Maximum share of additional driving for fewer crossings between routes. */
export const COMPACTNESS = 0.01
