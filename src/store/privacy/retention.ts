// Deletes data whose retention period has ended, kind by kind, in batches. Data of running routes and of pending
// notifications is left for a later run.
import { sql } from 'kysely'
import type { Retention } from '../../domain/privacy/retention.ts'
import { firstIdAt } from '../../domain/ordered-id.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isNotPutOff } from '../jobs/failed-work.ts'
import { addUnnamedFile } from '../jobs/unreferenced-files.ts'
import { LONG_AGO } from './anonymize.ts'

export interface RetentionCheck extends Retention {
  businessId: string
  timeZone: string
  retainedAt: Date | null
}

/** Returns businesses that have a retention period and whose data was not checked since `since`. */
export async function dueRetentionChecks(
  tx: SystemTx,
  since: Date,
  now: Date,
  limit: number,
): Promise<RetentionCheck[]> {
  const { rows } = await sql<RetentionCheck>`
    select b.business_uuid, b.time_zone, b.keep_orders_days, b.keep_photos_days, b.keep_positions_days,
      b.keep_messages_days, b.keep_logs_days, b.retained_at
    from businesses b
    where num_nonnulls(b.keep_orders_days, b.keep_photos_days, b.keep_positions_days, b.keep_messages_days,
        b.keep_logs_days) > 0
      and coalesce(b.retained_at < ${since}::timestamptz, true)
      and ${isNotPutOff('clean-up', sql`b.business_uuid`, sql`b.business_uuid`, now)}
    order by b.retained_at nulls first limit ${limit}`.execute(tx)
  return rows
}

/**
 * Records the check unless the settings have changed since. If a period became shorter, more data must still be
 * deleted.
 */
export async function markRetained(tx: SystemTx, { businessId, retainedAt }: RetentionCheck, now: Date): Promise<void> {
  await sql`
    update businesses set retained_at = ${now}::timestamptz
    where business_uuid = ${businessId}::uuid and retained_at is not distinct from ${retainedAt}::timestamptz`.execute(
    tx,
  )
}

/** Condition on an order `o`: it has a stop on a running route, or its outcome can still be undone. */
export const isUnderWay = sql<boolean>`exists (
    select from stops s join routes r on r.business_uuid = s.business_uuid and r.route_uuid = s.route_uuid
    where s.business_uuid = o.business_uuid and s.order_uuid = o.order_uuid
      and (s.settles_at is not null or r.status in ('DISPATCHED', 'IN_PROGRESS')))`

/**
 * Condition on an order `o`: it is completed, it is on no running route, and its outcome can't be undone. In addition,
 * no webhook or customer message about it is pending.
 */
const isOver = sql`
  o.status in ('DELIVERED', 'FAILED', 'CANCELLED')
  and not ${isUnderWay}
  and not exists (
    select from webhook_deliveries d
    where d.business_uuid = o.business_uuid and d.order_uuid = o.order_uuid and d.next_attempt_at is not null)
  and not exists (
    select from messages m
    where m.business_uuid = o.business_uuid and m.order_uuid = o.order_uuid and m.status in ('PENDING', 'SENDING'))`

/**
 * Returns completed orders with a delivery date before `before` that have not changed since `changedBefore`, locked. If
 * `of` is given, only orders in this list.
 */
export async function ordersToForget(
  tx: Tx,
  before: string,
  changedBefore: Date,
  limit: number,
  of: readonly string[] | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select o.order_uuid from orders o
    where o.business_uuid = ${tx.businessId}::uuid and o.delivery_date < ${before}::date and o.erased_at is null
      and o.changed_at < ${changedBefore}::timestamptz and ${isOver}
      ${of ? sql`and o.order_uuid = any(${of}::uuid[])` : sql``}
    order by o.delivery_date, o.order_uuid limit ${limit} for update`.execute(tx)
  return rows.map(({ orderId }) => orderId)
}

/** Returns recurring orders that ended before `before`. */
export async function recurringOrdersToForget(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ recurringOrderId: string }>`
    select recurring_order_uuid from recurring_orders
    where business_uuid = ${tx.businessId}::uuid and ended_at < ${before}::timestamptz
    order by recurring_order_uuid limit ${limit}`.execute(tx)
  return rows.map(({ recurringOrderId }) => recurringOrderId)
}

/**
 * Deletes other sources of old deliveries: imported files, and these recurring orders. Returns the number of deleted
 * rows.
 */
export async function forgetSources(tx: Tx, before: Date, ruleIds: readonly string[], limit: number): Promise<number> {
  const imports = await sql`
    delete from imports where (business_uuid, import_uuid) in (
      select business_uuid, import_uuid from imports
      where business_uuid = ${tx.businessId}::uuid and status = 'DONE' and finished_at < ${before}::timestamptz
      limit ${limit})`.execute(tx)
  const rules = await sql`
    delete from recurring_orders
    where business_uuid = ${tx.businessId}::uuid and recurring_order_uuid = any(${ruleIds}::uuid[])`.execute(tx)
  return Number(imports.numAffectedRows ?? 0) + Number(rules.numAffectedRows ?? 0)
}

/**
 * Deletes old photos and signatures. Returns the files that are no longer referenced, which the job of unreferenced
 * files removes.
 */
export async function forgetPhotos(tx: Tx, before: Date, limit: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ fileName: string }>`
    with old as (
      select p.proof_uuid from proofs p
        join stops s on s.business_uuid = p.business_uuid and s.stop_uuid = p.stop_uuid
        join routes r on r.business_uuid = s.business_uuid and r.route_uuid = s.route_uuid
      where p.business_uuid = ${tx.businessId}::uuid and p.taken_at < ${before}::timestamptz
        and s.settles_at is null and r.status not in ('DISPATCHED', 'IN_PROGRESS')
      limit ${limit}
    ), refused as (
      select p.proof_uuid from refused_proofs p
        join routes r on r.business_uuid = p.business_uuid and r.route_uuid = p.route_uuid
      where p.business_uuid = ${tx.businessId}::uuid and p.taken_at < ${before}::timestamptz
        and r.status not in ('DISPATCHED', 'IN_PROGRESS')
      limit ${limit}
    ), gone as (
      delete from proofs where business_uuid = ${tx.businessId}::uuid and proof_uuid in (select proof_uuid from old)
      returning file_name, stop_uuid
    ), reduced as (${reduceProofs(tx, now)}
    ), gone_refused as (
      delete from refused_proofs
      where business_uuid = ${tx.businessId}::uuid and proof_uuid in (select proof_uuid from refused) returning file_name
    )
    select file_name from gone union select file_name from gone_refused`.execute(tx)
  for (const { fileName } of rows) await addUnnamedFile(tx, fileName, LONG_AGO)
  return rows.map(({ fileName }) => fileName)
}

/** Records that a proof no longer contains everything that its digest covers. `gone` must select the stops. */
const reduceProofs = (tx: Tx, now: Date) => sql`
  update stops set proof_reduced_at = ${now}::timestamptz
  where business_uuid = ${tx.businessId}::uuid and stop_uuid in (select stop_uuid from gone)`

/**
 * Deletes locations of phones and other data that shows where a driver was. The locations of taps and proofs stay while
 * their route is running.
 */
export async function forgetPositions(tx: Tx, before: Date, limit: number, now: Date): Promise<number> {
  const running = sql`(
    select route_uuid from routes where business_uuid = ${tx.businessId}::uuid and status in ('DISPATCHED', 'IN_PROGRESS'))`
  const statements = [
    sql`update driver_taps set lat = null, lng = null, accuracy_meters = null where ctid = any(array(
      select ctid from driver_taps
      where business_uuid = ${tx.businessId}::uuid and received_at < ${before}::timestamptz and lat is not null
        and route_uuid not in ${running} limit ${limit}))`,
    sql`with gone as (
      update proofs set lat = null, lng = null where ctid = any(array(
        select p.ctid from proofs p join stops s on s.business_uuid = p.business_uuid and s.stop_uuid = p.stop_uuid
        where p.business_uuid = ${tx.businessId}::uuid and p.taken_at < ${before}::timestamptz and p.lat is not null
          and s.route_uuid not in ${running} limit ${limit}))
      returning stop_uuid) ${reduceProofs(tx, now)}`,
    sql`update refused_proofs set lat = null, lng = null where ctid = any(array(
      select ctid from refused_proofs
      where business_uuid = ${tx.businessId}::uuid and taken_at < ${before}::timestamptz and lat is not null
        and route_uuid not in ${running} limit ${limit}))`,
    sql`update receipts set disclosed = disclosed - 'place' where ctid = any(array(
      select ctid from receipts
      where business_uuid = ${tx.businessId}::uuid and settled_at < ${before}::timestamptz and disclosed ? 'place'
      limit ${limit}))`,
    sql`update place_visits set lat = null, lng = null where ctid = any(array(
      select ctid from place_visits
      where business_uuid = ${tx.businessId}::uuid and visited_at < ${before}::timestamptz and lat is not null
      limit ${limit}))`,
  ]
  return highestRowCount(tx, statements)
}

/**
 * Deletes the contents of messages, replies and rating comments. Reports still count that messages were sent, when, and
 * what they cost.
 */
export async function forgetMessages(tx: Tx, before: Date, limit: number): Promise<number> {
  const statements = [
    sql`update messages set recipient = '', body = '', texted_to = null, provider_id = null, error = null
      where ctid = any(array(
        select ctid from messages
        where business_uuid = ${tx.businessId}::uuid and created_at < ${before}::timestamptz and recipient <> ''
          and status not in ('PENDING', 'SENDING') limit ${limit}))`,
    sql`delete from text_replies where ctid = any(array(
      select ctid from text_replies
      where business_uuid = ${tx.businessId}::uuid and received_at < ${before}::timestamptz and seen_at is not null
      limit ${limit}))`,
    sql`update ratings set comment = null where ctid = any(array(
      select ctid from ratings
      where business_uuid = ${tx.businessId}::uuid and changed_at < ${before}::timestamptz and comment is not null
      limit ${limit}))`,
  ]
  return highestRowCount(tx, statements)
}

/** Deletes old audit entries. The other logs are never stored for longer. */
export async function forgetAudit(tx: SystemTx, businessId: string, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit_log where business_uuid = ${businessId}::uuid and audit_uuid = any(array(
      select audit_uuid from audit_log
      where business_uuid = ${businessId}::uuid and audit_uuid < ${firstIdAt(before)}::uuid and at < ${before}::timestamptz
      order by audit_uuid limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Deletes those of the oldest entries that are too old. Entries were written in about the order of their times. */
export async function forgetHistory(tx: SystemTx, businessId: string, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from history where business_uuid = ${businessId}::uuid and position = any(array(
      select position from (
        select position, at from history where business_uuid = ${businessId}::uuid order by position limit ${limit}) oldest
      where at < ${before}::timestamptz))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Deletes the details of the audit entries of these records. */
export async function emptyAudit(tx: SystemTx, businessId: string, entityIds: readonly string[]): Promise<void> {
  await sql`
    update audit_log set detail = null
    where business_uuid = ${businessId}::uuid and entity_uuid = any(${entityIds}::uuid[]) and detail is not null`.execute(
    tx,
  )
}

/** Runs the statements. Returns the highest number of rows that one of them changed. */
async function highestRowCount(tx: Tx, statements: readonly ReturnType<typeof sql>[]): Promise<number> {
  let most = 0
  for (const statement of statements) {
    const { numAffectedRows } = await statement.execute(tx)
    most = Math.max(most, Number(numAffectedRows ?? 0))
  }
  return most
}
