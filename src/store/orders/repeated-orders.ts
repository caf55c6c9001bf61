// Deliveries made again after they failed or were cancelled, each linked to the one it makes again.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Order, OrderStatus } from '../../domain/orders/order.ts'
import type { Tx } from '../database.ts'

export interface LinkedOrder {
  orderId: string
  externalRef: string
  status: OrderStatus
  /** It is of another depot than those that who asks is bound to. */
  elsewhere: boolean
}

export interface Repeats {
  /** The delivery that this one makes again. */
  of: LinkedOrder | null
  /** The delivery that makes this one again; a cancelled one where there is no other. */
  as: LinkedOrder | null
}

/** Of one on a route of another depot is told only that it is there: a delivery is made again once. */
const REF = sql`coalesce(o.external_ref, 'a delivery of another depot')`
const ELSEWHERE = sql`o.order_uuid is null`
const STATUS = sql`coalesce(o.status, 'SCHEDULED')`

export async function repeatsOf(tx: Tx, orderId: string): Promise<Repeats> {
  const { rows } = await sql<LinkedOrder & { link: 'of' | 'as' }>`
    select 'of' as link, r.order_uuid, ${ELSEWHERE} as elsewhere, ${REF} as external_ref, ${STATUS} as status
    from repeated_orders r
    left join orders o on o.business_uuid = r.business_uuid and o.order_uuid = r.order_uuid
    where r.business_uuid = ${tx.businessId}::uuid and r.repeat_uuid = ${orderId}::uuid
    union all (
      select 'as', r.repeat_uuid, ${ELSEWHERE}, ${REF}, ${STATUS}
      from repeated_orders r
      left join orders o on o.business_uuid = r.business_uuid and o.order_uuid = r.repeat_uuid
      where r.business_uuid = ${tx.businessId}::uuid and r.order_uuid = ${orderId}::uuid
      order by ${STATUS} = 'CANCELLED', r.repeat_uuid desc limit 1)`.execute(tx)
  const linked = (wanted: 'of' | 'as'): LinkedOrder | null => {
    const row = rows.find(({ link }) => link === wanted)
    if (!row) return null
    const { link: _link, ...other } = row
    return other
  }
  return { of: linked('of'), as: linked('as') }
}

/** The repeat was made in this transaction, so the feed has not told of it. */
export async function linkRepeat(
  tx: Tx,
  link: { repeatId: string } & Pick<Order, 'orderId' | 'attempt' | 'repeatOf' | 'customerInstructions'>,
  now: Date,
): Promise<void> {
  await updateOwn(tx, 'orders', { orderId: link.repeatId })
    .set({ attempt: link.attempt, repeatOf: link.repeatOf, customerInstructions: link.customerInstructions })
    .execute()
  await insertOwn(tx, 'repeatedOrders', { repeatId: link.repeatId, orderId: link.orderId, createdAt: now }).execute()
}

/** The first delivery of those that make each other again, by its reference; its own where it is the first. */
export async function firstReference(tx: Tx, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ externalRef: string }>`
    with recursive earlier (order_uuid, step) as (
      select ${orderId}::uuid, 0
      union all
      select r.order_uuid, e.step + 1 from earlier e
      join repeated_orders r on r.business_uuid = ${tx.businessId}::uuid and r.repeat_uuid = e.order_uuid
    )
    select o.external_ref from earlier e
    join orders o on o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = e.order_uuid
    order by e.step desc limit 1`.execute(tx)
  return rows[0]?.externalRef ?? null
}

/** Those of the references that are taken, by whichever depot's orders. */
export async function takenReferences(tx: Tx, references: readonly string[]): Promise<Set<string>> {
  if (tx.depots) {
    const { rows } = await sql<{ reference: string }>`
      select taken_references(${[...references]}::text[]) as reference`.execute(tx)
    return new Set(rows.map(({ reference }) => reference))
  }
  const rows = await selectOwn(tx, 'orders').select('externalRef').where('externalRef', 'in', references).execute()
  return new Set(rows.map((row) => row.externalRef))
}
