// Replies that handlers of several subjects share.
import type { Context } from '../../app/context.ts'
import type { Page } from '../../app/cursor.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { getOrder } from '../../app/orders/get-order.ts'

/** A page of items, with the cursor of the next page. */
export const pageReply = <T>({ items, nextCursor }: Page<T>): Reply<T[]> => ({
  status: 200,
  data: items,
  next_cursor: nextCursor,
})

/** ID of the order that the path names by reference. */
export const idOf = async (ctx: Context, { external_ref }: { external_ref: string }): Promise<string> =>
  (await getOrder(ctx, external_ref)).order_uuid
