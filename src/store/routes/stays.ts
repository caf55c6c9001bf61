// Stays of a route's vehicle at its open stops.
import type { Point } from '../../domain/orders/order.ts'
import type { Tx } from '../database.ts'
import { updateOwn } from '../own.ts'
import type { TimeRange } from './stops.ts'

/** Returns the open stops of a route whose location is exact, in driving order. */
export async function openDoors(
  tx: Tx,
  routeId: string,
): Promise<{ stopId: string; point: Point; stay: TimeRange | null }[]> {
  const rows = await tx
    .selectFrom('stops as s')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.businessId', '=', 's.businessId').onRef('o.orderId', '=', 's.orderId'),
    )
    .select(['s.stopId', 's.nearFrom', 's.nearUntil', 'o.lat', 'o.lng'])
    .where('s.businessId', '=', tx.businessId)
    .where('s.routeId', '=', routeId)
    .where('s.status', 'in', ['PENDING', 'EN_ROUTE', 'ARRIVED'])
    .where('o.placement', '=', 'PLACED')
    .orderBy('s.sequence')
    .execute()
  return rows.flatMap(({ stopId, nearFrom: from, nearUntil: to, lat, lng }) =>
    lat === null || lng === null ? [] : [{ stopId, point: { lat, lng }, stay: from && to && { from, to } }],
  )
}

/** Writes the stay at a stop, or forgets it. */
export async function saveStay(tx: Tx, stopId: string, stay: TimeRange | null): Promise<void> {
  await updateOwn(tx, 'stops', { stopId })
    .set({ nearFrom: stay?.from ?? null, nearUntil: stay?.to ?? null })
    .execute()
}
