// A build as the engine's problem: points to locations, wall clock to seconds of the day.
import type { BuildBody } from '../../../contract/routes.ts'
import { METERS_PER_MILE } from '../../../domain/geo.ts'
import type { Point } from '../../../domain/order.ts'
import type { Objective, Problem, Stop, Vehicle } from '../../../engine/problem.ts'
import type { BuildOrder } from '../../../store/orders-to-build.ts'
import type { Calendar } from '../../calendar.ts'
import type { DistanceTable } from '../../ports.ts'
import type { Gathered, PlannedVehicle } from './gather.ts'

/** A mile costs one; half an hour on the road as much as a mile, so that drivers do not idle for nothing. */
const COST_PER_METER = 1 / METERS_PER_MILE
const COST_PER_SECOND = 2 / 3_600

const BALANCE = { NONE: 'none', STOPS: 'stops', TIME: 'time' } as const satisfies Record<string, Objective['balance']>

/** Every place of a build once, and where each is in the distance table. */
export interface Places {
  points: Point[]
  at(point: Point): number
}

export function placesOf({ vehicles, orders }: Gathered): Places {
  const points: Point[] = []
  const index = new Map<string, number>()
  const keyOf = (point: Point) => `${point.lat},${point.lng}`
  for (const point of [...vehicles.map(({ depot }) => depot), ...orders.map(placed)]) {
    if (index.has(keyOf(point))) continue
    index.set(keyOf(point), points.length)
    points.push({ lat: point.lat, lng: point.lng })
  }
  return { points, at: (point) => index.get(keyOf(point)) as number }
}

/** Seconds since the day began: on a day of 23 or 25 hours the wall clock differs from it. */
export const secondsOfDay = (calendar: Calendar, day: string, time: string): number =>
  (calendar.instantOf(day, time).getTime() - calendar.startOfDay(day).getTime()) / 1000

export const instantOfDay = (calendar: Calendar, day: string, seconds: number): Date =>
  new Date(calendar.startOfDay(day).getTime() + Math.round(seconds * 1000))

export function problemOf(
  gathered: Gathered,
  body: BuildBody,
  calendar: Calendar,
  places: Places,
  table: DistanceTable,
): Problem {
  const { business, vehicles, orders } = gathered
  const seconds = (time: string) => secondsOfDay(calendar, body.date, time)
  const indexOf = new Map(orders.map((order, i) => [order.orderId, i]))
  return {
    locations: places.points.length,
    durations: table.durations,
    distances: table.distances,
    vehicles: vehicles.map((planned) => vehicleOf(planned, places, seconds)),
    stops: orders.map((order) => stopOf(order, business.serviceMinutes, places, seconds, lockOf(order, vehicles))),
    objective: {
      useAllVehicles: !body.vehicle_ids,
      balance: BALANCE[body.options?.balance ?? 'NONE'],
      latenessCostPerSecond: null,
      change: null,
    },
    ...(vehicles.some(({ replanned }) => replanned) && {
      initial: {
        routes: vehicles.map(
          ({ replanned }) => replanned?.stops.map((stop) => indexOf.get(stop.orderId) as number) ?? [],
        ),
      },
    }),
  }
}

function vehicleOf({ vehicle, depot }: PlannedVehicle, places: Places, seconds: (time: string) => number): Vehicle {
  return {
    id: vehicle.name,
    start: places.at(depot),
    end: places.at(depot),
    shiftStart: seconds(vehicle.shiftStart),
    shiftEnd: seconds(vehicle.shiftEnd),
    capacity: [vehicle.capacityLbs ?? Infinity],
    temperatureClasses: vehicle.temperatureClasses,
    maxStops: vehicle.maxStops ?? Infinity,
    maxDuration: Infinity,
    fixedCost: 0,
    costPerMeter: COST_PER_METER,
    costPerSecond: COST_PER_SECOND,
    breaks: [],
    reload: null,
  }
}

function stopOf(
  order: BuildOrder,
  serviceMinutes: number,
  places: Places,
  seconds: (time: string) => number,
  lock: Stop['lock'],
): Stop {
  const { windowStart, windowEnd } = order
  const start = windowStart ? seconds(windowStart) : 0
  const end = windowEnd ? seconds(windowEnd) : Infinity
  return {
    id: order.externalRef,
    location: places.at(placed(order)),
    windows: windowStart || windowEnd ? [{ start, end }] : [],
    serviceSeconds: (order.serviceMinutes ?? serviceMinutes) * 60,
    load: [order.loadWeightLbs],
    temperatureClass: order.temperatureClass,
    priority: 0,
    lock,
    forbiddenVehicles: [],
  }
}

/** Locked stops stay on their vehicle in their order (contract: Routes). */
function lockOf(order: BuildOrder, vehicles: readonly PlannedVehicle[]): Stop['lock'] {
  for (const [vehicle, { replanned }] of vehicles.entries()) {
    const stop = replanned?.stops.find(({ orderId, locked }) => locked && orderId === order.orderId)
    if (stop) return { vehicle, order: stop.sequence }
  }
  return null
}

function placed(order: BuildOrder): Point {
  if (!order.point) throw new Error(`the order ${order.orderId} has no point`)
  return order.point
}
