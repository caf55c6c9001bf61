// A user's own saved views of the orders table. The audit log omits them, because they are not data of the business.
import { text } from '../../texts/text.ts'
import type { OrderViewBody, OrderViewsOut } from '../../contract/office/orders.ts'
import * as store from '../../store/orders/order-views.ts'
import type { Context } from '../context.ts'
import { conflicting } from '../errors.ts'

/** Maximum views per user. In a longer list, a user could hardly find a view. */
const MAX_VIEWS = 50

export const readViews = async (ctx: Context, userId: string): Promise<OrderViewsOut> => ({
  views: await ctx.read((tx) => store.readViews(tx, userId)),
})

/** Saves the view. Replaces a view of the same name. */
export async function saveView(ctx: Context, userId: string, view: OrderViewBody): Promise<OrderViewsOut> {
  await ctx.write(async (tx) => {
    const kept = await store.readViews(tx, userId)
    if (kept.length >= MAX_VIEWS && !kept.some(({ name }) => name === view.name))
      throw conflicting('TOO_MANY_VIEWS', text('You already have {most} views; delete one first.', { most: MAX_VIEWS }))
    await store.saveView(tx, userId, view)
  })
  return readViews(ctx, userId)
}

export async function deleteView(ctx: Context, userId: string, name: string): Promise<OrderViewsOut> {
  await ctx.write((tx) => store.deleteView(tx, userId, name))
  return readViews(ctx, userId)
}
