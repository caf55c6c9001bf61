// Road legs already asked for, per provider, to about a meter: timing a route anew costs no call.
import { sql } from 'kysely'
import type { Point } from '../domain/order.ts'
import type { Tx } from './database.ts'

export interface Leg {
  seconds: number
  meters: number
}

const e5 = (degrees: number): number => Math.round(degrees * 1e5)

/** The known legs of a chain of points: one entry for each pair of neighbors, null where unknown. */
export async function knownLegs(
  tx: Tx,
  businessId: string,
  source: string,
  chain: readonly Point[],
): Promise<(Leg | null)[]> {
  const pairs = chain.slice(1).map((to, i) => ({ from: chain[i] as Point, to }))
  if (pairs.length === 0) return []
  const { rows } = await sql<{ n: number; seconds: number; meters: number }>`
    select k.n::int as n, d.seconds, d.meters
    from unnest(${pairs.map(({ from }) => e5(from.lat))}::int[], ${pairs.map(({ from }) => e5(from.lng))}::int[],
                ${pairs.map(({ to }) => e5(to.lat))}::int[], ${pairs.map(({ to }) => e5(to.lng))}::int[])
         with ordinality as k (a, b, c, d, n)
    join distance_pairs d on d.business_uuid = ${businessId}::uuid and d.source = ${source}
     and d.from_lat_e5 = k.a and d.from_lng_e5 = k.b and d.to_lat_e5 = k.c and d.to_lng_e5 = k.d`.execute(tx)
  const legs: (Leg | null)[] = pairs.map(() => null)
  for (const { n, seconds, meters } of rows) legs[n - 1] = { seconds, meters }
  return legs
}

/** Keeps a table's pairs that can be driven. */
export async function keepPairs(
  tx: Tx,
  businessId: string,
  source: string,
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
  // Distinct, because two points a step apart fall on one key.
  await sql`
    insert into distance_pairs
      (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5, seconds, meters, fetched_at)
    select distinct on (k.a, k.b, k.c, k.d) ${businessId}::uuid, ${source}, k.a, k.b, k.c, k.d, k.s, k.m, ${now}::timestamptz
    from unnest(${froms.map((p) => e5(p.lat))}::int[], ${froms.map((p) => e5(p.lng))}::int[],
                ${tos.map((p) => e5(p.lat))}::int[], ${tos.map((p) => e5(p.lng))}::int[],
                ${seconds}::float8[], ${meters}::float8[]) as k (a, b, c, d, s, m)
    where (k.a, k.b) <> (k.c, k.d)
    on conflict (business_uuid, source, from_lat_e5, from_lng_e5, to_lat_e5, to_lng_e5)
    do update set seconds = excluded.seconds, meters = excluded.meters, fetched_at = excluded.fetched_at`.execute(tx)
}
