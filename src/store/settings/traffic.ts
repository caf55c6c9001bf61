// Traffic of a business: the factors that it has set, and the factors measured from its drivers' arrivals.
import { selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import { FREE_FLOW, type MeasuredHour, type TrafficFactors } from '../../domain/planning/traffic.ts'
import type { Tx } from '../database.ts'

export async function readTraffic(tx: Tx): Promise<TrafficFactors> {
  const row = await selectOwn(tx, 'businesses').select('trafficFactors').executeTakeFirst()
  return row?.trafficFactors ?? FREE_FLOW
}

export async function saveTraffic(tx: Tx, factors: TrafficFactors): Promise<void> {
  await updateOwn(tx, 'businesses')
    .set({ trafficFactors: [...factors] })
    .execute()
}

/** Number of routes that are read. They contain enough data, and the read stays fast for any number of routes. */
const NEWEST_ROUTES = 100

/**
 * Measures driving times between consecutive stops on the newest routes since `sinceDay`, per hour in which the drive
 * began, in `timeZone`. Ignores drives that don't reflect traffic: drives under a minute, implausible ones (a
 * break, a forgotten tap), and drives past the depot to reload.
 */
export async function measuredHours(tx: Tx, timeZone: string, sinceDay: string): Promise<MeasuredHour[]> {
  const { rows } = await sql<MeasuredHour>`
    with driven as materialized (
      select route_uuid, traffic_factor from routes
      where business_uuid = ${tx.businessId}::uuid and date >= ${sinceDay} and status in ('IN_PROGRESS', 'COMPLETED')
      order by date desc, name desc, route_uuid desc limit ${sql.lit(NEWEST_ROUTES)}
    ), visits as (
      select s.sequence, s.arrived_at, s.leg_seconds / r.traffic_factor as free_seconds,
             lag(s.finished_at) over w as left_at, lag(s.sequence) over w as from_sequence, lag(s.status) over w as was,
             s.trip = lag(s.trip) over w as straight
      from driven r join stops s using (route_uuid)
      where s.business_uuid = ${tx.businessId}::uuid and s.finished_at is not null
      window w as (partition by s.route_uuid order by s.finished_at)
    ), drives as (
      select left_at, extract(epoch from arrived_at - left_at) / free_seconds as ratio
      from visits
      where from_sequence = sequence - 1 and straight and was in ('DELIVERED', 'FAILED') and arrived_at > left_at and free_seconds >= 60
    )
    select extract(hour from left_at at time zone ${timeZone})::int as hour, count(*)::int as drives,
           (percentile_cont(0.5) within group (order by ratio))::float8 as ratio
    from drives where ratio between 0.2 and 5
    group by 1 order by 1`.execute(tx)
  return rows
}
