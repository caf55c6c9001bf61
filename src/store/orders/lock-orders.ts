// Locks orders for a change, together with their routes.
import { CompiledQuery, sql } from 'kysely'
import type { Order } from '../../domain/orders/order.ts'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import type { Tx } from '../database.ts'
import { selectOwn } from '../own.ts'
import { hasSubscriberSql } from '../webhooks/events.ts'
import { newestStamp, stamp } from './feed-stamp.ts'
import { type KeptOrder, orderOf, orderQuery, type OrderRow } from './order-rows.ts'

/** An order and the status of its route, both locked until the end of the transaction. */
export interface LockedOrder {
  order: KeptOrder
  route: RouteStatus | null
}

/**
 * Locks the order with this reference and its route. Locks the route first, which is the global lock order, so that no
 * two transactions wait for each other. Uses one statement if the order is on no route. Returns the locked order or
 * null, the database timestamp for `changed_at` (ISO 8601, microseconds), and whether an endpoint subscribes to
 * order.created.
 */
export async function lockOrderByReference(
  tx: Tx,
  externalRef: string,
): Promise<{ locked: LockedOrder | null; at: string; isHeard: boolean }> {
  let route: { routeId: string; status: RouteStatus } | null = null
  for (;;) {
    const { at, isHeard, isThere, seenRoute, ...row }: Look = await lookAndLock(tx, externalRef, route?.routeId ?? null)
    if (!isThere) return { locked: null, at, isHeard }
    if (row.orderId) return { locked: { order: orderOf(row), route: route?.status ?? null }, at, isHeard }
    route = seenRoute ? { routeId: seenRoute, status: await lockedStatus(tx, seenRoute) } : null
  }
}

type Look = { at: string; isHeard: boolean; isThere: true | null; seenRoute: string | null } & (
  | OrderRow
  | { orderId: null }
)

/** Format of a timestamp as text, to the microsecond. */
const MICROSECONDS = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'

/**
 * Statement that reads the order with reference $2 of business $1 and locks it only if it is on route $3. It reads the
 * clock last. The text is stored after its first use, separately for users who are restricted to depots, because to
 * build it takes longer than to send it.
 */
const lookTexts: { all?: string; bound?: string } = {}

function lookStatement(tx: Tx): string {
  const business = sql.raw('$1')
  const here = sql`business_uuid = ${business}::uuid and external_ref = $2`
  return sql`
    select to_char(${stamp(tx, 'own', business)} at time zone 'UTC', ${sql.lit(MICROSECONDS)}) as at,
      ${hasSubscriberSql(business, 'order.created')} as is_heard, seen.is_there, seen.route_uuid as seen_route, own.*
    from (values (1)) one
    left join lateral (select true as is_there, route_uuid from orders where ${here}) seen on true
    left join lateral (
      select * from orders where ${here} and route_uuid is not distinct from $3::uuid for update
    ) own on true`.compile(tx).sql
}

async function lookAndLock(tx: Tx, externalRef: string, routeId: string | null): Promise<Look> {
  const text = (lookTexts[tx.depots ? 'bound' : 'all'] ??= lookStatement(tx))
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [tx.businessId, externalRef, routeId]))
  return rows[0] as Look
}

/**
 * Like `lockOrderByReference`, but for many orders. An order that is put on a route between the two reads is missing from the
 * result. An attempt to create it fails the transaction, which is then retried.
 */
export async function lockOrdersByReference(
  tx: Tx,
  externalRefs: readonly string[],
): Promise<{ locked: ReadonlyMap<string, LockedOrder>; at: string }> {
  const here = sql`business_uuid = ${tx.businessId}::uuid and external_ref = any(${externalRefs}::text[])`
  const { rows: seen } = await sql<{ routeId: string }>`
    select distinct route_uuid from orders where ${here} and route_uuid is not null`.execute(tx)
  const routeIds = seen.map(({ routeId }) => routeId)
  const { rows: routes } =
    routeIds.length === 0
      ? { rows: [] }
      : await sql<{ routeId: string; status: RouteStatus }>`
          select route_uuid, status from routes
          where business_uuid = ${tx.businessId}::uuid and route_uuid = any(${routeIds}::uuid[])
          order by route_uuid for update`.execute(tx)
  const statuses = new Map(routes.map(({ routeId, status }) => [routeId, status]))
  // The clock must be read last.
  const [{ rows: orders }, { rows: clock }] = await Promise.all([
    sql<OrderRow>`
      select * from orders where ${here} and (route_uuid is null or route_uuid = any(${routeIds}::uuid[]))
      order by order_uuid for update`.execute(tx),
    sql<{ at: string }>`
      select to_char(greatest(clock_timestamp(), ${newestStamp(tx)} + interval '1 millisecond')
                     at time zone 'UTC', ${sql.lit(MICROSECONDS)}) as at`.execute(tx),
  ])
  const locked = orders.map((row): [string, LockedOrder] => [
    row.externalRef,
    { order: orderOf(row), route: row.routeId ? (statuses.get(row.routeId) ?? null) : null },
  ])
  return { locked: new Map(locked), at: clock[0]?.at ?? '' }
}

export const lockOrder = async (tx: Tx, externalRef: string): Promise<LockedOrder | null> =>
  (await lockOrderByReference(tx, externalRef)).locked

async function lockedStatus(tx: Tx, routeId: string): Promise<RouteStatus> {
  const { status } = await selectOwn(tx, 'routes', { routeId }).select('status').forUpdate().executeTakeFirstOrThrow()
  return status
}

/** Returns orders by ID, locked in the order of their IDs, so that no two transactions wait for each other. */
export async function lockOrders(tx: Tx, orderIds: readonly string[]): Promise<Order[]> {
  if (orderIds.length === 0) return []
  const rows = await orderQuery(tx).where('orderId', 'in', orderIds).orderBy('orderId').forUpdate().execute()
  return rows.map(orderOf)
}
