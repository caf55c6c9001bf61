// Counts deliveries per driver and area.
import { sql } from 'kysely'
import { AREA_DEGREES, type AreaVisits } from '../../domain/planning/familiar-area.ts'
import type { Tx } from '../database.ts'

/**
 * Returns the deliveries of all routes with a driver, from `from` (inclusive) to `before` (exclusive), counted per
 * driver and area.
 */
export async function areaVisits(tx: Tx, from: string, before: string): Promise<AreaVisits[]> {
  const { rows } = await sql<AreaVisits>`
    select r.driver_uuid, floor(o.lat / ${AREA_DEGREES})::int as "row", floor(o.lng / ${AREA_DEGREES})::int as "column",
           count(*)::int as deliveries
    from routes r
    join stops s on s.business_uuid = r.business_uuid and s.route_uuid = r.route_uuid and s.status = 'DELIVERED'
    join orders o on o.business_uuid = r.business_uuid and o.order_uuid = s.order_uuid and o.lat is not null
    where r.business_uuid = ${tx.businessId}::uuid and r.driver_uuid is not null
      and r.date >= ${from}::date and r.date < ${before}::date
    group by 1, 2, 3`.execute(tx)
  return rows
}
