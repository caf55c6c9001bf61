// A delivery with its complete history, and repeating a delivery.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Day,
  optional,
  text,
  boolean,
  DayOut,
  spanEndsBeforeStart,
  InstantOut,
  integer,
  latitude,
  longitude,
  TimeOfDay,
  TimeOut,
  Uuid,
  UuidOut,
} from './fields.ts'
import { exampleOrder, OrderRef } from './orders.ts'
import { OrderOut } from './order.ts'
import { StreetHoursText, StreetOut } from './street.ts'
import { MESSAGE_KINDS, MESSAGE_STATUSES } from '../domain/messages/message.ts'
import { KNOWN_BY } from '../domain/planning/visit.ts'
import { ACTOR_KINDS } from '../domain/users/actor.ts'
import { SENT_EVENTS } from '../domain/webhooks/event-names.ts'
import { DELIVERY_STATUSES } from '../domain/webhooks/webhook.ts'

export const LinkedOrderOut = z.object({ order_uuid: UuidOut, external_ref: z.string(), status: OrderOut.shape.status })
export type LinkedOrderOut = z.output<typeof LinkedOrderOut>

export const OrderDetailOut = z.object({
  order: OrderOut,
  /** Hours of the street, if it is open only at some hours of the day. */
  street: StreetOut.nullable(),
  /** Hours of the street that the business set for the address of the delivery. Null: it set none. */
  address_street_hours: z.string().nullable(),
  /** Reason why the customer can't be texted, else null. */
  no_text: z.string().nullable(),
  /** Meters to the nearest road if the distance makes the location doubtful, else null. */
  far_from_road_meters: z.number().nullable(),
  /** Source that confirmed the location permanently. */
  place_known_by: z.enum(KNOWN_BY).nullable(),
  /** Deliveries of the same goods: `of` is repeated by this delivery, `as` repeats this delivery. */
  repeat: z.object({
    of: LinkedOrderOut.nullable(),
    as: LinkedOrderOut.nullable(),
    /** Suggested reference and date for a repetition. Null if the delivery can't be repeated. */
    suggested: z.object({ external_ref: z.string(), delivery_date: DayOut }).nullable(),
    /** Reason why the delivery can't be repeated. */
    refused: z.string().nullable(),
  }),
  /** The recurring order that created this delivery, and the date in its schedule. */
  recurring: z.object({ recurring_order_uuid: UuidOut, external_ref: z.string(), date: DayOut }).nullable(),
  /** Service minutes in plans, and the typical minutes of past visits to the address if there were enough visits. */
  service: z.object({
    planned_minutes: z.number(),
    usual: z.object({ minutes: z.number(), visits: z.number() }).nullable(),
  }),
  /** Page of the signed receipt, if one exists. */
  receipt_url: z.string().nullable(),
  /** The customer's rating. */
  rating: z.object({ stars: z.number(), comment: z.string().nullable(), at: InstantOut }).nullable(),
  history: z.array(
    z.object({
      at: InstantOut,
      kind: z.enum(ACTOR_KINDS),
      /** Name of the user, API key or driver. */
      by: z.string().nullable(),
      action: z.string(),
      /** Name of the route, for actions at a stop. */
      route: z.string().nullable(),
      request_id: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  messages: z.array(
    z.object({
      at: InstantOut,
      channel: z.enum(['SMS', 'EMAIL']),
      kind: z.enum(MESSAGE_KINDS),
      recipient: z.string(),
      body: z.string(),
      status: z.enum(MESSAGE_STATUSES),
      error: z.string().nullable(),
      /** Number of segments charged, for sent texts only, and the price if known. */
      segments: z.number().nullable(),
      price: z.number().nullable(),
      currency: z.string().nullable(),
    }),
  ),
  /** The customer's replies to texts, newest first. */
  replies: z.array(z.object({ at: InstantOut, body: z.string() })),
  webhooks: z.array(
    z.object({
      delivery_id: UuidOut,
      at: InstantOut,
      event: z.enum(SENT_EVENTS),
      url: z.string(),
      status: z.enum(DELIVERY_STATUSES),
      attempt_count: z.number(),
    }),
  ),
})
export type OrderDetailOut = z.output<typeof OrderDetailOut>
export const OrderId = z.object({ order_uuid: Uuid })
/** Whether zones and dates are overridden. Owners only. */
export const override = optional(boolean())

/** Window of the new delivery. If absent, it gets the window of the original delivery. */
const Window = z
  .strictObject({ start: TimeOfDay, end: TimeOfDay })
  .refine(({ start, end }) => !spanEndsBeforeStart(start, end), {
    path: ['end'],
    message: faultText('must be later than the start'),
  })

export const DaysThatFit = z.object({
  days: z.array(z.object({ date: DayOut, window: z.object({ start: TimeOut, end: TimeOut }).nullable() })),
})
export type DaysThatFit = z.output<typeof DaysThatFit>

const unknown = 'No delivery with that reference.'

export const readOrderDetails = endpoint({
  params: OrderRef,
  permission: 'readOrders',
  method: 'GET',
  path: '/orders/{external_ref}/details',
  reply: OrderDetailOut,
  office: { path: '/orders/{order_uuid}', params: OrderId },
  key: {
    tag: 'Deliveries',
    operation: 'readOrderDetails',
    summary: 'Read a delivery with its history',
    description:
      'Returns every change and its author, each message to the customer and its status, the customer’s replies, the rating, and the webhooks sent.',
    success: { 200: 'The delivery.' },
    errors: { 404: unknown },
    examples: {
      reply: {
        order: exampleOrder,
        no_text: null,
        far_from_road_meters: null,
        street: null,
        address_street_hours: null,
        place_known_by: null,
        repeat: { of: null, as: null, suggested: null, refused: 'Only a delivery that FAILED is delivered again.' },
        recurring: null,
        service: { planned_minutes: 5, usual: null },
        receipt_url: null,
        rating: null,
        history: [],
        messages: [
          {
            at: '2026-11-22T18:30:00.000Z',
            channel: 'SMS',
            kind: 'SCHEDULED',
            recipient: '+12025550143',
            body: 'Your delivery comes on Monday between 9 and 12.',
            status: 'SENT',
            error: null,
            segments: 1,
            price: null,
            currency: null,
          },
        ],
        replies: [],
        webhooks: [],
      },
    },
  },
})

export const readOrderDays = endpoint({
  params: OrderRef,
  permission: 'readOrders',
  method: 'GET',
  path: '/orders/{external_ref}/days',
  reply: DaysThatFit,
  office: { path: '/orders/{order_uuid}/days', params: OrderId },
  key: {
    tag: 'Deliveries',
    operation: 'readOrderDays',
    summary: 'List the days on which a delivery fits',
    description: 'Checks the next 14 days, in the windows that customers can choose or in the delivery’s own window.',
    success: { 200: 'The days.' },
    errors: { 404: unknown },
    examples: { reply: { days: [{ date: '11/24/2026', window: { start: '09:00', end: '12:00' } }] } },
  },
})

const RepeatBody = z.strictObject({ external_ref: text(1, 200), delivery_date: Day, window: optional(Window) })

export const repeatOrder = endpoint({
  params: OrderRef,
  permission: 'changeOrders',
  method: 'POST',
  path: '/orders/{external_ref}/repeat',
  body: RepeatBody,
  reply: OrderOut,
  audit: ['order.repeated'],
  office: { path: '/orders/{order_uuid}/repeat', params: OrderId, body: RepeatBody.extend({ override }) },
  key: {
    tag: 'Deliveries',
    operation: 'repeatOrder',
    summary: 'Repeat a failed delivery',
    description:
      'Copies a FAILED or CANCELLED delivery under a new reference and date. Each delivery is linked to the other. Without window, the new delivery has the original window.',
    success: { 201: 'The new delivery.' },
    errors: { 404: unknown, 409: 'The delivery did not fail, is already repeated, or the new reference is taken.' },
    limits: () => ['order_writes'],
    examples: {
      body: { external_ref: '000481-A-2', delivery_date: '11/24/2026' },
      reply: {
        ...exampleOrder,
        external_ref: '000481-A-2',
        delivery_date: '11/24/2026',
        attempt: 2,
        repeat_of: '000481-A',
      },
    },
  },
})

/** Maximum number of candidates of an ambiguous address, from any geocoder. */
export const MAX_CANDIDATES = 10

const LocationBody = z
  .strictObject({
    lat: optional(latitude()),
    lng: optional(longitude()),
    candidate: optional(integer(0, MAX_CANDIDATES - 1)),
    version: optional(text(1, 64)).meta({
      description:
        'The `changed_at` of the delivery whose candidates you read. The response is 409 if it has changed since.',
    }),
  })
  .superRefine(({ lat, lng, candidate }, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if ((lat === null) !== (lng === null))
      return fault(lat === null ? 'lat' : 'lng', faultText('is missing, because lat and lng must be sent together'))
    if (lat === null && candidate === null) return fault('lat', faultText('and lng, or candidate, is required'))
    if (lat !== null && candidate !== null)
      fault('candidate', faultText('is not allowed with {field}', { field: 'lat' }))
  })
  .meta({ example: { candidate: 0 } })

export const chooseLocation = endpoint({
  params: OrderRef,
  permission: 'changeOrders',
  method: 'POST',
  path: '/orders/{external_ref}/location',
  body: LocationBody,
  reply: OrderOut,
  audit: ['order.place_confirmed'],
  office: { path: '/orders/{order_uuid}/location', params: OrderId },
  key: {
    tag: 'Deliveries',
    operation: 'chooseLocation',
    summary: 'Choose the location of a delivery',
    description:
      'Stores the location of an open delivery: `lat` and `lng`, or `candidate`, the index of one of its candidates, from 0. The location is confirmed for later deliveries to the same address, and stays if `POST /orders` sends the same address again.',
    success: { 200: 'The delivery with its location.' },
    errors: {
      404: unknown,
      409: 'The delivery is not open, it has no such candidate, or it has changed since `version`.',
    },
    limits: () => ['order_writes'],
    examples: { body: { candidate: 0 }, reply: exampleOrder },
  },
})

const StreetHoursBody = z
  .strictObject({
    street_hours: optional(StreetHoursText).meta({
      description:
        'Hours at which the street is open to deliveries, such as 06:00-11:00,18:00-20:00, or 24/7. Null: the hours of the map.',
    }),
  })
  .meta({ example: { street_hours: '06:00-11:00' } })

export const setStreetHours = endpoint({
  params: OrderRef,
  permission: 'changeOrders',
  method: 'POST',
  path: '/orders/{external_ref}/street-hours',
  body: StreetHoursBody,
  reply: OrderOut,
  audit: ['order.street_hours_set'],
  office: { path: '/orders/{order_uuid}/street-hours', params: OrderId },
  key: {
    tag: 'Deliveries',
    operation: 'setStreetHours',
    summary: 'Set the hours of the street of an address',
    description:
      'Stores the hours of the street for the address of the delivery. They replace the hours of the map for all open and later deliveries to this address, except those with their own `street_hours`. Planned routes with such deliveries get new times.',
    success: { 200: 'The delivery with the hours of its street.' },
    errors: { 404: unknown },
    limits: () => ['order_writes'],
    examples: { body: { street_hours: '06:00-11:00' }, reply: exampleOrder },
  },
})
