// Vehicles and stops of a re-plan in their current state.
import type { Clock, Units } from '../../../domain/formats.ts'
import type { Costing } from '../../../domain/planning/costing.ts'
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

/** `ready`: when the goods are available, in seconds on the planned day's clock. */
export type PlannedHandOver = HandOver & { ready: number }

/** A delivery to plan, on a route or waiting for one. */
export interface ReplanStop {
  orderId: string
  externalRef: string
  status: StopStatus
  locked: boolean
  point: Point
  windowStart: string | null
  windowEnd: string | null
  /** Minutes for a vehicle without a service factor. */
  serviceMinutes: number
  loadWeightLbs: number | null
  temperatureClass: TemperatureClass
  rules?: OrderRules | null
  /** Number of its current load on the route. Absent: the first. */
  trip?: number
  /** True if any vehicle can get its goods, because they are at the depot or are handed over. */
  toLoad?: boolean
  /**
   * Transfer of its goods: `atDepot` to vehicles that have started, `handOver` to all vehicles. Doesn't apply to the
   * route that has the goods.
   */
  atDepot?: PlannedHandOver | null
  handOver?: PlannedHandOver | null
}

/** The current state of a vehicle on its route. Times are seconds on the planned day's clock. */
export interface ReplanVehicle {
  routeId: string
  name: string
  status: RouteStatus
  costing: Costing
  capacityLbs: number | null
  temperatureClasses: readonly TemperatureClass[]
  maxStops: number | null
  rules?: VehicleRules | null
  /** The driver's name. */
  driver?: string | null
  /** Null: the route ends at its last stop. */
  end: Point | null
  /** Location and time at which the vehicle continues. */
  from: Point
  leaves: number
  /** Departure from the depot, and driving seconds since then. Absent or null: it has not left. */
  left?: { at: number; driveSeconds: number } | null
  shiftEnd: number
  /** Latest return. Null if the request doesn't say. */
  homeBy: number | null
  /** True if the vehicle can't continue. */
  out: boolean
  /** Orders whose load grew, with the load before. Only the earlier load is guaranteed to fit. */
  grown: ReadonlyMap<string, { loadBefore: number | null }>
  /** Number of stops that are done or under way, and their load that is still on board. */
  stopsBefore: number
  aboardLbs: number
  aboardPieces?: number
  aboardCubicFeet?: number
  /** References of stops that are done or under way. Goods picked up there are on board. */
  reached?: ReadonlySet<string>
  /** The remaining stops in driving order. */
  rest: readonly ReplanStop[]
  /** The remaining breaks. */
  breaks?: readonly (DueBreak & { paid: boolean })[]
  /** Reloads at its depot. Absent or null: none. */
  reload?: { depot: Point; minutes: number; max: number } | null
  /** Numbers of the loads that a started vehicle has taken. */
  taken?: ReadonlySet<number>
}

/** Timing of a vehicle's remaining stops. */
export interface TimedVan extends TimedRemainder {
  driveSeconds: number
  meters: number
  lateSeconds: number
  breaks: readonly TakenBreak[]
  /** Positions of stops on the route before which the vehicle reloads at its depot. */
  reloadsBefore: readonly number[]
  /** Hand-overs to the vehicle, with the position of the stop before which each takes place. */
  handOvers: readonly { before: number; at: HandOver; start: number; end: number; stops: number }[]
  /** Seconds from departure to return. */
  workSeconds: number
  /** Time of return. */
  end: number
}

/** Returns where the vehicle takes over the goods of a stop. Null if they are on board or are loaded at its depot. */
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
  units?: Units
  /** Format of times of day in messages. */
  clock?: Clock
  vans: readonly ReplanVehicle[]
  /** Deliveries to fit in. */
  newcomers: readonly ReplanStop[]
}

/** Stops in driving order, keyed by route ID. */
export type RemainingStops = ReadonlyMap<string, readonly ReplanStop[]>

export const currentRemainders = ({ vans }: ReplanDay): RemainingStops =>
  new Map(vans.map(({ routeId, rest }) => [routeId, rest]))

/** Number of each order's load on its route, keyed by order ID. */
export type Trips = ReadonlyMap<string, number>

export const currentTrips = ({ vans }: ReplanDay): Trips =>
  new Map(vans.flatMap(({ rest }) => rest.map(({ orderId, trip = 1 }) => [orderId, trip])))

/**
 * Returns whether stops of the route may become unassigned, because the vehicle may no longer be able to serve all of
 * them.
 */
export const mayUnassignStops = ({ out, homeBy, grown }: ReplanVehicle): boolean =>
  out || homeBy !== null || grown.size > 0

/** The stop's windows on the planned day's clock. An open side is infinite. */
export const windowsOn = (day: PlannedDay, stop: Windowed): TimedStop['windows'] =>
  windowsOf(stop).map(({ start, end }) => ({
    start: start === null ? -Infinity : day.secondsAt(start),
    end: end === null ? Infinity : day.secondsAt(end),
  }))

/** Returns when all goods are ready. Null if none has a time. */
export const readyTimeOf = (day: PlannedDay, stops: readonly ReplanStop[]): number | null => {
  const times = stops.flatMap(({ rules }) => (rules?.readyAt ? [day.secondsAt(rules.readyAt)] : []))
  return times.length > 0 ? Math.max(...times) : null
}

/** Returns the longest transfer time in minutes. */
export const longestTransferMinutes = (places: readonly PlannedHandOver[]): number =>
  Math.max(...places.map(({ minutes }) => minutes))

/** Returns when the goods of all these hand-overs are available. */
export const latestReadyTime = (places: readonly PlannedHandOver[]): number =>
  Math.max(...places.map(({ ready }) => ready))
