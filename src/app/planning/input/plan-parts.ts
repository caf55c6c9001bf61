// The parts that plans of the business's own vehicles and deliveries are made of, whatever asks for them.
import { COSTS } from '../../../domain/planning/insertion.ts'
import { overtimeOf, type VehicleRules } from '../../../domain/planning/rules.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Objective } from '../../../engine/problem.ts'
import type { PlanStop, PlanVehicle } from '../compile/plan-input.ts'

type Vehicle = Pick<PlanVehicle, 'capacityLbs' | 'temperatureClasses' | 'maxStops' | 'driver' | 'costing'> & {
  name: string
  rules?: VehicleRules | null
}

/** A vehicle as it is on any day. */
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

/** Back at its depot, as often as it may be. */
export const reloadAt = (depot: Point, reload: { minutes: number; max: number } | null): PlanVehicle['reload'] =>
  reload && { point: { lat: depot.lat, lng: depot.lng }, minutes: reload.minutes, maxTrips: reload.max + 1 }

export interface Delivery extends Omit<PlanStop, 'id' | 'lock' | 'serviceMinutes'> {
  /** Null: as usual for the business. */
  serviceMinutes: number | null
}

/** The figures that a delivery has wherever it is planned; `minutes` are those of service that the business is used to. */
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

/** Costs alone count: no fairness, nothing late, any vehicle may stay at its depot. */
export const PLAIN: Objective = {
  useAllVehicles: false,
  balance: 'none',
  latenessCostPerSecond: null,
  change: null,
}

/** What evens out between vehicles, as named on the wire. */
export const BALANCE = { NONE: 'none', FAIR: 'gentle', STOPS: 'stops', TIME: 'time' } as const satisfies Record<
  string,
  Objective['balance']
>

/** What a vehicle less is worth where few are asked for, in miles. */
export const VEHICLE_COST = 40

/** What of the driving it may cost that routes cross less, where that counts. */
export const COMPACTNESS = 0.01
