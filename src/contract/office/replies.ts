// What customers answered to texts and the office has not read yet.
import { z } from 'zod'
import { InstantOut, UuidOut, uuids } from '../fields.ts'
import { endpoint } from '../endpoint.ts'

/** Of those that wait, the oldest so many are listed. */
export const MAX_LISTED_REPLIES = 100

export const RepliesOut = z.object({
  /** How many nobody has read yet. */
  count: z.number(),
  /** The oldest of them, oldest first. */
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

/** They are gone from the list, and stay with their orders. */
export const seeReplies = endpoint({
  method: 'POST',
  path: '/replies/seen',
  permission: 'changeOrders',
  body: z.strictObject({ reply_uuids: uuids(MAX_LISTED_REPLIES) }),
  reply: RepliesOut,
  audit: ['order.reply_seen'],
  office: {},
})
