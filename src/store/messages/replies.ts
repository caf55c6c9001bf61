// Customers' replies to texts, and the deliveries that they refer to.
import { selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { Language } from '../../domain/customer-words/language.ts'
import type { SystemTx, Tx } from '../database.ts'

export interface TextedDelivery {
  businessId: string
  /** Name that customers know. */
  businessName: string
  contactPhone: string | null
  timeZone: string
  orderId: string
  /** Language of the texts about the order. */
  language: Language
}

/**
 * Returns the delivery of the last text to this phone number since `since`. Null if there is none. For the system role.
 */
export async function lastTextedDelivery(tx: SystemTx, phone: string, since: Date): Promise<TextedDelivery | null> {
  const { rows } = await sql<TextedDelivery>`
    select m.business_uuid, coalesce(b.brand_name, b.name) as business_name, b.contact_phone, b.time_zone, m.order_uuid,
      coalesce(o.language, b.customer_language) as language
    from messages m join businesses b on b.business_uuid = m.business_uuid
      join orders o on o.business_uuid = m.business_uuid and o.order_uuid = m.order_uuid
    where m.texted_to = ${phone} and m.sent_at >= ${since}::timestamptz and m.order_uuid is not null
    order by m.sent_at desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Stores a reply. Returns false if it is already stored, or if the order has `most` replies. */
export async function insertReply(
  tx: Tx,
  reply: { replyId: string; orderId: string; body: string; providerId: string },
  now: Date,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into text_replies (business_uuid, reply_uuid, order_uuid, body, provider_id, received_at)
    select ${tx.businessId}::uuid, ${reply.replyId}::uuid, ${reply.orderId}::uuid, ${reply.body}, ${reply.providerId},
      ${now}::timestamptz
    where (select count(*) from text_replies
           where business_uuid = ${tx.businessId}::uuid and order_uuid = ${reply.orderId}::uuid) < ${most}
    on conflict (business_uuid, order_uuid, provider_id) do nothing
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Returns the replies about an order, newest first. */
export const orderReplies = (tx: Tx, orderId: string) =>
  selectOwn(tx, 'textReplies', { orderId })
    .select(['receivedAt', 'body'])
    .orderBy('receivedAt', 'desc')
    .orderBy('replyId', 'desc')
    .execute()

const unseenRepliesQuery = (tx: Tx) =>
  tx.selectFrom('textReplies as r').where('r.businessId', '=', tx.businessId).where('r.seenAt', 'is', null)

/** Returns the replies that the office has not read, oldest first, with their orders. */
export const unseenReplies = (tx: Tx, limit: number) =>
  unseenRepliesQuery(tx)
    .innerJoin('orders as o', (on) =>
      on.onRef('o.businessId', '=', 'r.businessId').onRef('o.orderId', '=', 'r.orderId'),
    )
    .select(['r.replyId', 'r.orderId', 'r.receivedAt', 'r.body', 'o.externalRef', 'o.customerName', 'o.customerPhone'])
    .orderBy('r.receivedAt')
    .orderBy('r.replyId')
    .limit(limit)
    .execute()

export async function countUnseen(tx: Tx): Promise<number> {
  const { count } = await unseenRepliesQuery(tx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Marks replies as read. Returns the order IDs of the replies that were unread. */
export async function markRepliesRead(tx: Tx, replyIds: readonly string[], now: Date): Promise<string[]> {
  const rows = await updateOwn(tx, 'textReplies')
    .set({ seenAt: now })
    .where('replyId', 'in', replyIds)
    .where('seenAt', 'is', null)
    .returning('orderId')
    .execute()
  return rows.map(({ orderId }) => orderId)
}
