// What the driver of a route needs to know of its orders beyond the stops themselves.
import type { OrderItem } from '../../domain/orders/order.ts'
import type { Tx } from '../database.ts'

export interface ManifestEntry {
  customerPhone: string | null
  instructions: string | null
  items: OrderItem[]
}

/** By stop. */
export async function readManifest(tx: Tx, routeId: string): Promise<Map<string, ManifestEntry>> {
  const rows = await tx
    .selectFrom('stops as s')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.business_uuid', '=', 's.business_uuid').onRef('o.order_uuid', '=', 's.order_uuid'),
    )
    .select(['s.stop_uuid', 'o.customer_phone', 'o.instructions', 'o.items'])
    .where('s.business_uuid', '=', tx.businessId)
    .where('s.route_uuid', '=', routeId)
    .execute()
  return new Map(
    rows.map((row) => [
      row.stop_uuid,
      { customerPhone: row.customer_phone, instructions: row.instructions, items: row.items ?? [] },
    ]),
  )
}
