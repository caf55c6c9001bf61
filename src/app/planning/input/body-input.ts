// The body of POST /optimize as a plan, with its defaults (docs/spec/optimize.md#request).
import { type OptimizeBody, WHOLE_DAY } from '../../../contract/optimize.ts'
import { received } from '../../../contract/wire.ts'
import { OTHER_DRIVER_COST } from '../../../domain/planning/insertion.ts'
import { type OrderRules, statedRules } from '../../../domain/planning/rules.ts'
import { meanFactor, type TrafficFactors } from '../../../domain/planning/traffic.ts'
import { BALANCE, type PlanInput } from '../compile/compile-problem.ts'
import { driversOf, goodsFrom, pickupOf } from './plan-rules.ts'
import type { PlannedDay } from '../compile/planned-day.ts'
import { perSecond } from '../../../domain/planning/units.ts'

const DEFAULT_SERVICE_MINUTES = 5

export function planFromBody(
  { depot, vehicles, stops, options }: OptimizeBody,
  day: PlannedDay,
  traffic: TrafficFactors,
): PlanInput {
  const at = { lat: depot.lat, lng: depot.lng }
  const lateness = options?.lateness_cost_per_hour ?? null
  const vehicleIndex = new Map(vehicles.map(({ id }, i) => [id, i]))
  const anyCost = vehicles.some((v) => v.fixed_cost !== null || v.cost_per_mile !== null || v.cost_per_hour !== null)
  const shifts = vehicles.map((vehicle) => ({
    shiftStart: vehicle.shift_start ?? WHOLE_DAY.start,
    shiftEnd: vehicle.shift_end ?? WHOLE_DAY.end,
  }))
  const drivers = vehicles.map(({ driver }) => driver)
  const stopIndex = new Map(stops.map(({ id }, i) => [id, i]))
  return {
    day,
    trafficFactor: meanFactor(traffic, shifts),
    vehicles: vehicles.map((vehicle, i) => ({
      id: vehicle.id,
      start: vehicle.start ?? at,
      ...(!vehicle.start && { startName: depot.name }),
      end: vehicle.end === undefined ? at : vehicle.end,
      ...(shifts[i] ?? { shiftStart: WHOLE_DAY.start, shiftEnd: WHOLE_DAY.end }),
      capacityLbs: vehicle.capacity_lbs,
      capacityPieces: vehicle.capacity_pieces,
      capacityCubicFeet: vehicle.capacity_cubic_feet,
      skills: vehicle.skills ?? [],
      driver: vehicle.driver,
      temperatureClasses: vehicle.temperature_classes ?? ['DRY'],
      maxStops: vehicle.max_stops,
      maxWorkMinutes: vehicle.max_working_minutes,
      maxDriveMinutes: vehicle.max_driving_minutes,
      overtime: vehicle.overtime && {
        afterMinutes: vehicle.overtime.after_minutes,
        costPerHour: vehicle.overtime.cost_per_hour,
      },
      serviceFactor: vehicle.service_factor ?? 1,
      reload: vehicle.reload && {
        point: { lat: vehicle.reload.lat, lng: vehicle.reload.lng },
        minutes: vehicle.reload.minutes,
        maxTrips: vehicle.reload.max_trips,
      },
      fixedCost: vehicle.fixed_cost ?? 0,
      costPerMile: vehicle.cost_per_mile ?? (anyCost ? 0 : 1),
      costPerHour: vehicle.cost_per_hour ?? 0,
      costing: 'CAR',
      breaks: (vehicle.breaks ?? []).map(({ window_start, window_end, minutes, paid }) => ({
        windowStart: window_start,
        windowEnd: window_end,
        minutes,
        paid: paid ?? true,
      })),
    })),
    stops: stops.map((stop) => ({
      id: stop.id,
      point: { lat: stop.lat, lng: stop.lng },
      windowStart: stop.window_start,
      windowEnd: stop.window_end,
      moreWindows: (stop.more_windows ?? []).map(({ window_start, window_end }) => ({
        windowStart: window_start,
        windowEnd: window_end,
      })),
      serviceMinutes: stop.service_minutes ?? DEFAULT_SERVICE_MINUTES,
      readyAt: stop.ready_at,
      loadWeightLbs: stop.load_weight_lbs,
      loadPieces: stop.load_pieces,
      loadCubicFeet: stop.load_cubic_feet,
      ...pickedUp(stop, stopIndex),
      skills: stop.required_skills ?? [],
      ...driversOf(
        { required: stop.required_drivers, excluded: stop.excluded_drivers, preferred: stop.preferred_drivers },
        drivers,
      ),
      temperatureClass: stop.temperature_class ?? 'DRY',
      priority: stop.priority ?? 0,
      lock: stop.locked && {
        vehicle: vehicleIndex.get(stop.locked.vehicle_id) ?? -1,
        ...(stop.locked.sequence !== null && { position: stop.locked.sequence }),
      },
    })),
    objective: {
      useAllVehicles: false,
      balance: BALANCE[options?.balance ?? 'NONE'],
      latenessCostPerSecond: lateness === null ? null : perSecond(lateness),
      change: null,
      otherDriverCost: options?.other_driver_cost ?? OTHER_DRIVER_COST,
    },
  }
}

/** What is picked up at the stop, and at which other its own goods are. */
function pickedUp(stop: OptimizeBody['stops'][number], indexOf: ReadonlyMap<string, number>) {
  const { pickup_weight_lbs, pickup_pieces, pickup_cubic_feet, goods_from, max_ride_minutes } = stop
  const rules = statedRules<OrderRules>(
    received({ pickup_weight_lbs, pickup_pieces, pickup_cubic_feet, goods_from, max_ride_minutes }),
  )
  return { pickup: pickupOf(rules), ...goodsFrom(indexOf.get(goods_from ?? ''), rules) }
}
