// The feed of orders, sorted by their last change.
import { sql } from 'kysely'
import type { OrderStatus } from '../../domain/orders/order.ts'
import { feedLock, type Tx } from '../database.ts'
import { readOrders } from './orders.ts'
import { newestStamp } from './feed-stamp.ts'
import type { OrderRead } from './order-rows.ts'

export interface FeedFilter {
  /** Inclusive, an ISO 8601 timestamp. */
  since: string | null
  statuses: readonly OrderStatus[] | null
  /** yyyy-MM-dd */
  day: string | null
  externalRef: string | null
}

/** A position in the feed, to the microsecond. A JavaScript Date can't hold microseconds. */
export interface FeedPosition {
  changedAt: string
  orderId: string
}

/**
 * Returns the newest stamp, up to which the feed may be read. Null if there are no orders. Must run in its own
 * transaction. The exclusive lock waits for every writer that has stamped, and each later writer uses a stamp above the
 * newest one. No stamp up to the horizon is therefore committed later, whatever the clock does, and a reader that stops
 * at the horizon misses no change.
 */
export async function feedHorizon(tx: Tx): Promise<string | null> {
  await sql.raw(feedLock(tx.businessId)).execute(tx)
  const { rows } = await sql<{ newest: string | null }>`select ${newestStamp(tx)}::text as newest`.execute(tx)
  return rows[0]?.newest ?? null
}

/** Returns a page of the change feed, oldest change first, up to the horizon. `next` is null on the last page. */
export async function feedPage(
  tx: Tx,
  filter: FeedFilter,
  after: FeedPosition | null,
  horizon: string,
  limit: number,
): Promise<{ orders: OrderRead[]; next: FeedPosition | null }> {
  const keys = await feedKeys(tx, filter, after, horizon, limit)
  if (keys.length === 0) return { orders: [], next: null }
  // An order that changed between the two statements is now above the horizon and appears on a later page.
  const ids = keys.map(({ orderId }) => orderId)
  return {
    orders: await readOrders(tx, ids, horizon),
    next: keys.length === limit ? (keys.at(-1) ?? null) : null,
  }
}

/** Returns the keys of a page. Reads each status along its own index, then merges the few rows. */
async function feedKeys(
  tx: Tx,
  { since, statuses, day, externalRef }: FeedFilter,
  after: FeedPosition | null,
  horizon: string,
  limit: number,
): Promise<FeedPosition[]> {
  const from = after
    ? sql`and (o.changed_at, o.order_uuid) > (${after.changedAt}::timestamptz, ${after.orderId}::uuid)`
    : since
      ? sql`and o.changed_at >= ${since}::timestamptz`
      : sql``
  const onDay = day ? sql`and o.delivery_date = ${day}::date` : sql``
  const named = externalRef ? sql`and o.external_ref = ${externalRef}` : sql``
  const keys = (status: OrderStatus | null) => sql`
    (select o.changed_at, o.order_uuid from orders o
     where o.business_uuid = ${tx.businessId}::uuid and o.changed_at <= ${horizon}::timestamptz
       ${from} ${onDay} ${named} ${status ? sql`and o.status = ${status}` : sql``}
     order by o.changed_at, o.order_uuid limit ${limit})`
  const parts = statuses ? [...new Set(statuses)].map(keys) : [keys(null)]
  const { rows } = await sql<{ changedAt: string; orderId: string }>`
    select changed_at::text, order_uuid from (${sql.join(parts, sql` union all `)}) k
    order by k.changed_at, k.order_uuid limit ${limit}`.execute(tx)
  return rows.map((row) => ({ changedAt: row.changedAt, orderId: row.orderId }))
}
