// Lists customers' replies to text messages until someone in the office has read them.
import { MAX_LISTED_REPLIES, type RepliesOut } from '../../../contract/office/replies.ts'
import { audit } from '../../../store/audit/audit.ts'
import type { Tx } from '../../../store/database.ts'
import { countUnseen, markRepliesRead, unseenReplies } from '../../../store/messages/replies.ts'
import type { Context } from '../../context.ts'

export const readReplies = (ctx: Context): Promise<RepliesOut> => ctx.read(unreadReplies)

/** Marks replies as read. Ignores replies that don't exist or that another user has read already. */
export const markSeen = (ctx: Context, replyIds: readonly string[]): Promise<RepliesOut> =>
  ctx.write(async (tx) => {
    for (const entityId of new Set(await markRepliesRead(tx, replyIds, ctx.now)))
      audit(tx, ctx, { action: 'order.reply_seen', entity: 'order', entityId })
    return unreadReplies(tx)
  })

async function unreadReplies(tx: Tx): Promise<RepliesOut> {
  const replies = await unseenReplies(tx, MAX_LISTED_REPLIES)
  return {
    count: replies.length < MAX_LISTED_REPLIES ? replies.length : await countUnseen(tx),
    replies: replies.map((reply) => ({
      reply_uuid: reply.replyId,
      order_uuid: reply.orderId,
      external_ref: reply.externalRef,
      customer_name: reply.customerName,
      customer_phone: reply.customerPhone,
      at: reply.receivedAt.toISOString(),
      body: reply.body,
    })),
  }
}
