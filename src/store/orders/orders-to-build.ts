// Orders with only the columns that planning needs.
import { sql } from 'kysely'
import type { AllowedDays, OrderStatus, Point, TemperatureClass } from '../../domain/orders/order.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import { hasAddressHours, withAddressHours } from '../addresses/address-street-hours.ts'
import type { Tx } from '../database.ts'
import { allowedDaysOf } from './order-rows.ts'

export interface BuildOrder {
  orderId: string
  externalRef: string
  line1: string
  status: OrderStatus
  deliveryDate: string
  allowedDays: AllowedDays | null
  point: Point | null
  windowStart: string | null
  windowEnd: string | null
  temperatureClass: TemperatureClass
  loadWeightLbs: number | null
  serviceMinutes: number | null
  rules: OrderRules | null
  routeId: string | null
  routeName: string | null
  routeStatus: RouteStatus | null
  stopId: string | null
  /** Text to the microsecond. Shows whether the order has changed since it was read. */
  changedAt: string
}

const buildQuery = (tx: Tx) =>
  tx
    .selectFrom('orders as o')
    .leftJoin('routes as r', (on) => on.onRef('r.businessId', '=', 'o.businessId').onRef('r.routeId', '=', 'o.routeId'))
    .select([
      'o.orderId',
      'o.externalRef',
      'o.line1',
      'o.city',
      'o.region',
      'o.postalCode',
      'o.status',
      'o.deliveryDate',
      'o.firstDay',
      'o.lastDay',
      'o.lat',
      'o.lng',
      'o.windowStart',
      'o.windowEnd',
      'o.temperatureClass',
      'o.loadWeightLbs',
      'o.serviceMinutes',
      'o.rules',
      'o.routeId',
      'r.name as routeName',
      'r.status as routeStatus',
      'o.stopId',
      (eb) => eb.cast<string>('o.changedAt', 'text').as('changedAt'),
      hasAddressHours(tx),
    ])
    .where('o.businessId', '=', tx.businessId)

type Row = Awaited<ReturnType<ReturnType<typeof buildQuery>['executeTakeFirstOrThrow']>>

const buildOrdersOf = async (tx: Tx, rows: readonly Row[]): Promise<BuildOrder[]> =>
  (await withAddressHours(tx, rows)).map(buildOrderOf)

const buildOrderOf = ({
  lat,
  lng,
  firstDay,
  lastDay,
  city: _city,
  region: _region,
  postalCode: _code,
  hasAddressHours: _has,
  ...order
}: Row): BuildOrder => ({
  ...order,
  allowedDays: allowedDaysOf({ ...order, firstDay, lastDay }),
  point: lat === null || lng === null ? null : { lat, lng },
})

export async function ordersByRef(tx: Tx, refs: readonly string[]): Promise<BuildOrder[]> {
  if (refs.length === 0) return []
  const rows = await buildQuery(tx).where('o.externalRef', 'in', refs).orderBy('o.orderId').execute()
  return buildOrdersOf(tx, rows)
}

export async function ordersById(tx: Tx, orderIds: readonly string[]): Promise<BuildOrder[]> {
  if (orderIds.length === 0) return []
  const rows = await buildQuery(tx).where('o.orderId', 'in', orderIds).orderBy('o.orderId').execute()
  return buildOrdersOf(tx, rows)
}

/** Returns the OPEN orders of a day that are on no route, up to `limit`. */
export async function openOrders(tx: Tx, day: string, limit: number): Promise<BuildOrder[]> {
  const rows = await buildQuery(tx)
    .where('o.status', '=', 'OPEN')
    .where('o.deliveryDate', '=', day)
    .where('o.routeId', 'is', null)
    .orderBy('o.orderId')
    .limit(limit)
    .execute()
  return buildOrdersOf(tx, rows)
}

/** Returns up to `limit` OPEN orders on no route that may be delivered between the two days, inclusive. */
export async function openOrdersOfDays(tx: Tx, first: string, last: string, limit: number): Promise<BuildOrder[]> {
  const open = sql<boolean>`o.status = 'OPEN' and o.route_uuid is null`
  const dated = buildQuery(tx)
    .where(open)
    .where('o.lastDay', 'is', null)
    .where('o.deliveryDate', '>=', first)
    .where('o.deliveryDate', '<=', last)
  const spanned = buildQuery(tx).where(open).where('o.lastDay', '>=', first).where('o.firstDay', '<=', last)
  const rows = await dated.unionAll(spanned).orderBy('orderId').limit(limit).execute()
  return buildOrdersOf(tx, rows)
}

/** Maximum number of orders past their span that are reported. */
const PAST_SPANS = 100

/** Returns the OPEN orders on no route whose allowed days ended before `today`, most recently ended first. */
export async function ordersPastSpan(tx: Tx, today: string): Promise<BuildOrder[]> {
  const rows = await buildQuery(tx)
    .where(sql<boolean>`o.status = 'OPEN' and o.route_uuid is null`)
    .where('o.lastDay', '<', today)
    .orderBy('o.lastDay', 'desc')
    .limit(PAST_SPANS)
    .execute()
  return buildOrdersOf(tx, rows)
}

/** Reads orders again and locks them, to see whether they have changed since they were planned. */
export async function lockBuildOrders(tx: Tx, orderIds: readonly string[]): Promise<BuildOrder[]> {
  if (orderIds.length === 0) return []
  const rows = await buildQuery(tx).where('o.orderId', 'in', orderIds).orderBy('o.orderId').forUpdate('o').execute()
  return buildOrdersOf(tx, rows)
}
