// Erases other data of a customer, in addition to the deliveries.
import { sql } from 'kysely'
import type { AnyTx, SystemTx, Tx } from '../database.ts'
import { phoneDigest } from '../messages/messages.ts'
import { withoutPerson } from './anonymize.ts'
import { columnsThat, type StoredTable } from '../tables/all.ts'
import { isRow, type Wanted } from './search.ts'

/** Deletes recurring orders and their dates. */
export async function deleteRecurring(tx: Tx, recurringOrderIds: readonly string[]): Promise<void> {
  await sql`delete from recurring_orders where business_uuid = ${tx.businessId}::uuid
    and recurring_order_uuid = any(${recurringOrderIds}::uuid[])`.execute(tx)
}

/** Deletes files that were uploaded but not imported, because it is unknown whom they name. */
export async function deleteUploads(tx: Tx): Promise<void> {
  await sql`delete from imports where business_uuid = ${tx.businessId}::uuid and status = 'UPLOADED'`.execute(tx)
}

/** Deletes the rows with one of these addresses: rows of the business, or rows of the whole installation. */
export async function forgetAddresses(tx: AnyTx, addressKeys: readonly string[]): Promise<void> {
  const own = 'businessId' in tx ? sql`business_uuid = ${tx.businessId}::uuid` : sql`true`
  for (const [{ name, isOfBusiness }, [column = '']] of columnsThat(({ holds }) => holds === 'ADDRESS'))
    if (isOfBusiness === 'businessId' in tx)
      await sql`
        delete from ${sql.table(name)} where ${own} and ${sql.ref(column)} = any(${addressKeys}::text[])`.execute(tx)
}

/** Replaces phone numbers that opted out of texts by their digests. */
export async function forgetPhones(tx: SystemTx, phones: readonly string[]): Promise<void> {
  for (const phone of phones)
    await sql`
      with gone as (delete from text_opt_outs where phone = ${phone} returning at)
      insert into text_opt_outs (phone, at) select ${phoneDigest(phone)}, at from gone on conflict do nothing`.execute(
      tx,
    )
}

/** Matches the events of deliveries. All their text is the customer's data, even if it names no person. */
export const eventsOf = (orderIds: readonly string[]): Wanted => ({
  is: sql`facts ->> 'order_uuid' = any(${orderIds}::text[])`,
  text: sql`''`,
})

export async function emptyEvents(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await sql`update events set facts = ${withoutPerson}
    where business_uuid = ${tx.businessId}::uuid and event_uuid = any(${eventIds}::uuid[])`.execute(tx)
}

/** Removes the details of audit entries, because the log can't be changed in any other way. */
export async function emptyAuditRows(tx: SystemTx, businessId: string, auditIds: readonly string[]): Promise<void> {
  await sql`update audit_log set detail = null
    where business_uuid = ${businessId}::uuid and audit_uuid = any(${auditIds}::uuid[])`.execute(tx)
}

export async function emptyImportRow(tx: Tx, importId: string, line: number): Promise<void> {
  await sql`
    update import_rows set cells = '[]', body = null, reason = null,
      status = case status when 'WAITING' then 'LEFT_OUT' else status end
    where business_uuid = ${tx.businessId}::uuid and import_uuid = ${importId}::uuid and line = ${line}`.execute(tx)
}

export async function deleteRow(tx: Tx, table: StoredTable, row: readonly string[]): Promise<void> {
  await sql`delete from ${sql.table(table.name)} where ${isRow(tx, table, row)}`.execute(tx)
}

export interface StoredAnswer {
  scope: string
  key: string
  reply: Buffer
}

export async function answersAfter(
  tx: Tx,
  after: Pick<StoredAnswer, 'scope' | 'key'>,
  limit: number,
): Promise<StoredAnswer[]> {
  const { rows } = await sql<StoredAnswer>`
    select scope, key, reply from idempotency_keys
    where business_uuid = ${tx.businessId}::uuid and (scope, key) > (${after.scope}, ${after.key})
    order by scope, key limit ${limit}`.execute(tx)
  return rows
}

/**
 * Deletes a stored response. The delivery in its request is no longer known by that name, and neither is the request.
 */
export async function deleteAnswer(tx: Tx, { scope, key }: StoredAnswer): Promise<void> {
  await sql`delete from idempotency_keys
    where business_uuid = ${tx.businessId}::uuid and scope = ${scope} and key = ${key}`.execute(tx)
}

/**
 * Replaces a stored response. A duplicate request is still recognized, even if its key named the customer, and gets the
 * response that the original was erased.
 */
export async function emptyAnswer(
  tx: Tx,
  { scope, key }: StoredAnswer,
  { status, reply, keyToo }: { status: number; reply: Buffer; keyToo: boolean },
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${status}, reply = ${reply},
      key = case when ${keyToo}::boolean then erased_key(key) else key end
    where business_uuid = ${tx.businessId}::uuid and scope = ${scope} and key = ${key}`.execute(tx)
}
