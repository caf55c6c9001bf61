// Customers' replies to texts that the office has not read.
import { z } from 'zod'
import { InstantOut, UuidOut, uuids } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

/** Maximum unread replies in a response, oldest first. */
export const MAX_LISTED_REPLIES = 100

export const RepliesOut = z.object({
  /** Number of unread replies. */
  count: z.number(),
  /** The oldest unread replies, oldest first. */
  replies: z.array(
    z.object({
      reply_uuid: UuidOut,
      order_uuid: UuidOut,
      external_ref: z.string(),
      customer_name: z.string(),
      customer_phone: z.string().nullable(),
      at: InstantOut,
      body: z.string(),
    }),
  ),
})
export type RepliesOut = z.output<typeof RepliesOut>

export const readReplies = endpoint({
  method: 'GET',
  path: '/replies',
  permission: 'readOrders',
  reply: RepliesOut,
  office: {},
})

/** Marks replies as read. They leave this list but stay with their orders. */
export const seeReplies = endpoint({
  method: 'POST',
  path: '/replies/seen',
  permission: 'changeOrders',
  body: z.strictObject({ reply_uuids: uuids(MAX_LISTED_REPLIES) }),
  reply: RepliesOut,
  audit: ['order.reply_seen'],
  office: {},
})
