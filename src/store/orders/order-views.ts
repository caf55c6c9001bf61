// Saved views of a user on the orders table.
import { deleteOwn, insertOwn, selectOwn } from '../own.ts'
import type { Tx } from '../database.ts'

export interface OrderView {
  name: string
  /** Filters of the table, keyed by the names of the screen. */
  filters: Record<string, string>
}

export const readViews = (tx: Tx, userId: string): Promise<OrderView[]> =>
  selectOwn(tx, 'orderViews', { userId }).select(['name', 'filters']).orderBy('name').execute()

export async function saveView(tx: Tx, userId: string, view: OrderView): Promise<void> {
  const filters = JSON.stringify(view.filters)
  await insertOwn(tx, 'orderViews', { userId, name: view.name, filters })
    .onConflict((on) => on.columns(['businessId', 'userId', 'name']).doUpdateSet({ filters }))
    .execute()
}

export async function deleteView(tx: Tx, userId: string, name: string): Promise<void> {
  await deleteOwn(tx, 'orderViews', { userId, name }).execute()
}
