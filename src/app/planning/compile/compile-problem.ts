// Converts a plan with real-world units and locations to the engine's problem, which has seconds, indexes and tables.
import { visitSeconds } from '../../../domain/planning/plan-pace.ts'
import { inUnits, symbolOf, type Units } from '../../../domain/formats.ts'
import { METERS_A_DEGREE } from '../../../domain/geo/geo.ts'
import { roadVehicleKey } from '../../../domain/planning/road-vehicle.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { type OrderRules, isSameName } from '../../../domain/planning/rules.ts'
import { perMeter, perSecond } from '../../../domain/planning/units.ts'
import { windowsOf } from '../../../domain/planning/windows.ts'
import type { Problem, Stop, Vehicle } from '../../../engine/problem.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import { allocateLegs } from '../roads/large-tables.ts'
import { type TablesByVehicle, tableFor } from '../roads/tables-by-vehicle.ts'
import type { PlanInput, PlanPlaces, PlanStop, PlanTime, PlanVehicle } from './plan-input.ts'
import type { PlannedDay } from './planned-day.ts'
import { type RoadVehicles, withinStreetHours } from './street-windows.ts'

/**
 * Returns the distinct locations of the plan, among which distances are needed. `indexOf` returns the index of a
 * location in this list.
 */
export function placesOf({ vehicles, stops }: PlanPlaces): {
  points: Point[]
  indexOf: (point: Point) => number
} {
  const indexes = new Map<string, number>()
  const points: Point[] = []
  const add = (point: Point) => {
    const key = keyOf(point)
    if (indexes.has(key)) return
    indexes.set(key, points.length)
    points.push({ lat: point.lat, lng: point.lng })
  }
  for (const { start, end, reload, collects = [] } of vehicles) {
    add(start)
    if (end) add(end)
    if (reload) add(reload.point)
    for (const collect of collects) if (collect) add(collect.point)
  }
  for (const { point } of stops) add(point)
  return { points, indexOf: (point) => indexes.get(keyOf(point)) ?? missingPlace(point) }
}

const keyOf = ({ lat, lng }: Point): string => `${lat},${lng}`

const missingPlace = (point: Point): never => {
  throw new Error(`${keyOf(point)} is not a location of this plan`)
}

/**
 * Compiles the problem. `tables` are the road tables among the locations, and `indexOf` returns a location's index in
 * them.
 */
export function compileProblem(
  input: PlanInput,
  indexOf: (point: Point) => number,
  tables: TablesByVehicle<Pick<DistanceTable, 'durations' | 'distances' | 'hours'>>,
): Problem {
  const dimensions = loadDimensions(input)
  const different = [...new Set(tables.values())]
  const [roads, ...otherRoads] = different.map(({ durations, distances }) => ({
    durations: multipliedBy(durations, input.trafficFactor),
    distances,
  }))
  if (!roads) throw new Error('a plan without vehicles has no roads')
  const side = Math.sqrt(roads.durations.length)
  const drivers = input.vehicles.map(({ driver }) => driver ?? null)
  const shifts = new Map(
    different.map((table) => {
      const own = input.vehicles.filter((vehicle) => tableFor(tables, vehicle) === table)
      return [table, own.map(({ shiftStart, shiftEnd }) => wallClockSpan(input.day, shiftStart, shiftEnd))] as const
    }),
  )
  return {
    locations: side,
    ...roads,
    ...(otherRoads.length > 0 && { otherRoads }),
    vehicles: input.vehicles.map((vehicle) => {
      const other = different.indexOf(tableFor(tables, vehicle)) - 1
      return { ...vehicleOf(vehicle, input.day, indexOf, dimensions), ...(other >= 0 && { roads: other }) }
    }),
    stops: input.stops.map((stop) => {
      const place = indexOf(stop.point)
      const roadVehicles = new Map(
        [...tables].map(([key, table]) => [
          key,
          { hours: table.hours?.[place] ?? null, shifts: shifts.get(table) ?? [] },
        ]),
      )
      return stopOf(stop, input, place, roadVehicles, dimensions, drivers)
    }),
    objective: input.objective,
    ...(input.initial && { initial: input.initial }),
    ...(input.usual && { usual: input.usual }),
    ...(input.units && input.units !== 'US' && { loadUnits: loadUnitsOf(input.units) }),
    ...(input.clock && { clock: input.clock }),
    places: placesOnMap(input, indexOf, side),
  }
}

function multipliedBy(durations: Float64Array, factor: number): Float64Array {
  if (factor === 1) return durations
  const slow = allocateLegs(Math.sqrt(durations.length))
  for (let i = 0; i < slow.length; i++) slow[i] = durations[i]! * factor
  return slow
}

/** Projects the locations onto a plane that touches the earth at the first location, in meters. */
function placesOnMap(input: PlanInput, indexOf: (point: Point) => number, side: number): Float64Array {
  const { points } = placesOf(input)
  const places = new Float64Array(2 * side)
  const origin = points[0]
  if (!origin) return places
  const metersEast = METERS_A_DEGREE * Math.cos((origin.lat * Math.PI) / 180)
  for (const point of points) {
    const at = 2 * indexOf(point)
    places[at] = (((point.lng - origin.lng + 540) % 360) - 180) * metersEast
    places[at + 1] = (point.lat - origin.lat) * METERS_A_DEGREE
  }
  return places
}

const loadUnitsOf = (units: Units): Problem['loadUnits'] => {
  const unit = (measure: 'weight' | 'volume') => {
    const figure = `{count} ${symbolOf(units, measure)}`
    return { one: figure, many: figure, a: inUnits(units, measure, 1) }
  }
  return [unit('weight'), { one: '{count} piece', many: '{count} pieces', a: 1 }, unit('volume')]
}

/**
 * Returns the number of load dimensions, which are pounds, pieces and cubic feet, in this order. Pounds are always
 * present. Pieces are present if a vehicle limits pieces or cubic feet. Cubic feet are present if a vehicle limits
 * them.
 */
function loadDimensions({ vehicles }: PlanInput): number {
  const limited = (capacity: 'capacityPieces' | 'capacityCubicFeet') =>
    vehicles.some(({ rules }) => (rules?.[capacity] ?? null) !== null)
  if (limited('capacityCubicFeet')) return 3
  return limited('capacityPieces') ? 2 : 1
}

function vehicleOf(
  vehicle: PlanVehicle,
  day: PlannedDay,
  indexOf: (point: Point) => number,
  dimensions: number,
): Vehicle {
  const shift = wallClockSpan(day, vehicle.shiftStart, vehicle.shiftEnd)
  const { capacityPieces, capacityCubicFeet, skills, maxWorkingMinutes, maxDrivingMinutes, serviceFactor } =
    vehicle.rules ?? {}
  const { overtime, reload, collects } = vehicle
  return {
    id: vehicle.id,
    start: indexOf(vehicle.start),
    ...(vehicle.startName && { startName: vehicle.startName }),
    end: vehicle.end && indexOf(vehicle.end),
    shiftStart: shift.start,
    shiftEnd: shift.end,
    ...(typeof vehicle.shiftStart === 'number' && { leavesLate: true }),
    capacity: [vehicle.capacityLbs, capacityPieces, capacityCubicFeet]
      .slice(0, dimensions)
      .map((room) => room ?? Infinity),
    temperatureClasses: vehicle.temperatureClasses,
    maxStops: vehicle.maxStops ?? Infinity,
    maxDuration: maxWorkingMinutes ? maxWorkingMinutes * 60 : Infinity,
    ...(maxDrivingMinutes && { maxDrive: maxDrivingMinutes * 60 }),
    ...(overtime?.costPerHour && {
      overtime: { after: overtime.afterMinutes * 60, costPerSecond: perSecond(overtime.costPerHour) },
    }),
    ...(skills?.length && { skills }),
    ...(vehicle.driver && { driver: vehicle.driver }),
    serviceFactor: serviceFactor ?? 1,
    fixedCost: vehicle.fixedCost,
    costPerMeter: perMeter(vehicle.costPerMile),
    costPerSecond: perSecond(vehicle.costPerHour),
    breaks: breaksOf(vehicle, day),
    reload: reload ? { location: indexOf(reload.point), seconds: reload.minutes * 60, max: reload.maxTrips - 1 } : null,
    ...(collects?.some(Boolean) && {
      collects: collects.map(
        (collect) =>
          collect && {
            location: indexOf(collect.point),
            seconds: collect.minutes * 60,
            ready: collect.ready,
            ...(collect.unloads && { unloads: true }),
          },
      ),
    }),
  }
}

const breaksOf = ({ breaks }: PlanVehicle, day: PlannedDay): Vehicle['breaks'] =>
  breaks
    .map(({ minutes, paid = true, ...window }) => {
      const { start, end } = wallClockSpan(day, window.start, window.end)
      const seconds = minutes * 60
      return { windowStart: start, windowEnd: Math.max(end, start + seconds), seconds, ...(!paid && { unpaid: true }) }
    })
    .sort((a, b) => a.windowStart - b.windowStart || a.windowEnd - b.windowEnd)

function stopOf(
  stop: PlanStop,
  { day, pace, objective, vehicles }: Pick<PlanInput, 'day' | 'pace' | 'objective' | 'vehicles'>,
  location: number,
  roadVehicles: ReadonlyMap<string, RoadVehicles>,
  dimensions: number,
  names: readonly (string | null)[],
): Stop {
  const { rules, from } = stop
  const { readyAt, requiredSkills, maxRideMinutes } = rules ?? {}
  const pickup = [rules?.pickupWeightLbs, rules?.pickupPieces, rules?.pickupCubicFeet].map((load) => load ?? null)
  const drivers = driversOf(rules, names)
  const mayBeLate = objective.latenessCostPerSecond !== null
  const { windows, street, excluded } = withinStreetHours(spansOf(stop, day), stop, roadVehicles, day, mayBeLate)
  const outside = vehicles.flatMap((vehicle, i) => (excluded.includes(roadVehicleKey(vehicle)) ? [i] : []))
  return {
    id: stop.id,
    location,
    windows,
    ...(street && { street }),
    serviceSeconds: visitSeconds(pace, stop.serviceMinutes),
    ...(readyAt && { ready: day.secondsAt(readyAt) }),
    load: [stop.loadWeightLbs, rules?.loadPieces ?? null, rules?.loadCubicFeet ?? null].slice(0, dimensions),
    ...(pickup.some(Boolean) && { pickup: pickup.slice(0, dimensions) }),
    ...(from !== undefined && {
      from: { stop: from, ...(maxRideMinutes !== undefined && { maxSeconds: maxRideMinutes * 60 }) },
    }),
    ...(stop.collect !== undefined && { collect: stop.collect }),
    ...(requiredSkills?.length && { skills: requiredSkills }),
    ...(drivers && { drivers }),
    temperatureClass: stop.temperatureClass,
    priority: rules?.priority ?? 0,
    lock: stop.lock,
    ...(stop.preferredVehicles?.length && { preferredVehicles: stop.preferredVehicles }),
    forbiddenVehicles: [...(stop.forbiddenVehicles ?? []), ...outside],
  }
}

/**
 * Returns the stop's requirements for drivers, with each name spelled as in the plan, because the engine compares names
 * exactly. Names that are not in the plan stay, but match no vehicle. Returns null if any driver may serve the stop.
 */
export function driversOf(rules: OrderRules | null | undefined, names: readonly (string | null)[]) {
  const named = (asked: readonly string[] = []): string[] =>
    asked.map((name) => names.find((one) => one !== null && isSameName(one, name)) ?? name)
  const required = named(rules?.requiredDrivers)
  const excluded = named(rules?.excludedDrivers)
  const preferred = named(rules?.preferredDrivers)
  return required.length + excluded.length + preferred.length > 0 ? { required, excluded, preferred } : null
}

/**
 * Converts the stop's windows to spans of seconds. If a clock change skips an hour, windows in it may overlap.
 * Overlapping windows are merged.
 */
function spansOf(stop: PlanStop, day: PlannedDay): Stop['windows'] {
  const windows = windowsOf(stop)
  const spans: { start: number; end: number }[] = []
  for (const [i, { start, end }] of windows.entries()) {
    const later = end !== null && i === windows.length - 1 ? (stop.lateSeconds ?? 0) : 0
    const window = wallClockSpan(day, start ?? '00:00', later ? day.secondsAt(end as string) + later : (end ?? '23:59'))
    const last = spans.at(-1)
    if (last && window.start <= last.end) last.end = Math.max(last.end, window.end)
    else spans.push(window)
  }
  return spans
}

/**
 * Converts two wall-clock times to a span of seconds. If a clock change skips an hour that contains a time, the end may
 * precede the start. In that case, the span is empty.
 */
function wallClockSpan(day: PlannedDay, from: PlanTime, to: PlanTime): { start: number; end: number } {
  const at = (time: PlanTime): number => (typeof time === 'number' ? time : day.secondsAt(time))
  const start = at(from)
  return { start, end: Math.max(start, at(to)) }
}
