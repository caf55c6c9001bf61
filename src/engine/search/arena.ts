// The state of the search: module-level typed arrays, one arena per thread, grown if a problem needs it and then
// reused. Times and distances are scaled to 32-bit integers, which are exact if the input allows it. Otherwise times
// are rounded to the safe side, and distances to the nearest integer. Nodes: stops 0 to stops - 1, then a start node
// per route, then an end node per route. Route r belongs to vehicle r. If vehicles reload, further nodes are reloads.
import { ranksOf } from '../unassigned.ts'
import { pairsOf } from '../pairs.ts'
import type { Problem, Stop, Vehicle } from '../problem.ts'
import { loadBreaks } from './breaks.ts'
import {
  distanceScale,
  scaledUp,
  FAR,
  scaledDown,
  loadMatrices,
  OPEN_END,
  placeOf,
  places,
  roadKinds,
  timeScale,
  width,
} from './matrices.ts'
import { loadReleases } from './releases.ts'
import { loadSoftWindows } from './soft-windows.ts'
import { loadPermissions } from './permissions.ts'
import { hasPreferences } from './preference.ts'

export {
  distance,
  distanceScale,
  distanceTo,
  FAR,
  leastLeg,
  roadKinds,
  time,
  timeScale,
  timeTo,
  width,
} from './matrices.ts'
export { allAllowed, allowed, group, kind, kinds } from './permissions.ts'

export let stops = 0
export let routes = 0
/** Number of nodes. */
export let nodes = 0
// Arrays indexed by node.
/**
 * Column of the node in the matrices, for the roads of its route. If a stop is on no route, the column for any roads.
 */
export let place = new Int32Array(0)
/** Offset of the node's row in the matrices. */
export let row = new Int32Array(0)
export let ready = new Int32Array(0)
export let due = new Int32Array(0)
export let service = new Int32Array(0)
export let next = new Int32Array(0)
export let prev = new Int32Array(0)
/** Route of the node. -1 if it has no route. */
export let routeOf = new Int32Array(0)
/** Earliest end of service. */
export let leave = new Int32Array(0)
/** Latest arrival from which the rest of the route stays on time. */
export let latest = new Int32Array(0)
export let distanceOn = new Int32Array(0)
export let timeOn = new Int32Array(0)
/**
 * Copies of a node's data that the insertion scan reads together, in one cache line at `node * 8 + BESIDE_…`. They are
 * the route, the column of and distance to the next node, the column of and distance from the previous node, the
 * earliest departure and the latest arrival.
 */
export let scanFields = new Int32Array(0)
export const BESIDE_ROUTE = 0
export const BESIDE_NEXT = 1
export const BESIDE_ON = 2
export const BESIDE_PREV = 3
export const BESIDE_IN = 4
export const BESIDE_LEAVE = 5
export const BESIDE_LATEST = 6
/** Distance of the route up to the node. Only valid if `tracksDuration`. */
export let headMeters = new Float64Array(0)
/** Route up to the node: minimum duration, waiting in that duration, and latest departure that achieves it. */
export let headSpan = new Int32Array(0)
export let headIdle = new Int32Array(0)
export let headTo = new Int32Array(0)
/** Route from the node on: minimum duration, and earliest arrival that achieves it. */
export let tailSpan = new Int32Array(0)
export let tailFrom = new Int32Array(0)

// Arrays indexed by stop.
export let demand = new Float64Array(0)
/** Rank of the stop by which unassigned stops are compared (`unassigned.ts`; 0 is the highest), and number of ranks. */
export let rank: Int32Array = new Int32Array(0)
export let rankCount = 1
/** First index in `windowStart` of a stop with several windows. -1 for other stops. */
export let windowFirst = new Int32Array(0)
export let windowCount = new Int32Array(0)
export let windowStart = new Int32Array(0)
export let windowEnd = new Int32Array(0)
/**
 * Pickup stop of each delivery stop, and delivery stop of each pickup stop. -1 for other stops. The search moves
 * deliveries, and moves each pickup together with its delivery.
 */
export let pickupOf: Int32Array = new Int32Array(0)
export let deliveryOf: Int32Array = new Int32Array(0)

// Arrays indexed by route.
export let load = new Float64Array(0)
export let capacity = new Float64Array(0)
export let count = new Int32Array(0)
export let maxStops = new Int32Array(0)
export let maxSpan = new Int32Array(0)
export let distanceRate = new Float64Array(0)
export let timeRate = new Float64Array(0)
export let fixedCost = new Float64Array(0)
export let endKind = new Int32Array(0)
/** Column offset of the route's roads. */
export let shift = new Int32Array(0)
/** Current cost of the route. */
export let routeCost = new Float64Array(0)
/** Waiting in the route's minimum duration. Only valid if `tracksDuration`. */
export let waiting = new Int32Array(0)
/** Cost per unit of added duration, without the quadratic term. Only valid if `tracksDuration`. */
export let tickRate = new Float64Array(0)

/** Load dimensions after the first, at `extraLoad[route * extraDimensions + k]`. */
export let extraDimensions = 0
export let extraDemand = new Float64Array(0)
export let extraLoad = new Float64Array(0)
export let extraCapacity = new Float64Array(0)

/** At least one stop has several windows. */
export let severalWindows = false
/** The duration of a route matters because it has a cost or a limit, or the objective balances the routes. */
export let tracksDuration = false
/** Apart from fixed costs, the cost depends on distance alone. Durations may be limited but cost nothing. */
export let byDistance = true
/**
 * Routes need the full timeline ("general problem"). Causes are several breaks of a vehicle, collections, pickups,
 * driving time limits, overtime, preferences and change costs. Further causes are locked positions or orders, service
 * factors that differ between vehicles, and soft windows with breaks of vehicles that reload. Stops with several windows
 * are a cause if windows are soft, if vehicles reload, if goods are ready later, or if durations have a cost, a limit or
 * a balance.
 */
export let usesTimeline = false
/** Vehicles reload, and the problem doesn't need the full timeline. Routes then have several trips (`trips/`). */
export let tracksTrips = false
/** Vehicles have breaks, and the problem doesn't need the full timeline. Times then have two states (`breaks.ts`). */
export let tracksBreaks = false
/** Windows may be missed at a cost, and the problem doesn't need the full timeline (`soft-windows.ts`). */
export let softWindows = false
/** The cost of a route depends on its duration or lateness, or its duration is limited. */
export let measuresTimes = false
/** Goods are ready after a shift starts, and the problem doesn't need the full timeline (`releases.ts`). */
export let tracksReleases = false
/** The problem has several kinds of roads. */
export let mixedRoads = false
/** Vehicles differ in their cost per meter. */
export let mixedRates = false
export let useAll = false
/** Costs of squared numbers of stops and squared (scaled) seconds of work. 0 if the objective doesn't balance. */
export let balanceStops = 0
export let balanceTime = 0

export let problem: Problem

/** Loads a valid problem into the arena, with every route empty. */
export function loadArena(given: Problem): void {
  problem = given
  stops = given.stops.length
  routes = given.vehicles.length
  allocate()
  loadPlaces()
  loadStops()
  loadRoutes()
  loadPermissions(given)
  loadLoads()
  loadObjective()
}

function allocate(): void {
  // A route has at most one reload for each stop. The last reload is always on no route.
  const reloads = problem.vehicles.some(({ reload }) => reload !== null) ? stops + 1 : 0
  nodes = stops + 2 * routes + reloads
  if (next.length < nodes) {
    const ints = () => new Int32Array(nodes + (nodes >> 2))
    place = ints()
    row = ints()
    ready = ints()
    due = ints()
    service = ints()
    next = ints()
    prev = ints()
    routeOf = ints()
    leave = ints()
    latest = ints()
    distanceOn = ints()
    timeOn = ints()
    scanFields = new Int32Array(next.length * 8)
    headMeters = new Float64Array(next.length)
    headSpan = ints()
    headIdle = ints()
    headTo = ints()
    tailSpan = ints()
    tailFrom = ints()
    windowFirst = ints()
    windowCount = ints()
    demand = new Float64Array(next.length)
  }
  if (count.length < routes) {
    const ints = () => new Int32Array(routes + 16)
    const doubles = () => new Float64Array(routes + 16)
    load = doubles()
    capacity = doubles()
    count = ints()
    maxStops = ints()
    maxSpan = ints()
    distanceRate = doubles()
    timeRate = doubles()
    fixedCost = doubles()
    endKind = ints()
    shift = ints()
    routeCost = doubles()
    waiting = ints()
    tickRate = doubles()
  }
}

function loadPlaces(): void {
  loadMatrices(problem)
  problem.vehicles.forEach((vehicle, route) => {
    const start = placeOf.get(vehicle.start)!
    const end = placeOf.get(vehicle.end ?? OPEN_END)!
    shift[route] = vehicle.roads === undefined ? 0 : (vehicle.roads + 1) * places
    place[stops + route] = start + shift[route]
    place[stops + routes + route] = end + shift[route]
    row[stops + route] = start * width
    row[stops + routes + route] = end * width
    endKind[route] = end
  })
  for (let stop = 0; stop < stops; stop++) {
    place[stop] = stop
    row[stop] = stop * width
  }
  mixedRoads = roadKinds > 1
}

function loadStops(): void {
  const factors = problem.vehicles.map((vehicle) => vehicle.serviceFactor ?? 1)
  const quickest = factors.reduce((least, factor) => Math.min(least, factor), Infinity)
  const soft = problem.objective.latenessCostPerSecond !== null
  const several = problem.stops.filter((stop) => stop.windows.length > 1)
  severalWindows = several.length > 0 && !soft
  windowStart = new Int32Array(several.reduce((sum, stop) => sum + stop.windows.length, 0))
  windowEnd = new Int32Array(windowStart.length)
  let used = 0
  problem.stops.forEach((stop, index) => {
    const { windows } = stop
    ready[index] = windows.length > 0 ? scaledUp(windows[0]!.start) : -FAR / 2
    due[index] = windows.length > 0 && !soft ? scaledDown(windows.at(-1)!.end) : FAR - 1
    service[index] = scaledUp(stop.serviceSeconds * quickest)
    demand[index] = fromStart(stop, 0)
    windowFirst[index] = -1
    if (windows.length < 2 || soft) return
    windowFirst[index] = used
    windowCount[index] = windows.length
    for (const window of windows) {
      windowStart[used] = scaledUp(window.start)
      windowEnd[used] = scaledDown(window.end)
      used++
    }
  })
  ;({ ranks: rank, rankCount } = ranksOf(problem.stops))
  const pairs = pairsOf(problem.stops)
  pickupOf = pairs?.pickupOf ?? new Int32Array(stops).fill(-1)
  deliveryOf = pairs?.deliveryOf ?? pickupOf
}

/** Load of the stop that is on board from the start of its trip. */
function fromStart({ load, from }: Stop, dimension: number): number {
  return from === undefined ? (load[dimension] ?? 0) : 0
}

function loadRoutes(): void {
  mixedRates = false
  problem.vehicles.forEach((vehicle, route) => {
    const start = stops + route
    const end = stops + routes + route
    for (const node of [start, end]) {
      ready[node] = scaledUp(vehicle.shiftStart)
      due[node] = scaledDown(vehicle.shiftEnd)
      service[node] = 0
      routeOf[node] = route
      windowFirst[node] = -1
    }
    capacity[route] = loadsOnce(vehicle) ? (vehicle.capacity[0] ?? Infinity) : Infinity
    maxStops[route] = Math.min(vehicle.maxStops, FAR)
    maxSpan[route] = Math.min(scaledDown(vehicle.maxDuration), FAR - 1)
    distanceRate[route] = vehicle.costPerMeter / distanceScale
    timeRate[route] = vehicle.costPerSecond / timeScale
    fixedCost[route] = vehicle.fixedCost
    if (distanceRate[route] !== distanceRate[0]) mixedRates = true
  })
}

function loadLoads(): void {
  const dimensions = Math.max(
    1,
    ...problem.vehicles.map((vehicle) => vehicle.capacity.length),
    ...problem.stops.map((stop) => stop.load.length),
  )
  extraDimensions = dimensions - 1
  extraDemand = new Float64Array(stops * extraDimensions)
  extraLoad = new Float64Array(routes * extraDimensions)
  extraCapacity = new Float64Array(routes * extraDimensions)
  for (let k = 0; k < extraDimensions; k++) {
    for (let stop = 0; stop < stops; stop++) {
      extraDemand[stop * extraDimensions + k] = fromStart(problem.stops[stop]!, k + 1)
    }
    problem.vehicles.forEach((vehicle, route) => {
      const bound = loadsOnce(vehicle) ? (vehicle.capacity[k + 1] ?? Infinity) : Infinity
      extraCapacity[route * extraDimensions + k] = bound
    })
  }
}

/** Returns whether the vehicle loads only at its start: it has no reload and no collection. */
const loadsOnce = ({ reload, collects }: Vehicle): boolean => reload === null && !collects?.some(Boolean)

/** Returns whether rounding leaves no start between these times. */
const hasNoStart = (from: number, to: number): boolean => scaledDown(to) < scaledUp(from)

/**
 * Returns whether the vehicle's routes need the full timeline. A service factor that all vehicles share doesn't need
 * it.
 */
function needsTimeline(vehicle: Vehicle): boolean {
  return (
    vehicle.breaks.length > 1 ||
    vehicle.breaks.some(({ windowStart, windowEnd, seconds }) => hasNoStart(windowStart, windowEnd - seconds)) ||
    vehicle.collects?.some(Boolean) === true ||
    vehicle.maxDrive !== undefined ||
    vehicle.overtime !== undefined ||
    (vehicle.serviceFactor ?? 1) !== (problem.vehicles[0]!.serviceFactor ?? 1)
  )
}

function loadObjective(): void {
  const { objective, vehicles } = problem
  useAll = objective.useAllVehicles
  const soft = objective.latenessCostPerSecond !== null
  usesTimeline =
    (soft && problem.stops.some(({ windows }) => windows.length > 1)) ||
    (soft && vehicles.some(({ breaks, reload }) => breaks.length > 0 && reload !== null)) ||
    (objective.change !== null && problem.initial !== undefined) ||
    vehicles.some(needsTimeline) ||
    hasPreferences(problem) ||
    problem.stops.some(({ pickup, from }) => pickup !== undefined || from !== undefined) ||
    problem.stops.some((stop) => stop.lock?.position !== undefined || stop.lock?.order !== undefined)
  const timed = vehicles.some((vehicle) => vehicle.costPerSecond > 0 || Number.isFinite(vehicle.maxDuration))
  if ((timed || objective.balance === 'time' || objective.balance === 'gentle') && severalWindows) usesTimeline = true
  tracksDuration = timed || objective.balance !== 'none'
  const releases = problem.stops.some(
    (stop) => stop.ready !== undefined && vehicles.some(({ shiftStart }) => stop.ready! > shiftStart),
  )
  const reloads = vehicles.some(({ reload }) => reload !== null)
  if ((releases || reloads) && severalWindows) usesTimeline = true
  tracksTrips = reloads && !usesTimeline
  tracksReleases = releases && !usesTimeline
  if (tracksReleases) loadReleases(problem)
  tracksBreaks = !usesTimeline && vehicles.some(({ breaks }) => breaks.length > 0)
  if (tracksBreaks) loadBreaks(problem)
  softWindows = soft && !usesTimeline
  if (softWindows) loadSoftWindows(problem)
  measuresTimes = tracksDuration || softWindows
  byDistance =
    !usesTimeline && !soft && objective.balance === 'none' && vehicles.every((vehicle) => vehicle.costPerSecond === 0)
  balanceStops = 0
  balanceTime = 0
}

/** Sets the costs of imbalance, per squared stop and per squared (scaled) second. */
export function setBalance(perStopSquared: number, perTimeSquared: number): void {
  balanceStops = perStopSquared
  balanceTime = perTimeSquared
}
