// What went wrong on a day.
import { endpoint } from './endpoint.ts'
import { z } from 'zod'
import { MESSAGE_KINDS } from '../domain/messages/message.ts'
import { ORDER_STATUSES } from '../domain/orders/order.ts'
import { PROOF_KINDS } from '../domain/routes/proof.ts'
import { OUTCOMES } from '../domain/routes/stop.ts'
import { RECORDED_TAP_KINDS } from '../domain/routes/tap.ts'
import { Day, DayOut, InstantOut, UuidOut } from './fields.ts'

export const ExceptionsOut = z.object({
  /**
   * What drivers sent too late to count, by stop, oldest first: of the day's routes and, if the day is today, of earlier
   * routes, too. It waits until the office records or dismisses it.
   */
  late_taps: z.array(
    z.object({
      route_uuid: UuidOut,
      route_name: z.string(),
      date: DayOut,
      /** Null for taps about the route alone. */
      stop_uuid: UuidOut.nullable(),
      order_uuid: UuidOut.nullable(),
      external_ref: z.string().nullable(),
      line1: z.string().nullable(),
      /** What the delivery is by now. */
      order_status: z.enum(ORDER_STATUSES).nullable(),
      /** The outcome that the taps report, which the office may record. */
      reported: z.enum(OUTCOMES).nullable(),
      taps: z.array(
        z.object({
          kind: z.enum(RECORDED_TAP_KINDS),
          /** By the phone's clock. */
          at: InstantOut,
          received_at: InstantOut,
          reason: z.string().nullable(),
          notes: z.string().nullable(),
          /** The code of the refusal. */
          refused: z.string(),
        }),
      ),
      /** Oldest first. The links last a week. */
      pictures: z.array(z.object({ kind: z.enum(PROOF_KINDS), item: z.string().optional(), url: z.string() })),
    }),
  ),
  /** Deliveries that failed and are not delivered again, newest first. */
  failed: z.array(
    z.object({
      order_uuid: UuidOut,
      external_ref: z.string(),
      customer_name: z.string(),
      route_name: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  /** Messages that could not be sent, newest first: about an order, or to the driver of a route. */
  messages: z.array(
    z.object({
      kind: z.enum(MESSAGE_KINDS),
      order_uuid: UuidOut.nullable(),
      external_ref: z.string().nullable(),
      route_name: z.string().nullable(),
    }),
  ),
  /** Webhook endpoints that have not taken anything since. */
  webhooks: z.array(z.object({ endpoint_uuid: UuidOut, url: z.string(), failing_since: InstantOut })),
})
export type ExceptionsOut = z.output<typeof ExceptionsOut>

export const readExceptions = endpoint({
  method: 'GET',
  path: '/exceptions',
  permission: 'readRoutes',
  query: z.object({ date: Day }),
  reply: ExceptionsOut,
  office: {},
  key: {
    tag: 'Reports',
    operation: 'readExceptions',
    summary: 'What went wrong on a day',
    description:
      'What drivers sent too late to count and the office has not answered, failed deliveries that are not delivered again, messages that were not sent, endpoints that fail.',
    examples: { reply: { late_taps: [], failed: [], messages: [], webhooks: [] } },
  },
})
