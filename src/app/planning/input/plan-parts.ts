// Parts of every plan that uses the business's own vehicles and deliveries.
import { COSTS } from '../../../domain/planning/insertion.ts'
import { overtimeOf, type VehicleRules } from '../../../domain/planning/rules.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Objective } from '../../../engine/problem.ts'
import type { PlanStop, PlanVehicle } from '../compile/plan-input.ts'

type Vehicle = Pick<PlanVehicle, 'capacityLbs' | 'temperatureClasses' | 'maxStops' | 'driver' | 'costing'> & {
  name: string
  rules?: VehicleRules | null
}

/** The properties of a vehicle that are the same on every day. */
export const fleetVehicle = ({ name, rules, ...vehicle }: Vehicle) =>
  ({
    id: name,
    capacityLbs: vehicle.capacityLbs,
    temperatureClasses: vehicle.temperatureClasses,
    maxStops: vehicle.maxStops,
    driver: vehicle.driver,
    costing: vehicle.costing,
    rules,
    overtime: overtimeCost(rules ?? null),
    ...COSTS,
  }) satisfies Partial<PlanVehicle>

function overtimeCost(rules: VehicleRules | null): PlanVehicle['overtime'] {
  const overtime = overtimeOf(rules)
  return overtime && { afterMinutes: overtime.afterMinutes, costPerHour: COSTS.costPerHour * (overtime.factor - 1) }
}

/** Reloads at the vehicle's depot. Null if the vehicle may not reload. */
export const reloadAt = (depot: Point, reload: { minutes: number; max: number } | null): PlanVehicle['reload'] =>
  reload && { point: { lat: depot.lat, lng: depot.lng }, minutes: reload.minutes, maxTrips: reload.max + 1 }

export interface Delivery extends Omit<PlanStop, 'id' | 'lock' | 'serviceMinutes'> {
  /** Null: the business's default. */
  serviceMinutes: number | null
}

/** The properties of a delivery that are the same in every plan. `minutes` is the business's default service time. */
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

/** Only costs count: no fairness, no lateness, and any vehicle may stay at its depot. */
export const PLAIN: Objective = {
  useAllVehicles: false,
  balance: 'none',
  latenessCostPerSecond: null,
  change: null,
}

/** Quantity that is balanced between vehicles, keyed by the name on the wire. */
export const BALANCE = { NONE: 'none', FAIR: 'gentle', STOPS: 'stops', TIME: 'time' } as const satisfies Record<
  string,
  Objective['balance']
>

/** Cost of each used vehicle in miles, if few vehicles are wanted. */
export const VEHICLE_COST = 40

/** Share of the driving that a plan may spend on fewer crossings between routes. */
export const COMPACTNESS = 0.01
