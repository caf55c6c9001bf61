// Sums over the routes of a range of days. Each route's stops are summed from an index alone. A month with a million
// deliveries therefore needs some ten thousands of short index scans.
import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface RouteSums {
  day: string
  driverId: string | null
  driverName: string | null
  routes: number
  delivered: number
  failed: number
  skipped: number
  windowed: number
  onTime: number
  timedRoutes: number
  plannedSeconds: number
  actualSeconds: number
  measuredRoutes: number
  plannedMeters: number
  drivenMeters: number
  rated: number
  /** Sum of the ratings. */
  stars: number
}

interface Range {
  /** yyyy-MM-dd, both inclusive. */
  from: string
  to: string
}

/** Returns sums per day and driver, sorted by day and driver name. */
export async function routeSums(tx: Tx, { from, to }: Range): Promise<RouteSums[]> {
  const { rows } = await sql<RouteSums>`
    select t.day::text, t.driver_uuid, d.name as driver_name, t.routes, t.delivered, t.failed, t.skipped,
           t.windowed, t.on_time, t.timed_routes, t.planned_seconds,
           t.actual_seconds, t.measured_routes,
           t.planned_meters, t.driven_meters, t.rated, t.stars
    from (
      select r.date as day, r.driver_uuid, count(*) as routes, sum(s.delivered)::float8 as delivered,
             sum(s.failed)::float8 as failed, sum(s.skipped)::float8 as skipped, sum(s.windowed)::float8 as windowed,
             sum(s.on_time)::float8 as on_time,
             count(*) filter (where timed) as timed_routes,
             coalesce(sum(extract(epoch from s.planned_end - r.planned_start)) filter (where timed), 0)::float8
               as planned_seconds,
             coalesce(sum(extract(epoch from s.actual_end - r.started_at)) filter (where timed), 0)::float8
               as actual_seconds,
             count(*) filter (where measured) as measured_routes,
             coalesce(sum(r.distance_meters) filter (where measured), 0) as planned_meters,
             coalesce(sum(r.driven_meters) filter (where measured), 0) as driven_meters,
             sum(given.rated)::float8 as rated, sum(given.stars)::float8 as stars
      from routes r
      cross join lateral (
        select count(*) filter (where s.status = 'DELIVERED') as delivered,
               count(*) filter (where s.status = 'FAILED') as failed,
               count(*) filter (where s.status = 'SKIPPED') as skipped,
               count(s.on_time) as windowed, count(*) filter (where s.on_time) as on_time,
               max(s.planned_departure) as planned_end, max(s.finished_at) as actual_end
        from stops s
        where s.business_uuid = ${tx.businessId}::uuid and s.route_uuid = r.route_uuid
          and s.status in ('DELIVERED', 'FAILED', 'SKIPPED')
      ) s
      cross join lateral (
        select count(*) as rated, coalesce(sum(ratings.stars), 0) as stars from ratings
        where ratings.business_uuid = ${tx.businessId}::uuid and ratings.route_uuid = r.route_uuid
      ) given
      cross join lateral (
        select r.status = 'COMPLETED' and r.planned_start is not null and r.started_at is not null
                 and s.actual_end >= r.started_at as timed,
               r.status = 'COMPLETED' and r.driven_meters > 0 as measured
      ) known
      where r.business_uuid = ${tx.businessId}::uuid and r.date between ${from}::date and ${to}::date
        and s.actual_end is not null
      group by r.date, r.driver_uuid
    ) t
    left join drivers d on d.business_uuid = ${tx.businessId}::uuid and d.driver_uuid = t.driver_uuid
    order by t.day, d.name nulls last, t.driver_uuid`.execute(tx)
  return rows
}

/**
 * Returns up to `most` reasons for failed deliveries, most frequent first. The reason is null if the driver gave none.
 */
export async function failureSums(
  tx: Tx,
  { from, to }: Range,
  most: number,
): Promise<{ reason: string | null; count: number }[]> {
  const { rows } = await sql<{ reason: string | null; count: number }>`
    select nullif(trim(s.reason), '') as reason, count(*) as count
    from routes r
    cross join lateral (
      select s.reason from stops s
      where s.business_uuid = ${tx.businessId}::uuid and s.route_uuid = r.route_uuid and s.status = 'FAILED' offset 0
    ) s
    where r.business_uuid = ${tx.businessId}::uuid and r.date between ${from}::date and ${to}::date
    group by 1 order by 2 desc, 1 limit ${most}`.execute(tx)
  return rows
}

/** Counts repeated deliveries and their outcomes, per attempt number. */
export async function attemptSums(
  tx: Tx,
  { from, to }: Range,
): Promise<{ attempt: number; deliveries: number; delivered: number; failed: number }[]> {
  const { rows } = await sql<{ attempt: number; deliveries: number; delivered: number; failed: number }>`
    select attempt, count(*)::float8 as deliveries, (count(*) filter (where status = 'DELIVERED'))::float8 as delivered,
           (count(*) filter (where status = 'FAILED'))::float8 as failed
    from orders
    where business_uuid = ${tx.businessId}::uuid and delivery_date between ${from}::date and ${to}::date
      and attempt > 1 and status <> 'CANCELLED'
    group by attempt order by attempt`.execute(tx)
  return rows
}

export interface CollectedSum {
  day: string
  driverId: string | null
  driverName: string | null
  currency: string
  /** Exact decimal numbers. */
  cash: string
  check: string
  card: string
  deliveries: number
  unpaid: number
}

/** Returns the payments collected at the door per day, driver and currency. */
export async function collectedSums(tx: Tx, { from, to }: Range): Promise<CollectedSum[]> {
  const { rows } = await sql<CollectedSum>`
    select r.date::text as day, r.driver_uuid, d.name as driver_name, s.currency,
      coalesce(sum(s.amount) filter (where s.method = 'CASH'), 0)::text as cash,
      coalesce(sum(s.amount) filter (where s.method = 'CHECK'), 0)::text as "check",
      coalesce(sum(s.amount) filter (where s.method = 'CARD'), 0)::text as card,
      count(*)::float8 as deliveries, (count(*) filter (where s.method = 'NONE'))::float8 as unpaid
    from routes r
    cross join lateral (
      select s.checks #>> '{collected,currency}' as currency, s.checks #>> '{collected,method}' as method,
        (s.checks #>> '{collected,amount}')::numeric as amount
      from stops s
      where s.business_uuid = ${tx.businessId}::uuid and s.route_uuid = r.route_uuid and s.status = 'DELIVERED'
        and s.checks ? 'collected' offset 0
    ) s
    left join drivers d on d.business_uuid = ${tx.businessId}::uuid and d.driver_uuid = r.driver_uuid
    where r.business_uuid = ${tx.businessId}::uuid and r.date between ${from}::date and ${to}::date
    group by r.date, r.driver_uuid, d.name, s.currency
    order by r.date, d.name nulls last, r.driver_uuid, s.currency`.execute(tx)
  return rows
}

export interface CustomerSums {
  /** Null: customers whose data was deleted. */
  name: string | null
  phone: string | null
  delivered: number
  failed: number
  skipped: number
  windowed: number
  onTime: number
  rated: number
  stars: number
  /** Number of customers in the period. */
  count: number
}

/**
 * Returns sums of up to `most` customers with the most deliveries. A customer is a name with a phone number, however
 * they are written. Deliveries whose personal data was deleted are one customer, which comes last.
 */
export async function customerSums(tx: Tx, { from, to }: Range, most: number): Promise<CustomerSums[]> {
  const { rows } = await sql<CustomerSums>`
    select min(named.name) as name, min(named.phone) as phone,
      (count(*) filter (where s.status = 'DELIVERED'))::float8 as delivered,
      (count(*) filter (where s.status = 'FAILED'))::float8 as failed,
      (count(*) filter (where s.status = 'SKIPPED'))::float8 as skipped,
      count(s.on_time)::float8 as windowed, (count(*) filter (where s.on_time))::float8 as on_time,
      count(given.stars)::float8 as rated, coalesce(sum(given.stars), 0)::float8 as stars,
      (count(*) over ())::float8 as count
    from routes r
    cross join lateral (
      select s.order_uuid, s.status, s.on_time from stops s
      where s.business_uuid = ${tx.businessId}::uuid and s.route_uuid = r.route_uuid
        and s.status in ('DELIVERED', 'FAILED', 'SKIPPED') offset 0
    ) s
    join orders o on o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = s.order_uuid
    left join ratings given on given.business_uuid = ${tx.businessId}::uuid and given.order_uuid = s.order_uuid
      and given.route_uuid = r.route_uuid
    cross join lateral (
      select case when o.erased_at is null then o.customer_name end as name,
        case when o.erased_at is null then o.customer_phone end as phone
    ) named
    where r.business_uuid = ${tx.businessId}::uuid and r.date between ${from}::date and ${to}::date
    group by lower(trim(named.name)), right(regexp_replace(named.phone, '\\D', '', 'g'), 10)
    order by min(named.name) is null, count(*) desc, lower(min(named.name)), min(named.phone)
    limit ${most}`.execute(tx)
  return rows
}
