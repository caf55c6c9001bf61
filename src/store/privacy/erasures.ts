// Erasures of customers that are not completed.
import { sql } from 'kysely'
import type { SystemTx, Tx } from '../database.ts'
import { isNotPutOff } from '../jobs/failed-work.ts'

export interface Erasure {
  businessId: string
  erasureId: string
  erasedAt: Date
  /** Sealed data about the person. */
  person: Buffer
  /** Whether the next search is the second one. */
  again: boolean
}

export async function addErasure(
  tx: Tx,
  { erasureId, erasedAt, person }: Omit<Erasure, 'businessId' | 'again'>,
  dueAt: Date,
): Promise<void> {
  await sql`
    insert into erasures (business_uuid, erasure_uuid, erased_at, person, due_at)
    values (${tx.businessId}::uuid, ${erasureId}::uuid, ${erasedAt}::timestamptz, ${person}, ${dueAt}::timestamptz)`.execute(
    tx,
  )
}

export async function erasuresDue(tx: SystemTx, now: Date, limit: number): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`
    select e.business_uuid, e.erasure_uuid, e.erased_at, e.person, e.searched_at is not null as again from erasures e
    where e.due_at <= ${now}::timestamptz and ${isNotPutOff('clean-up', sql`e.business_uuid`, sql`e.erasure_uuid`, now)}
    order by e.due_at limit ${limit}`.execute(tx)
  return rows
}

/** Records that a search is done and when the erasure is due again. */
export async function markSearched(tx: Tx, erasureId: string, now: Date, dueAt: Date): Promise<void> {
  await sql`
    update erasures set searched_at = ${now}::timestamptz, due_at = ${dueAt}::timestamptz
    where business_uuid = ${tx.businessId}::uuid and erasure_uuid = ${erasureId}::uuid`.execute(tx)
}

export async function deleteErasure(tx: Tx, erasureId: string): Promise<void> {
  await sql`delete from erasures
    where business_uuid = ${tx.businessId}::uuid and erasure_uuid = ${erasureId}::uuid`.execute(tx)
}

/** Returns the key for the list of erasures outside the database. Throws if the business doesn't exist. */
export async function erasureKey(tx: Tx): Promise<Buffer> {
  const { rows } = await sql<{ erasureKey: Buffer }>`
    select erasure_key from businesses where business_uuid = ${tx.businessId}::uuid`.execute(tx)
  if (!rows[0]) throw new Error('there is no such business')
  return rows[0].erasureKey
}

export interface OrderKeys {
  orderId: string
  externalRef: string
  customerPhone: string | null
  customerEmail: string | null
}

/** Returns a page of the values that identify deliveries. Excludes erased deliveries. */
export async function keysOfOrders(tx: Tx, after: string | null, limit: number): Promise<OrderKeys[]> {
  const { rows } = await sql<OrderKeys>`
    select order_uuid, external_ref, customer_phone, customer_email from orders
    where business_uuid = ${tx.businessId}::uuid and erased_at is null
      and (${after}::uuid is null or order_uuid > ${after}::uuid)
    order by order_uuid limit ${limit}`.execute(tx)
  return rows
}
