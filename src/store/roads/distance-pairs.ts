// Cache of road legs, per provider and by coordinates to about a meter. The times of a route can be recalculated
// without a request to the provider.
import { sql } from 'kysely'
import type { LegsName } from '../../domain/planning/road-vehicle.ts'
import type { Point } from '../../domain/orders/order.ts'
import type { Tx } from '../database.ts'

export interface Leg {
  seconds: number
  meters: number
}

/** Converts degrees to units of about a meter. */
export const e5 = (degrees: number): number => Math.round(degrees * 1e5)

/** Returns the cached legs of a chain of points, one per pair of neighbors. Null for a leg that is not cached. */
export async function knownLegs(tx: Tx, source: LegsName, chain: readonly Point[]): Promise<(Leg | null)[]> {
  const pairs = chain.slice(1).map((to, i) => ({ from: chain[i] as Point, to }))
  if (pairs.length === 0) return []
  const { rows } = await sql<{ n: number; seconds: number; meters: number }>`
    select k.n::int as n, d.seconds, d.meters
    from unnest(${pairs.map(({ from }) => e5(from.lat))}::int[], ${pairs.map(({ from }) => e5(from.lng))}::int[],
                ${pairs.map(({ to }) => e5(to.lat))}::int[], ${pairs.map(({ to }) => e5(to.lng))}::int[])
         with ordinality as k (a, b, c, d, n)
    join distance_pairs d on d.business_uuid = ${tx.businessId}::uuid and d.source = ${source}
     and d.from_lat_e5 = k.a and d.from_lng_e5 = k.b and d.to_lat_e5 = k.c and d.to_lng_e5 = k.d`.execute(tx)
  const legs: (Leg | null)[] = pairs.map(() => null)
  for (const { n, seconds, meters } of rows) legs[n - 1] = { seconds, meters }
  return legs
}

/** Returns the complete table between the points, row-major, if every leg was fetched since `since`. Otherwise null. */
export async function knownTable(
  tx: Tx,
  source: LegsName,
  points: readonly Point[],
  since: Date,
): Promise<{ durations: Float64Array; distances: Float64Array } | null> {
  const side = points.length
  const lats = points.map(({ lat }) => e5(lat))
  const lngs = points.map(({ lng }) => e5(lng))
  const { rows } = await sql<{ i: number; j: number; seconds: number; meters: number }>`
    with p as (select * from unnest(${lats}::int[], ${lngs}::int[]) with ordinality as p (lat, lng, n))
    select a.n::int - 1 as i, b.n::int - 1 as j, d.seconds, d.meters
    from p a cross join p b
    join distance_pairs d on d.business_uuid = ${tx.businessId}::uuid and d.source = ${source}
     and d.from_lat_e5 = a.lat and d.from_lng_e5 = a.lng and d.to_lat_e5 = b.lat and d.to_lng_e5 = b.lng
    where d.fetched_at >= ${since}`.execute(tx)
  const durations = new Float64Array(side * side).fill(Infinity)
  const distances = new Float64Array(side * side)
  for (const { i, j, seconds, meters } of rows) {
    durations[i * side + j] = seconds
    distances[i * side + j] = meters
  }
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++) if (lats[i] === lats[j] && lngs[i] === lngs[j]) durations[i * side + j] = 0
  return durations.includes(Infinity) ? null : { durations, distances }
}

/** Caches the pairs of a table that have a road connection. */
export async function storePairs(
  tx: Tx,
  source: LegsName,
  points: readonly Point[],
  table: { durations: Float64Array; distances: Float64Array },
  now: Date,
): Promise<void> {
  const froms: Point[] = []
  const tos: Point[] = []
  const seconds: number[] = []
  const meters: number[] = []
  points.forEach((from, i) => {
    points.forEach((to, j) => {
      const at = i * points.length + j
      if (i === j || !Number.isFinite(table.durations[at]) || !Number.isFinite(table.distances[at])) return
      froms.push(from)
      tos.push(to)
      seconds.push(table.durations[at] as number)
      meters.push(table.distances[at] as number)
    })
  })
  // Distinct, because two points about a meter apart may have the same key.
  await sql`
    insert into distance_pairs
      (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5, seconds, meters, fetched_at)
    select distinct on (k.a, k.b, k.c, k.d) ${tx.businessId}::uuid, ${source}, k.a, k.b, k.c, k.d, k.s, k.m, ${now}::timestamptz
    from unnest(${froms.map((p) => e5(p.lat))}::int[], ${froms.map((p) => e5(p.lng))}::int[],
                ${tos.map((p) => e5(p.lat))}::int[], ${tos.map((p) => e5(p.lng))}::int[],
                ${seconds}::float8[], ${meters}::float8[]) as k (a, b, c, d, s, m)
    where (k.a, k.b) <> (k.c, k.d)
    on conflict (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5)
    do update set seconds = excluded.seconds, meters = excluded.meters, fetched_at = excluded.fetched_at`.execute(tx)
}
