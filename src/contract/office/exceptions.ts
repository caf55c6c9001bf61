// What went wrong on a day and waits for somebody to look at it; what the day itself shows is in the day.
import { z } from 'zod'
import { MESSAGE_KINDS } from '../../domain/messages/message.ts'
import { Day, InstantOut, UuidOut } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export const ExceptionsOut = z.object({
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

export const readExceptions = officeEndpoint({
  method: 'GET',
  path: '/exceptions',
  permission: 'readRoutes',
  query: z.object({ date: Day }),
  reply: ExceptionsOut,
})
