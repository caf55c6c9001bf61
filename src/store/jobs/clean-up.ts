// Deletes expired rows, table by table, across businesses. For the system role. Partitioned tables are handled by
// partitions.ts.
import { type RawBuilder, sql } from 'kysely'
import type { SystemTx } from '../database.ts'

export interface Expiry {
  idempotencyKeysBefore: Date
  /** Rate counts without a request since then. */
  rateCountsBefore: Date
  /** Road legs and their route geometry. */
  distancePairsBefore: Date
  /** Files that were uploaded before then and never imported. */
  uploadsBefore: Date
  /**
   * Expired sessions, user links, and proposals of builds and re-plans, and rate limits that no longer limit any
   * caller.
   */
  overBefore: Date
  /**
   * Builds from before then.
   * `proposedBuildsBefore`: proposed builds from before then that were not accepted.
   */
  buildsBefore: Date
  proposedBuildsBefore: Date
  /** Steps of the office from before then that can no longer be undone. */
  undoStepsBefore: Date
  eventsBefore: Date
  /** Payloads of shops from before then whose delivery is over since then. */
  payloadsBefore: Date
  /** Failures whose work has been done since or no longer exists. */
  failuresOverBefore: Date
}

/**
 * Rows of a table to delete. If there may be many, `orderBy` sorts them oldest first. PostgreSQL then
 * reads them along the index, whatever time the planner assumes for the parameter.
 */
export interface Expired {
  table: string
  where: RawBuilder<unknown>
  orderBy?: string
}

export const expired = (expiry: Expiry): Expired[] => [
  {
    // A removed endpoint is deleted with its last delivery, because deliveries refer to it.
    table: 'webhook_endpoints',
    where: sql`deleted_at is not null and not exists (
      select from webhook_deliveries d
      where d.business_uuid = webhook_endpoints.business_uuid and d.endpoint_uuid = webhook_endpoints.endpoint_uuid)`,
  },
  {
    // The newest event of a business stays, so that a reader of all events can continue after it.
    table: 'events',
    where: sql`at < ${expiry.eventsBefore} and exists (
      select from events later where later.business_uuid = events.business_uuid and later.position > events.position)`,
    orderBy: 'at',
  },
  {
    table: 'connector_payloads',
    where: sql`received_at < ${expiry.payloadsBefore} and not exists (
      with recursive attempts (order_uuid) as (
        select connector_payloads.order_uuid
        union
        select r.repeat_uuid from attempts a
        join repeated_orders r on r.business_uuid = connector_payloads.business_uuid and r.order_uuid = a.order_uuid)
      select from attempts a
      join orders o on o.business_uuid = connector_payloads.business_uuid and o.order_uuid = a.order_uuid
      where (o.status in ('OPEN', 'SCHEDULED') or o.changed_at >= ${expiry.payloadsBefore}))`,
    orderBy: 'received_at',
  },
  { table: 'idempotency_keys', where: sql`created_at < ${expiry.idempotencyKeysBefore}`, orderBy: 'created_at' },
  { table: 'rate_counts', where: sql`head < extract(epoch from ${expiry.rateCountsBefore}::timestamptz)` },
  { table: 'distance_pairs', where: sql`fetched_at < ${expiry.distancePairsBefore}`, orderBy: 'fetched_at' },
  {
    table: 'imports',
    where: sql`status = 'UPLOADED' and created_at < ${expiry.uploadsBefore}`,
    orderBy: 'created_at',
  },
  // Like rate_counts, this table has no index on time, because the index would cost each request more than it saves
  // here.
  { table: 'rate_buckets', where: sql`full_at <= ${expiry.overBefore}` },
  { table: 'sessions', where: sql`expires_at < ${expiry.overBefore}`, orderBy: 'expires_at' },
  { table: 'user_links', where: sql`expires_at < ${expiry.overBefore}`, orderBy: 'expires_at' },
  { table: 'replans', where: sql`expires_at < ${expiry.overBefore}`, orderBy: 'expires_at' },
  { table: 'build_proposals', where: sql`expires_at < ${expiry.overBefore}`, orderBy: 'expires_at' },
  { table: 'builds', where: sql`created_at < ${expiry.buildsBefore}`, orderBy: 'created_at' },
  {
    table: 'builds',
    where: sql`made_at is null and created_at < ${expiry.proposedBuildsBefore}`,
    orderBy: 'created_at',
  },
  { table: 'leg_ways', where: sql`fetched_at < ${expiry.distancePairsBefore}`, orderBy: 'fetched_at' },
  {
    table: 'undo_steps',
    where: sql`settles_at is null and done_at < ${expiry.undoStepsBefore}`,
    orderBy: 'done_at',
  },
  { table: 'failed_work', where: sql`retry_at < ${expiry.failuresOverBefore}` },
]

const expiredRowIds = ({ table, where, orderBy }: Expired, batch: number) => sql`
  select ctid from ${sql.table(table)} where ${where} ${orderBy ? sql`order by ${sql.ref(orderBy)}` : sql``} limit ${batch}`

/**
 * Deletes up to `batch` rows. Returns their number. A row that was changed since has a new physical location and is not
 * deleted.
 */
export async function deleteExpired(tx: SystemTx, expired: Expired, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(expired.table)} where ctid = any(array(${expiredRowIds(expired, batch)}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Returns the physical locations of rows that can't be deleted together. */
export async function findExpired(tx: SystemTx, expired: Expired, batch: number): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select ctid::text as place from (${expiredRowIds(expired, batch)}) found`.execute(tx)
  return rows.map(({ place }) => place)
}

/** Deletes rows by physical location. Checks the condition again, because a new row may now be at the location. */
export async function deleteAt(tx: SystemTx, { table, where }: Expired, found: readonly string[]): Promise<void> {
  await sql`delete from ${sql.table(table)} where ctid = any(${found}::tid[]) and ${where}`.execute(tx)
}
