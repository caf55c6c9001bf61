// What has served its time, table by table, across businesses; for the system role. What is in partitions: partitions.ts.
import { type RawBuilder, sql } from 'kysely'
import type { SystemTx } from '../database.ts'

export interface Expiry {
  idempotencyKeysBefore: Date
  /** Counts no call has touched since. */
  rateCountsBefore: Date
  /** Road legs, and the ways drawn for them. */
  distancePairsBefore: Date
  /** Files uploaded before this and never imported. */
  uploadsBefore: Date
  /** Sessions and links of users and proposals of builds and re-plans that have expired, and rate limits that no longer limit anybody. */
  overBefore: Date
  /** Builds of before this, and before this the proposed ones that nobody chose. */
  buildsBefore: Date
  proposedBuildsBefore: Date
  /** What the office did before this and can no longer take back. */
  undoStepsBefore: Date
  eventsBefore: Date
  /** Failures after which the work was done, or there was none any more. */
  failuresOverBefore: Date
}

/** Rows of a table to be deleted. Oldest first where there may be many: along the index, whatever the planner takes the moment to be. */
export interface Expired {
  table: string
  where: RawBuilder<unknown>
  orderBy?: string
}

export const expired = (expiry: Expiry): Expired[] => [
  {
    // Removed endpoints go with the last of their deliveries, on which they are kept.
    table: 'webhook_endpoints',
    where: sql`deleted_at is not null and not exists (
      select from webhook_deliveries d
      where d.business_uuid = webhook_endpoints.business_uuid and d.endpoint_uuid = webhook_endpoints.endpoint_uuid)`,
  },
  {
    // The newest of a business stays, so that a reader who has read all of them can go on after it.
    table: 'events',
    where: sql`at < ${expiry.eventsBefore} and exists (
      select from events later where later.business_uuid = events.business_uuid and later.position > events.position)`,
    orderBy: 'at',
  },
  { table: 'idempotency_keys', where: sql`created_at < ${expiry.idempotencyKeysBefore}`, orderBy: 'created_at' },
  { table: 'rate_counts', where: sql`head < extract(epoch from ${expiry.rateCountsBefore}::timestamptz)` },
  { table: 'distance_pairs', where: sql`fetched_at < ${expiry.distancePairsBefore}`, orderBy: 'fetched_at' },
  {
    table: 'imports',
    where: sql`status = 'UPLOADED' and created_at < ${expiry.uploadsBefore}`,
    orderBy: 'created_at',
  },
  // Like rate_counts without an index by time: it would cost each call more than it saves here.
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

const places = ({ table, where, orderBy }: Expired, batch: number) => sql`
  select ctid from ${sql.table(table)} where ${where} ${orderBy ? sql`order by ${sql.ref(orderBy)}` : sql``} limit ${batch}`

/** Deletes up to `batch` rows; how many. A row that changed meanwhile has moved, and is left alone. */
export async function deleteExpired(tx: SystemTx, expired: Expired, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(expired.table)} where ctid = any(array(${places(expired, batch)}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Where they are, for rows that can't be deleted together. */
export async function findExpired(tx: SystemTx, expired: Expired, batch: number): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select ctid::text as place from (${places(expired, batch)}) found`.execute(tx)
  return rows.map(({ place }) => place)
}

/** Another row that has come to be in the place is not expired. */
export async function deleteAt(tx: SystemTx, { table, where }: Expired, found: readonly string[]): Promise<void> {
  await sql`delete from ${sql.table(table)} where ctid = any(${found}::tid[]) and ${where}`.execute(tx)
}
