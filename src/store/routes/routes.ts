// Routes: their rows, and the read shape with vehicle, driver and totals.
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
import type { RouteTerms } from '../../domain/routes/terms.ts'
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
  /** What driving times were multiplied by for traffic. */
  trafficFactor: number
  costing: Costing
  distanceSource: DistanceSource
  distancesEstimated: boolean
  dispatchedAt: Date | null
  startedAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
  /** The office emptied it after it was sent; it ends then, unless it has stops again. Written by `saveEnd`. */
  endsAt: Date | null
  /** When its driver's phone was last heard of. Written by `savePhone`. */
  phoneAt: Date | null
  /** Written by `savePauses`, not by `saveRoute`. */
  terms: RouteTerms | null
  /** By their time. */
  pauses: Pause[]
  /** Written by `saveDelay`. */
  delay: Delay | null
  /** Written by `saveLoadChecks`; by their load. */
  loadChecks: LoadCheck[]
}

export interface RouteRead extends Route {
  vehicleName: string
  driverName: string | null
  /** As the office set it. */
  driverLanguage: Language | null
  /** Known weights only. */
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

/** The route, locked for the rest of the transaction; taken before any of its orders. */
export async function lockRoute(tx: Tx, routeId: string): Promise<Route | null> {
  const row = await routeQuery(tx).where('routes.routeId', '=', routeId).forUpdate().executeTakeFirst()
  return row ? routeOf(row) : null
}

/** All that there are of them, locked in the order of their ids, as everywhere. */
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

/** The routes of a day, or those named, by name. */
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

export interface OpenRoute extends Route {
  stopCount: number
}

/** The routes of a day that are planned or running; no two of one vehicle. */
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

/** Whatever changed may have changed its way: the job looks. */
export const AT_ONCE = sql<Date>`'-infinity'::timestamptz`

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

/** Writes what a route keeps of its vehicle's rules, and what it has between its stops. */
export async function savePauses(tx: Tx, route: Pick<Route, 'routeId' | 'terms' | 'pauses'>): Promise<void> {
  await updateOwn(tx, 'routes', { routeId: route.routeId })
    .set({ ...pauseColumns(route), ...(route.terms?.reload && { waysDueAt: AT_ONCE }) })
    .execute()
}

export async function saveDelay(tx: Tx, routeId: string, delay: Delay | null): Promise<void> {
  await updateOwn(tx, 'routes', { routeId })
    .set({ delayedUntil: delay?.until ?? null, delayToldAt: delay?.toldAt ?? null })
    .execute()
}

export async function saveEnd(tx: Tx, routeId: string, endsAt: Date | null): Promise<void> {
  await updateOwn(tx, 'routes', { routeId }).set({ endsAt }).execute()
}

/** Waits for nobody who changes the route: the next time is soon. */
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

/** Writes what may change in a route: its state, driver, plan and totals. */
export async function saveRoute(tx: Tx, route: Route): Promise<void> {
  await updateOwn(tx, 'routes', { routeId: route.routeId }).set(changeable(route)).execute()
}

/** Gives the route to another vehicle: its name, depot and shift are that vehicle's now. */
export async function saveVehicleOf(tx: Tx, route: Route): Promise<void> {
  await updateOwn(tx, 'routes', { routeId: route.routeId })
    .set({
      vehicleId: route.vehicleId,
      name: route.name,
      depotName: route.depot.name,
      depotLat: route.depot.lat,
      depotLng: route.depot.lng,
      shiftStart: route.shiftStart,
      shiftEnd: route.shiftEnd,
      ...changeable(route),
    })
    .execute()
}

/** Where the drivers of these routes were last seen, by route; those never seen are not in it. */
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
  waysDueAt: AT_ONCE,
  status: route.status,
  driverId: route.driverId,
  plannedStart: route.plannedStart,
  plannedEnd: route.plannedEnd,
  distanceMeters: route.distanceMeters,
  driveSeconds: route.driveSeconds,
  trafficFactor: route.trafficFactor,
  costing: route.costing,
  distanceSource: route.distanceSource,
  distancesEstimated: route.distancesEstimated,
  dispatchedAt: route.dispatchedAt,
  startedAt: route.startedAt,
  completedAt: route.completedAt,
  cancelledAt: route.cancelledAt,
})

/** Gives the route a driver link, or takes it away; the one before is kept as ended. */
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

/** What a route's driver link is made of, for the system in whichever business; its nonce is null while there is no link. */
export async function findDriverLink(tx: AnyTx, routeId: string): Promise<{ nonce: string | null } | null> {
  const row = await tx.selectFrom('routes').select('linkNonce').where('routeId', '=', routeId).executeTakeFirst()
  return row ? { nonce: row.linkNonce } : null
}
