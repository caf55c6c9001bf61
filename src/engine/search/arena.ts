// The search's whole state: module-level typed arrays, one arena a thread, grown when a problem needs more and then
// reused. Times and distances are scaled to 32-bit integers: exact where the input is, on the safe side where not.
//
// Nodes: stops 0..stops-1, then one start node a route, then one end node a route. Route r is vehicle r's.
import { type Problem, UNREACHABLE } from '../problem.ts'

/** A leg that cannot be driven. Two of them still add up inside 32 bits, and every deadline is below one. */
export const FAR = 2 ** 29

export let stops = 0
export let routes = 0
/** Side of the matrices: stops first, then every distinct place a vehicle starts or ends. */
export let places = 0
export let timeScale = 1
export let distanceScale = 1

export let distance = new Int32Array(0)
/** `distance` with rows and columns swapped; the same array when the distances are symmetric. */
export let distanceTo = new Int32Array(0)
/** The same array as `distance` when every leg takes as long as it is far. */
export let time = new Int32Array(0)
export let timeTo = new Int32Array(0)

// By node.
export let place = new Int32Array(0)
export let ready = new Int32Array(0)
export let due = new Int32Array(0)
export let service = new Int32Array(0)
export let next = new Int32Array(0)
export let prev = new Int32Array(0)
/** Route the node is on, -1 when on none. */
export let routeOf = new Int32Array(0)
/** Earliest end of service. */
export let leave = new Int32Array(0)
/** Latest arrival that keeps the rest of the route on time. */
export let latest = new Int32Array(0)
export let distanceOn = new Int32Array(0)
export let timeOn = new Int32Array(0)
/**
 * What the insertion scan reads of a node, side by side in one cache line: its route, the place and distance to what
 * comes next, the place and distance from what comes before, its earliest leaving and latest arrival (`node * 8 + BESIDE_…`).
 */
export let beside = new Int32Array(0)
export const BESIDE_ROUTE = 0
export const BESIDE_NEXT = 1
export const BESIDE_ON = 2
export const BESIDE_PREV = 3
export const BESIDE_IN = 4
export const BESIDE_LEAVE = 5
export const BESIDE_LATEST = 6
/** Minimum duration, and earliest and latest start that give it, of the route up to and from the node. */
export let headSpan = new Int32Array(0)
export let headFrom = new Int32Array(0)
export let headTo = new Int32Array(0)
export let tailSpan = new Int32Array(0)
export let tailFrom = new Int32Array(0)
export let tailTo = new Int32Array(0)

// By stop.
export let demand = new Float64Array(0)
/** What leaving the stop off weighs: 1 + priority, and more than all unlocked stops together when it is locked. */
export let weight = new Float64Array(0)
export let group = new Int32Array(0)
/** First index in `windowStart` of a stop with several windows, -1 for the others. */
export let windowFirst = new Int32Array(0)
export let windowCount = new Int32Array(0)
export let windowStart = new Int32Array(0)
export let windowEnd = new Int32Array(0)

// By route.
export let load = new Float64Array(0)
export let capacity = new Float64Array(0)
export let count = new Int32Array(0)
export let maxStops = new Int32Array(0)
export let maxSpan = new Int32Array(0)
export let distanceRate = new Float64Array(0)
export let timeRate = new Float64Array(0)
export let fixedCost = new Float64Array(0)
/** Routes of the same kind are interchangeable; `sameEnd` only says they end alike. */
export let kind = new Int32Array(0)
export let endKind = new Int32Array(0)
export let kinds = 0
/** Cost of the route now; kept when `rich` or `general`. */
export let routeCost = new Float64Array(0)

/** `allowed[group * routes + route]`. */
export let allowed = new Uint8Array(0)
export let allAllowed = true
/** Load dimensions beyond the first, `extraLoad[route * extraDimensions + k]`. */
export let extraDimensions = 0
export let extraDemand = new Float64Array(0)
export let extraLoad = new Float64Array(0)
export let extraCapacity = new Float64Array(0)

/** Some stop has several windows. */
export let severalWindows = false
/** Duration counts (a cost for time, a longest duration) or the number of stops does. */
export let rich = false
/** Cost follows from distance alone, route by route (durations may be limited, but cost nothing). */
export let byDistance = true
/** Routes need the full timeline: breaks, reloads, soft lateness, placed locks, change costs. */
export let general = false
/** Vehicles differ in what a meter costs. */
export let mixedRates = false
export let useAll = false
/** Cost of count squared and of (seconds of work) squared, when balance is asked. */
export let balanceStops = 0
export let balanceTime = 0

export let problem: Problem

type Cells = Int32Array<ArrayBuffer>

let matrices: Cells[] = [new Int32Array(0)]

const SCALES = [1, 10, 100, 1000]

/** Takes a problem into the arena, with every route empty. The problem must be valid. */
export function loadArena(given: Problem): void {
  problem = given
  stops = given.stops.length
  routes = given.vehicles.length
  allocate()
  loadPlaces()
  loadStops()
  loadRoutes()
  loadPermissions()
  loadLoads()
  loadObjective()
}

function allocate(): void {
  const nodes = stops + 2 * routes
  if (next.length < nodes) {
    const ints = () => new Int32Array(nodes + (nodes >> 2))
    place = ints()
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
    beside = new Int32Array(next.length * 8)
    headSpan = ints()
    headFrom = ints()
    headTo = ints()
    tailSpan = ints()
    tailFrom = ints()
    tailTo = ints()
    group = ints()
    windowFirst = ints()
    windowCount = ints()
    demand = new Float64Array(next.length)
    weight = new Float64Array(next.length)
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
    kind = ints()
    endKind = ints()
    routeCost = doubles()
  }
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= 1e-6
}

/** The smallest scale at which all values are whole, else the finest that keeps `bound` below `FAR`. */
function scaleFor(values: Float64Array, bound: number): number {
  let index = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (value === UNREACHABLE) continue
    while (index < SCALES.length - 1 && !isWhole(value * SCALES[index]!)) index++
    if (index === SCALES.length - 1) break
  }
  while (index > 0 && bound * SCALES[index]! >= FAR / 2) index--
  return SCALES[index]!
}

function loadPlaces(): void {
  const ends = new Map<number, number>()
  const locations = problem.stops.map((stop) => stop.location)
  for (const vehicle of problem.vehicles) {
    for (const location of [vehicle.start, vehicle.end ?? -1]) {
      if (ends.has(location)) continue
      ends.set(location, locations.length)
      locations.push(location)
    }
  }
  places = locations.length
  const cells = places * places
  if (matrices[0]!.length < cells) matrices = Array.from({ length: 4 }, () => new Int32Array(cells))
  ;[distance, distanceTo, time, timeTo] = matrices as [Cells, Cells, Cells, Cells]
  fillMatrices(locations)
  if (same(distance, distanceTo, cells)) distanceTo = distance
  if (same(time, timeTo, cells)) timeTo = time
  if (same(distance, time, cells)) {
    time = distance
    timeTo = distanceTo
  }
  problem.vehicles.forEach((vehicle, route) => {
    place[stops + route] = ends.get(vehicle.start)!
    place[stops + routes + route] = ends.get(vehicle.end ?? -1)!
    endKind[route] = ends.get(vehicle.end ?? -1)!
  })
  for (let stop = 0; stop < stops; stop++) place[stop] = stop
}

/** One array instead of two equal ones leaves more of the processor's cache to the rest. */
function same(a: Int32Array, b: Int32Array, cells: number): boolean {
  for (let i = 0; i < cells; i++) if (a[i] !== b[i]) return false
  return true
}

function fillMatrices(locations: readonly number[]): void {
  const { durations, distances, locations: side } = problem
  let longest = 0
  let farthest = 0
  for (let i = 0; i < durations.length; i++) {
    const duration = durations[i]!
    const meters = distances[i]!
    if (duration !== UNREACHABLE && duration > longest) longest = duration
    if (meters !== UNREACHABLE && meters > farthest) farthest = meters
  }
  const horizon = Math.min(lastMoment(), longest * (stops + 1) + totalService() + lastReady())
  timeScale = scaleFor(durations, Math.max(horizon, longest) + 1)
  distanceScale = scaleFor(distances, farthest + 1)
  for (let i = 0; i < places; i++) {
    const from = locations[i]!
    for (let j = 0; j < places; j++) {
      const to = locations[j]!
      const cell = i * places + j
      if (from < 0 || to < 0) {
        distance[cell] = 0
        time[cell] = 0
      } else {
        const duration = durations[from * side + to]!
        const meters = distances[from * side + to]!
        const way = duration !== UNREACHABLE && meters !== UNREACHABLE && duration * timeScale < FAR
        distance[cell] = way ? Math.round(meters * distanceScale) : FAR
        time[cell] = way ? Math.ceil(duration * timeScale - 1e-6) : FAR
      }
      distanceTo[j * places + i] = distance[cell]!
      timeTo[j * places + i] = time[cell]!
    }
  }
}

/** No moment of a plan is later, in seconds. */
function lastMoment(): number {
  return problem.vehicles.reduce((last, vehicle) => Math.max(last, vehicle.shiftEnd), 0)
}

function totalService(): number {
  return problem.stops.reduce((sum, stop) => sum + stop.serviceSeconds, 0)
}

function lastReady(): number {
  const shifts = problem.vehicles.map((vehicle) => vehicle.shiftStart)
  const windows = problem.stops.map((stop) => stop.windows.at(-1)?.start ?? 0)
  return [...shifts, ...windows].reduce((last, moment) => (moment > last && Number.isFinite(moment) ? moment : last), 0)
}

const early = (seconds: number) => Math.ceil(Math.max(-FAR / 2, Math.min(FAR - 1, seconds * timeScale - 1e-6)))
const late = (seconds: number) => Math.floor(Math.max(-FAR / 2, Math.min(FAR - 1, seconds * timeScale + 1e-6)))

function loadStops(): void {
  const soft = problem.objective.latenessCostPerSecond !== null
  const several = problem.stops.filter((stop) => stop.windows.length > 1)
  severalWindows = several.length > 0 && !soft
  windowStart = new Int32Array(several.reduce((sum, stop) => sum + stop.windows.length, 0))
  windowEnd = new Int32Array(windowStart.length)
  let used = 0
  problem.stops.forEach((stop, index) => {
    const { windows } = stop
    ready[index] = windows.length > 0 ? early(windows[0]!.start) : -FAR / 2
    due[index] = windows.length > 0 && !soft ? late(windows.at(-1)!.end) : FAR - 1
    service[index] = early(stop.serviceSeconds)
    demand[index] = stop.load[0] ?? 0
    windowFirst[index] = -1
    if (windows.length < 2 || soft) return
    windowFirst[index] = used
    windowCount[index] = windows.length
    for (const window of windows) {
      windowStart[used] = early(window.start)
      windowEnd[used] = late(window.end)
      used++
    }
  })
  const unlocked = problem.stops.reduce((sum, stop) => sum + (stop.lock === null ? 1 + stop.priority : 0), 0)
  problem.stops.forEach((stop, index) => {
    weight[index] = 1 + stop.priority + (stop.lock === null ? 0 : unlocked)
  })
}

function loadRoutes(): void {
  mixedRates = false
  problem.vehicles.forEach((vehicle, route) => {
    const start = stops + route
    const end = stops + routes + route
    for (const node of [start, end]) {
      ready[node] = early(vehicle.shiftStart)
      due[node] = late(vehicle.shiftEnd)
      service[node] = 0
      routeOf[node] = route
      windowFirst[node] = -1
    }
    capacity[route] = vehicle.reload === null ? (vehicle.capacity[0] ?? Infinity) : Infinity
    maxStops[route] = Math.min(vehicle.maxStops, FAR)
    maxSpan[route] = Math.min(late(vehicle.maxDuration), FAR - 1)
    distanceRate[route] = vehicle.costPerMeter / distanceScale
    timeRate[route] = vehicle.costPerSecond / timeScale
    fixedCost[route] = vehicle.fixedCost
    if (distanceRate[route] !== distanceRate[0]) mixedRates = true
  })
}

function loadPermissions(): void {
  const groups = new Map<string, number>()
  const members: number[] = []
  problem.stops.forEach((stop, index) => {
    const key = `${stop.temperatureClass}|${stop.lock?.vehicle ?? ''}|${[...stop.forbiddenVehicles].sort((a, b) => a - b).join()}`
    let found = groups.get(key)
    if (found === undefined) {
      found = groups.size
      groups.set(key, found)
      members.push(index)
    }
    group[index] = found
  })
  allowed = new Uint8Array(groups.size * routes)
  allAllowed = true
  members.forEach((member, index) => {
    const stop = problem.stops[member]!
    problem.vehicles.forEach((vehicle, route) => {
      const may =
        vehicle.temperatureClasses.includes(stop.temperatureClass) &&
        !stop.forbiddenVehicles.includes(route) &&
        (stop.lock === null || stop.lock.vehicle === route)
      allowed[index * routes + route] = may ? 1 : 0
      if (!may) allAllowed = false
    })
  })
  loadKinds(groups.size)
}

/** Vehicles alike in everything are one kind: an empty one of each is enough to try. */
function loadKinds(groups: number): void {
  const named = new Map<string, number>()
  const planned = problem.initial !== undefined
  problem.vehicles.forEach((vehicle, route) => {
    const { id: _, ...rest } = vehicle
    const permissions = Array.from({ length: groups }, (_, index) => allowed[index * routes + route]).join('')
    const text = JSON.stringify(rest, (_, value: unknown) => (value === Infinity ? 'any' : value))
    const key = planned ? `${route}` : `${text}|${permissions}`
    if (!named.has(key)) named.set(key, named.size)
    kind[route] = named.get(key)!
  })
  kinds = named.size
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
      extraDemand[stop * extraDimensions + k] = problem.stops[stop]!.load[k + 1] ?? 0
    }
    problem.vehicles.forEach((vehicle, route) => {
      const bound = vehicle.reload === null ? (vehicle.capacity[k + 1] ?? Infinity) : Infinity
      extraCapacity[route * extraDimensions + k] = bound
    })
  }
}

function loadObjective(): void {
  const { objective, vehicles } = problem
  useAll = objective.useAllVehicles
  general =
    objective.latenessCostPerSecond !== null ||
    (objective.change !== null && problem.initial !== undefined) ||
    vehicles.some((vehicle) => vehicle.breaks.length > 0 || vehicle.reload !== null) ||
    problem.stops.some((stop) => stop.lock?.position !== undefined || stop.lock?.order !== undefined)
  const timed = vehicles.some((vehicle) => vehicle.costPerSecond > 0 || Number.isFinite(vehicle.maxDuration))
  if ((timed || objective.balance === 'time') && severalWindows) general = true
  rich = timed || objective.balance !== 'none'
  byDistance = !general && objective.balance === 'none' && vehicles.every((vehicle) => vehicle.costPerSecond === 0)
  balanceStops = 0
  balanceTime = 0
}

/** Closes every route but these to the search, or opens all. */
export function openRoutes(vehicles: readonly number[] | null): void {
  problem.vehicles.forEach((vehicle, route) => {
    maxStops[route] = vehicles === null || vehicles.includes(route) ? Math.min(vehicle.maxStops, FAR) : 0
  })
}

/** Sets how strongly evenness counts, in cost per squared stop and per squared (scaled) second. */
export function setBalance(perStopSquared: number, perTimeSquared: number): void {
  balanceStops = perStopSquared
  balanceTime = perTimeSquared
}
