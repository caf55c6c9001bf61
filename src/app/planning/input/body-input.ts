// Converts the body of POST /optimize to the input of a plan, with defaults for missing members
// (docs/spec/optimize.md#request).
import { type OptimizeBody, WHOLE_DAY } from '../../../contract/optimize.ts'
import { fromWireNames } from '../../../contract/wire.ts'
import { OTHER_DRIVER_COST } from '../../../domain/planning/insertion.ts'
import type { RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import { type OrderRules, statedRules, type VehicleRules } from '../../../domain/planning/rules.ts'
import { meanFactor, type TrafficFactors } from '../../../domain/planning/traffic.ts'
import { perSecond } from '../../../domain/planning/units.ts'
import type { RoadDistances } from '../../ports/roads.ts'
import { windowsFromWire } from '../../orders/order-wire.ts'
import type { PlainRule, PlanInput, PlanStop, PlanVehicle } from '../compile/plan-input.ts'
import type { PlannedDay } from '../compile/planned-day.ts'
import { planVehicles } from '../roads/road-vehicles.ts'
import { BALANCE, PLAIN } from './plan-parts.ts'

const DEFAULT_SERVICE_MINUTES = 5

type VehicleSent = OptimizeBody['vehicles'][number]
type StopSent = OptimizeBody['stops'][number]

export function bodyInput(
  { depot, vehicles, stops, options }: OptimizeBody,
  day: PlannedDay,
  traffic: TrafficFactors,
  distances: RoadDistances | null,
): PlanInput {
  const lateness = options?.lateness_cost_per_hour ?? null
  const vehicleIndex = new Map(vehicles.map(({ id }, i) => [id, i]))
  const stopIndex = new Map(stops.map(({ id }, i) => [id, i]))
  const isPriced = vehicles.some((v) => v.fixed_cost !== null || v.cost_per_mile !== null || v.cost_per_hour !== null)
  const shifts = vehicles.map((vehicle) => ({
    shiftStart: vehicle.shift_start ?? WHOLE_DAY.start,
    shiftEnd: vehicle.shift_end ?? WHOLE_DAY.end,
  }))
  const cars = shifts.map((shift) => ({ ...shift, costing: 'CAR' as const, size: undefined }))
  const roads = planVehicles(distances, day.weekday, cars)
  return {
    day,
    trafficFactor: meanFactor(traffic, shifts),
    vehicles: vehicles.map((vehicle, i) => ({
      ...vehicleOf(vehicle, depot, isPriced ? 0 : 1),
      ...(roads[i] as RoadVehicle),
      ...(shifts[i] as (typeof shifts)[number]),
    })),
    stops: stops.map(({ locked, ...stop }) => ({
      ...stopOf(stop),
      from: stopIndex.get(stop.goods_from ?? ''),
      lock: locked && {
        vehicle: vehicleIndex.get(locked.vehicle_id) ?? -1,
        ...(locked.sequence !== null && { position: locked.sequence }),
      },
    })),
    objective: {
      ...PLAIN,
      balance: BALANCE[options?.balance ?? 'NONE'],
      latenessCostPerSecond: lateness === null ? null : perSecond(lateness),
      otherDriverCost: options?.other_driver_cost ?? OTHER_DRIVER_COST,
    },
  }
}

function vehicleOf(
  { id, start, end, driver, overtime, reload, breaks, ...vehicle }: VehicleSent,
  depot: OptimizeBody['depot'],
  costPerMile: number,
): Omit<PlanVehicle, 'shiftStart' | 'shiftEnd' | 'costing'> {
  const at = { lat: depot.lat, lng: depot.lng }
  const { capacity_pieces, capacity_cubic_feet, skills } = vehicle
  const { max_working_minutes, max_driving_minutes, service_factor } = vehicle
  return {
    id,
    start: start ?? at,
    ...(!start && { startName: depot.name }),
    end: end === undefined ? at : end,
    capacityLbs: vehicle.capacity_lbs,
    temperatureClasses: vehicle.temperature_classes ?? ['DRY'],
    maxStops: vehicle.max_stops,
    rules: statedRules<Pick<VehicleRules, PlainRule>>(
      fromWireNames({
        capacity_pieces,
        capacity_cubic_feet,
        skills,
        max_working_minutes,
        max_driving_minutes,
        service_factor,
      }),
    ),
    driver,
    fixedCost: vehicle.fixed_cost ?? 0,
    costPerMile: vehicle.cost_per_mile ?? costPerMile,
    costPerHour: vehicle.cost_per_hour ?? 0,
    overtime: overtime && fromWireNames(overtime),
    breaks: (breaks ?? []).map(({ window_start, window_end, minutes, paid }) => ({
      start: window_start,
      end: window_end,
      minutes,
      paid: paid ?? true,
    })),
    reload: reload && {
      point: { lat: reload.lat, lng: reload.lng },
      minutes: reload.minutes,
      maxTrips: reload.max_trips,
    },
  }
}

function stopOf(sent: Omit<StopSent, 'locked'>): Omit<PlanStop, 'lock'> {
  const { id, lat, lng, window_start, window_end, more_windows, service_minutes, ...others } = sent
  const { load_weight_lbs, temperature_class, ...rules } = others
  return {
    id,
    point: { lat, lng },
    windowStart: window_start,
    windowEnd: window_end,
    serviceMinutes: service_minutes ?? DEFAULT_SERVICE_MINUTES,
    loadWeightLbs: load_weight_lbs,
    temperatureClass: temperature_class ?? 'DRY',
    rules: statedRules<OrderRules>({ moreWindows: windowsFromWire(more_windows), ...fromWireNames(rules) }),
  }
}
