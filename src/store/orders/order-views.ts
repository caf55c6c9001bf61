// The views of the orders' table that a user keeps.
import type { Tx } from '../database.ts'

export interface OrderView {
  name: string
  /** The table's filters by name, as the screen names them. */
  filters: Record<string, string>
}

export const readViews = (tx: Tx, userId: string): Promise<OrderView[]> =>
  tx
    .selectFrom('order_views')
    .select(['name', 'filters'])
    .where('business_uuid', '=', tx.businessId)
    .where('user_uuid', '=', userId)
    .orderBy('name')
    .execute()

export async function saveView(tx: Tx, userId: string, view: OrderView): Promise<void> {
  const filters = JSON.stringify(view.filters)
  await tx
    .insertInto('order_views')
    .values({ business_uuid: tx.businessId, user_uuid: userId, name: view.name, filters })
    .onConflict((on) => on.columns(['business_uuid', 'user_uuid', 'name']).doUpdateSet({ filters }))
    .execute()
}

export async function deleteView(tx: Tx, userId: string, name: string): Promise<void> {
  await tx
    .deleteFrom('order_views')
    .where('business_uuid', '=', tx.businessId)
    .where('user_uuid', '=', userId)
    .where('name', '=', name)
    .execute()
}
