// Orders as a build reads them: what planning needs and no more.
import type { OrderStatus, Point, TemperatureClass } from '../../domain/orders/order.ts'
import type { Tx } from '../database.ts'

export interface BuildOrder {
  orderId: string
  externalRef: string
  status: OrderStatus
  deliveryDate: string
  point: Point | null
  windowStart: string | null
  windowEnd: string | null
  temperatureClass: TemperatureClass
  loadWeightLbs: number | null
  serviceMinutes: number | null
  routeId: string | null
  routeName: string | null
  stopId: string | null
  /** As text, to the microsecond: whether the order changed since is told by this. */
  changedAt: string
}

const buildQuery = (tx: Tx) =>
  tx
    .selectFrom('orders as o')
    .leftJoin('routes as r', (on) =>
      on.onRef('r.business_uuid', '=', 'o.business_uuid').onRef('r.route_uuid', '=', 'o.route_uuid'),
    )
    .select([
      'o.order_uuid',
      'o.external_ref',
      'o.status',
      'o.delivery_date',
      'o.lat',
      'o.lng',
      'o.window_start',
      'o.window_end',
      'o.temperature_class',
      'o.load_weight_lbs',
      'o.service_minutes',
      'o.route_uuid',
      'r.name as route_name',
      'o.stop_uuid',
      (eb) => eb.cast<string>('o.changed_at', 'text').as('changed_at'),
    ])
    .where('o.business_uuid', '=', tx.businessId)

type Row = Awaited<ReturnType<ReturnType<typeof buildQuery>['executeTakeFirstOrThrow']>>

const buildOrderOf = (row: Row): BuildOrder => ({
  orderId: row.order_uuid,
  externalRef: row.external_ref,
  status: row.status,
  deliveryDate: row.delivery_date,
  point: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
  windowStart: row.window_start,
  windowEnd: row.window_end,
  temperatureClass: row.temperature_class,
  loadWeightLbs: row.load_weight_lbs,
  serviceMinutes: row.service_minutes,
  routeId: row.route_uuid,
  routeName: row.route_name,
  stopId: row.stop_uuid,
  changedAt: row.changed_at,
})

export async function ordersByRef(tx: Tx, refs: readonly string[]): Promise<BuildOrder[]> {
  if (refs.length === 0) return []
  const rows = await buildQuery(tx).where('o.external_ref', 'in', refs).orderBy('o.order_uuid').execute()
  return rows.map(buildOrderOf)
}

/** The OPEN orders of a day that are on no route. */
export async function openOrders(tx: Tx, day: string, limit: number): Promise<BuildOrder[]> {
  const rows = await buildQuery(tx)
    .where('o.status', '=', 'OPEN')
    .where('o.delivery_date', '=', day)
    .where('o.route_uuid', 'is', null)
    .orderBy('o.order_uuid')
    .limit(limit)
    .execute()
  return rows.map(buildOrderOf)
}

/** The same orders again, locked, to see whether they are still what was planned. */
export async function lockBuildOrders(tx: Tx, orderIds: readonly string[]): Promise<BuildOrder[]> {
  if (orderIds.length === 0) return []
  const rows = await buildQuery(tx)
    .where('o.order_uuid', 'in', orderIds)
    .orderBy('o.order_uuid')
    .forUpdate('o')
    .execute()
  return rows.map(buildOrderOf)
}
