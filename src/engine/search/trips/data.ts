// Routes with several trips. A reload is a node of its route, after the end nodes of all routes. A trip begins at its
// header, which is the start of the route or a reload. The arrays here add to those of arena.ts. A reload that is not
// on a route is in the pool.
import type { Vehicle } from '../../problem.ts'
import * as arena from '../arena.ts'
import { placeOf, scaledUp } from '../matrices.ts'

/** Stands for a reload in an order of stops. */
export const RELOAD = -1

// Per node.
/** Header of the node's trip. */
export let head = new Int32Array(0)
/** Earliest departure if the break is taken before or not due, and latest arrival with the break still to come. */
export let leaveRested = new Int32Array(0)
export let latestUnrested = new Int32Array(0)
/**
 * The piece from the header to the node. It ends at the later of `soonestTo` and the departure from the header plus
 * `leadTo`, for departures until `departBy` (Savelsbergh 1992).
 */
export let leadTo = new Int32Array(0)
export let soonestTo = new Int32Array(0)
export let departBy = new Int32Array(0)
/** Latest release of the trip's stops up to the node, and from the node on. */
export let readyTo = new Int32Array(0)
export let readyFrom = new Int32Array(0)
/** Seconds of loading on the leg that leaves the node. */
export let loading = new Int32Array(0)
/** Route up to the node: meters, driving and service, number of stops. */
export let metersTo = new Float64Array(0)
export let workTo = new Int32Array(0)
export let stopsTo = new Int32Array(0)
/** Distance to the next node, from the node to the route's reload, and from that reload to the node. */
export let metersOn = new Int32Array(0)
export let metersToReload = new Int32Array(0)
export let metersFromReload = new Int32Array(0)
/** Load of the trip's stops up to the node, and from the node on, at `node * dimensions + k`. */
export let loadTo = new Float64Array(0)
export let loadFrom = new Float64Array(0)

// Per header.
/** Earliest arrival before the break, and with the break taken. */
export let comes = new Int32Array(0)
export let comesRested = new Int32Array(0)
/** Latest release of the trip's stops. */
export let tripReady = new Int32Array(0)

// Per route.
/** Column and row of the reload's location, seconds of loading, and number of reloads: allowed and used. */
export let reloadPlace = new Int32Array(0)
export let reloadRow = new Int32Array(0)
export let reloadTicks = new Int32Array(0)
export let maxReloads = new Int32Array(0)
export let reloads = new Int32Array(0)
/** Routes with an equal number drive between the same places, and with the same times. */
export let ground = new Int32Array(0)
export let clock = new Int32Array(0)
/** Capacity at `route * dimensions + k`. */
export let capacity = new Float64Array(0)
/** Load of each stop at `stop * dimensions + k`. */
export let demand = new Float64Array(0)
export let dimensions = 1

/** A reload on no route. Functions that time an order use it for each reload in turn. */
export let spare = 0
let pool = new Int32Array(0)
let pooled = 0

/** Loads the reloads of the problem in the arena. */
export function loadTrips(): void {
  const { stops, routes, width, problem } = arena
  spare = stops + 2 * routes
  dimensions = arena.extraDimensions + 1
  allocate(spare + 1 + stops, routes)
  const grounds = new Map<string, number>()
  const clocks = new Map<string, number>()
  problem.vehicles.forEach((vehicle, route) => {
    const place = vehicle.reload === null ? 0 : placeOf.get(vehicle.reload.location)!
    reloadPlace[route] = place + arena.shift[route]!
    reloadRow[route] = place * width
    reloadTicks[route] = vehicle.reload === null ? 0 : scaledUp(vehicle.reload.seconds)
    maxReloads[route] = Math.min(vehicle.reload?.max ?? 0, stops)
    ground[route] = numberOf(grounds, groundOf(vehicle))
    clock[route] = numberOf(clocks, [...groundOf(vehicle), vehicle.shiftEnd, ...vehicle.breaks])
    for (let k = 0; k < dimensions; k++) {
      const most = vehicle.capacity[k] ?? Infinity
      capacity[route * dimensions + k] = most + 1e-9
    }
  })
  problem.stops.forEach(({ load }, stop) => {
    for (let k = 0; k < dimensions; k++) demand[stop * dimensions + k] = load[k] ?? 0
  })
  for (let node = spare; node <= spare + stops; node++) {
    arena.due[node] = arena.FAR - 1
    arena.service[node] = 0
    arena.windowFirst[node] = -1
    arena.routeOf[node] = -1
  }
}

const groundOf = ({ start, end, roads, reload }: Vehicle): unknown[] => [
  start,
  end,
  roads ?? -1,
  reload?.location ?? -1,
  reload?.seconds ?? 0,
]

function numberOf(known: Map<string, number>, value: unknown): number {
  const key = JSON.stringify(value, (_, each: unknown) => (each === Infinity ? 'any' : each))
  if (!known.has(key)) known.set(key, known.size)
  return known.get(key)!
}

function allocate(nodes: number, routes: number): void {
  loadTo = new Float64Array(nodes * dimensions)
  loadFrom = new Float64Array(nodes * dimensions)
  demand = new Float64Array(nodes * dimensions)
  capacity = new Float64Array(routes * dimensions)
  const ints = (): Int32Array<ArrayBuffer> => new Int32Array(nodes)
  head = ints()
  leaveRested = ints()
  latestUnrested = ints()
  leadTo = ints()
  soonestTo = ints()
  departBy = ints()
  readyTo = ints()
  readyFrom = ints()
  loading = ints()
  metersOn = ints()
  metersToReload = ints()
  metersFromReload = ints()
  workTo = ints()
  stopsTo = ints()
  comes = ints()
  comesRested = ints()
  tripReady = ints()
  pool = ints()
  metersTo = new Float64Array(nodes)
  const perRoute = (): Int32Array<ArrayBuffer> => new Int32Array(routes)
  reloadPlace = perRoute()
  reloadRow = perRoute()
  reloadTicks = perRoute()
  maxReloads = perRoute()
  reloads = perRoute()
  ground = perRoute()
  clock = perRoute()
}

/** Returns all reloads to the pool. */
export function fillPool(): void {
  pooled = arena.stops
  for (let i = 0; i < pooled; i++) pool[i] = spare + pooled - i
}

/** Takes a reload from the pool and gives it the location and loading time of the route's reload. */
export function takeReload(route: number): number {
  const node = pool[--pooled]!
  arena.routeOf[node] = route
  standOn(node, route)
  return node
}

/** Makes `node` a reload of this route. */
export function standOn(node: number, route: number): void {
  arena.place[node] = reloadPlace[route]!
  arena.row[node] = reloadRow[route]!
  loading[node] = reloadTicks[route]!
}

/** Returns a reload to the pool. */
export function freeReload(node: number): void {
  arena.routeOf[node] = -1
  pool[pooled++] = node
}
