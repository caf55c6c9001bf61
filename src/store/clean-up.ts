// Deletes what has served its time, a bounded batch of each kind at a time, across businesses.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

export interface Expiry {
  /** Deliveries that were delivered, given up or abandoned before this. */
  deliveriesSettledBefore: Date
  idempotencyKeysBefore: Date
  /** Counts no call has touched since. */
  rateCountsBefore: Date
  /** Road legs, and the ways drawn for them. */
  distancePairsBefore: Date
  requestsBefore: Date
  /** Files uploaded before this and never imported. */
  uploadsBefore: Date
  /** Sessions and links of users that have expired, and rate limits that no longer limit anybody. */
  overBefore: Date
}

/** Whether a batch was full, so that there may be more. */
export async function deleteExpired(tx: Tx, expiry: Expiry, batch: number): Promise<boolean> {
  const deleted = [
    await deleteWhere(
      tx,
      'webhook_deliveries',
      sql`settled_at < ${expiry.deliveriesSettledBefore} order by settled_at`,
      batch,
    ),
    // Removed endpoints go with the last of their deliveries, on which they are kept.
    await deleteWhere(
      tx,
      'webhook_endpoints',
      sql`deleted_at is not null and not exists (
        select from webhook_deliveries d
        where d.business_uuid = webhook_endpoints.business_uuid and d.endpoint_uuid = webhook_endpoints.endpoint_uuid)`,
      batch,
    ),
    await deleteWhere(
      tx,
      'idempotency_keys',
      sql`created_at < ${expiry.idempotencyKeysBefore} order by created_at`,
      batch,
    ),
    await deleteWhere(
      tx,
      'rate_counts',
      sql`head < extract(epoch from ${expiry.rateCountsBefore}::timestamptz)`,
      batch,
    ),
    await deleteWhere(tx, 'distance_pairs', sql`fetched_at < ${expiry.distancePairsBefore} order by fetched_at`, batch),
    await deleteWhere(
      tx,
      'imports',
      sql`status = 'UPLOADED' and created_at < ${expiry.uploadsBefore} order by created_at`,
      batch,
    ),
    await deleteWhere(tx, 'api_requests', sql`at < ${expiry.requestsBefore} order by at`, batch),
    // Like rate_counts without an index by time: it would cost each call more than it saves here.
    await deleteWhere(tx, 'rate_buckets', sql`full_at <= ${expiry.overBefore}`, batch),
    // Written by the version before this one only.
    await deleteWhere(tx, 'sign_in_failures', sql`last_at < ${expiry.requestsBefore}`, batch),
    await deleteWhere(tx, 'sessions', sql`expires_at < ${expiry.overBefore} order by expires_at`, batch),
    await deleteWhere(tx, 'user_links', sql`expires_at < ${expiry.overBefore} order by expires_at`, batch),
    await deleteWhere(tx, 'leg_ways', sql`fetched_at < ${expiry.distancePairsBefore} order by fetched_at`, batch),
  ]
  return deleted.some((count) => count >= batch)
}

// Oldest first where there may be many: along the index, whatever the planner takes the moment to be.
// A row that changed meanwhile has moved, and is left alone.
async function deleteWhere(tx: Tx, table: string, condition: RawBuilder<unknown>, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${batch}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
