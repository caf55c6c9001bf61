// A driver's routes for the driver page, which shows their progress but no customer data.
import { sql } from 'kysely'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import type { Tx } from '../database.ts'

export interface DriverPageRoute {
  routeId: string
  /** yyyy-MM-dd */
  day: string
  name: string
  vehicleName: string
  status: RouteStatus
  plannedStart: Date | null
  /** Nonce of the current driver link. Null if there is none. */
  linkNonce: string | null
  stopCount: number
  /** Number of delivered, failed and skipped stops. */
  doneCount: number
}

/** Returns the driver's routes of these days that have stops and are not canceled, in order of their start. */
export async function readDriverPageRoutes(
  tx: Tx,
  driverId: string,
  days: readonly string[],
): Promise<DriverPageRoute[]> {
  const { rows } = await sql<DriverPageRoute>`
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
