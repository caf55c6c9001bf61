// The end of routes: the driver's note, the driven distance, and the goods and cash that the office received.
import { sql } from 'kysely'
import type { HandIn } from '../../domain/routes/day-end.ts'
import type { Tx } from '../database.ts'
import { updateOwn } from '../own.ts'

export interface DayEnd {
  routeId: string
  drivenMeters: number | null
  note: string | null
  notedAt: Date | null
  handIn: HandIn | null
  /** Place for returned goods at the vehicle's depot. Null: not stated. */
  returnsPlace: string | null
}

/** Keyed by route ID. */
export async function readDayEnds(tx: Tx, routeIds: readonly string[]): Promise<Map<string, DayEnd>> {
  if (routeIds.length === 0) return new Map()
  const { rows } = await sql<DayEnd>`
    select r.route_uuid, r.driven_meters, r.hand_in, n.notes as note, n.counted_at as noted_at,
      (select d.returns_place from vehicles v
       join depots d on d.business_uuid = v.business_uuid
         and (d.depot_uuid = v.depot_uuid or (v.depot_uuid is null and d.is_default))
       where v.business_uuid = r.business_uuid and v.vehicle_uuid = r.vehicle_uuid)
    from routes r
    left join lateral (
      select t.notes, t.counted_at from driver_taps t
      where t.business_uuid = r.business_uuid and t.route_uuid = r.route_uuid and t.kind = 'NOTE' and t.refused is null
      order by t.counted_at desc, t.received_at desc limit 1
    ) n on true
    where r.business_uuid = ${tx.businessId}::uuid and r.route_uuid = any(${routeIds}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.routeId, row]))
}

export async function saveHandIn(tx: Tx, routeId: string, handIn: HandIn | null): Promise<void> {
  await updateOwn(tx, 'routes', { routeId })
    .set({ handIn: handIn && JSON.stringify(handIn) })
    .execute()
}

export interface RouteHandIn {
  day: string
  routeName: string
  driverName: string | null
  handIn: HandIn
}

/** Returns the confirmed hand-ins of the days `from` to `to`, inclusive, by day and route. */
export async function handInsOf(tx: Tx, { from, to }: { from: string; to: string }): Promise<RouteHandIn[]> {
  const { rows } = await sql<RouteHandIn>`
    select r.date::text as day, r.name as route_name, d.name as driver_name, r.hand_in
    from routes r
    left join drivers d on d.business_uuid = r.business_uuid and d.driver_uuid = r.driver_uuid
    where r.business_uuid = ${tx.businessId}::uuid and r.date between ${from}::date and ${to}::date
      and r.hand_in is not null
    order by r.date, r.name, r.route_uuid`.execute(tx)
  return rows
}
