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
  routeId: string | null
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
    .select([
      'o.routeId',
      'o.deliveryDate',
      'o.temperatureClass',
      'o.items',
      'o.rules',
      'r.name as routeName',
      's.sequence',
    ])
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
