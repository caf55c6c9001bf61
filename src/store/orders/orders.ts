// Reads and writes orders.
import { selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import { inputOf, type Order, type OrderStatus, WITHOUT_LOCATION } from '../../domain/orders/order.ts'
import { sendPipelined, type Tx } from '../database.ts'
import { stamp } from './feed-stamp.ts'
import { bytes, insertMany, insertOne, updateMany } from '../bulk-write.ts'
import {
  type KeptOrder,
  type OrderRead,
  readQuery,
  type OrderRow,
  type ReadRow,
  orderQuery,
  orderOf,
  readOf,
} from './order-rows.ts'

/** Returns the orders that exist with these references. */
export async function findOrders(tx: Tx, externalRefs: readonly string[]): Promise<Order[]> {
  const { rows } = await sql<OrderRow>`
    select * from orders
    where business_uuid = ${tx.businessId}::uuid and external_ref = any(${externalRefs}::text[])`.execute(tx)
  return rows.map(orderOf)
}

export async function findOrder(tx: Tx, externalRef: string): Promise<Order | null> {
  const row = await orderQuery(tx).where('externalRef', '=', externalRef).executeTakeFirst()
  return row ? orderOf(row) : null
}

/** Returns the goods of an order, from which its pieces and item outcomes follow. Throws if the order doesn't exist. */
export async function goodsOf(tx: Tx, orderId: string): Promise<Pick<Order, 'orderId' | 'items' | 'rules'>> {
  return selectOwn(tx, 'orders', { orderId }).select(['orderId', 'items', 'rules']).executeTakeFirstOrThrow()
}

export async function readOrder(
  tx: Tx,
  key: { externalRef: string } | { orderId: string } | { trackingHash: Buffer },
): Promise<OrderRead | null> {
  const query = readQuery(tx)
  const row = await ('externalRef' in key
    ? query.where('o.externalRef', '=', key.externalRef)
    : 'orderId' in key
      ? query.where('o.orderId', '=', key.orderId)
      : query.where('o.trackingHash', '=', key.trackingHash)
  ).executeTakeFirst()
  return row ? readOf(row) : null
}

/**
 * Returns the orders with these IDs, in the same order. Omits orders that don't exist or that changed after `upTo`.
 * Each order is read through a lateral join in a prepared statement, because the database needs longer to plan a list
 * of 50 IDs than to read the orders.
 */
export async function readOrders(
  tx: Tx,
  orderIds: readonly string[],
  upTo: string | null = null,
): Promise<OrderRead[]> {
  if (orderIds.length === 0) return []
  const one = readQuery(tx).where('o.orderId', '=', sql<string>`id`).limit(1)
  const { rows } = await sql<ReadRow>`
    select read.* from unnest(${orderIds}::uuid[]) id cross join lateral ${one} read
    where ${upTo}::timestamptz is null or read.changed_at <= ${upTo}::timestamptz`.execute(tx)
  const byId = new Map(rows.map((row) => [row.orderId, readOf(row)]))
  return orderIds.flatMap((orderId) => byId.get(orderId) ?? [])
}

/** Returns the values of the order's columns. JSON values stay objects. */
function valuesOf(order: Omit<Order, 'orderId' | 'status' | 'routeId' | 'stopId'>) {
  const { address, allowedDays, givenPoint, ...input } = inputOf(order)
  return {
    ...input,
    ...address,
    firstDay: allowedDays?.first ?? null,
    lastDay: allowedDays?.last ?? null,
    givenLat: givenPoint?.lat ?? null,
    givenLng: givenPoint?.lng ?? null,
    lat: order.point?.lat ?? null,
    lng: order.point?.lng ?? null,
    placement: order.placement,
    candidates: order.candidates,
    customerInstructions: order.customerInstructions,
    temperatureClass: order.temperatureClass,
    loadWeightLbs: order.loadWeightLbs,
  }
}

function columnsOf(order: Parameters<typeof valuesOf>[0]) {
  const { items, metadata, rules, candidates, ...columns } = valuesOf(order)
  return {
    ...columns,
    items: items && JSON.stringify(items),
    metadata: metadata && JSON.stringify(metadata),
    rules: rules && JSON.stringify(rules),
    candidates: candidates && JSON.stringify(candidates),
  }
}

/**
 * Inserts a new OPEN order, pipelined. If another transaction has taken the reference, the transaction fails and is
 * retried.
 */
export function insertOrder(tx: Tx, order: Order, trackingHash: Buffer, at: string): void {
  insertOne(tx, 'orders', {
    businessId: tx.businessId,
    orderId: order.orderId,
    status: 'OPEN',
    trackingHash,
    createdAt: at,
    changedAt: at,
    ...valuesOf(order),
  })
}

/**
 * Writes the order's input and the values derived from it, and moves the order to `at`, the end of the feed. Pipelined.
 */
export function saveOrder(tx: Tx, order: KeptOrder, at: string): void {
  const saved = updateOwn(tx, 'orders', { orderId: order.orderId }).set({
    ...columnsOf(order),
    roadMeters: order.roadMeters,
    changedAt: sql`${at}::timestamptz`,
  })
  sendPipelined(tx, saved)
}

export interface NewOrder {
  order: Order
  trackingHash: Buffer
}

/** Like `insertOrder`, but many orders in one statement. */
export const insertOrders = (tx: Tx, orders: readonly NewOrder[], at: string): void =>
  insertMany(
    tx,
    'orders',
    orders.map(({ order, trackingHash }) => ({
      businessId: tx.businessId,
      orderId: order.orderId,
      status: 'OPEN',
      trackingHash: bytes(trackingHash),
      createdAt: at,
      changedAt: at,
      attempt: order.attempt,
      ...valuesOf(order),
    })),
  )

/** Like `saveOrder`, but many orders in one statement. */
export const saveOrders = (tx: Tx, orders: readonly KeptOrder[], at: string): void =>
  updateMany(
    tx,
    'orders',
    ['businessId', 'orderId'],
    orders.map((order) => ({
      businessId: tx.businessId,
      orderId: order.orderId,
      ...valuesOf(order),
      roadMeters: order.roadMeters,
      changedAt: at,
    })),
  )

/**
 * Changes the status of orders, puts them on a route or removes them, and moves them to the end of the feed. To reopen
 * orders, use `reopenOrders`.
 */
export async function moveOrders(
  tx: Tx,
  orderIds: readonly string[],
  change: {
    status?: Exclude<OrderStatus, 'OPEN'>
    routeId?: string | null
    stopId?: string | null
    cameOffAt?: Date
  },
): Promise<void> {
  if (orderIds.length === 0) return
  await updateOwn(tx, 'orders')
    .set({
      ...(change.status && { status: change.status }),
      ...(change.routeId !== undefined && { routeId: change.routeId }),
      ...(change.stopId !== undefined && { stopId: change.stopId }),
      ...(change.cameOffAt && { cameOffAt: change.cameOffAt }),
      changedAt: stamp(tx, 'orders'),
    })
    .where('orderId', 'in', orderIds)
    .execute()
}

/**
 * Removes personal data from completed orders. Their tracking links no longer work. Repeats of such an order refer to a
 * new, neutral reference.
 */
export async function eraseOrders(tx: Tx, orderIds: readonly string[], now: Date): Promise<void> {
  await sql`
    update orders r set repeat_of = 'erased-' || o.order_uuid
    from orders o
    where o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = any(${orderIds}::uuid[])
      and r.business_uuid = o.business_uuid and r.repeat_of = o.external_ref
      and r.order_uuid in (select repeat_uuid from repeated_orders p
        where p.business_uuid = o.business_uuid and p.order_uuid = o.order_uuid)`.execute(tx)
  await sql`
    update orders set external_ref = 'erased-' || order_uuid, customer_name = 'Erased', customer_phone = null,
      customer_email = null, line1 = 'Erased', city = null, region = null, postal_code = null, given_lat = null,
      given_lng = null, lat = null, lng = null, placement = 'UNPLACED', candidates = null, road_meters = null, instructions = null,
      customer_instructions = null, items = null, metadata = null, rules = null, sms_consent = null,
      email_consent = null, tracking_hash = sha256(gen_random_uuid()::text::bytea), previous_tracking_hash = null,
      place_after = null, erased_at = ${now}::timestamptz, changed_at = ${stamp(tx, 'orders')}
    where business_uuid = ${tx.businessId}::uuid and order_uuid = any(${orderIds}::uuid[])`.execute(tx)
}

/**
 * Reopens orders and removes them from their routes. Sets the temperature class and weight that they have from now on.
 */
export async function reopenOrders(
  tx: Tx,
  orders: readonly Pick<Order, 'orderId' | 'temperatureClass' | 'loadWeightLbs'>[],
): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update orders o set status = 'OPEN', route_uuid = null, stop_uuid = null, temperature_class = k.class,
                        load_weight_lbs = k.weight, changed_at = ${stamp(tx, 'o')}
    from unnest(${orders.map((o) => o.orderId)}::uuid[], ${orders.map((o) => o.temperatureClass)}::text[],
                ${orders.map((o) => o.loadWeightLbs)}::float8[]) as k (id, class, weight)
    where o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = k.id`.execute(tx)
}

/** Moves orders to the end of the feed because their route or stop changed what readers of the order see. */
export const touchOrders = (tx: Tx, orderIds: readonly string[]): Promise<void> => moveOrders(tx, orderIds, {})

/** Writes the current weight of an order, next to the weight that was sent. */
export async function saveLoadWeight(tx: Tx, orderId: string, loadWeightLbs: number | null): Promise<void> {
  await updateOwn(tx, 'orders', { orderId })
    .set({ loadWeightLbs, changedAt: stamp(tx, 'orders') })
    .execute()
}

/** Moves orders to other days, keyed by order ID. */
export async function setDeliveryDates(tx: Tx, dayOf: ReadonlyMap<string, string>): Promise<void> {
  if (dayOf.size === 0) return
  await sql`
    update orders o set delivery_date = k.day, changed_at = ${stamp(tx, 'o')}
    from unnest(${[...dayOf.keys()]}::uuid[], ${[...dayOf.values()]}::date[]) as k (id, day)
    where o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = k.id`.execute(tx)
}

/** Writes the geocoding result of an order. */
export async function placeOrder(
  tx: Tx,
  orderId: string,
  placed: Pick<Order, 'point' | 'placement' | 'candidates'>,
): Promise<void> {
  await updateOwn(tx, 'orders', { orderId })
    .set({
      lat: placed.point?.lat ?? null,
      lng: placed.point?.lng ?? null,
      placement: placed.placement,
      candidates: placed.candidates && JSON.stringify(placed.candidates),
      roadMeters: null,
      changedAt: stamp(tx, 'orders'),
    })
    .execute()
}

/** Makes open orders that could not be geocoded due again. Returns the IDs of the changed orders. */
export async function retryGeocodingOf(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await updateOwn(tx, 'orders', { status: 'OPEN' })
    .set({ placement: 'PENDING', candidates: null, placeAfter: null, changedAt: stamp(tx, 'orders') })
    .where('placement', 'in', WITHOUT_LOCATION)
    .where('orderId', 'in', orderIds)
    .returning('orderId')
    .execute()
  return rows.map(({ orderId }) => orderId)
}

/** Writes the distance of orders to the nearest road in meters. Null: unknown. */
export async function storeRoadMeters(
  tx: Tx,
  found: readonly { orderId: string; meters: number | null }[],
): Promise<void> {
  if (found.length === 0) return
  await sql`
    update orders o set road_meters = k.meters
    from unnest(${found.map(({ orderId }) => orderId)}::uuid[], ${found.map(({ meters }) => meters)}::float8[])
      as k (order_uuid, meters)
    where o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = k.order_uuid
      and o.road_meters is distinct from k.meters`.execute(tx)
}

/** Puts each order on its stop and moves it to the end of the feed. */
export async function assignStops(
  tx: Tx,
  stops: readonly { orderId: string; routeId: string; stopId: string }[],
): Promise<void> {
  if (stops.length === 0) return
  await sql`
    update orders o set route_uuid = k.route, stop_uuid = k.stop, came_off_at = null,
                        changed_at = ${stamp(tx, 'o')}
    from unnest(${stops.map((s) => s.orderId)}::uuid[], ${stops.map((s) => s.routeId)}::uuid[],
                ${stops.map((s) => s.stopId)}::uuid[]) as k (id, route, stop)
    where o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = k.id`.execute(tx)
}

/** Returns the IDs of the routes that these orders are on. */
export async function routesOfOrders(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await selectOwn(tx, 'orders').select('routeId').distinct().where('orderId', 'in', orderIds).execute()
  return rows.flatMap(({ routeId }) => routeId ?? [])
}

/** Permanently deletes orders and their stops. */
export async function deleteOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const ids = sql`business_uuid = ${tx.businessId}::uuid and order_uuid = any(${orderIds}::uuid[])`
  await sql`delete from stops where ${ids}`.execute(tx)
  await sql`delete from orders where ${ids}`.execute(tx)
}
