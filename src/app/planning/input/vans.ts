// The vehicles and stops of a re-plan, as they are now.
import type { Clock, Units } from '../../../domain/formats.ts'
import type { Costing } from '../../../domain/planning/costing.ts'
import type { DueBreak, Rest } from '../../../domain/planning/resting.ts'
import type { TimedStop } from '../../../domain/planning/serving.ts'
import type { OrderRules, VehicleRules } from '../../../domain/planning/rules.ts'
import { type Windowed, windowsOf } from '../../../domain/planning/windows.ts'
import type { Point, TemperatureClass } from '../../../domain/orders/order.ts'
import type { RouteStatus } from '../../../domain/routes/route-status.ts'
import type { HandOver } from '../../../domain/routes/pauses.ts'
import type { TimedRest } from '../../../domain/routes/replan.ts'
import type { StopStatus } from '../../../domain/routes/stop.ts'
import type { PlannedDay } from '../compile/planned-day.ts'

/** `ready` is when its goods are there, on the planned day's clock. */
export type PlannedHandOver = HandOver & { ready: number }

/** A delivery that is to be planned: on a route, or waiting for one. */
export interface ReplanStop {
  orderId: string
  externalRef: string
  status: StopStatus
  locked: boolean
  point: Point
  windowStart: string | null
  windowEnd: string | null
  /** On a vehicle without a service factor. */
  serviceMinutes: number
  loadWeightLbs: number | null
  temperatureClass: TemperatureClass
  rules?: OrderRules | null
  /** Which load of its route it is part of now; absent: the first. */
  trip?: number
  /** Any vehicle may have its goods: they are still at the depot, or are handed over. */
  toLoad?: boolean
  /** Where vehicles that have started take its goods over, and where all do; not on the route that has them. */
  atDepot?: PlannedHandOver | null
  handOver?: PlannedHandOver | null
}

/** A vehicle on its route, as it is now. Times are seconds on the planned day's clock. */
export interface Van {
  routeId: string
  name: string
  status: RouteStatus
  costing: Costing
  capacityLbs: number | null
  temperatureClasses: readonly TemperatureClass[]
  maxStops: number | null
  rules?: VehicleRules | null
  /** By name. */
  driver?: string | null
  /** Null: its last stop. */
  end: Point | null
  /** From where and when it goes on. */
  from: Point
  leaves: number
  /** When it left the depot, and how long it has driven since; absent: it has not left. */
  left?: { at: number; driveSeconds: number } | null
  shiftEnd: number
  /** When it has to be back, where that is asked for. */
  homeBy: number | null
  /** Drives no further. */
  out: boolean
  /** Loads that grew have room only as far as there was some. */
  grown: ReadonlyMap<string, { loadBefore: number | null }>
  /** Stops of the route that are done or under way, and what of their goods is still aboard. */
  stopsBefore: number
  aboardLbs: number
  aboardPieces?: number
  aboardCubicFeet?: number
  /** The references of stops that are done or under way: goods that are picked up there are aboard. */
  reached?: ReadonlySet<string>
  /** The others, in driving order. */
  rest: readonly ReplanStop[]
  /** To come. */
  breaks?: readonly (DueBreak & { paid: boolean })[]
  /** Back at its depot to load again. */
  reload?: { depot: Point; minutes: number; max: number } | null
  /** The loads that it has taken, once it has started. */
  taken?: ReadonlySet<number>
}

/** How a vehicle drives its rest. */
export interface TimedVan extends TimedRest {
  driveSeconds: number
  meters: number
  lateSeconds: number
  breaks: readonly Rest[]
  /** Stops, as counted on the route, that it loads again before, at its depot. */
  reloadsBefore: readonly number[]
  /** What it takes over on the way, before which stop. */
  handOvers: readonly { before: number; at: HandOver; start: number; end: number; stops: number }[]
  /** From when it leaves until it is back. */
  workSeconds: number
  /** When it is back. */
  end: number
}

/** Where the vehicle takes over the goods of a stop; null where they are aboard, or are loaded at its depot. */
export function handOverOn({ routeId, status }: Van, { handOver, atDepot }: ReplanStop): PlannedHandOver | null {
  const place = handOver ?? (status === 'IN_PROGRESS' ? atDepot : null)
  return place && place.routeId !== routeId ? place : null
}

export interface ReplanDay {
  day: PlannedDay
  trafficFactor: number
  units?: Units
  /** How messages write times of day. */
  clock?: Clock
  vans: readonly Van[]
  /** To be fitted in. */
  newcomers: readonly ReplanStop[]
}

/** Stops by route, in driving order. */
export type Rests = ReadonlyMap<string, readonly ReplanStop[]>

export const restsNow = ({ vans }: ReplanDay): Rests => new Map(vans.map(({ routeId, rest }) => [routeId, rest]))

/** By order: which load of its route it is part of. */
export type Trips = ReadonlyMap<string, number>

export const tripsNow = ({ vans }: ReplanDay): Trips =>
  new Map(vans.flatMap(({ rest }) => rest.map(({ orderId, trip = 1 }) => [orderId, trip])))

/** Whether stops may be left off that are on it now: it can't drive all of them any more. */
export const mayLeaveOff = ({ out, homeBy, grown }: Van): boolean => out || homeBy !== null || grown.size > 0

/** Its windows on the planned day's clock. */
export const windowsOn = (day: PlannedDay, stop: Windowed): TimedStop['windows'] =>
  windowsOf(stop).map(({ start, end }) => ({
    start: start === null ? -Infinity : day.secondsAt(start),
    end: end === null ? Infinity : day.secondsAt(end),
  }))

/** When all their goods are ready; null where they are at any time. */
export const readyWith = (day: PlannedDay, stops: readonly ReplanStop[]): number | null => {
  const times = stops.flatMap(({ rules }) => (rules?.readyAt ? [day.secondsAt(rules.readyAt)] : []))
  return times.length > 0 ? Math.max(...times) : null
}

/** The minutes of the place where taking over takes longest. */
export const longest = (places: readonly PlannedHandOver[]): number => Math.max(...places.map(({ minutes }) => minutes))

/** When the goods of all these places are there. */
export const lastReady = (places: readonly PlannedHandOver[]): number => Math.max(...places.map(({ ready }) => ready))
