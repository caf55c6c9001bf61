// Details of a route's orders for its driver, in addition to the stops.
import type { Contact } from '../../domain/orders/consent.ts'
import type { OrderItem } from '../../domain/orders/order.ts'
import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface OrderDetails extends Pick<Contact, 'customerPhone' | 'smsConsent'> {
  instructions: string | null
  customerInstructions: string | null
  items: OrderItem[]
}

/** Keyed by stop ID. */
export const readRouteDetails = (tx: Tx, routeId: string): Promise<Map<string, OrderDetails>> =>
  readRoutesDetails(tx, [routeId])

export async function readRoutesDetails(tx: Tx, routeIds: readonly string[]): Promise<Map<string, OrderDetails>> {
  const rows = await tx
    .selectFrom('stops as s')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.businessId', '=', 's.businessId').onRef('o.orderId', '=', 's.orderId'),
    )
    .select(['s.stopId', 'o.customerPhone', 'o.smsConsent', 'o.instructions', 'o.customerInstructions', 'o.items'])
    .where('s.businessId', '=', tx.businessId)
    .where((eb) => eb('s.routeId', '=', sql<string>`any(${routeIds}::uuid[])`))
    .execute()
  return new Map(rows.map(({ stopId, items, ...row }) => [stopId, { ...row, items: items ?? [] }]))
}

/** Returns the phone number of the stop's customer. */
export async function phoneOfStop(tx: Tx, stopId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('stops as s')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.businessId', '=', 's.businessId').onRef('o.orderId', '=', 's.orderId'),
    )
    .select('o.customerPhone')
    .where('s.businessId', '=', tx.businessId)
    .where('s.stopId', '=', stopId)
    .executeTakeFirst()
  return row?.customerPhone ?? null
}
