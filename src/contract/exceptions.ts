// Problems of a day.
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
   * Driver taps that arrived too late to count, by stop, oldest first. They belong to routes of the day or, if the day
   * is today, also to earlier routes. They stay here until the office records or dismisses them.
   */
  late_taps: z.array(
    z.object({
      route_uuid: UuidOut,
      route_name: z.string(),
      date: DayOut,
      /** Stop of the taps. Null if they concern only the route. */
      stop_uuid: UuidOut.nullable(),
      order_uuid: UuidOut.nullable(),
      external_ref: z.string().nullable(),
      line1: z.string().nullable(),
      /** Current status of the delivery. */
      order_status: z.enum(ORDER_STATUSES).nullable(),
      /** Outcome that the taps report. The office can record it. */
      reported: z.enum(OUTCOMES).nullable(),
      taps: z.array(
        z.object({
          kind: z.enum(RECORDED_TAP_KINDS),
          /** Time by the phone's clock. */
          at: InstantOut,
          received_at: InstantOut,
          reason: z.string().nullable(),
          notes: z.string().nullable(),
          /** Error code of the refusal. */
          refused: z.string(),
        }),
      ),
      /** Oldest first. The links expire after a week. */
      pictures: z.array(z.object({ kind: z.enum(PROOF_KINDS), item: z.string().optional(), url: z.string() })),
    }),
  ),
  /**
   * Reports of drivers that the street of a stop is wrong on the map, oldest first. They belong to routes of the day or,
   * if the day is today, also to earlier routes. They stay here until the office sets the hours of the address or
   * dismisses them.
   */
  streets: z.array(
    z.object({
      route_uuid: UuidOut,
      route_name: z.string(),
      date: DayOut,
      stop_uuid: UuidOut,
      order_uuid: UuidOut,
      external_ref: z.string(),
      line1: z.string(),
      reason: z.string().nullable(),
      notes: z.string().nullable(),
      at: InstantOut,
      /** The street, or the location if no hours are known, in OpenStreetMap. */
      map_url: z.string().nullable(),
      /** Hours of the street that the business set for the address. */
      address_street_hours: z.string().nullable(),
    }),
  ),
  /** Failed deliveries that are not repeated, newest first. */
  failed: z.array(
    z.object({
      order_uuid: UuidOut,
      external_ref: z.string(),
      customer_name: z.string(),
      route_name: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  /** Messages that could not be sent, newest first. Each concerns an order, or the driver of a route. */
  messages: z.array(
    z.object({
      kind: z.enum(MESSAGE_KINDS),
      order_uuid: UuidOut.nullable(),
      external_ref: z.string().nullable(),
      route_name: z.string().nullable(),
    }),
  ),
  /** Webhook endpoints that have not accepted a request since `failing_since`. */
  webhooks: z.array(z.object({ endpoint_uuid: UuidOut, url: z.string(), failing_since: InstantOut })),
  /** Connected shops with orders that can't become deliveries. */
  shops: z.array(z.object({ connector_uuid: UuidOut, name: z.string(), failed: z.int() })),
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
    summary: 'Read the problems of a day',
    description:
      'Returns driver taps that arrived too late and need a decision of the office, and reports of drivers about streets. Also returns failed deliveries that are not repeated, messages that were not sent, webhook endpoints that fail, and connected shops with failed orders.',
    examples: { reply: { late_taps: [], streets: [], failed: [], messages: [], webhooks: [], shops: [] } },
  },
})
