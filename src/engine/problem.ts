// The problem that the engine solves, independent of the product's data.
// Units everywhere: seconds since midnight of the planned day for times, seconds for durations, meters, and one
// currency.
import type { Text } from '../texts/text.ts'

/** Value in either matrix for a pair of locations without a road between them. */
export const UNREACHABLE = Infinity

/** Matrices of driving times and distances between all locations for one kind of vehicle. */
export interface Roads {
  /** Driving seconds, row-major `from * locations + to`. May be asymmetric. `UNREACHABLE` if no road leads there. */
  durations: Float64Array
  /** Driving meters, in the layout of `durations`. */
  distances: Float64Array
}

/** The problem's own `durations` and `distances` apply to every vehicle without `roads`. */
export interface Problem extends Roads {
  /** Number of locations, which is the side length of all matrices. */
  locations: number
  /**
   * Matrices of vehicles that drive differently, a truck for example. Absent: all vehicles share the problem's
   * matrices.
   */
  otherRoads?: readonly Roads[]
  vehicles: readonly Vehicle[]
  stops: readonly Stop[]
  objective: Objective
  /** The plan that the search starts from when it re-plans, and the base of `objective.change`. */
  initial?: Plan
  /**
   * Planar coordinates in meters: east at `location * 2`, north at `location * 2 + 1`. Used for the shape of routes on
   * a map.
   */
  places?: Float64Array
  /** Units in which messages express loads, by dimension. Absent: pounds, pieces, cubic feet. */
  loadUnits?: readonly LoadUnit[]
  /** Format of times of day in messages. Absent: HH:mm. */
  clock?: 'H12' | 'H24'
  /** `usual[vehicle][stop]`: how often this vehicle serves this stop, as a score. Absent: no preference. */
  usual?: readonly (readonly number[])[]
}

export interface LoadUnit {
  /** Message texts with the placeholder `{count}`: `one` for exactly 1 unit, `many` for any other number. */
  one: string
  many: string
  /** Number of message units in one unit of the load dimension. */
  a: number
}

export interface Vehicle {
  id: string
  /** Index in `otherRoads`. Absent: the problem's own matrices. */
  roads?: number
  /** Index of the start location. */
  start: number
  /** Name of the start location in messages. */
  startName?: string
  /** Index of the location where the vehicle must return. Null: an open end. */
  end: number | null
  /** Earliest departure and latest return, in seconds since midnight. */
  shiftStart: number
  shiftEnd: number
  /** Whether its shift began before `shiftStart`, so that this is the earliest time at which it can still leave. */
  leavesLate?: boolean
  /** Capacity by load dimension (dimension 0 is weight). `Infinity` if unlimited. */
  capacity: readonly number[]
  /** Temperature classes that the vehicle may carry. */
  temperatureClasses: readonly string[]
  maxStops: number
  /** Longest time from departure to return, in seconds. `Infinity`: only the shift limits it. */
  maxDuration: number
  /** Longest driving time, in seconds. Absent: no limit. */
  maxDrive?: number
  /** Extra cost of each paid second from departure to return above `after` seconds. */
  overtime?: { after: number; costPerSecond: number }
  /** Equipment or abilities that stops may require, such as a lift gate. */
  skills?: readonly string[]
  /** Name of the driver. Absent: unknown. */
  driver?: string
  /** Factor for the service times of all stops on this vehicle. Absent: 1. */
  serviceFactor?: number
  fixedCost: number
  costPerMeter: number
  /** Charged from departure to return, including waiting and service. */
  costPerSecond: number
  breaks: readonly Break[]
  /**
   * Reload for another trip: returns to `location` and loads for `seconds`, at most `max` times per shift. Null: one
   * trip.
   */
  reload: { location: number; seconds: number; max: number } | null
  /**
   * Collections of the vehicle, indexed by the stops' `collect`. If an entry is null, the goods are loaded at the
   * vehicle's start instead. Absent: all entries are null.
   */
  collects?: readonly (Collect | null)[]
}

/** A location where a vehicle collects goods on its way, for example where it meets another vehicle. */
export interface Collect {
  location: number
  seconds: number
  /** Time from which the goods are available. Absent: at any time. */
  ready?: number
  /** The vehicle unloads its pickups here. */
  unloads?: boolean
}

/** Returns the matrices of the roads that the vehicle drives. */
export const roadsOf = (problem: Problem, { roads }: Vehicle): Roads =>
  roads === undefined ? problem : problem.otherRoads![roads]!

/** Returns where the vehicle collects the goods of a stop on its way. Null if it has them on board from its start. */
export const collectOf = ({ collects }: Vehicle, { collect }: Stop): Collect | null =>
  collect === undefined ? null : (collects?.[collect] ?? null)

/** A break, taken without interruption inside its window. It is due if the route is under way at its latest start. */
export interface Break {
  windowStart: number
  windowEnd: number
  seconds: number
  /** The break isn't paid and doesn't count as overtime. */
  unpaid?: boolean
}

export interface Stop {
  id: string
  location: number
  /** Service starts inside one of these windows and may end after it. Sorted and disjoint. Empty: any time. */
  windows: readonly { start: number; end: number }[]
  /**
   * Hours of the street that leads to the stop. The `windows` lie within these hours. If `isMissed` is true, no window does,
   * so the stop can't be served. Absent: the street is open at all hours.
   */
  street?: { hours: readonly { start: number; end: number }[]; isMissed: boolean }
  /** Obstacle on the way of each vehicle to the stop, for messages. Null if no obstacle is known. Absent: none for any vehicle. */
  obstacles?: readonly (Text | null)[]
  serviceSeconds: number
  /** Time from which the goods can be loaded. The vehicle leaves with them no sooner. Absent: at any time. */
  ready?: number
  /** Load by dimension. Null: unknown, which never limits. */
  load: readonly (number | null)[]
  /** Load by dimension that is picked up here and stays on the vehicle until it reloads or its route ends. */
  pickup?: readonly (number | null)[]
  /**
   * The load is picked up at another stop (an index) earlier on the same trip, instead of at the vehicle's start. At
   * most `maxSeconds` pass between the departure there and the start of service here. Both stops are served, or
   * neither.
   */
  from?: { stop: number; maxSeconds?: number }
  /**
   * Index in its vehicle's `collects`. The vehicle collects there before the first of the stops that share the index,
   * and all of these stops are on one trip. Excludes `from`.
   */
  collect?: number
  temperatureClass: string
  /** 0 to 100. If some stops can't be served, higher priorities come first. */
  priority: number
  lock: Lock | null
  /** Skills that the vehicle must have. */
  skills?: readonly string[]
  /**
   * Drivers: one of `required` must drive it, none of `excluded` may. A driver outside `preferred` costs
   * `objective.otherDriverCost`.
   */
  drivers?: { required: readonly string[]; excluded: readonly string[]; preferred?: readonly string[] }
  /** Indexes of preferred vehicles. Any other vehicle costs `objective.otherVehicleCost`. Absent: no preference. */
  preferredVehicles?: readonly number[]
  /** Indexes of vehicles that may not serve it. */
  forbiddenVehicles: readonly number[]
}

/**
 * Ties a stop to a vehicle: at a position (1 is the first stop), after stops with a lower `order`, or anywhere on the
 * route.
 */
export interface Lock {
  vehicle: number
  position?: number
  order?: number
}

export interface Objective {
  /** Use every usable vehicle, up to the number of stops, before cost counts. */
  useAllVehicles: boolean
  /**
   * Balance the number of stops or the working time of used vehicles. 'gentle': the working time, at few extra meters.
   */
  balance: 'none' | 'stops' | 'time' | 'gentle'
  /** Null: service after the last window is forbidden. Otherwise each second late costs this much. */
  latenessCostPerSecond: number | null
  /**
   * Cost of each stop that leaves its vehicle in `initial`, and of each stop that changes its order on that vehicle.
   */
  change: { move: number; order: number } | null
  /** Cost of each stop that isn't served by a preferred driver. Absent: 0. */
  otherDriverCost?: number
  /** Cost of each stop that isn't served by a preferred vehicle. Absent: 0. */
  otherVehicleCost?: number
  /** Extra driving allowed, as a share, to make routes cross less and overlap less. Absent: 0. */
  compactness?: number
}

/** Stop indexes in driving order, one array per vehicle. A stop on no route is unassigned. */
export interface Plan {
  routes: readonly (readonly number[])[]
}
