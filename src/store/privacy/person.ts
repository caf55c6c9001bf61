// Finds the deliveries of a customer and the other data about them.
import { selectOwn } from '../own.ts'
import { sql } from 'kysely'
import type { OrderStatus } from '../../domain/orders/order.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isUnderWay } from './retention.ts'

/** Values to find a customer by. Any of them is enough. */
export interface PersonSearchKeys {
  /** Last digits of phone numbers. Other phone numbers may end in the same digits. */
  ends: readonly string[]
  /** In lower case. */
  emails: readonly string[]
  refs: readonly string[]
}

/** Number of digits in the indexes. */
const END_DIGITS = 7
export const lastDigitsOf = (phone: string): string => phone.slice(-END_DIGITS)
const ends = (phone: string) => sql`right(regexp_replace(${sql.raw(phone)}, '\\D', '', 'g'), 7)`

/**
 * Returns the deliveries with one of the references or email addresses, or with a phone number that ends like one of
 * these. System role only, because row-level security prevents the use of indexes on expressions.
 */
export async function ordersLike(tx: SystemTx, businessId: string, sought: PersonSearchKeys): Promise<string[]> {
  const own = sql`select order_uuid from orders where business_uuid = ${businessId}::uuid and erased_at is null and`
  const { rows } = await sql<{ orderId: string }>`
    ${own} external_ref = any(${sought.refs}::text[])
    union ${own} customer_phone is not null and ${ends('customer_phone')} = any(${sought.ends}::text[])
    union ${own} customer_email is not null and lower(customer_email) = any(${sought.emails}::text[])`.execute(tx)
  return rows.map(({ orderId }) => orderId)
}

export interface PersonsOrder {
  orderId: string
  externalRef: string
  customerName: string
  customerPhone: string | null
  customerEmail: string | null
  line1: string
  city: string | null
  region: string | null
  postalCode: string | null
  deliveryDate: string
  status: OrderStatus
  routeId: string | null
  underWay: boolean
  /** Whether a message about it is being sent. */
  texting: boolean
}

/** Returns those of the deliveries that are not erased, oldest first, locked. */
export async function personsOrders(tx: Tx, orderIds: readonly string[]): Promise<PersonsOrder[]> {
  const { rows } = await sql<PersonsOrder>`
    select o.order_uuid, o.external_ref, o.customer_name, o.customer_phone, o.customer_email, o.line1, o.city, o.region,
      o.postal_code, o.delivery_date, o.status, o.route_uuid, ${isUnderWay} as under_way,
      exists (select from messages m where m.business_uuid = o.business_uuid and m.order_uuid = o.order_uuid
        and m.status = 'SENDING') as texting
    from orders o
    where o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = any(${orderIds}::uuid[]) and o.erased_at is null
    order by o.order_uuid for update of o`.execute(tx)
  return rows
}

export interface ContactDetails {
  customerPhone: string | null
  customerEmail: string | null
}

/** Returns the phone numbers and email addresses of the customers of these deliveries. */
export async function contactsOfOrders(tx: Tx, refs: readonly string[]): Promise<ContactDetails[]> {
  return selectOwn(tx, 'orders')
    .select(['customerPhone', 'customerEmail'])
    .where('externalRef', 'in', refs)
    .where('erasedAt', 'is', null)
    .execute()
}

export interface PersonsTemplate extends ContactDetails {
  recurringOrderId: string
  externalRef: string
  customerName: string | null
  line1: string | null
  /** Whether it created one of the deliveries. */
  made: boolean
}

/**
 * Returns the recurring orders that created one of the deliveries, or whose customer has such a phone number or email
 * address.
 */
export async function recurringOfPerson(
  tx: Tx,
  sought: PersonSearchKeys,
  orderIds: readonly string[],
): Promise<PersonsTemplate[]> {
  const { rows } = await sql<PersonsTemplate>`
    select r.recurring_order_uuid as recurring_order_uuid, r.external_ref, r.template ->> 'customer_name' as customer_name,
      r.template ->> 'customer_phone' as customer_phone, r.template ->> 'customer_email' as customer_email,
      r.template -> 'address' ->> 'line1' as line1, m.made
    from recurring_orders r
    cross join lateral (select exists (
      select from recurring_dates d where d.business_uuid = r.business_uuid
        and d.recurring_order_uuid = r.recurring_order_uuid and d.order_uuid = any(${orderIds}::uuid[])) as made) m
    where r.business_uuid = ${tx.businessId}::uuid
      and (m.made or lower(r.template ->> 'customer_email') = any(${sought.emails}::text[])
        or ${ends("r.template ->> 'customer_phone'")} = any(${sought.ends}::text[]))
    for update of r`.execute(tx)
  return rows
}

export interface StoredPersonData {
  photos: number
  messages: number
  replies: number
}

/** Counts the photos, messages and replies of the deliveries. */
export async function storedDataOf(tx: Tx, orderIds: readonly string[]): Promise<StoredPersonData> {
  const of = sql`business_uuid = ${tx.businessId}::uuid and order_uuid = any(${orderIds}::uuid[])`
  const { rows } = await sql<StoredPersonData>`
    with own_stops as materialized (
      select stop_uuid from stops where ${of} union select stop_uuid from removed_stops where ${of})
    select (select count(*)::integer from own_stops join proofs using (stop_uuid)
        where business_uuid = ${tx.businessId}::uuid)
      + (select count(*)::integer from own_stops join refused_proofs using (stop_uuid)
        where business_uuid = ${tx.businessId}::uuid) as photos,
      (select count(*)::integer from messages where ${of}) as messages,
      (select count(*)::integer from text_replies where ${of}) as replies`.execute(tx)
  return rows[0] ?? { photos: 0, messages: 0, replies: 0 }
}
