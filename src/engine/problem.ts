// The problem the engine solves, and nothing of where it came from.
// Units everywhere: seconds from the planned day's midnight, seconds for spans, meters, and one currency for cost.

/** A pair that cannot be driven, in either matrix. */
export const UNREACHABLE = Infinity

/** The legs among all locations, as one kind of vehicle drives them. */
export interface Roads {
  /** Driving seconds, row-major `from * locations + to`; need not be symmetric; `UNREACHABLE` where there is no way. */
  durations: Float64Array
  /** Driving meters, laid out as `durations`. */
  distances: Float64Array
}

/** Its own roads are those of every vehicle that names no others. */
export interface Problem extends Roads {
  /** Number of locations: the side of all matrices. */
  locations: number
  /** Of vehicles that drive differently; none where all drive alike. */
  otherRoads?: readonly Roads[]
  vehicles: readonly Vehicle[]
  stops: readonly Stop[]
  objective: Objective
  /** A plan to start from: re-planning, and the base against which `objective.change` is charged. */
  initial?: Plan
  /** East and north of each location in meters, `location * 2` and the one after it: what a plan looks like on a map. */
  places?: Float64Array
  /** In whose words amounts of load are told, by dimension; absent: pounds, pieces, cubic feet. */
  loadUnits?: readonly LoadUnit[]
  /** How messages write times of day. Absent: HH:mm. */
  clock?: 'H12' | 'H24'
  /** By vehicle and stop: how usual it is that this vehicle serves it. Absent: nothing is usual. */
  usual?: readonly (readonly number[])[]
}

export interface LoadUnit {
  /** Sentences with `{count}`: for one of it, and for any other number. */
  one: string
  many: string
  /** How many of it are one of the dimension's own. */
  a: number
}

export interface Vehicle {
  id: string
  /** Index in `otherRoads`; absent: it drives the problem's own roads. */
  roads?: number
  /** Location index the vehicle leaves from. */
  start: number
  /** How messages name that location. */
  startName?: string
  /** Location index it must return to, or null for an open end. */
  end: number | null
  /** Earliest departure and latest return, seconds from midnight. */
  shiftStart: number
  shiftEnd: number
  /** Per load dimension (dimension 0 is weight); `Infinity` where nothing binds. */
  capacity: readonly number[]
  /** Temperature classes it may carry. */
  temperatureClasses: readonly string[]
  maxStops: number
  /** Longest time from departure to return, seconds; `Infinity` for the whole shift. */
  maxDuration: number
  /** Longest time at the wheel, seconds; absent: no limit. */
  maxDrive?: number
  /** What each second from departure to return costs more, beyond the first `after`. */
  overtime?: { after: number; costPerSecond: number }
  /** What it has that stops may require, a lift gate say. */
  skills?: readonly string[]
  /** Who drives it; absent: nobody is known to. */
  driver?: string
  /** What the service times of stops are multiplied by on it; absent: 1. */
  serviceFactor?: number
  fixedCost: number
  costPerMeter: number
  /** Charged from departure to return, waiting and service included. */
  costPerSecond: number
  breaks: readonly Break[]
  /** Returning to `location` for another load, `seconds` each time, at most `max` times a shift. Null: one trip. */
  reload: { location: number; seconds: number; max: number } | null
  /** Where it comes by for goods of stops with that `collect`; null where it has them from its start. Absent: all null. */
  collects?: readonly (Collect | null)[]
}

/** A place where a vehicle takes on goods while it is out: where it meets another vehicle, say. */
export interface Collect {
  location: number
  seconds: number
  /** When the goods are there. Absent: at any time. */
  ready?: number
  /** What it picked up for its end is put off there. */
  unloads?: boolean
}

/** The roads that the vehicle drives. */
export const roadsOf = (problem: Problem, { roads }: Vehicle): Roads =>
  roads === undefined ? problem : problem.otherRoads![roads]!

/** Where the vehicle takes on the goods of a stop on the way; null where it has them from its start. */
export const collectOf = ({ collects }: Vehicle, { collect }: Stop): Collect | null =>
  collect === undefined ? null : (collects?.[collect] ?? null)

/** A rest taken whole inside its window, due on a route that is under way at its latest start. */
export interface Break {
  windowStart: number
  windowEnd: number
  seconds: number
  /** Its seconds cost nothing and are no overtime. */
  unpaid?: boolean
}

export interface Stop {
  id: string
  location: number
  /** Service starts inside one of these (it may end later); in order, not overlapping; empty: any time. */
  windows: readonly { start: number; end: number }[]
  serviceSeconds: number
  /** When it can be loaded: its vehicle leaves with it no sooner. Absent: at any time. */
  ready?: number
  /** Per load dimension; null is unknown and never binds. */
  load: readonly (number | null)[]
  /** What is picked up here and stays on the vehicle until it reloads or its route ends; per load dimension. */
  pickup?: readonly (number | null)[]
  /**
   * Its load is picked up at another stop (an index), earlier on the same trip, and not where the vehicle starts; at most
   * `maxSeconds` from leaving there to the start of service here. The two are served together or not at all.
   */
  from?: { stop: number; maxSeconds?: number }
  /**
   * Which of its vehicle's `collects` has its goods: the vehicle comes by there before the first of the stops that have
   * them there, and all of these are on one trip. Goes without `from`.
   */
  collect?: number
  temperatureClass: string
  /** 0 to 100; among stops that cannot all be served, higher first. */
  priority: number
  lock: Lock | null
  /** What its vehicle must have. */
  skills?: readonly string[]
  /** Who must drive it, one of several, who must not, and who should: others cost `objective.otherDriverCost`. */
  drivers?: { required: readonly string[]; excluded: readonly string[]; preferred?: readonly string[] }
  /** Indexes of vehicles of which one should serve it: others cost `objective.otherVehicleCost`. */
  preferredVehicles?: readonly number[]
  /** Indexes of vehicles that may not serve it. */
  forbiddenVehicles: readonly number[]
}

/** A stop that stays on its vehicle: at the position (1 = first stop), after the lock of lower order, or anywhere. */
export interface Lock {
  vehicle: number
  position?: number
  order?: number
}

export interface Objective {
  /** Use every usable vehicle, as far as there are stops, before cost counts. */
  useAllVehicles: boolean
  /** Even out the number of stops or the working time between used vehicles; gently: the time, for few extra meters. */
  balance: 'none' | 'stops' | 'time' | 'gentle'
  /** Null: lateness is never allowed. Else windows may be missed at this cost per second late. */
  latenessCostPerSecond: number | null
  /** Cost of each stop that leaves the vehicle it has in `initial`, and of each that changes its order there. */
  change: { move: number; order: number } | null
  /** Cost of each stop that none of the drivers it prefers drives; absent: none. */
  otherDriverCost?: number
  /** Cost of each stop that none of the vehicles it prefers serves; absent: none. */
  otherVehicleCost?: number
  /** Share of the driving it may cost that routes cross less and keep out of each other's areas; absent: none. */
  compactness?: number
}

/** Stop indexes per vehicle in driving order, one array a vehicle; what is on none is left off. */
export interface Plan {
  routes: readonly (readonly number[])[]
}
