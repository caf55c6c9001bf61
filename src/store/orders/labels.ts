// Deliveries with the data for their labels.
import { sql } from 'kysely'
import type { Address, OrderItem, TemperatureClass } from '../../domain/orders/order.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import type { Tx } from '../database.ts'

export interface LabelledOrder {
  orderId: string
  externalRef: string
  customerName: string
  address: Address
  deliveryDate: string
  temperatureClass: TemperatureClass
  items: OrderItem[] | null
  rules: OrderRules | null
  routeName: string | null
  sequence: number | null
}

/** Deliveries to label: those of a route, those of a day that are still to be delivered, or the listed orders. */
export type Labelled = { routeId: string } | { day: string } | { orderIds: readonly string[] }

/** Returns the orders to label, route by route in driving order, then those on no route. At most `most`. */
export async function ordersToLabel(tx: Tx, labelled: Labelled, most: number): Promise<LabelledOrder[]> {
  const orders = tx
    .selectFrom('orders as o')
    .leftJoin('routes as r', (on) => on.onRef('r.businessId', '=', 'o.businessId').onRef('r.routeId', '=', 'o.routeId'))
    .leftJoin('stops as s', (on) => on.onRef('s.businessId', '=', 'o.businessId').onRef('s.stopId', '=', 'o.stopId'))
    .select(['o.orderId', 'o.externalRef', 'o.customerName', 'o.line1', 'o.city', 'o.region', 'o.postalCode'])
    .select(['o.deliveryDate', 'o.temperatureClass', 'o.items', 'o.rules', 'r.name as routeName', 's.sequence'])
    .where('o.businessId', '=', tx.businessId)
  const chosen =
    'routeId' in labelled
      ? orders.where('o.routeId', '=', labelled.routeId)
      : 'day' in labelled
        ? orders.where('o.deliveryDate', '=', labelled.day).where('o.status', 'in', ['OPEN', 'SCHEDULED'])
        : orders.where(sql<boolean>`o.order_uuid = any(${labelled.orderIds}::uuid[])`)
  const rows = await chosen
    .orderBy('r.name', (by) => by.asc().nullsLast())
    .orderBy('s.sequence')
    .orderBy('o.externalRef')
    .limit(most)
    .execute()
  return rows.map(({ line1, city, region, postalCode, ...row }) => ({
    ...row,
    address: { line1, city, region, postalCode },
  }))
}

interface CodeOfOtherOrder {
  routeName: string | null
  orderId: string
  /** Null if the order has no codes of its own. */
  code: string | null
}

/**
 * Returns the codes of the day's open deliveries that are on no route or on another route, one row per code. Orders on
 * routes come first. At most `most`.
 */
export async function codesOfOtherOrders(
  tx: Tx,
  { routeId, day }: { routeId: string; day: string },
  most: number,
): Promise<CodeOfOtherOrder[]> {
  const { rows } = await sql<CodeOfOtherOrder>`
    select r.name as route_name, o.order_uuid, codes.code #>> '{}' as code
    from orders o
    left join routes r on r.business_uuid = o.business_uuid and r.route_uuid = o.route_uuid
    left join lateral jsonb_path_query(o.items, '$[*].barcodes[*]') as codes(code) on true
    where o.business_uuid = ${tx.businessId}::uuid and o.delivery_date = ${day}
      and o.status in ('OPEN', 'SCHEDULED') and o.route_uuid is distinct from ${routeId}::uuid
    order by r.name nulls last, o.order_uuid
    limit ${most}`.execute(tx)
  return rows
}
