// Deliveries as their labels have them.
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

/** What is to be labelled: a route, what a day still has to deliver, or these. */
export type Labelled = { routeId: string } | { day: string } | { orderIds: readonly string[] }

/** Route by route in driving order, then what is on none; at most so many. */
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

interface CodeElsewhere {
  routeName: string | null
  orderId: string
  /** Null is an order without codes of its own. */
  code: string | null
}

/** What the day still has to deliver on no route or another one, code by code; at most so many, those on routes first. */
export async function codesElsewhere(
  tx: Tx,
  { routeId, day }: { routeId: string; day: string },
  most: number,
): Promise<CodeElsewhere[]> {
  const { rows } = await sql<CodeElsewhere>`
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
