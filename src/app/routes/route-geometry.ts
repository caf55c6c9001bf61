// Requests and stores the geometry of routes for maps. The geometry is requested after the plan is made, and stored leg
// by leg.
import type { WaysOut } from '../../contract/routes.ts'
import type { DistanceSource } from '../../domain/planning/distance-source.ts'
import { legsName, type RoadVehicle } from '../../domain/planning/road-vehicle.ts'
import { endsOf } from '../../domain/routes/terms.ts'
import type { Point } from '../../domain/orders/order.ts'
import { OPEN_ROUTE_STATUSES } from '../../domain/routes/route.ts'
import { encodePolyline, simplify } from '../../domain/geo/polyline.ts'
import type { Tx } from '../../store/database.ts'
import {
  drawAgain,
  storeDrawnOn,
  storeWays,
  knownWays,
  type LegWay,
  postponeDrawing,
  routesToDraw,
  type RouteToDraw,
  samePlace,
  takeRoutesToDraw,
} from '../../store/roads/leg-ways.ts'
import { readRoutes, type RouteRead } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import { type App, type Context, makeContext } from '../context.ts'
import { runRecordingFailure, isolateFailures } from '../operations/health/failed-work.ts'
import { MAX_CHAIN_POINTS, type RoadDistances } from '../ports/roads.ts'
import { routeVehicle } from '../planning/roads/road-vehicles.ts'
import { chainFrom } from './chain-legs.ts'

/**
 * Maximum distance in meters of a simplified line from the original line. It is less than the width of a street, so
 * that the line stays on the street at every useful zoom level.
 */
const STRAYS_METERS = 5
const PORTION = 5
const PROVIDER_BUDGET_MS = 8_000
/** Time after which another process may take the routes of a process that died. */
const LEASE_MS = 45_000
const PUT_OFF_MS = 30_000
/** After this number of failures in a row, the provider counts as down, and the portion ends. */
const FAILURES_IN_A_ROW = 2

/** Requests the missing geometry of some routes. Returns true if more routes may be due and the provider works. */
export async function fetchDueGeometry(app: App): Promise<boolean> {
  const { distances } = app
  if (!distances) return false
  await refetchOnChangedRoads(app, distances)
  const now = app.clock()
  const until = after(now, LEASE_MS)
  const items = await app.db.asSystem((tx) => routesToDraw(tx, now, PORTION))
  const due = await isolateFailures(app, 'draw-routes', items, (some) =>
    app.db.asSystem((tx) => takeRoutesToDraw(tx, some, now, until)),
  )
  const drawn: RouteToDraw[] = []
  const failed: RouteToDraw[] = []
  let inARow = 0
  while (due.length > 0 && inARow < FAILURES_IN_A_ROW) {
    const route = due.shift() as RouteToDraw
    let fault: unknown = null
    const done = await runRecordingFailure(app, 'draw-routes', route, async () => {
      fault = await fetchGeometry(app, distances, route)
    })
    if (fault !== null) {
      app.log.warn({ err: fault, route_uuid: route.itemId }, 'no route geometry; maps draw straight lines')
      failed.push(route)
    } else if (done) drawn.push(route)
    inARow = fault === null ? 0 : inARow + 1
  }
  await app.db.asSystem(async (tx) => {
    await postponeDrawing(tx, drawn, until, null)
    await postponeDrawing(tx, failed, until, after(app.clock(), PUT_OFF_MS))
    await postponeDrawing(tx, due, until, app.clock())
  })
  return items.length === PORTION && inARow < FAILURES_IN_A_ROW
}

/** Region versions for which each process has already marked routes with outdated geometry. */
const lookedFor = new WeakMap<App, string>()

async function refetchOnChangedRoads(app: App, { regions }: RoadDistances): Promise<void> {
  if (!regions) return
  const marks = regions.marks()
  if (lookedFor.get(app) === marks.join()) return
  await app.db.asSystem((tx) => drawAgain(tx, [...marks, markOfAllRegions(marks)], app.clock()))
  lookedFor.set(app, marks.join())
}

/**
 * Returns a mark for a route without complete geometry. It names the versions of all regions, so that the route is
 * drawn again if a region is added or changed.
 */
const markOfAllRegions = (marks: readonly string[]): string => `all: ${marks.join()}`

/** Requests the missing geometry of a route. Returns the provider's error, or null if there was none. */
async function fetchGeometry(
  app: App,
  distances: RoadDistances,
  { businessId, timeZone, itemId: routeId }: RouteToDraw,
): Promise<unknown> {
  const actor = { kind: 'SYSTEM' as const, id: null }
  const ctx = makeContext(app, { businessId, timeZone, actor, requestId: null, idempotency: null })
  const { chain, vehicle, roads, known } = await ctx.read(async (tx) => {
    const [route] = await readRoutes(tx, { routeIds: [routeId] })
    const places = route ? chainOf(route, await readStops(tx, [routeId])) : []
    const vehicle: RoadVehicle = route ? routeVehicle(distances, route) : { costing: 'CAR' }
    const roads = legsName(distances.name, vehicle)
    return { chain: places, vehicle, roads, known: await knownWays(tx, roads, places, distances.regions?.changedAt()) }
  })
  const { regions } = distances
  const marks = regions?.marks() ?? []
  let whole = known.every((way, leg) => way !== '' || samePlace(chain[leg] as Point, chain[leg + 1] as Point))
  for (const part of missingParts(chain, known)) {
    const answer = await resultOrFault(distances.ways(part, AbortSignal.timeout(PROVIDER_BUDGET_MS), vehicle))
    if ('fault' in answer) return answer.fault
    whole &&= !answer.value.includes(null)
    const kept = answer.value.map(
      (way, i): LegWay => ({
        from: part[i] as Point,
        to: part[i + 1] as Point,
        way: way && way.length > 1 ? encodePolyline(simplify(way, STRAYS_METERS)) : '',
      }),
    )
    await app.db.asBusiness(businessId, (tx) => storeWays(tx, roads, kept, app.clock()))
  }
  if (!regions) return null
  const drawnOn = await resultOrFault(regions.marksAt(chain, AbortSignal.timeout(PROVIDER_BUDGET_MS), vehicle))
  if ('fault' in drawnOn) return drawnOn.fault
  const all = whole ? [] : [markOfAllRegions(marks)]
  await app.db.asSystem((tx) => storeDrawnOn(tx, { businessId, itemId: routeId }, [...drawnOn.value, ...all]))
  return null
}

const resultOrFault = <T>(asked: Promise<T>): Promise<{ value: T } | { fault: unknown }> =>
  asked.then(
    (value) => ({ value }),
    (fault: unknown) => ({ fault }),
  )

/**
 * Returns the locations of the route: its start, the stops in driving order with their loading locations, and its end.
 */
function chainOf(route: RouteRead, stops: readonly StopRead[]): Point[] {
  if (stops.length === 0) return []
  const { start, end } = endsOf(route)
  const loads = stops.map(({ sequence }) => {
    const load = route.pauses.find(({ kind, before }) => kind === 'RELOAD' && before === sequence)
    return load ? (load.handOver ?? route.depot) : null
  })
  return [...chainFrom(start, stops, loads), ...(end ? [end] : [])]
}

/** Returns those parts of the chain that have no stored geometry. Each part is short enough for one request. */
export function missingParts(chain: readonly Point[], known: readonly (string | null)[]): Point[][] {
  const parts: Point[][] = []
  known.forEach((way, leg) => {
    if (way !== null) return
    const last = parts.at(-1)
    const goesOn = last && known[leg - 1] === null && last.length < MAX_CHAIN_POINTS
    if (goesOn) last.push(chain[leg + 1] as Point)
    else parts.push([chain[leg] as Point, chain[leg + 1] as Point])
  })
  return parts
}

export const waysOfDay = (ctx: Context, day: string): Promise<WaysOut> =>
  ctx.read(async (tx) => waysOf(ctx, tx, await readRoutes(tx, { day })))

export const waysOfRoute = (ctx: Context, routeId: string): Promise<WaysOut> =>
  ctx.read(async (tx) => waysOf(ctx, tx, await readRoutes(tx, { routeIds: [routeId] })))

/** Returns the stored geometry of the routes. Requests nothing from the provider. */
async function waysOf(ctx: Context, tx: Tx, routes: readonly RouteRead[]): Promise<WaysOut> {
  const source = ctx.distances?.name
  const routeIds = routes.map(({ routeId }) => routeId)
  const stops = Map.groupBy(await readStops(tx, routeIds), ({ routeId }) => routeId)
  const chains = routes.map((route) => chainOf(route, stops.get(route.routeId) ?? []))
  // Use one query for all routes with the same roads, as one chain. Legs between the end of a route and the start of the next
  // route are dropped.
  const legs = chains.map((chain) => chain.slice(1).map((): string | null => null))
  const alike = Map.groupBy(source ? routes.keys() : [], (i) =>
    legsName(source as DistanceSource, routeVehicle(ctx.distances, routes[i] as RouteRead)),
  )
  for (const [roads, same] of alike) {
    const known = await knownWays(
      tx,
      roads,
      same.flatMap((i) => chains[i] ?? []),
    )
    let at = 0
    for (const i of same) {
      legs[i] = (legs[i] ?? []).map((_, leg) => known[at + leg] ?? null)
      at += chains[i]?.length ?? 0
    }
  }
  return {
    routes: routes.map(({ routeId }, i) => ({
      route_uuid: routeId,
      stop_uuids: (stops.get(routeId) ?? []).map(({ stopId }) => stopId),
      legs: (legs[i] ?? []).map((way) => way || null),
    })),
    pending:
      source !== undefined &&
      routes.some(({ status }, i) => OPEN_ROUTE_STATUSES.includes(status) && legs[i]?.includes(null)),
    attribution: source ? (source === 'google' ? 'Google' : '© OpenStreetMap contributors') : null,
  }
}

const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms)
