// A driver's routes as the driver's own page shows them: how far each is, and nothing of its customers.
import { sql } from 'kysely'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import type { Tx } from '../database.ts'

export interface HomeRoute {
  routeId: string
  /** yyyy-MM-dd */
  day: string
  name: string
  vehicleName: string
  status: RouteStatus
  plannedStart: Date | null
  /** Of the link, while it is under way. */
  linkNonce: string | null
  stopCount: number
  /** Delivered, failed or skipped. */
  doneCount: number
}

/** The driver's routes of these days that have stops and are not cancelled, by when they start. */
export async function readHomeRoutes(tx: Tx, driverId: string, days: readonly string[]): Promise<HomeRoute[]> {
  const { rows } = await sql<HomeRoute>`
    select r.route_uuid, r.date as day, r.name, v.name as vehicle_name, r.status, r.planned_start, r.link_nonce,
      count(*)::integer as stop_count, count(s.finished_at)::integer as done_count
    from routes r
    join vehicles v on v.business_uuid = r.business_uuid and v.vehicle_uuid = r.vehicle_uuid
    join stops s on s.business_uuid = r.business_uuid and s.route_uuid = r.route_uuid
    where r.business_uuid = ${tx.businessId}::uuid and r.date = any(${days}::date[])
      and r.driver_uuid = ${driverId}::uuid and r.status <> 'CANCELLED'
    group by r.business_uuid, r.route_uuid, v.name
    order by r.date, r.planned_start nulls last, r.name, r.route_uuid`.execute(tx)
  return rows
}
