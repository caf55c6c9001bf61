// Deliveries that repeat a failed or canceled delivery. Each is linked to the delivery that it repeats.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Order, OrderStatus } from '../../domain/orders/order.ts'
import { isActiveRepeat } from '../../domain/orders/repeat.ts'
import type { Tx } from '../database.ts'

export interface LinkedOrder {
  orderId: string
  externalRef: string
  status: OrderStatus
  /** The order belongs to a depot that the caller can't see. */
  elsewhere: boolean
}

export interface Repeats {
  /** The delivery that this one repeats. */
  of: LinkedOrder | null
  /** The delivery that repeats this one. A canceled repeat only if there is no other. */
  as: LinkedOrder | null
}

/**
 * For a delivery on a route of another depot, the caller sees only that it exists, because a delivery can be repeated
 * only once.
 */
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

/**
 * Links a repeat to the repeated order. Doesn't stamp the repeat, because the same transaction created it, and no feed
 * page has contained it yet.
 */
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

/** Returns the last active repeat of a delivery. The delivery itself if it is not repeated. */
export async function lastAttempt(tx: Tx, order: Omit<LinkedOrder, 'elsewhere'>): Promise<typeof order> {
  let last = order
  for (;;) {
    const { as } = await repeatsOf(tx, last.orderId)
    if (!isActiveRepeat(as)) return last
    last = as
  }
}

/** Returns the reference of the first delivery in a chain of repeats. Its own reference if it repeats no delivery. */
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

/** Returns the references that are already taken, including those of depots that the caller can't see. */
export async function takenReferences(tx: Tx, references: readonly string[]): Promise<Set<string>> {
  if (tx.depots) {
    const { rows } = await sql<{ reference: string }>`
      select taken_references(${[...references]}::text[]) as reference`.execute(tx)
    return new Set(rows.map(({ reference }) => reference))
  }
  const rows = await selectOwn(tx, 'orders').select('externalRef').where('externalRef', 'in', references).execute()
  return new Set(rows.map((row) => row.externalRef))
}
