// What else goes with an erased customer, beside their deliveries.
import { sql } from 'kysely'
import type { AnyTx, SystemTx, Tx } from '../database.ts'
import { phoneDigest } from '../messages/messages.ts'
import { withoutPerson } from './anonymize.ts'
import { columnsThat, type StoredTable } from '../tables/all.ts'
import { isRow, type Wanted } from './search.ts'

/** With their dates. */
export async function deleteRecurring(tx: Tx, recurringOrderIds: readonly string[]): Promise<void> {
  await sql`delete from recurring_orders where business_uuid = ${tx.businessId}::uuid
    and recurring_order_uuid = any(${recurringOrderIds}::uuid[])`.execute(tx)
}

/** Files that were uploaded and not imported: nobody can say whom they name. */
export async function deleteUploads(tx: Tx): Promise<void> {
  await sql`delete from imports where business_uuid = ${tx.businessId}::uuid and status = 'UPLOADED'`.execute(tx)
}

/** Deletes the rows that have one of these addresses: those of the business, or those of the whole installation. */
export async function forgetAddresses(tx: AnyTx, addressKeys: readonly string[]): Promise<void> {
  const own = 'businessId' in tx ? sql`business_uuid = ${tx.businessId}::uuid` : sql`true`
  for (const [{ name, isOfBusiness }, [column = '']] of columnsThat(({ holds }) => holds === 'ADDRESS'))
    if (isOfBusiness === 'businessId' in tx)
      await sql`
        delete from ${sql.table(name)} where ${own} and ${sql.ref(column)} = any(${addressKeys}::text[])`.execute(tx)
}

/** That a number wants no texts is known by a digest from then on. */
export async function forgetPhones(tx: SystemTx, phones: readonly string[]): Promise<void> {
  for (const phone of phones)
    await sql`
      with gone as (delete from text_opt_outs where phone = ${phone} returning at)
      insert into text_opt_outs (phone, at) select ${phoneDigest(phone)}, at from gone on conflict do nothing`.execute(
      tx,
    )
}

/** Events of deliveries: what is said in them is the customer's, also in words that name nobody. */
export const eventsOf = (orderIds: readonly string[]): Wanted => ({
  is: sql`facts ->> 'order_uuid' = any(${orderIds}::text[])`,
  text: sql`''`,
})

export async function emptyEvents(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await sql`update events set facts = ${withoutPerson}
    where business_uuid = ${tx.businessId}::uuid and event_uuid = any(${eventIds}::uuid[])`.execute(tx)
}

/** The log can be emptied, not changed. */
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

/** A call that names a delivery which is not known any more by that name is not, either. */
export async function deleteAnswer(tx: Tx, { scope, key }: StoredAnswer): Promise<void> {
  await sql`delete from idempotency_keys
    where business_uuid = ${tx.businessId}::uuid and scope = ${scope} and key = ${key}`.execute(tx)
}

/** The call is still known, also by a key that names the customer, and is answered that its answer was erased. */
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
