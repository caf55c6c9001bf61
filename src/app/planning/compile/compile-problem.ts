// From vehicles and stops as people write them (HH:mm, pounds, miles, places) to the engine's problem.
// Building a day's routes and POST /optimize both come through here.
import { type Clock, inUnits, symbolOf, type Units } from '../../../domain/formats.ts'
import type { Costing } from '../../../domain/planning/costing.ts'
import { METERS_A_DEGREE } from '../../../domain/geo/geo.ts'
import type { Point, TemperatureClass } from '../../../domain/orders/order.ts'
import type { Objective, Problem, Stop, Vehicle } from '../../../engine/problem.ts'
import type { DistanceTable } from '../../ports/roads.ts'
import type { OwnRoads } from '../roads/own-roads.ts'
import type { PlannedDay } from './planned-day.ts'
import { perMeter, perSecond } from '../../../domain/planning/units.ts'
import { roomForLegs } from '../roads/large-tables.ts'

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
  capacityPieces?: number | null
  capacityCubicFeet?: number | null
  temperatureClasses: readonly TemperatureClass[]
  maxStops: number | null
  fixedCost: number
  costPerMile: number
  costPerHour: number
  /** What its distances are for. */
  costing: Costing
  breaks: readonly { windowStart: PlanTime; windowEnd: PlanTime; minutes: number; paid?: boolean }[]
  skills?: readonly string[]
  /** By name. */
  driver?: string | null
  /** The longest from departure to return, and at the wheel. */
  maxWorkMinutes?: number | null
  maxDriveMinutes?: number | null
  overtime?: { afterMinutes: number; costPerHour: number } | null
  /** What the service times of its stops are multiplied by. */
  serviceFactor?: number
  /** Where it may return for another load, how long that takes, and how many loads it may take in all. */
  reload?: { point: Point; minutes: number; maxTrips: number } | null
  /** Where it comes by for goods of the stops with that `collect`; null where it has them from its start. */
  collects?: readonly (PlanCollect | null)[]
}

/** As the engine's `Collect`. */
export interface PlanCollect {
  point: Point
  minutes: number
  /** Seconds on the planned day's clock. */
  ready: number
  unloads?: boolean
}

export interface PlanStop {
  id: string
  point: Point
  /** A side left null is open. */
  windowStart: PlanTime | null
  windowEnd: PlanTime | null
  /** After the first, in order. */
  moreWindows?: readonly { windowStart: PlanTime; windowEnd: PlanTime }[]
  serviceMinutes: number
  /** Its vehicle leaves with it no sooner. */
  readyAt?: PlanTime | null
  /** Null is unknown and never binds. */
  loadWeightLbs: number | null
  loadPieces?: number | null
  loadCubicFeet?: number | null
  /** Picked up there, for the vehicle's end. */
  pickup?: { weightLbs: number | null; pieces: number | null; cubicFeet: number | null } | null
  /** Its load is picked up at that stop (an index), at most so many minutes before. */
  from?: { stop: number; maxMinutes: number | null }
  /** Which of its vehicle's `collects` has its goods. */
  collect?: number
  /** What its vehicle must have. */
  skills?: readonly string[]
  /** By name: one of the first must drive it, none of the second may, one of the third should. */
  drivers?: Stop['drivers']
  temperatureClass: TemperatureClass
  /** 0 to 100; among stops that cannot all be served, higher first. */
  priority: number
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

/** What evens out between vehicles, as named on the wire. */
export const BALANCE = { NONE: 'none', FAIR: 'gentle', STOPS: 'stops', TIME: 'time' } as const satisfies Record<
  string,
  Objective['balance']
>

/** What a vehicle less is worth where few are asked for, in miles. */
export const VEHICLE_COST = 40

/** What of the driving it may cost that routes cross less, where that counts. */
export const COMPACTNESS = 0.01

/** Every place of the plan once: the points to ask distances for, and each point's index among them. */
export function placesOf({ vehicles, stops }: Pick<PlanInput, 'vehicles' | 'stops'>): {
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
  throw new Error(`${keyOf(point)} is not a place of this plan`)
}

/** The problem over the places' tables. */
export function compileProblem(
  input: PlanInput,
  indexOf: (point: Point) => number,
  own: OwnRoads<Pick<DistanceTable, 'durations' | 'distances'>>,
): Problem {
  const dimensions = loadDimensions(input)
  const [roads, ...otherRoads] = [...own.values()].map(({ durations, distances }) => ({
    durations: slowed(durations, input.trafficFactor),
    distances,
  }))
  if (!roads) throw new Error('a plan without vehicles has no roads')
  const kinds = [...own.keys()]
  const side = Math.sqrt(roads.durations.length)
  return {
    locations: side,
    ...roads,
    ...(otherRoads.length > 0 && { otherRoads }),
    vehicles: input.vehicles.map((vehicle) => {
      const other = kinds.indexOf(vehicle.costing) - 1
      return { ...vehicleOf(vehicle, input.day, indexOf, dimensions), ...(other >= 0 && { roads: other }) }
    }),
    stops: input.stops.map((stop) => stopOf(stop, input.day, indexOf, dimensions)),
    objective: input.objective,
    ...(input.initial && { initial: input.initial }),
    ...(input.usual && { usual: input.usual }),
    ...(input.units && input.units !== 'US' && { loadUnits: loadUnitsOf(input.units) }),
    ...(input.clock && { clock: input.clock }),
    places: placesOnMap(input, indexOf, side),
  }
}

function slowed(durations: Float64Array, factor: number): Float64Array {
  if (factor === 1) return durations
  const slow = roomForLegs(Math.sqrt(durations.length))
  for (let i = 0; i < slow.length; i++) slow[i] = durations[i]! * factor
  return slow
}

/** On a plane that touches the earth at the first place. */
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
    const symbol = symbolOf(units, measure)
    return { one: symbol, many: symbol, a: inUnits(units, measure, 1) }
  }
  return [unit('weight'), { one: 'piece', many: 'pieces', a: 1 }, unit('volume')]
}

/** Pounds always; pieces and cubic feet, in this order, where some vehicle holds only so many. */
function loadDimensions({ vehicles }: PlanInput): number {
  const limited = (capacity: 'capacityPieces' | 'capacityCubicFeet') =>
    vehicles.some((vehicle) => (vehicle[capacity] ?? null) !== null)
  if (limited('capacityCubicFeet')) return 3
  return limited('capacityPieces') ? 2 : 1
}

function vehicleOf(
  vehicle: PlanVehicle,
  day: PlannedDay,
  indexOf: (point: Point) => number,
  dimensions: number,
): Vehicle {
  const shift = span(day, vehicle.shiftStart, vehicle.shiftEnd)
  return {
    id: vehicle.id,
    start: indexOf(vehicle.start),
    ...(vehicle.startName && { startName: vehicle.startName }),
    end: vehicle.end && indexOf(vehicle.end),
    shiftStart: shift.start,
    shiftEnd: shift.end,
    capacity: [vehicle.capacityLbs, vehicle.capacityPieces, vehicle.capacityCubicFeet]
      .slice(0, dimensions)
      .map((room) => room ?? Infinity),
    temperatureClasses: vehicle.temperatureClasses,
    maxStops: vehicle.maxStops ?? Infinity,
    maxDuration: vehicle.maxWorkMinutes ? vehicle.maxWorkMinutes * 60 : Infinity,
    ...(vehicle.maxDriveMinutes && { maxDrive: vehicle.maxDriveMinutes * 60 }),
    ...(vehicle.overtime?.costPerHour && {
      overtime: { after: vehicle.overtime.afterMinutes * 60, costPerSecond: perSecond(vehicle.overtime.costPerHour) },
    }),
    ...(vehicle.skills?.length && { skills: vehicle.skills }),
    ...(vehicle.driver && { driver: vehicle.driver }),
    ...(vehicle.serviceFactor !== undefined && { serviceFactor: vehicle.serviceFactor }),
    fixedCost: vehicle.fixedCost,
    costPerMeter: perMeter(vehicle.costPerMile),
    costPerSecond: perSecond(vehicle.costPerHour),
    breaks: vehicle.breaks
      .map(({ windowStart, windowEnd, minutes, paid = true }) => {
        const { start, end } = span(day, windowStart, windowEnd)
        const seconds = minutes * 60
        return {
          windowStart: start,
          windowEnd: Math.max(end, start + seconds),
          seconds,
          ...(!paid && { unpaid: true }),
        }
      })
      .sort((a, b) => a.windowStart - b.windowStart || a.windowEnd - b.windowEnd),
    reload: vehicle.reload
      ? {
          location: indexOf(vehicle.reload.point),
          seconds: vehicle.reload.minutes * 60,
          max: vehicle.reload.maxTrips - 1,
        }
      : null,
    ...(vehicle.collects?.some(Boolean) && {
      collects: vehicle.collects.map(
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

function stopOf(stop: PlanStop, day: PlannedDay, indexOf: (point: Point) => number, dimensions: number): Stop {
  const { lock } = stop
  return {
    id: stop.id,
    location: indexOf(stop.point),
    windows: windowsOf(stop, day),
    serviceSeconds: stop.serviceMinutes * 60,
    ...(stop.readyAt && { ready: span(day, stop.readyAt, stop.readyAt).start }),
    load: [stop.loadWeightLbs, stop.loadPieces ?? null, stop.loadCubicFeet ?? null].slice(0, dimensions),
    ...(stop.pickup && {
      pickup: [stop.pickup.weightLbs, stop.pickup.pieces, stop.pickup.cubicFeet].slice(0, dimensions),
    }),
    ...(stop.from && {
      from: {
        stop: stop.from.stop,
        ...(stop.from.maxMinutes !== null && { maxSeconds: stop.from.maxMinutes * 60 }),
      },
    }),
    ...(stop.collect !== undefined && { collect: stop.collect }),
    ...(stop.skills?.length && { skills: stop.skills }),
    ...(stop.drivers && { drivers: stop.drivers }),
    temperatureClass: stop.temperatureClass,
    priority: stop.priority,
    lock,
    ...(stop.preferredVehicles?.length && { preferredVehicles: stop.preferredVehicles }),
    forbiddenVehicles: stop.forbiddenVehicles ?? [],
  }
}

/** In the hour that a clock change skips, windows may meet: then they are one. */
function windowsOf({ windowStart, windowEnd, moreWindows = [] }: PlanStop, day: PlannedDay): Stop['windows'] {
  if (windowStart === null && windowEnd === null && moreWindows.length === 0) return []
  const windows = [span(day, windowStart ?? '00:00', windowEnd ?? '23:59')]
  for (const { windowStart: from, windowEnd: to } of moreWindows) {
    const window = span(day, from, to)
    const last = windows.at(-1)
    if (last && window.start <= last.end) last.end = Math.max(last.end, window.end)
    else windows.push(window)
  }
  return windows
}

/** Two wall-clock times as a span. In the hour that a clock change skips the end may come first: then they meet. */
function span(day: PlannedDay, from: PlanTime, to: PlanTime): { start: number; end: number } {
  const at = (time: PlanTime): number => (typeof time === 'number' ? time : day.secondsAt(time))
  const start = at(from)
  return { start, end: Math.max(start, at(to)) }
}
