// Routes: their rows, and the read shape with vehicle, driver and totals.
import { sql } from 'kysely'
import type { Costing } from '../../domain/planning/costing.ts'
import type { DistanceSource } from '../../domain/planning/distance-source.ts'
import { OPEN_ROUTE_STATUSES, type RouteStatus } from '../../domain/routes/route.ts'
import type { SystemTx, Tx } from '../database.ts'

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
}

export interface RouteRead extends Route {
  vehicleName: string
  driverName: string | null
  /** Known weights only. */
  loadWeightLbs: number
  stopCount: number
}

const ROUTE_COLUMNS = [
  'routes.route_uuid',
  'routes.date',
  'routes.name',
  'routes.status',
  'routes.vehicle_uuid',
  'routes.driver_uuid',
  'routes.depot_name',
  'routes.depot_lat',
  'routes.depot_lng',
  'routes.shift_start',
  'routes.shift_end',
  'routes.planned_start',
  'routes.planned_end',
  'routes.distance_meters',
  'routes.drive_seconds',
  'routes.traffic_factor',
  'routes.costing',
  'routes.distance_source',
  'routes.distances_estimated',
  'routes.dispatched_at',
  'routes.started_at',
  'routes.completed_at',
  'routes.cancelled_at',
] as const

const routeQuery = (tx: Tx) =>
  tx.selectFrom('routes').select(ROUTE_COLUMNS).where('routes.business_uuid', '=', tx.businessId)

type RouteRow = Awaited<ReturnType<ReturnType<typeof routeQuery>['executeTakeFirstOrThrow']>>

const routeOf = (row: RouteRow): Route => ({
  routeId: row.route_uuid,
  day: row.date,
  name: row.name,
  status: row.status,
  vehicleId: row.vehicle_uuid,
  driverId: row.driver_uuid,
  depot: { name: row.depot_name, lat: row.depot_lat, lng: row.depot_lng },
  shiftStart: row.shift_start,
  shiftEnd: row.shift_end,
  plannedStart: row.planned_start,
  plannedEnd: row.planned_end,
  distanceMeters: row.distance_meters,
  driveSeconds: row.drive_seconds,
  trafficFactor: row.traffic_factor,
  costing: row.costing,
  distanceSource: row.distance_source,
  distancesEstimated: row.distances_estimated,
  dispatchedAt: row.dispatched_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  cancelledAt: row.cancelled_at,
})

/** The route, locked for the rest of the transaction; taken before any of its orders. */
export async function lockRoute(tx: Tx, routeId: string): Promise<Route | null> {
  const row = await routeQuery(tx).where('routes.route_uuid', '=', routeId).forUpdate().executeTakeFirst()
  return row ? routeOf(row) : null
}

const readQuery = (tx: Tx) =>
  routeQuery(tx)
    .innerJoin('vehicles as v', (on) =>
      on.onRef('v.business_uuid', '=', 'routes.business_uuid').onRef('v.vehicle_uuid', '=', 'routes.vehicle_uuid'),
    )
    .leftJoin('drivers as d', (on) =>
      on.onRef('d.business_uuid', '=', 'routes.business_uuid').onRef('d.driver_uuid', '=', 'routes.driver_uuid'),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('stops as s')
          .innerJoin('orders as o', (on) =>
            on.onRef('o.business_uuid', '=', 's.business_uuid').onRef('o.order_uuid', '=', 's.order_uuid'),
          )
          .whereRef('s.business_uuid', '=', 'routes.business_uuid')
          .whereRef('s.route_uuid', '=', 'routes.route_uuid')
          .select([
            sql<number>`count(*)`.as('stop_count'),
            sql<number>`coalesce(sum(o.load_weight_lbs), 0)`.as('load_weight_lbs'),
          ])
          .as('totals'),
      (on) => on.onTrue(),
    )
    .select(['v.name as vehicle_name', 'd.name as driver_name', 'totals.stop_count', 'totals.load_weight_lbs'])

type ReadRow = Awaited<ReturnType<ReturnType<typeof readQuery>['executeTakeFirstOrThrow']>>

const readOf = (row: ReadRow): RouteRead => ({
  ...routeOf(row),
  vehicleName: row.vehicle_name,
  driverName: row.driver_name,
  loadWeightLbs: row.load_weight_lbs,
  stopCount: row.stop_count,
})

export async function readRoute(tx: Tx, routeId: string): Promise<RouteRead | null> {
  const row = await readQuery(tx).where('routes.route_uuid', '=', routeId).executeTakeFirst()
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
    : query.where('routes.route_uuid', 'in', which.routeIds)
  )
    .orderBy('routes.name')
    .orderBy('routes.route_uuid')
    .execute()
  return rows.map(readOf)
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
        where s.business_uuid = routes.business_uuid and s.route_uuid = routes.route_uuid)`.as('stop_count'),
    )
    .where('routes.date', '=', day)
    .where('routes.status', 'in', OPEN_ROUTE_STATUSES)
    .orderBy('routes.route_uuid')
    .execute()
  return rows.map((row) => ({ ...routeOf(row), stopCount: row.stop_count }))
}

/** Whatever changed may have changed its way: the job looks. */
export const AT_ONCE = sql<Date>`'-infinity'::timestamptz`

export async function insertRoute(tx: Tx, route: Route): Promise<void> {
  await tx
    .insertInto('routes')
    .values({
      business_uuid: tx.businessId,
      route_uuid: route.routeId,
      date: route.day,
      name: route.name,
      vehicle_uuid: route.vehicleId,
      depot_name: route.depot.name,
      depot_lat: route.depot.lat,
      depot_lng: route.depot.lng,
      shift_start: route.shiftStart,
      shift_end: route.shiftEnd,
      link_nonce: null,
      link_hash: null,
      ...changeable(route),
    })
    .execute()
}

/** Writes what may change in a route: its state, driver, plan and totals. */
export async function saveRoute(tx: Tx, route: Route): Promise<void> {
  await tx
    .updateTable('routes')
    .set(changeable(route))
    .where('business_uuid', '=', tx.businessId)
    .where('route_uuid', '=', route.routeId)
    .execute()
}

/** Gives the route to another vehicle: its name, depot and shift are that vehicle's now. */
export async function saveVehicleOf(tx: Tx, route: Route): Promise<void> {
  await tx
    .updateTable('routes')
    .set({
      vehicle_uuid: route.vehicleId,
      name: route.name,
      depot_name: route.depot.name,
      depot_lat: route.depot.lat,
      depot_lng: route.depot.lng,
      shift_start: route.shiftStart,
      shift_end: route.shiftEnd,
      ...changeable(route),
    })
    .where('business_uuid', '=', tx.businessId)
    .where('route_uuid', '=', route.routeId)
    .execute()
}

/** Where the drivers of these routes were last seen, by route; those never seen are not in it. */
export async function lastPositions(
  tx: Tx,
  routeIds: readonly string[],
): Promise<Map<string, { lat: number; lng: number; at: Date }>> {
  if (routeIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('routes')
    .select(['route_uuid', 'position_lat', 'position_lng', 'position_at'])
    .where('business_uuid', '=', tx.businessId)
    .where('route_uuid', 'in', routeIds)
    .execute()
  return new Map(
    rows.flatMap(({ route_uuid, position_lat: lat, position_lng: lng, position_at: at }) =>
      lat === null || lng === null || at === null ? [] : [[route_uuid, { lat, lng, at }]],
    ),
  )
}

const changeable = (route: Route) => ({
  ways_due_at: AT_ONCE,
  status: route.status,
  driver_uuid: route.driverId,
  planned_start: route.plannedStart,
  planned_end: route.plannedEnd,
  distance_meters: route.distanceMeters,
  drive_seconds: route.driveSeconds,
  traffic_factor: route.trafficFactor,
  costing: route.costing,
  distance_source: route.distanceSource,
  distances_estimated: route.distancesEstimated,
  dispatched_at: route.dispatchedAt,
  started_at: route.startedAt,
  completed_at: route.completedAt,
  cancelled_at: route.cancelledAt,
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
  await tx
    .updateTable('routes')
    .set({ link_nonce: link?.nonce ?? null, link_hash: link?.hash ?? null, previous_link_hash: null })
    .where('business_uuid', '=', tx.businessId)
    .where('route_uuid', '=', routeId)
    .execute()
}

/** What a route's driver link is made of, in whichever business; its nonce is null while there is no link. */
export async function findDriverLink(tx: SystemTx, routeId: string): Promise<{ nonce: string | null } | null> {
  const row = await tx.selectFrom('routes').select('link_nonce').where('route_uuid', '=', routeId).executeTakeFirst()
  return row ? { nonce: row.link_nonce } : null
}
