// Vehicles and stops of a re-plan with their current state.
import type { PlanPace } from '../../../domain/planning/plan-pace.ts'
import type { Clock, Units } from '../../../domain/formats.ts'
import type { RoadVehicle } from '../../../domain/planning/road-vehicle.ts'
import type { DueBreak, TakenBreak } from '../../../domain/planning/break-placement.ts'
import type { TimedStop } from '../../../domain/planning/serving.ts'
import type { OrderRules, VehicleRules } from '../../../domain/planning/rules.ts'
import { type Windowed, windowsOf } from '../../../domain/planning/windows.ts'
import type { Point, TemperatureClass } from '../../../domain/orders/order.ts'
import type { RouteStatus } from '../../../domain/routes/route-status.ts'
import type { HandOver } from '../../../domain/routes/pauses.ts'
import type { TimedRemainder } from '../../../domain/routes/replan.ts'
import type { StopStatus } from '../../../domain/routes/stop.ts'
import type { PlannedDay } from '../compile/planned-day.ts'

/** A hand-over. `ready` is when the goods are available, in seconds on the engine's clock. */
export type PlannedHandOver = HandOver & { ready: number }

/** A delivery to plan, which is on a route or on no route yet. */
export interface ReplanStop {
  orderId: string
  externalRef: string
  status: StopStatus
  locked: boolean
  point: Point
  windowStart: string | null
  windowEnd: string | null
  /** Service time without the vehicle's service factor. */
  serviceMinutes: number
  loadWeightLbs: number | null
  temperatureClass: TemperatureClass
  rules?: OrderRules | null
  /** Number of the load on the route to which this stop's goods belong. Absent: the first load. */
  trip?: number
  /** True if any vehicle can get the stop's goods, because they are at the depot or are handed over. */
  toLoad?: boolean
  /**
   * Places at which other vehicles can get the stop's goods. `handOver` applies to all vehicles, and `atDepot` only to
   * vehicles that have started. The route that has the goods needs neither of them.
   */
  atDepot?: PlannedHandOver | null
  handOver?: PlannedHandOver | null
}

/** The current state of a vehicle on its route. Times are in seconds on the engine's clock. */
export interface ReplanVehicle extends RoadVehicle {
  routeId: string
  name: string
  status: RouteStatus
  capacityLbs: number | null
  temperatureClasses: readonly TemperatureClass[]
  maxStops: number | null
  rules?: VehicleRules | null
  /** The driver's name. */
  driver?: string | null
  /** Location where the route ends. Null: the route ends at its last stop. */
  end: Point | null
  /** Location where the vehicle continues. `leaves` is the time. */
  from: Point
  leaves: number
  /** Time of departure from the depot, and driving seconds since then. Null or absent if the vehicle has not left. */
  left?: { at: number; driveSeconds: number } | null
  shiftEnd: number
  /** Latest return that the request demands. Null if it demands none. */
  homeBy: number | null
  /** True if the vehicle can't continue, because it has broken down. */
  out: boolean
  /**
   * Orders whose load grew, keyed by order ID, with the load before. Only the load before is sure to fit on the
   * vehicle, so such orders may become unassigned.
   */
  grown: ReadonlyMap<string, { loadBefore: number | null }>
  /** Number of stops that are done or under way. The following members are their goods that are still on board. */
  stopsBefore: number
  aboardLbs: number
  aboardPieces?: number
  aboardCubicFeet?: number
  /** References of stops that are done or under way. Goods that are picked up at such a stop are on board. */
  reached?: ReadonlySet<string>
  /** The remaining stops in driving order. */
  rest: readonly ReplanStop[]
  /** The route's breaks that are still due. */
  breaks?: readonly (DueBreak & { paid: boolean })[]
  /** Reloads at the vehicle's depot. Null or absent if the vehicle doesn't reload. */
  reload?: { depot: Point; minutes: number; max: number } | null
  /** Pace of the business for visits. Null: visits take their service time. */
  pace?: PlanPace | null
  /** Numbers of the loads that a started vehicle has picked up at the depot or taken over. */
  taken?: ReadonlySet<number>
}

/** Timing of a vehicle's remaining stops. */
export interface TimedVan extends TimedRemainder {
  driveSeconds: number
  meters: number
  lateSeconds: number
  breaks: readonly TakenBreak[]
  /** Positions on the route of those stops before which the vehicle reloads at its depot. */
  reloadsBefore: readonly number[]
  /** Hand-overs from other vehicles. `before` is the position of the stop before which the hand-over takes place. */
  handOvers: readonly { before: number; at: HandOver; start: number; end: number; stops: number }[]
  /** Seconds from departure to return. */
  workSeconds: number
  /** Time of return. */
  end: number
}

/**
 * Returns where the vehicle takes over the goods of the stop from another vehicle or another route's depot. Null if the
 * goods are on board or the vehicle loads them at its own depot.
 */
export function handOverOn(
  { routeId, status }: ReplanVehicle,
  { handOver, atDepot }: ReplanStop,
): PlannedHandOver | null {
  const place = handOver ?? (status === 'IN_PROGRESS' ? atDepot : null)
  return place && place.routeId !== routeId ? place : null
}

export interface ReplanDay {
  day: PlannedDay
  trafficFactor: number
  /** Pace of the business for visits. Null: visits take their service time. */
  pace?: PlanPace | null
  units?: Units
  /** Format of times of day in messages. */
  clock?: Clock
  vans: readonly ReplanVehicle[]
  /** Deliveries that are on no route and that the re-plan should add. */
  newcomers: readonly ReplanStop[]
}

/** Stops in driving order, keyed by route ID. */
export type RemainingStops = ReadonlyMap<string, readonly ReplanStop[]>

export const currentRemainders = ({ vans }: ReplanDay): RemainingStops =>
  new Map(vans.map(({ routeId, rest }) => [routeId, rest]))

/** Load number of each order on its route, keyed by order ID. */
export type Trips = ReadonlyMap<string, number>

export const currentTrips = ({ vans }: ReplanDay): Trips =>
  new Map(vans.flatMap(({ rest }) => rest.map(({ orderId, trip = 1 }) => [orderId, trip])))

/**
 * Returns whether stops of the route may become unassigned, because the vehicle may no longer be able to serve all of
 * them.
 */
export const mayUnassignStops = ({ out, homeBy, grown }: ReplanVehicle): boolean =>
  out || homeBy !== null || grown.size > 0

/**
 * Returns the stop's windows in seconds on the engine's clock. A window without a start or end is infinite on that
 * side.
 */
export const windowsOn = (day: PlannedDay, stop: Windowed): TimedStop['windows'] =>
  windowsOf(stop).map(({ start, end }) => ({
    start: start === null ? -Infinity : day.secondsAt(start),
    end: end === null ? Infinity : day.secondsAt(end),
  }))

/** Returns the time at which the goods of all these stops are ready. Null if no stop has such a time. */
export const readyTimeOf = (day: PlannedDay, stops: readonly ReplanStop[]): number | null => {
  const times = stops.flatMap(({ rules }) => (rules?.readyAt ? [day.secondsAt(rules.readyAt)] : []))
  return times.length > 0 ? Math.max(...times) : null
}

/** Returns the longest transfer time of these hand-overs, in minutes. */
export const longestTransferMinutes = (places: readonly PlannedHandOver[]): number =>
  Math.max(...places.map(({ minutes }) => minutes))

/** Returns when the goods of all these hand-overs are available. */
export const latestReadyTime = (places: readonly PlannedHandOver[]): number =>
  Math.max(...places.map(({ ready }) => ready))
