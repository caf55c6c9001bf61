// Routes as rows, and as readers see them, with vehicle, driver and totals.
import type { PlanPace } from '../../domain/planning/plan-pace.ts'
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import type { Language } from '../../domain/customer-words/language.ts'
import { sql } from 'kysely'
import { byName } from '../../domain/by-name.ts'
import type { Costing } from '../../domain/planning/costing.ts'
import type { DistanceSource } from '../../domain/planning/distance-source.ts'
import { OPEN_ROUTE_STATUSES } from '../../domain/routes/route.ts'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import type { Delay } from '../../domain/routes/delay.ts'
import type { LoadCheck } from '../../domain/routes/scanning.ts'
import type { Pause } from '../../domain/routes/pauses.ts'
import type { FrozenRules } from '../../domain/routes/terms.ts'
import type { AnyTx, Tx } from '../database.ts'

export interface Route {
  routeId: string
  day: string
  name: string
  status: RouteStatus
  vehicleId: string
  driverId: string | null
  depot: { name: string; lat: number; lng: number }
  shiftStart: string
  shiftEnd: string
  plannedStart: Date | null
  plannedEnd: Date | null
  distanceMeters: number
  driveSeconds: number
  /** Factor by which traffic multiplied the driving times. */
  trafficFactor: number
  /** The pace of the business that its times include. Null: plain road and service times. */
  pace: PlanPace | null
  costing: Costing
  distanceSource: DistanceSource
  distancesEstimated: boolean
  dispatchedAt: Date | null
  startedAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
  /**
   * End of a route whose stops the office removed after the dispatch. The route ends then, unless it has stops again.
   * Null for other routes. Written by `saveEnd`.
   */
  endsAt: Date | null
  /** Time of the last connection of the driver's phone. Written by `savePhone`. */
  phoneAt: Date | null
  /** Written by `savePauses`, not by `saveRoute`. */
  terms: FrozenRules | null
  /** Sorted by time. */
  pauses: Pause[]
  /** Written by `saveDelay`. */
  delay: Delay | null
  /** Sorted by load. Written by `saveLoadChecks`. */
  loadChecks: LoadCheck[]
}

export interface RouteRead extends Route {
  vehicleName: string
  driverName: string | null
  /** Language that the office chose for the driver. Null if it chose none. */
  driverLanguage: Language | null
  /** Sum of the known weights. */
  loadWeightLbs: number
  stopCount: number
}

const ROUTE_COLUMNS = [
  'routes.routeId',
  'routes.date',
  'routes.name',
  'routes.status',
  'routes.vehicleId',
  'routes.driverId',
  'routes.depotName',
  'routes.depotLat',
  'routes.depotLng',
  'routes.shiftStart',
  'routes.shiftEnd',
  'routes.plannedStart',
  'routes.plannedEnd',
  'routes.distanceMeters',
  'routes.driveSeconds',
  'routes.trafficFactor',
  'routes.pace',
  'routes.costing',
  'routes.distanceSource',
  'routes.distancesEstimated',
  'routes.dispatchedAt',
  'routes.startedAt',
  'routes.completedAt',
  'routes.cancelledAt',
  'routes.endsAt',
  'routes.phoneAt',
  'routes.terms',
  'routes.pauses',
  'routes.delayedUntil',
  'routes.delayToldAt',
  'routes.loadChecks',
] as const

const routeQuery = (tx: Tx) =>
  tx.selectFrom('routes').select(ROUTE_COLUMNS).where('routes.businessId', '=', tx.businessId)

type RouteRow = Awaited<ReturnType<ReturnType<typeof routeQuery>['executeTakeFirstOrThrow']>>

const routeOf = ({ date, depotName, depotLat, depotLng, delayedUntil, delayToldAt, ...row }: RouteRow): Route => ({
  ...row,
  day: date,
  depot: { name: depotName, lat: depotLat, lng: depotLng },
  pauses: (row.pauses ?? []).map((pause) => ({ ...pause, start: new Date(pause.start), end: new Date(pause.end) })),
  delay: delayedUntil && delayToldAt ? { until: delayedUntil, toldAt: delayToldAt } : null,
  loadChecks: row.loadChecks ?? [],
})

/**
 * Returns the route, locked until the end of the transaction. Lock the route before any of its orders. Null if it
 * doesn't exist.
 */
export async function lockRoute(tx: Tx, routeId: string): Promise<Route | null> {
  const row = await routeQuery(tx).where('routes.routeId', '=', routeId).forUpdate().executeTakeFirst()
  return row ? routeOf(row) : null
}

/** Returns the routes that exist, locked in the order of their IDs, which is the global lock order. */
export async function lockRoutes(tx: Tx, routeIds: readonly string[]): Promise<Route[]> {
  if (routeIds.length === 0) return []
  const rows = await routeQuery(tx)
    .where('routes.routeId', 'in', routeIds)
    .orderBy('routes.routeId')
    .forUpdate()
    .execute()
  return rows.map(routeOf)
}

const readQuery = (tx: Tx) =>
  routeQuery(tx)
    .innerJoin('vehicles as v', (on) =>
      on.onRef('v.businessId', '=', 'routes.businessId').onRef('v.vehicleId', '=', 'routes.vehicleId'),
    )
    .leftJoin('drivers as d', (on) =>
      on.onRef('d.businessId', '=', 'routes.businessId').onRef('d.driverId', '=', 'routes.driverId'),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('stops as s')
          .innerJoin('orders as o', (on) =>
            on.onRef('o.businessId', '=', 's.businessId').onRef('o.orderId', '=', 's.orderId'),
          )
          .whereRef('s.businessId', '=', 'routes.businessId')
          .whereRef('s.routeId', '=', 'routes.routeId')
          .select([
            sql<number>`count(*)`.as('stopCount'),
            sql<number>`coalesce(sum(o.load_weight_lbs), 0)`.as('loadWeightLbs'),
          ])
          .as('totals'),
      (on) => on.onTrue(),
    )
    .select([
      'v.name as vehicleName',
      'd.name as driverName',
      'd.language as driverLanguage',
      'totals.stopCount',
      'totals.loadWeightLbs',
    ])

type ReadRow = Awaited<ReturnType<ReturnType<typeof readQuery>['executeTakeFirstOrThrow']>>

const readOf = (row: ReadRow): RouteRead => ({
  ...routeOf(row),
  vehicleName: row.vehicleName,
  driverName: row.driverName,
  driverLanguage: row.driverLanguage,
  loadWeightLbs: row.loadWeightLbs,
  stopCount: row.stopCount,
})

export async function readRoute(tx: Tx, routeId: string): Promise<RouteRead | null> {
  const row = await readQuery(tx).where('routes.routeId', '=', routeId).executeTakeFirst()
  return row ? readOf(row) : null
}

/** Returns the routes of a day, or the listed routes, sorted by name. */
export async function readRoutes(
  tx: Tx,
  which: { day: string } | { routeIds: readonly string[] },
): Promise<RouteRead[]> {
  const query = readQuery(tx)
  if ('routeIds' in which && which.routeIds.length === 0) return []
  const rows = await ('day' in which
    ? query.where('routes.date', '=', which.day)
    : query.where('routes.routeId', 'in', which.routeIds)
  )
    .orderBy('routes.routeId')
    .execute()
  return rows.toSorted(byName).map(readOf)
}

/** Returns the newest completed routes that were started. */
export async function finishedRoutes(tx: Tx, limit: number): Promise<Route[]> {
  const rows = await routeQuery(tx)
    .where('routes.status', '=', 'COMPLETED')
    .where('routes.startedAt', 'is not', null)
    .orderBy('routes.date', 'desc')
    .orderBy('routes.name', 'desc')
    .orderBy('routes.routeId', 'desc')
    .limit(limit)
    .execute()
  return rows.map(routeOf)
}

export interface OpenRoute extends Route {
  stopCount: number
}

/** Returns the planned and running routes of a day. Each vehicle has at most one. */
export async function openRoutes(tx: Tx, day: string): Promise<OpenRoute[]> {
  const rows = await routeQuery(tx)
    .select(
      sql<number>`(
        select count(*) from stops s
        where s.business_uuid = routes.business_uuid and s.route_uuid = routes.route_uuid)`.as('stopCount'),
    )
    .where('routes.date', '=', day)
    .where('routes.status', 'in', OPEN_ROUTE_STATUSES)
    .orderBy('routes.routeId')
    .execute()
  return rows.map((row) => ({ ...routeOf(row), stopCount: row.stopCount }))
}

/**
 * Due time at which the job checks the route geometry at once. Every change of a route may have changed its geometry.
 */
export const DUE_IMMEDIATELY = sql<Date>`'-infinity'::timestamptz`

export async function insertRoute(tx: Tx, route: Route): Promise<void> {
  await insertOwn(tx, 'routes', {
    routeId: route.routeId,
    date: route.day,
    name: route.name,
    vehicleId: route.vehicleId,
    depotName: route.depot.name,
    depotLat: route.depot.lat,
    depotLng: route.depot.lng,
    shiftStart: route.shiftStart,
    shiftEnd: route.shiftEnd,
    linkNonce: null,
    linkHash: null,
    ...pauseColumns(route),
    ...changeable(route),
  }).execute()
}

/** Writes the rules that a route has taken from its vehicle, and the pauses between its stops. */
export async function savePauses(tx: Tx, route: Pick<Route, 'routeId' | 'terms' | 'pauses'>): Promise<void> {
  await updateOwn(tx, 'routes', { routeId: route.routeId })
    .set({ ...pauseColumns(route), ...(route.terms?.reload && { waysDueAt: DUE_IMMEDIATELY }) })
    .execute()
}

export async function saveDelay(tx: Tx, routeId: string, delay: Delay | null): Promise<void> {
  await updateOwn(tx, 'routes', { routeId })
    .set({ delayedUntil: delay?.until ?? null, delayToldAt: delay?.toldAt ?? null })
    .execute()
}

/** Saves when the clock alone can change the route's expected arrivals. */
export async function saveEtasDue(tx: Tx, routeId: string, etasDueAt: Date | null): Promise<void> {
  await updateOwn(tx, 'routes', { routeId }).set({ etasDueAt }).execute()
}

export async function saveEnd(tx: Tx, routeId: string, endsAt: Date | null): Promise<void> {
  await updateOwn(tx, 'routes', { routeId }).set({ endsAt }).execute()
}

/**
 * Saves when the phone last connected. Skips the update if another transaction has locked the route, because the phone
 * connects again soon.
 */
export async function savePhone(tx: Tx, routeId: string, phoneAt: Date): Promise<void> {
  await sql`
    update routes set phone_at = ${phoneAt}::timestamptz from (
      select route_uuid from routes
      where business_uuid = ${tx.businessId}::uuid and route_uuid = ${routeId}::uuid for update skip locked) free
    where business_uuid = ${tx.businessId}::uuid and routes.route_uuid = free.route_uuid`.execute(tx)
}

export async function saveLoadChecks(tx: Tx, routeId: string, checks: readonly LoadCheck[]): Promise<void> {
  await updateOwn(tx, 'routes', { routeId })
    .set({ loadChecks: JSON.stringify(checks) })
    .execute()
}

const pauseColumns = ({ terms, pauses }: Pick<Route, 'terms' | 'pauses'>) => ({
  terms: terms && JSON.stringify(terms),
  pauses: pauses.length > 0 ? JSON.stringify(pauses) : null,
})

/** Writes the changeable data of a route: its status, driver, plan and totals. */
export async function saveRoute(tx: Tx, route: Route): Promise<void> {
  await updateOwn(tx, 'routes', { routeId: route.routeId }).set(changeable(route)).execute()
}

/** Writes the changeable data of a route, and its vehicle with the name, depot, shift and terms that come from it. */
export async function saveRouteVehicle(tx: Tx, route: Route): Promise<void> {
  await updateOwn(tx, 'routes', { routeId: route.routeId })
    .set({
      vehicleId: route.vehicleId,
      name: route.name,
      depotName: route.depot.name,
      depotLat: route.depot.lat,
      depotLng: route.depot.lng,
      shiftStart: route.shiftStart,
      shiftEnd: route.shiftEnd,
      terms: route.terms && JSON.stringify(route.terms),
      ...changeable(route),
    })
    .execute()
}

/** Returns the last locations of these routes' drivers, keyed by route. Routes without a location are missing. */
export async function lastPositions(
  tx: Tx,
  routeIds: readonly string[],
): Promise<Map<string, { lat: number; lng: number; at: Date }>> {
  if (routeIds.length === 0) return new Map()
  const rows = await selectOwn(tx, 'routes')
    .select(['routeId', 'positionLat', 'positionLng', 'positionAt'])
    .where('routeId', 'in', routeIds)
    .execute()
  return new Map(
    rows.flatMap(({ routeId, positionLat: lat, positionLng: lng, positionAt: at }) =>
      lat === null || lng === null || at === null ? [] : [[routeId, { lat, lng, at }]],
    ),
  )
}

const changeable = (route: Route) => ({
  waysDueAt: DUE_IMMEDIATELY,
  status: route.status,
  driverId: route.driverId,
  plannedStart: route.plannedStart,
  plannedEnd: route.plannedEnd,
  distanceMeters: route.distanceMeters,
  driveSeconds: route.driveSeconds,
  trafficFactor: route.trafficFactor,
  pace: route.pace && JSON.stringify(route.pace),
  costing: route.costing,
  distanceSource: route.distanceSource,
  distancesEstimated: route.distancesEstimated,
  dispatchedAt: route.dispatchedAt,
  startedAt: route.startedAt,
  completedAt: route.completedAt,
  cancelledAt: route.cancelledAt,
})

/** Sets or removes the driver link of a route. The previous link is stored as ended. */
export async function setDriverLink(
  tx: Tx,
  routeId: string,
  link: { nonce: string; hash: Buffer } | null,
): Promise<void> {
  await sql`
    insert into ended_links (business_uuid, route_uuid, hash)
    select business_uuid, route_uuid, hash from routes, unnest(array[link_hash, previous_link_hash]) as hash
    where business_uuid = ${tx.businessId}::uuid and route_uuid = ${routeId}::uuid and hash is not null`.execute(tx)
  await updateOwn(tx, 'routes', { routeId })
    .set({ linkNonce: link?.nonce ?? null, linkHash: link?.hash ?? null, previousLinkHash: null })
    .execute()
}

/**
 * Returns the nonce of a route's driver link, which is null if there is no link. Null if the route doesn't exist. The
 * system role finds the routes of all businesses.
 */
export async function findDriverLink(tx: AnyTx, routeId: string): Promise<{ nonce: string | null } | null> {
  const row = await tx.selectFrom('routes').select('linkNonce').where('routeId', '=', routeId).executeTakeFirst()
  return row ? { nonce: row.linkNonce } : null
}
