// Route geometry of legs, per provider, and the routes that lack some of it.
import { sql } from 'kysely'
import type { LegsName } from '../../domain/planning/road-vehicle.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'
import { e5 } from './distance-pairs.ts'

/**
 * Returns the geometry of a chain's legs as encoded lines. '' for a leg without geometry. Null for a leg that is not
 * cached, or was cached before `since`.
 */
export async function knownWays(
  tx: Tx,
  source: LegsName,
  chain: readonly Point[],
  since: Date | null = null,
): Promise<(string | null)[]> {
  const legs = chain.slice(1).map((to, i) => ({ from: chain[i] as Point, to }))
  if (legs.length === 0) return []
  const { rows } = await sql<{ n: number; way: string }>`
    select k.n::int as n, w.way
    from unnest(${legs.map(({ from }) => e5(from.lat))}::int[], ${legs.map(({ from }) => e5(from.lng))}::int[],
                ${legs.map(({ to }) => e5(to.lat))}::int[], ${legs.map(({ to }) => e5(to.lng))}::int[])
         with ordinality as k (a, b, c, d, n)
    join leg_ways w on w.business_uuid = ${tx.businessId}::uuid and w.source = ${source}
     and w.from_lat_e5 = k.a and w.from_lng_e5 = k.b and w.to_lat_e5 = k.c and w.to_lng_e5 = k.d
    where ${since}::timestamptz is null or w.fetched_at >= ${since}`.execute(tx)
  const ways: (string | null)[] = legs.map(({ from, to }) => (samePlace(from, to) ? '' : null))
  for (const { n, way } of rows) ways[n - 1] = way
  return ways
}

/** Returns whether two points are the same location, so that there is nothing to drive. */
export const samePlace = (a: Point, b: Point): boolean => e5(a.lat) === e5(b.lat) && e5(a.lng) === e5(b.lng)

export interface LegWay {
  from: Point
  to: Point
  way: string
}

export async function storeWays(tx: Tx, source: LegsName, ways: readonly LegWay[], now: Date): Promise<void> {
  await sql`
    insert into leg_ways (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5, way, fetched_at)
    select distinct on (k.a, k.b, k.c, k.d) ${tx.businessId}::uuid, ${source}, k.*, ${now}::timestamptz
    from unnest(${ways.map(({ from }) => e5(from.lat))}::int[], ${ways.map(({ from }) => e5(from.lng))}::int[],
                ${ways.map(({ to }) => e5(to.lat))}::int[], ${ways.map(({ to }) => e5(to.lng))}::int[],
                ${ways.map(({ way }) => way)}::text[]) as k (a, b, c, d, way)
    on conflict (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5)
    do update set way = excluded.way, fetched_at = excluded.fetched_at`.execute(tx)
}

export interface RouteToDraw extends WorkItem {
  timeZone: string
}

const isDue = (now: Date) => sql`r.ways_due_at <= ${now} and r.status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS')`

/** Returns up to `limit` routes that may lack geometry, longest due first. */
export async function routesToDraw(tx: SystemTx, now: Date, limit: number): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select r.business_uuid, r.route_uuid as item_uuid from routes r
    where ${isDue(now)} and ${isNotPutOff('draw-routes', sql`r.business_uuid`, sql`r.route_uuid`, now)}
    order by r.ways_due_at limit ${limit}`.execute(tx)
  return rows
}

/** Makes unfinished routes due whose geometry comes from a region version that is not in `marks`. */
export async function drawAgain(tx: SystemTx, marks: readonly string[], now: Date): Promise<void> {
  await sql`
    update routes r set ways_due_at = ${now}
    where r.status in ('PLANNED', 'DISPATCHED', 'IN_PROGRESS') and (r.ways_due_at is null or r.ways_due_at > ${now})
      and (r.ways_drawn_on is null or not r.ways_drawn_on <@ ${[...marks]}::text[])`.execute(tx)
}

/** Records the region versions that the route's geometry comes from. */
export async function storeDrawnOn(
  tx: SystemTx,
  { businessId, itemId }: WorkItem,
  marks: readonly string[],
): Promise<void> {
  await sql`
    update routes set ways_drawn_on = ${[...marks]}::text[]
    where business_uuid = ${businessId} and route_uuid = ${itemId}`.execute(tx)
}

/**
 * Leases the routes that are still due and that no other process is leasing. They are due again at `until` if nothing
 * changes that.
 */
export async function takeRoutesToDraw(
  tx: SystemTx,
  routes: readonly WorkItem[],
  now: Date,
  until: Date,
): Promise<RouteToDraw[]> {
  const { rows } = await sql<{ businessId: string; timeZone: string; routeId: string }>`
    with due as (
      select r.business_uuid, r.route_uuid from routes r
      join unnest(${routes.map(({ businessId }) => businessId)}::uuid[], ${routes.map(({ itemId }) => itemId)}::uuid[])
        as k (business_uuid, route_uuid) using (business_uuid, route_uuid)
      where ${isDue(now)} for update of r skip locked
    )
    update routes r set ways_due_at = ${until}
    from due join businesses b using (business_uuid)
    where r.business_uuid = due.business_uuid and r.route_uuid = due.route_uuid
    returning r.business_uuid, b.time_zone, r.route_uuid`.execute(tx)
  return rows.map((row) => ({ businessId: row.businessId, timeZone: row.timeZone, itemId: row.routeId }))
}

/**
 * Makes routes that were leased until `taken` due at `until`, or not due if it is null. Routes that have changed since
 * stay due at once.
 */
export async function postponeDrawing(
  tx: SystemTx,
  routes: readonly RouteToDraw[],
  taken: Date,
  until: Date | null,
): Promise<void> {
  if (routes.length === 0) return
  await sql`
    update routes r set ways_due_at = ${until}
    from unnest(${routes.map(({ businessId }) => businessId)}::uuid[], ${routes.map(({ itemId }) => itemId)}::uuid[])
      as k (business_uuid, route_uuid)
    where r.business_uuid = k.business_uuid and r.route_uuid = k.route_uuid and r.ways_due_at = ${taken}`.execute(tx)
}
