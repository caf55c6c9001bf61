// Orders: how they are found, locked and written.
import { selectOwn, updateOwn } from '../own.ts'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { inputOf, type Order, type OrderStatus, type Placement, type Point } from '../../domain/orders/order.ts'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import { pipelined, type Tx } from '../database.ts'
import { isHeard } from '../webhooks/events.ts'
import { bytes, insertMany, insertOne, updateMany } from '../many.ts'
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

/** An order and the route it is on, both locked for the rest of the transaction. */
export interface LockedOrder {
  order: KeptOrder
  route: RouteStatus | null
}

/**
 * The order under this reference and the route it is on, locked, if there is one; and the instant to stamp what is
 * written now with, an ISO text to the microsecond; and whether an endpoint hears of one that is created. The route is
 * locked first, as everywhere, so that no two transactions wait on each other; an order on no route takes one statement.
 */
export async function takeOrder(
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

/** An instant as text, to the microsecond. */
const MICROSECONDS = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'

/**
 * Of the business $1 the order of the reference $2, locked only where it is on the route $3. The clock is read last. A
 * text once it was needed, and another for those who are bound to depots: to build it takes longer than to send it.
 */
const lookTexts: { all?: string; bound?: string } = {}

function lookOver(tx: Tx): string {
  const business = sql.raw('$1')
  const here = sql`business_uuid = ${business}::uuid and external_ref = $2`
  return sql`
    select to_char(${stamp(tx, 'own', business)} at time zone 'UTC', ${sql.lit(MICROSECONDS)}) as at,
      ${isHeard(business, 'order.created')} as is_heard, seen.is_there, seen.route_uuid as seen_route, own.*
    from (values (1)) one
    left join lateral (select true as is_there, route_uuid from orders where ${here}) seen on true
    left join lateral (
      select * from orders where ${here} and route_uuid is not distinct from $3::uuid for update
    ) own on true`.compile(tx).sql
}

async function lookAndLock(tx: Tx, externalRef: string, routeId: string | null): Promise<Look> {
  const text = (lookTexts[tx.depots ? 'bound' : 'all'] ??= lookOver(tx))
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [tx.businessId, externalRef, routeId]))
  return rows[0] as Look
}

/**
 * As `takeOrder`, of many at once, by their references. One that comes on a route between the two looks is not among
 * them: to create it fails the transaction, which is tried again.
 */
export async function takeOrders(
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
  // The clock is read last.
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
  (await takeOrder(tx, externalRef)).locked

async function lockedStatus(tx: Tx, routeId: string): Promise<RouteStatus> {
  const { status } = await selectOwn(tx, 'routes', { routeId }).select('status').forUpdate().executeTakeFirstOrThrow()
  return status
}

/** Orders by id, locked in the order of their ids so that two lockers never wait on each other. */
export async function lockOrders(tx: Tx, orderIds: readonly string[]): Promise<Order[]> {
  if (orderIds.length === 0) return []
  const rows = await orderQuery(tx).where('orderId', 'in', orderIds).orderBy('orderId').forUpdate().execute()
  return rows.map(orderOf)
}

/** Those there are with these references. */
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

/** What an order consists of, which its pieces and the outcomes of its items follow from. */
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
 * The orders with these ids, in the order of the ids; one that is gone, or changed after `upTo`, is left out.
 * Each is looked up by itself, in a statement that is prepared: to plan a list of 50 by its values costs the database
 * more than to read them.
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

/** Its columns by their values; JSON as it is. */
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
    customerInstructions: order.customerInstructions,
    temperatureClass: order.temperatureClass,
    loadWeightLbs: order.loadWeightLbs,
  }
}

function columnsOf(order: Parameters<typeof valuesOf>[0]) {
  const { items, metadata, rules, ...columns } = valuesOf(order)
  return {
    ...columns,
    items: items && JSON.stringify(items),
    metadata: metadata && JSON.stringify(metadata),
    rules: rules && JSON.stringify(rules),
  }
}

/**
 * What an order that changes now is stamped with, under the feed lock. Clocks step back, and a standby that takes over
 * may be behind: the stamp is later than every committed one of the business, so that no follower of the feed is past
 * it. By a millisecond, as on the wire, where two versions of an order have to differ.
 */
const stamp = (tx: Tx, order: 'orders' | 'o' | 'own', business?: RawBuilder<unknown>) => sql<Date>`greatest(
  clock_timestamp(),
  greatest(${sql.ref(`${order}.changedAt`)}, ${newestStamp(tx, business)}) + interval '1 millisecond')`

export const newestStamp = ({ businessId, depots }: Tx, business: string | RawBuilder<unknown> = businessId) =>
  depots
    ? sql`newest_stamp()`
    : sql`(
  select changed_at from orders where business_uuid = ${business}::uuid order by changed_at desc limit 1)`

/** Inserts a new OPEN order, pipelined: the transaction fails, to be tried again, when another has taken the reference. */
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

/** Writes the order's input and what follows from it, and moves it to `at`, the end of the feed; pipelined. */
export function saveOrder(tx: Tx, order: KeptOrder, at: string): void {
  const saved = updateOwn(tx, 'orders', { orderId: order.orderId }).set({
    ...columnsOf(order),
    roadMeters: order.roadMeters,
    changedAt: sql`${at}::timestamptz`,
  })
  pipelined(tx, saved)
}

export interface NewOrder {
  order: Order
  trackingHash: Buffer
}

/** As `insertOrder`, many in one statement. */
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

/** As `saveOrder`, many in one statement. */
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

/** Moves orders to a status and on or off a route, and to the end of the feed. Back to OPEN: `reopenOrders`. */
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
 * Takes out of orders that are over whose they were. Their links lead nowhere from then on, and what repeats them names
 * them anew.
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
      given_lng = null, lat = null, lng = null, placement = 'UNPLACED', road_meters = null, instructions = null,
      customer_instructions = null, items = null, metadata = null, rules = null, sms_consent = null,
      email_consent = null, tracking_hash = sha256(gen_random_uuid()::text::bytea), previous_tracking_hash = null,
      place_after = null, erased_at = ${now}::timestamptz, changed_at = ${stamp(tx, 'orders')}
    where business_uuid = ${tx.businessId}::uuid and order_uuid = any(${orderIds}::uuid[])`.execute(tx)
}

/** Makes orders OPEN and takes them off their routes, with the class and weight that they have from now on. */
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

/** Marks orders as changed whose read shape changed by way of their route or stop. */
export const touchOrders = (tx: Tx, orderIds: readonly string[]): Promise<void> => moveOrders(tx, orderIds, {})

/** Writes what an order weighs now, beside what was sent. */
export async function saveLoadWeight(tx: Tx, orderId: string, loadWeightLbs: number | null): Promise<void> {
  await updateOwn(tx, 'orders', { orderId })
    .set({ loadWeightLbs, changedAt: stamp(tx, 'orders') })
    .execute()
}

/** Puts orders on other days, by their ids. */
export async function setDeliveryDates(tx: Tx, dayOf: ReadonlyMap<string, string>): Promise<void> {
  if (dayOf.size === 0) return
  await sql`
    update orders o set delivery_date = k.day, changed_at = ${stamp(tx, 'o')}
    from unnest(${[...dayOf.keys()]}::uuid[], ${[...dayOf.values()]}::date[]) as k (id, day)
    where o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = k.id`.execute(tx)
}

/** Writes where an address turned out to be. */
export async function placeOrder(
  tx: Tx,
  orderId: string,
  placed: { point: Point | null; placement: Placement },
): Promise<void> {
  await updateOwn(tx, 'orders', { orderId })
    .set({
      lat: placed.point?.lat ?? null,
      lng: placed.point?.lng ?? null,
      placement: placed.placement,
      roadMeters: null,
      changedAt: stamp(tx, 'orders'),
    })
    .execute()
}

/** Makes those due that are open and were not found, and says which. */
export async function makePending(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await updateOwn(tx, 'orders', { placement: 'UNPLACED', status: 'OPEN' })
    .set({ placement: 'PENDING', placeAfter: null, changedAt: stamp(tx, 'orders') })
    .where('orderId', 'in', orderIds)
    .returning('orderId')
    .execute()
  return rows.map(({ orderId }) => orderId)
}

/** How far orders are from the nearest road; null where nobody knows. */
export async function keepRoadMeters(
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

/** Puts each order on its stop, and to the end of the feed. */
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

/** The routes that these orders are on. */
export async function routesOfOrders(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await selectOwn(tx, 'orders').select('routeId').distinct().where('orderId', 'in', orderIds).execute()
  return rows.flatMap(({ routeId }) => routeId ?? [])
}

/** For good, with their places on routes. */
export async function deleteOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const ids = sql`business_uuid = ${tx.businessId}::uuid and order_uuid = any(${orderIds}::uuid[])`
  await sql`delete from stops where ${ids}`.execute(tx)
  await sql`delete from orders where ${ids}`.execute(tx)
}
