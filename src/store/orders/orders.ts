// Orders: their rows, the read shape with route and stop, and the change feed.
import { sql } from 'kysely'
import type { Order, OrderStatus, Placement, Point } from '../../domain/orders/order.ts'
import type { RouteStatus } from '../../domain/routes/route.ts'
import type { StopStatus } from '../../domain/routes/stop.ts'
import { feedLock, pipelined, type Tx } from '../database.ts'

/** An order with where it stands: what the API, the office and the pages read. */
export interface OrderRead extends Order {
  createdAt: Date
  changedAt: Date
  /** To the nearest road; null when it is near one as far as anybody knows. */
  roadMeters: number | null
  route: { routeId: string; name: string; status: RouteStatus } | null
  stop: {
    stopId: string
    status: StopStatus
    deliveredAt: Date | null
    plannedArrival: Date
    eta: Date | null
    arrivedAt: Date | null
    reason: string | null
    settlesAt: Date | null
  } | null
}

const readQuery = (tx: Tx) =>
  tx
    .selectFrom('orders as o')
    .leftJoin('routes as r', (on) =>
      on.onRef('r.business_uuid', '=', 'o.business_uuid').onRef('r.route_uuid', '=', 'o.route_uuid'),
    )
    .leftJoin('stops as s', (on) =>
      on.onRef('s.business_uuid', '=', 'o.business_uuid').onRef('s.stop_uuid', '=', 'o.stop_uuid'),
    )
    .selectAll('o')
    .select([
      'r.name as route_name',
      'r.status as route_status',
      's.status as stop_status',
      's.delivered_at',
      's.planned_arrival',
      's.eta',
      's.arrived_at',
      's.reason',
      's.settles_at',
    ])
    .where('o.business_uuid', '=', tx.businessId)

type OrderRow = Awaited<ReturnType<ReturnType<typeof orderQuery>['executeTakeFirstOrThrow']>>
type ReadRow = Awaited<ReturnType<ReturnType<typeof readQuery>['executeTakeFirstOrThrow']>>

const orderQuery = (tx: Tx) => tx.selectFrom('orders').selectAll().where('business_uuid', '=', tx.businessId)

function orderOf(row: OrderRow): Order {
  return {
    orderId: row.order_uuid,
    externalRef: row.external_ref,
    status: row.status,
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    customerEmail: row.customer_email,
    address: { line1: row.line1, city: row.city, region: row.region, postalCode: row.postal_code },
    givenPoint: pointOf(row.given_lat, row.given_lng),
    point: pointOf(row.lat, row.lng),
    placement: row.placement,
    instructions: row.instructions,
    deliveryDate: row.delivery_date,
    windowStart: row.window_start,
    windowEnd: row.window_end,
    givenTemperatureClass: row.given_temperature_class,
    temperatureClass: row.temperature_class,
    givenLoadWeightLbs: row.given_load_weight_lbs,
    loadWeightLbs: row.load_weight_lbs,
    items: row.items,
    metadata: row.metadata,
    smsConsent: row.sms_consent,
    emailConsent: row.email_consent,
    serviceMinutes: row.service_minutes,
    routeId: row.route_uuid,
    stopId: row.stop_uuid,
  }
}

export const pointOf = (lat: number | null, lng: number | null): Point | null =>
  lat === null || lng === null ? null : { lat, lng }

function readOf(row: ReadRow): OrderRead {
  return {
    ...orderOf(row),
    createdAt: row.created_at,
    changedAt: row.changed_at,
    roadMeters: row.road_meters,
    route:
      row.route_uuid && row.route_name && row.route_status
        ? { routeId: row.route_uuid, name: row.route_name, status: row.route_status }
        : null,
    stop:
      row.stop_uuid && row.stop_status && row.planned_arrival
        ? {
            stopId: row.stop_uuid,
            status: row.stop_status,
            deliveredAt: row.delivered_at,
            plannedArrival: row.planned_arrival,
            eta: row.eta,
            arrivedAt: row.arrived_at,
            reason: row.reason,
            settlesAt: row.settles_at,
          }
        : null,
  }
}

/** An order and the route it is on, both locked for the rest of the transaction. */
export interface LockedOrder {
  order: Order
  route: RouteStatus | null
  createdAt: Date
  changedAt: Date
  roadMeters: number | null
}

/**
 * The order under this reference and the route it is on, locked, if there is one; and the instant to stamp what is
 * written now with, an ISO text to the microsecond. The route is locked first, as everywhere, so
 * that no two transactions wait on each other; an order on no route takes one statement.
 */
export async function takeOrder(tx: Tx, externalRef: string): Promise<{ locked: LockedOrder | null; at: string }> {
  let route: { routeId: string; status: RouteStatus } | null = null
  for (;;) {
    const row: Look = await lookAndLock(tx, externalRef, route?.routeId ?? null)
    if (!row.is_there) return { locked: null, at: row.at }
    if (row.order_uuid) {
      const { created_at: createdAt, changed_at: changedAt, road_meters: roadMeters } = row
      const locked = { order: orderOf(row), route: route?.status ?? null, createdAt, changedAt, roadMeters }
      return { locked, at: row.at }
    }
    route = row.seen_route ? { routeId: row.seen_route, status: await lockedStatus(tx, row.seen_route) } : null
  }
}

type Look = { at: string; is_there: true | null; seen_route: string | null } & (OrderRow | { order_uuid: null })

/** Locks the order only where it is on that route. The clock is read last. */
async function lookAndLock(tx: Tx, externalRef: string, routeId: string | null): Promise<Look> {
  const here = sql`business_uuid = ${tx.businessId}::uuid and external_ref = ${externalRef}`
  const { rows } = await sql<Look>`
    select to_char(${stamp(tx.businessId, 'own')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      seen.is_there, seen.route_uuid as seen_route, own.*
    from (values (1)) one
    left join lateral (select true as is_there, route_uuid from orders where ${here}) seen on true
    left join lateral (
      select * from orders where ${here} and route_uuid is not distinct from ${routeId}::uuid for update
    ) own on true`.execute(tx)
  return rows[0] as Look
}

export const lockOrder = async (tx: Tx, externalRef: string): Promise<LockedOrder | null> =>
  (await takeOrder(tx, externalRef)).locked

async function lockedStatus(tx: Tx, routeId: string): Promise<RouteStatus> {
  const { status } = await tx
    .selectFrom('routes')
    .select('status')
    .where('business_uuid', '=', tx.businessId)
    .where('route_uuid', '=', routeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return status
}

/** Orders by id, locked in the order of their ids so that two lockers never wait on each other. */
export async function lockOrders(tx: Tx, orderIds: readonly string[]): Promise<Order[]> {
  if (orderIds.length === 0) return []
  const rows = await orderQuery(tx).where('order_uuid', 'in', orderIds).orderBy('order_uuid').forUpdate().execute()
  return rows.map(orderOf)
}

export async function findOrder(tx: Tx, externalRef: string): Promise<Order | null> {
  const row = await orderQuery(tx).where('external_ref', '=', externalRef).executeTakeFirst()
  return row ? orderOf(row) : null
}

export async function readOrder(
  tx: Tx,
  key: { externalRef: string } | { orderId: string } | { trackingHash: Buffer },
): Promise<OrderRead | null> {
  const query = readQuery(tx)
  const row = await ('externalRef' in key
    ? query.where('o.external_ref', '=', key.externalRef)
    : 'orderId' in key
      ? query.where('o.order_uuid', '=', key.orderId)
      : query.where('o.tracking_hash', '=', key.trackingHash)
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
  const one = readQuery(tx).where('o.order_uuid', '=', sql<string>`id`).limit(1)
  const { rows } = await sql<ReadRow>`
    select read.* from unnest(${orderIds}::uuid[]) id cross join lateral ${one} read
    where ${upTo}::timestamptz is null or read.changed_at <= ${upTo}::timestamptz`.execute(tx)
  const byId = new Map(rows.map((row) => [row.order_uuid, readOf(row)]))
  return orderIds.flatMap((orderId) => byId.get(orderId) ?? [])
}

const columnsOf = (order: Omit<Order, 'orderId' | 'status' | 'routeId' | 'stopId'>) => ({
  external_ref: order.externalRef,
  customer_name: order.customerName,
  customer_phone: order.customerPhone,
  customer_email: order.customerEmail,
  line1: order.address.line1,
  city: order.address.city,
  region: order.address.region,
  postal_code: order.address.postalCode,
  given_lat: order.givenPoint?.lat ?? null,
  given_lng: order.givenPoint?.lng ?? null,
  lat: order.point?.lat ?? null,
  lng: order.point?.lng ?? null,
  placement: order.placement,
  instructions: order.instructions,
  delivery_date: order.deliveryDate,
  window_start: order.windowStart,
  window_end: order.windowEnd,
  given_temperature_class: order.givenTemperatureClass,
  temperature_class: order.temperatureClass,
  given_load_weight_lbs: order.givenLoadWeightLbs,
  load_weight_lbs: order.loadWeightLbs,
  items: order.items === null ? null : JSON.stringify(order.items),
  metadata: order.metadata === null ? null : JSON.stringify(order.metadata),
  sms_consent: order.smsConsent,
  email_consent: order.emailConsent,
  service_minutes: order.serviceMinutes,
})

/**
 * What an order that changes now is stamped with, under the feed lock. Clocks step back, and a standby that takes over
 * may be behind: the stamp is later than every committed one of the business, so that no follower of the feed is past
 * it. By a millisecond, as on the wire, where two versions of an order have to differ.
 */
const stamp = (businessId: string, order: 'orders' | 'o' | 'own') => sql<Date>`greatest(
  clock_timestamp(),
  greatest(${sql.ref(`${order}.changed_at`)}, ${newestStamp(businessId)}) + interval '1 millisecond')`

const newestStamp = (businessId: string) => sql`(
  select changed_at from orders where business_uuid = ${businessId}::uuid order by changed_at desc limit 1)`

/** Inserts a new OPEN order, pipelined: the transaction fails, to be tried again, when another has taken the reference. */
export function insertOrder(tx: Tx, order: Order, trackingHash: Buffer, at: string): void {
  const inserted = tx.insertInto('orders').values({
    business_uuid: tx.businessId,
    order_uuid: order.orderId,
    status: 'OPEN',
    route_uuid: null,
    stop_uuid: null,
    tracking_hash: trackingHash,
    created_at: sql`${at}::timestamptz`,
    changed_at: sql`${at}::timestamptz`,
    ...columnsOf(order),
  })
  pipelined(tx, inserted)
}

/** Writes the order's input and what follows from it, and moves it to `at`, the end of the feed; pipelined. */
export function saveOrder(tx: Tx, order: Order, roadMeters: number | null, at: string): void {
  const saved = tx
    .updateTable('orders')
    .set({ ...columnsOf(order), road_meters: roadMeters, changed_at: sql`${at}::timestamptz` })
    .where('business_uuid', '=', tx.businessId)
    .where('order_uuid', '=', order.orderId)
  pipelined(tx, saved)
}

/** Moves orders to a status and on or off a route, and to the end of the feed. Back to OPEN: `reopenOrders`. */
export async function moveOrders(
  tx: Tx,
  orderIds: readonly string[],
  change: { status?: Exclude<OrderStatus, 'OPEN'>; routeId?: string | null; stopId?: string | null },
): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .updateTable('orders')
    .set({
      ...(change.status && { status: change.status }),
      ...(change.routeId !== undefined && { route_uuid: change.routeId }),
      ...(change.stopId !== undefined && { stop_uuid: change.stopId }),
      changed_at: stamp(tx.businessId, 'orders'),
    })
    .where('business_uuid', '=', tx.businessId)
    .where('order_uuid', 'in', orderIds)
    .execute()
}

/** Makes orders OPEN and takes them off their routes, with the class and weight that they have from now on. */
export async function reopenOrders(
  tx: Tx,
  orders: readonly Pick<Order, 'orderId' | 'temperatureClass' | 'loadWeightLbs'>[],
): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update orders o set status = 'OPEN', route_uuid = null, stop_uuid = null, temperature_class = k.class,
                        load_weight_lbs = k.weight, changed_at = ${stamp(tx.businessId, 'o')}
    from unnest(${orders.map((o) => o.orderId)}::uuid[], ${orders.map((o) => o.temperatureClass)}::text[],
                ${orders.map((o) => o.loadWeightLbs)}::float8[]) as k (id, class, weight)
    where o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = k.id`.execute(tx)
}

/** Marks orders as changed whose read shape changed by way of their route or stop. */
export const touchOrders = (tx: Tx, orderIds: readonly string[]): Promise<void> => moveOrders(tx, orderIds, {})

/** Writes where an address turned out to be. */
export async function placeOrder(
  tx: Tx,
  orderId: string,
  placed: { point: Point | null; placement: Placement },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      lat: placed.point?.lat ?? null,
      lng: placed.point?.lng ?? null,
      placement: placed.placement,
      road_meters: null,
      changed_at: stamp(tx.businessId, 'orders'),
    })
    .where('business_uuid', '=', tx.businessId)
    .where('order_uuid', '=', orderId)
    .execute()
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

export interface FeedFilter {
  /** Inclusive; an ISO instant. */
  since: string | null
  statuses: readonly OrderStatus[] | null
  /** yyyy-MM-dd */
  day: string | null
}

/** A place in the feed, to the microsecond, which a JavaScript Date cannot hold. */
export interface FeedPosition {
  changedAt: string
  orderId: string
}

/**
 * The newest stamp, up to which the feed may be read; null while there are no orders. Taken in a transaction of its
 * own: the exclusive lock waits for every writer that has stamped, and each later one stamps past what it finds. So no
 * stamp up to this one is committed later, whatever the clock does: a reader that stops here never passes over a change.
 */
export async function feedHorizon(tx: Tx): Promise<string | null> {
  await sql.raw(feedLock(tx.businessId, '')).execute(tx)
  const { rows } = await sql<{ newest: string | null }>`select ${newestStamp(tx.businessId)}::text as newest`.execute(
    tx,
  )
  return rows[0]?.newest ?? null
}

/** A page of the change feed, oldest change first, up to the horizon. */
export async function feedPage(
  tx: Tx,
  filter: FeedFilter,
  after: FeedPosition | null,
  horizon: string,
  limit: number,
): Promise<{ orders: OrderRead[]; next: FeedPosition | null }> {
  const keys = await feedKeys(tx, filter, after, horizon, limit)
  if (keys.length === 0) return { orders: [], next: null }
  // An order that changed between the two statements is past the horizon now and comes again later.
  const ids = keys.map(({ orderId }) => orderId)
  return {
    orders: await readOrders(tx, ids, horizon),
    next: keys.length === limit ? (keys.at(-1) ?? null) : null,
  }
}

/** The keys of a page. Each status is read along its own index and the few rows are merged. */
async function feedKeys(
  tx: Tx,
  { since, statuses, day }: FeedFilter,
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
  const keys = (status: OrderStatus | null) => sql`
    (select o.changed_at, o.order_uuid from orders o
     where o.business_uuid = ${tx.businessId}::uuid and o.changed_at <= ${horizon}::timestamptz
       ${from} ${onDay} ${status ? sql`and o.status = ${status}` : sql``}
     order by o.changed_at, o.order_uuid limit ${limit})`
  const parts = statuses ? [...new Set(statuses)].map(keys) : [keys(null)]
  const { rows } = await sql<{ changed_at: string; order_uuid: string }>`
    select changed_at::text, order_uuid from (${sql.join(parts, sql` union all `)}) k
    order by k.changed_at, k.order_uuid limit ${limit}`.execute(tx)
  return rows.map((row) => ({ changedAt: row.changed_at, orderId: row.order_uuid }))
}

/** Puts each order on its stop, and to the end of the feed. */
export async function assignStops(
  tx: Tx,
  stops: readonly { orderId: string; routeId: string; stopId: string }[],
): Promise<void> {
  if (stops.length === 0) return
  await sql`
    update orders o set route_uuid = k.route, stop_uuid = k.stop, changed_at = ${stamp(tx.businessId, 'o')}
    from unnest(${stops.map((s) => s.orderId)}::uuid[], ${stops.map((s) => s.routeId)}::uuid[],
                ${stops.map((s) => s.stopId)}::uuid[]) as k (id, route, stop)
    where o.business_uuid = ${tx.businessId}::uuid and o.order_uuid = k.id`.execute(tx)
}

/** The routes that these orders are on. */
export async function routesOfOrders(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('route_uuid')
    .distinct()
    .where('business_uuid', '=', tx.businessId)
    .where('order_uuid', 'in', orderIds)
    .execute()
  return rows.flatMap(({ route_uuid }) => route_uuid ?? [])
}
