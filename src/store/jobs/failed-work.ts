// Work of jobs that failed: when it is retried, and since when it has been failing.
import { type RawBuilder, sql } from 'kysely'
import {
  MAX_RETRY_DELAY_SECONDS,
  OVER_AFTER_SECONDS,
  SHOWN_AFTER_SECONDS,
  type WatchedJob,
} from '../../domain/jobs/failed-work.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isHere } from '../moves/business-gate.ts'

/** An item of a job's work: a route, order, message, phone, endpoint, delivery, import or recurring order. */
export interface WorkItem {
  businessId: string
  itemId: string
}

/** Counts a failure and postpones the item, until `until` if it is set. Returns the number of consecutive failures. */
export async function recordFailure(
  tx: Tx,
  job: WatchedJob,
  { businessId, itemId }: WorkItem,
  now: Date,
  until: Date | null = null,
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into failed_work as f
      (business_uuid, job, item_uuid, failures, first_failed_at, last_failed_at, retry_at)
    values (${businessId}::uuid, ${job}, ${itemId}::uuid, 1, ${now}, ${now},
      coalesce(${until}::timestamptz, ${now}::timestamptz + interval '1 second'))
    on conflict (business_uuid, job, item_uuid) do update set
      failures = case when ${isPostponementOver(now)} then 1 else f.failures + 1 end,
      first_failed_at = case when ${isPostponementOver(now)} then excluded.first_failed_at else f.first_failed_at end,
      last_failed_at = excluded.last_failed_at,
      retry_at = case when ${until}::timestamptz is not null then greatest(${until}::timestamptz, f.retry_at)
        else ${now}::timestamptz + interval '1 second' * case when ${isPostponementOver(now)} then 1
          else least(${MAX_RETRY_DELAY_SECONDS}::float8, power(2, least(f.failures, 20))) end end
    returning failures`.execute(tx)
  return rows[0]?.failures ?? 1
}

const isPostponementOver = (now: Date) =>
  sql`f.retry_at < ${now}::timestamptz - interval '1 second' * ${OVER_AFTER_SECONDS}::float8`

/** Condition that an item of due work is not postponed, and that its business is served here. */
export const isNotPutOff = (job: WatchedJob, businessId: RawBuilder<unknown>, itemId: RawBuilder<unknown>, now: Date) =>
  sql<boolean>`not exists (
    select from failed_work f
    where f.business_uuid = ${businessId} and f.job = ${job} and f.item_uuid = ${itemId}
      and f.retry_at > ${now}::timestamptz) and ${isHere(businessId)}`

const isFailingRepeatedly = (now: Date) => sql`
  f.last_failed_at >= f.first_failed_at + interval '1 second' * ${SHOWN_AFTER_SECONDS}::float8 and not (${isPostponementOver(now)})`

/** Counts the items that fail repeatedly, per job. For the system role. */
export async function failingCounts(tx: SystemTx, now: Date): Promise<{ job: WatchedJob; count: number }[]> {
  const { rows } = await sql<{ job: WatchedJob; count: number }>`
    select job, count(*)::int as count from failed_work f where ${isFailingRepeatedly(now)} group by job order by job`.execute(
    tx,
  )
  return rows
}

export interface FailingWork {
  job: WatchedJob
  since: Date
  /** Route with its day, reference of the delivery, or name of the imported file. */
  route: { name: string; day: string } | null
  externalRef: string | null
  fileName: string | null
}

/** Returns the business's items that fail repeatedly, longest failing first. */
export async function failingWork(tx: Tx, now: Date, limit: number): Promise<FailingWork[]> {
  const { rows } = await sql<{
    job: WatchedJob
    firstFailedAt: Date
    name: string | null
    date: string | null
    externalRef: string | null
    fileName: string | null
  }>`
    select f.job, f.first_failed_at, r.name, r.date, i.file_name,
      coalesce(o.external_ref, mo.external_ref, d.external_ref, ro.external_ref) as external_ref
    from failed_work f
    left join routes r on r.business_uuid = f.business_uuid and r.route_uuid = f.item_uuid
    left join orders o on o.business_uuid = f.business_uuid and o.order_uuid = f.item_uuid
    left join messages m on m.business_uuid = f.business_uuid and m.message_uuid = f.item_uuid
    left join orders mo on mo.business_uuid = m.business_uuid and mo.order_uuid = m.order_uuid
    left join webhook_deliveries d on d.business_uuid = f.business_uuid and d.delivery_id = f.item_uuid
    left join recurring_orders ro on ro.business_uuid = f.business_uuid and ro.recurring_order_uuid = f.item_uuid
    left join imports i on i.business_uuid = f.business_uuid and i.import_uuid = f.item_uuid
    where f.business_uuid = ${tx.businessId}::uuid and ${isFailingRepeatedly(now)}
    order by f.first_failed_at, f.item_uuid limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    job: row.job,
    since: row.firstFailedAt,
    route: row.name !== null && row.date !== null ? { name: row.name, day: row.date } : null,
    externalRef: row.externalRef,
    fileName: row.fileName,
  }))
}
