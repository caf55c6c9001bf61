// Finds the open deliveries to an address.
import { addressKey } from '../../domain/addresses/us-address.ts'
import type { Address } from '../../domain/orders/order.ts'
import type { Tx } from '../database.ts'

/** Returns the IDs of the routes that have unfinished deliveries to this address. */
export async function openRoutesTo(tx: Tx, address: Address): Promise<string[]> {
  const key = addressKey(address)
  const rows = await tx
    .selectFrom('orders as o')
    .innerJoin('routes as r', (on) =>
      on.onRef('r.businessId', '=', 'o.businessId').onRef('r.routeId', '=', 'o.routeId'),
    )
    .select(['o.line1', 'o.city', 'o.region', 'o.postalCode', 'r.routeId'])
    .where('o.businessId', '=', tx.businessId)
    .where('o.status', 'in', ['OPEN', 'SCHEDULED'])
    .where('r.status', 'in', ['PLANNED', 'DISPATCHED', 'IN_PROGRESS'])
    .execute()
  return [...new Set(rows.flatMap((row) => (addressKey(row) === key ? [row.routeId] : [])))]
}
