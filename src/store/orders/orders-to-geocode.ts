// Orders that wait to be geocoded, as due work across businesses. A process leases orders, so that several processes
// share the work.
import { selectOwn } from '../own.ts'
import { sql } from 'kysely'
import { type Address, WITHOUT_LOCATION } from '../../domain/orders/order.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'
import { isHere } from '../moves/business-gate.ts'

export interface OrderToPlace extends WorkItem {
  timeZone: string
  externalRef: string
  address: Address
}

const isDue = (now: Date) => sql`
  o.placement = 'PENDING' and o.status = 'OPEN' and (o.place_after is null or o.place_after <= ${now})`

/**
 * Returns up to `limit` due orders, longest due first. Businesses take turns, so that a large import of one doesn't delay
 * the orders of another.
 */
export async function ordersToPlace(tx: SystemTx, now: Date, limit: number): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select business_uuid, item_uuid from (
      select o.business_uuid, o.order_uuid as item_uuid, o.place_after, o.changed_at,
             row_number() over (partition by o.business_uuid order by o.place_after nulls first, o.changed_at) as turn
      from orders o
      where ${isDue(now)} and ${isNotPutOff('place-orders', sql`o.business_uuid`, sql`o.order_uuid`, now)}
    ) due order by turn, place_after nulls first, changed_at limit ${limit}`.execute(tx)
  return rows
}

/**
 * Leases the orders that are still due and that no other process is leasing. They are due again at `until` unless they
 * have been geocoded.
 */
export async function takeOrdersToPlace(
  tx: SystemTx,
  orders: readonly WorkItem[],
  now: Date,
  until: Date,
): Promise<OrderToPlace[]> {
  const { rows } = await sql<{
    businessId: string
    timeZone: string
    orderId: string
    externalRef: string
    line1: string
    city: string | null
    region: string | null
    postalCode: string | null
  }>`
    with due as (
      select o.business_uuid, o.order_uuid from orders o
      join unnest(${orders.map(({ businessId }) => businessId)}::uuid[], ${orders.map(({ itemId }) => itemId)}::uuid[])
        as k (business_uuid, order_uuid) using (business_uuid, order_uuid)
      where ${isDue(now)} for update of o skip locked
    )
    update orders o set place_after = ${until}
    from due join businesses b using (business_uuid)
    where o.business_uuid = due.business_uuid and o.order_uuid = due.order_uuid
    returning o.business_uuid, b.time_zone, o.order_uuid, o.external_ref, o.line1, o.city, o.region, o.postal_code`.execute(
    tx,
  )
  return rows.map((row) => ({
    businessId: row.businessId,
    timeZone: row.timeZone,
    itemId: row.orderId,
    externalRef: row.externalRef,
    address: { line1: row.line1, city: row.city, region: row.region, postalCode: row.postalCode },
  }))
}

/**
 * Changes when orders are due. Skips orders that another process has leased since, which no longer have `taken` as
 * their due time.
 */
export async function postponeGeocoding(
  tx: SystemTx,
  orders: readonly OrderToPlace[],
  taken: Date,
  until: Date,
): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update orders o set place_after = ${until}
    from unnest(${orders.map(({ businessId }) => businessId)}::uuid[], ${orders.map(({ itemId }) => itemId)}::uuid[])
      as k (business_uuid, order_uuid)
    where o.business_uuid = k.business_uuid and o.order_uuid = k.order_uuid and o.placement = 'PENDING'
      and o.place_after = ${taken}`.execute(tx)
}

/** Returns the IDs of open deliveries from `day` on that could not be geocoded, sorted by ID. */
export async function ordersWithoutLocation(
  tx: Tx,
  day: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const query = selectOwn(tx, 'orders', { status: 'OPEN' })
    .select('orderId')
    .where('placement', 'in', WITHOUT_LOCATION)
    .where('deliveryDate', '>=', day)
  const rows = await (after ? query.where('orderId', '>', after) : query).orderBy('orderId').limit(limit).execute()
  return rows.map(({ orderId }) => orderId)
}

/** Returns the businesses that have such deliveries. For the system role. */
export const businessesWithUnlocatedOrders = (
  tx: SystemTx,
  day: string,
): Promise<{ businessId: string; timeZone: string }[]> =>
  tx
    .selectFrom('businesses as b')
    .select(['b.businessId', 'b.timeZone'])
    .where(isHere(sql`b.business_uuid`))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('orders as o')
          .select('o.orderId')
          .whereRef('o.businessId', '=', 'b.businessId')
          .where('o.placement', 'in', WITHOUT_LOCATION)
          .where('o.status', '=', 'OPEN')
          .where('o.deliveryDate', '>=', day),
      ),
    )
    .orderBy('b.businessId')
    .execute()
