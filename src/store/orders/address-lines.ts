// Returns the first address line of each order that exists, keyed by order ID.
import { selectOwn } from '../own.ts'
import type { Tx } from '../database.ts'

export async function addressLines(tx: Tx, orderIds: readonly string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await selectOwn(tx, 'orders').select(['orderId', 'line1']).where('orderId', 'in', orderIds).execute()
  return new Map(rows.map(({ orderId, line1 }) => [orderId, line1]))
}
