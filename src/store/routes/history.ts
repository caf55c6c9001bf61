// Reads the state of orders, routes and stops after each change. Triggers write it (section History of migrations/0001_baseline.sql).
import { selectOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface HistoryRow {
  position: number
  at: Date
  kind: 'ORDER' | 'ROUTE' | 'STOP'
  recordId: string
  state: Record<string, unknown> | null
}

/**
 * Returns up to `limit` history entries of these routes and their stops after the position `after`, in the order in
 * which they were written.
 */
export const routeHistory = (
  tx: Tx,
  routeIds: readonly string[],
  after: number,
  limit: number,
): Promise<HistoryRow[]> =>
  selectOwn(tx, 'history')
    .select(['position', 'at', 'kind', 'recordId', 'state'])
    .where((eb) => eb('routeId', '=', sql<string>`any(${routeIds}::uuid[])`))
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Returns when the history of the business begins. Null if there is none. */
export async function historyBegins(tx: Tx): Promise<Date | null> {
  const first = await selectOwn(tx, 'history').select('at').orderBy('position').limit(1).executeTakeFirst()
  return first?.at ?? null
}

export interface PlayedTap {
  at: Date
  kind: string
  routeId: string
  stopId: string | null
  refused: string | null
  lat: number | null
  lng: number | null
}

/** Returns the taps of these routes' drivers, with their locations if these are still stored. */
export const tapsOf = (tx: Tx, routeIds: readonly string[]): Promise<PlayedTap[]> =>
  selectOwn(tx, 'driverTaps')
    .select(['countedAt as at', 'kind', 'routeId', 'stopId', 'refused', 'lat', 'lng'])
    .where((eb) => eb('routeId', '=', sql<string>`any(${routeIds}::uuid[])`))
    .orderBy('countedAt')
    .orderBy('tapKey')
    .execute()

export interface PlayedMessage {
  messageId: string
  at: Date
  kind: string
  channel: 'SMS' | 'EMAIL'
  status: string
  orderId: string | null
  routeId: string | null
}

/** Returns the messages about these routes and orders. */
export const messagesOf = (
  tx: Tx,
  routeIds: readonly string[],
  orderIds: readonly string[],
): Promise<PlayedMessage[]> =>
  selectOwn(tx, 'messages')
    .select(['messageId', 'createdAt as at', 'kind', 'channel', 'status', 'orderId', 'routeId'])
    .where((eb) =>
      eb.or([
        eb('routeId', '=', sql<string>`any(${routeIds}::uuid[])`),
        eb('orderId', '=', sql<string>`any(${orderIds}::uuid[])`),
      ]),
    )
    .orderBy('createdAt')
    .orderBy('messageId')
    .execute()

export interface PlayedOrder {
  orderId: string
  externalRef: string
  customerName: string
  lat: number | null
  lng: number | null
  windowStart: string | null
  windowEnd: string | null
}

export const ordersOf = (tx: Tx, orderIds: readonly string[]): Promise<PlayedOrder[]> =>
  selectOwn(tx, 'orders')
    .select(['orderId', 'externalRef', 'customerName', 'lat', 'lng', 'windowStart', 'windowEnd'])
    .where((eb) => eb('orderId', '=', sql<string>`any(${orderIds}::uuid[])`))
    .orderBy('externalRef')
    .execute()

/** Returns the names of these vehicles and drivers, keyed by ID. */
export async function namesOf(tx: Tx, vehicleIds: readonly string[], driverIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select vehicle_uuid as id, name from vehicles
    where business_uuid = ${tx.businessId}::uuid and vehicle_uuid = any(${vehicleIds}::uuid[])
    union all
    select driver_uuid, name from drivers
    where business_uuid = ${tx.businessId}::uuid and driver_uuid = any(${driverIds}::uuid[])`.execute(tx)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
