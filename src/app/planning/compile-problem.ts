// From vehicles and stops as people write them (HH:mm, pounds, miles, places) to the engine's problem.
// Building a day's routes and POST /optimize both come through here.
import type { Costing } from '../../domain/planning/costing.ts'
import type { Point, TemperatureClass } from '../../domain/orders/order.ts'
import type { Objective, Problem, Stop, Vehicle } from '../../engine/problem.ts'
import type { DistanceTable } from '../ports/roads.ts'
import type { PlannedDay } from './planned-day.ts'
import { perMeter, perSecond } from './units.ts'

/** Times are HH:mm; null is no limit, and a null `end` an open end. */
export interface PlanVehicle {
  id: string
  start: Point
  end: Point | null
  shiftStart: string
  shiftEnd: string
  capacityLbs: number | null
  temperatureClasses: readonly TemperatureClass[]
  maxStops: number | null
  fixedCost: number
  costPerMile: number
  costPerHour: number
  /** What its distances are for. */
  costing: Costing
  breaks: readonly { windowStart: string; windowEnd: string; minutes: number }[]
}

export interface PlanStop {
  id: string
  point: Point
  /** A side left null is open. */
  windowStart: string | null
  windowEnd: string | null
  serviceMinutes: number
  /** Null is unknown and never binds. */
  loadWeightLbs: number | null
  temperatureClass: TemperatureClass
  /** 0 to 100; among stops that cannot all be served, higher first. */
  priority: number
  /** `vehicle` is an index; the rest as in the engine's `Lock`. */
  lock: { vehicle: number; position?: number; order?: number } | null
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
}

/** What evens out between vehicles, as named on the wire. */
export const BALANCE = { NONE: 'none', STOPS: 'stops', TIME: 'time' } as const satisfies Record<
  string,
  Objective['balance']
>

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
  for (const { start, end } of vehicles) {
    add(start)
    if (end) add(end)
  }
  for (const { point } of stops) add(point)
  return { points, indexOf: (point) => indexes.get(keyOf(point)) ?? missingPlace(point) }
}

const keyOf = ({ lat, lng }: Point): string => `${lat},${lng}`

const missingPlace = (point: Point): never => {
  throw new Error(`${keyOf(point)} is not a place of this plan`)
}

/** The problem over the places' table. */
export function compileProblem(
  input: PlanInput,
  indexOf: (point: Point) => number,
  table: Pick<DistanceTable, 'durations' | 'distances'>,
): Problem {
  return {
    locations: Math.sqrt(table.durations.length),
    durations: input.trafficFactor === 1 ? table.durations : table.durations.map((time) => time * input.trafficFactor),
    distances: table.distances,
    vehicles: input.vehicles.map((vehicle) => vehicleOf(vehicle, input.day, indexOf)),
    stops: input.stops.map((stop) => stopOf(stop, input.day, indexOf)),
    objective: input.objective,
    ...(input.initial && { initial: input.initial }),
  }
}

function vehicleOf(vehicle: PlanVehicle, day: PlannedDay, indexOf: (point: Point) => number): Vehicle {
  const shift = span(day, vehicle.shiftStart, vehicle.shiftEnd)
  return {
    id: vehicle.id,
    start: indexOf(vehicle.start),
    end: vehicle.end && indexOf(vehicle.end),
    shiftStart: shift.start,
    shiftEnd: shift.end,
    capacity: [vehicle.capacityLbs ?? Infinity],
    temperatureClasses: vehicle.temperatureClasses,
    maxStops: vehicle.maxStops ?? Infinity,
    maxDuration: Infinity,
    fixedCost: vehicle.fixedCost,
    costPerMeter: perMeter(vehicle.costPerMile),
    costPerSecond: perSecond(vehicle.costPerHour),
    breaks: vehicle.breaks
      .map(({ windowStart, windowEnd, minutes }) => {
        const { start, end } = span(day, windowStart, windowEnd)
        const seconds = minutes * 60
        return { windowStart: start, windowEnd: Math.max(end, start + seconds), seconds }
      })
      .sort((a, b) => a.windowStart - b.windowStart || a.windowEnd - b.windowEnd),
    reload: null,
  }
}

function stopOf(stop: PlanStop, day: PlannedDay, indexOf: (point: Point) => number): Stop {
  const { windowStart, windowEnd, lock } = stop
  return {
    id: stop.id,
    location: indexOf(stop.point),
    windows: windowStart || windowEnd ? [span(day, windowStart ?? '00:00', windowEnd ?? '23:59')] : [],
    serviceSeconds: stop.serviceMinutes * 60,
    load: [stop.loadWeightLbs],
    temperatureClass: stop.temperatureClass,
    priority: stop.priority,
    lock,
    forbiddenVehicles: stop.forbiddenVehicles ?? [],
  }
}

/** Two wall-clock times as a span. In the hour that a clock change skips the end may come first: then they meet. */
function span(day: PlannedDay, from: string, to: string): { start: number; end: number } {
  const start = day.secondsAt(from)
  return { start, end: Math.max(start, day.secondsAt(to)) }
}
