// Routes that have work due: outcomes to settle, an end, or a new forecast.
import { latestHoldEnd } from '../../domain/routes/hold.ts'
import type { SystemTx } from '../database.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'
import { isOnClock } from '../test-days/test-days.ts'
import { sql } from 'kysely'

/** A route with a due outcome or end. */
export interface DueRoute extends WorkItem {
  timeZone: string
}

/**
 * Returns routes that have an outcome whose undo window has ended, or that are due to end, soonest first. Includes all
 * businesses without a simulated day or, if `of` is set, only that business. For the system role.
 */
export async function dueRoutes(tx: SystemTx, now: Date, limit: number, of: string | null): Promise<DueRoute[]> {
  // Item IDs increase in the order in which routes were created. Routes that are due at the same time are therefore
  // always settled in the same order.
  const { rows } = await sql<DueRoute>`
    select d.business_uuid, d.route_uuid as item_id, b.time_zone
    from (select business_uuid, route_uuid, settles_at as due_at from stops where settles_at <= ${now} or settles_at > ${latestHoldEnd(now)}
          union all select business_uuid, route_uuid, ends_at from routes where ends_at <= ${now}) as d
    join businesses b using (business_uuid)
    where ${isNotPutOff('settle-outcomes', sql`d.business_uuid`, sql`d.route_uuid`, now)}
      and ${isOnClock(sql`d.business_uuid`, of)}
    group by d.business_uuid, d.route_uuid, b.time_zone
    order by min(d.due_at), d.route_uuid limit ${limit}`.execute(tx)
  return rows
}

/**
 * Returns running routes whose forecast the clock may have changed, longest due first. Includes all businesses without
 * a simulated day or, if `of` is set, only that business. For the system role.
 */
export async function dueForecasts(tx: SystemTx, now: Date, limit: number, of: string | null): Promise<DueRoute[]> {
  const { rows } = await sql<DueRoute>`
    select r.business_uuid, r.route_uuid as item_id, b.time_zone
    from routes r join businesses b using (business_uuid)
    where r.etas_due_at <= ${now} and r.status in ('DISPATCHED', 'IN_PROGRESS')
      and ${isNotPutOff('expect-arrivals', sql`r.business_uuid`, sql`r.route_uuid`, now)}
      and ${isOnClock(sql`r.business_uuid`, of)}
    order by r.etas_due_at, r.route_uuid limit ${limit}`.execute(tx)
  return rows
}
