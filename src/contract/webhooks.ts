// Webhook endpoints and their deliveries in the API (docs/spec/webhooks.md#endpoints).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { CHOSEN_EVENTS, EVENT_NAMES, SENT_EVENTS } from '../domain/webhooks/event-names.ts'
import { DEFAULT_ETA_CHANGE_MINUTES, ETA_STEP_MINUTES, MAX_ETA_CHANGE_MINUTES } from '../domain/webhooks/eta-change.ts'
import { DELIVERY_STATUSES } from '../domain/webhooks/webhook.ts'
import { endpoint } from './endpoint.ts'
import { boolean, InstantOut, integer, optional, text, Uuid, UuidOut } from './fields.ts'
import type { LimitName } from './limits.ts'

const Url = text(1, 2_000).meta({ format: 'uri', example: 'https://orders.example.com/hooks/deliveries' })

const Events = z
  .array(z.enum(EVENT_NAMES, { error: faultText('must be one of {values}', { values: EVENT_NAMES.join(', ') }) }), {
    error: faultText('must be a list of event names'),
  })
  .max(100, faultText('must have at most 100 names'))
  .nullish()
  .meta({
    description: `Events to receive. If empty, all events except those that must be selected explicitly: ${CHOSEN_EVENTS.join(', ')}.`,
  })

const EtaChangeMinutes = integer(ETA_STEP_MINUTES, MAX_ETA_CHANGE_MINUTES)
  .multipleOf(ETA_STEP_MINUTES, faultText('must be a multiple of {step}', { step: ETA_STEP_MINUTES }))
  .meta({
    description: `Step in minutes for stop.eta_changed, which is sent whenever the difference between expected and planned arrival passes another whole step; ${ETA_STEP_MINUTES} to ${MAX_ETA_CHANGE_MINUTES}, a multiple of ${ETA_STEP_MINUTES}. Default: ${DEFAULT_ETA_CHANGE_MINUTES}.`,
  })

const object = { error: faultText('must be a JSON object') }

const EndpointInput = z
  .strictObject(
    {
      url: Url,
      events: Events,
      description: optional(text(0, 200)),
      eta_change_minutes: EtaChangeMinutes.nullish(),
    },
    object,
  )
  .meta({ id: 'WebhookEndpointInput' })
export type EndpointInput = z.output<typeof EndpointInput>

const EndpointChange = z
  .strictObject(
    {
      url: Url.optional(),
      events: Events,
      description: text(0, 200).nullish(),
      eta_change_minutes: EtaChangeMinutes.optional(),
      active: boolean().optional(),
    },
    object,
  )
  .meta({ id: 'WebhookEndpointChange' })
export type EndpointChange = z.output<typeof EndpointChange>

export const EndpointOut = z
  .object({
    endpoint_uuid: UuidOut,
    url: z.string(),
    events: z.array(z.enum(EVENT_NAMES)),
    description: z.string().nullable(),
    eta_change_minutes: z.number(),
    active: z.boolean(),
    created_at: InstantOut,
    updated_at: InstantOut,
    last_success_at: InstantOut.nullable(),
    failing_since: InstantOut.nullable(),
  })
  .meta({ id: 'WebhookEndpoint' })

export type EndpointOut = z.output<typeof EndpointOut>

const EndpointWithSecret = EndpointOut.extend({
  secret: z.string().meta({ description: 'Signing secret. Shown only once.' }),
}).meta({ id: 'WebhookEndpointWithSecret' })

const DeliveryOut = z
  .object({
    delivery_id: UuidOut.meta({ description: 'ID in the X-Service-Delivery header, the same for every attempt.' }),
    event: z.enum(SENT_EVENTS),
    external_ref: z.string().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.array(
      z.object({
        at: InstantOut,
        status_code: z.number().nullable(),
        duration_ms: z.number(),
        error: z.string().nullable(),
      }),
    ),
    next_attempt_at: InstantOut.nullable(),
    created_at: InstantOut,
  })
  .meta({ id: 'WebhookDelivery' })

export type DeliveryOut = z.output<typeof DeliveryOut>

const EndpointRef = z.object({ endpoint_uuid: Uuid })
const DeliveryRef = z.object({ endpoint_uuid: Uuid, delivery_id: Uuid })

const DeliveriesQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,9}$/, faultText('must be a whole number from 1 to 200'))
    .transform(Number)
    .pipe(integer(1, 200))
    .optional()
    .meta({ description: 'Deliveries per page, 1 to 200. Default: 50.' }),
  cursor: z
    .string()
    .min(1, faultText('must not be empty'))
    .max(2_000, faultText('is not a cursor'))
    .optional()
    .meta({ description: 'The next_cursor of the previous page.' }),
})
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>

const exampleEndpoint = {
  endpoint_uuid: '019ab3f0-9d5e-7c20-8a44-2b8f0c9d1e7a',
  url: 'https://orders.example.com/hooks/deliveries',
  events: ['stop.delivered', 'stop.failed'],
  description: 'Order system',
  eta_change_minutes: 10,
  active: true,
  created_at: '2026-11-22T18:04:11.052Z',
  updated_at: '2026-11-22T18:04:11.052Z',
  last_success_at: null,
  failing_since: null,
}

const exampleSecret = 'whsec_EXAMPLEonlyEXAMPLEonlyEXAMPLEonlyEXAMPLEonly'

const exampleDelivery = {
  delivery_id: '019ab3f4-11c2-7f0b-b7c3-90a1b2c3d4e5',
  event: 'stop.delivered',
  external_ref: '000481-A',
  status: 'DELIVERED',
  attempts: [
    { at: '2026-11-23T15:02:31.118Z', status_code: 503, duration_ms: 41, error: null },
    { at: '2026-11-23T15:03:33.902Z', status_code: 200, duration_ms: 38, error: null },
  ],
  next_attempt_at: null,
  created_at: '2026-11-23T15:02:31.004Z',
} as const

const shared = {
  tag: 'Webhooks',
  limits: (): readonly LimitName[] => ['webhook_management'],
} as const
const unknownEndpoint = 'No endpoint with that uuid.'
const badUrl = 'Public https URLs only: port 443 or 1024 and above, no credentials, a host with only public addresses.'

export const listEndpoints = endpoint({
  permission: 'manageWebhooks',
  method: 'GET',
  path: '/webhooks/subscriptions',
  reply: z.array(EndpointOut),
  key: {
    ...shared,
    operation: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description: 'Lists all endpoints, oldest first, without secrets.',
    success: { 200: 'The endpoints.' },
    examples: { reply: [exampleEndpoint] },
  },
})

export const createEndpoint = endpoint({
  permission: 'manageWebhooks',
  method: 'POST',
  path: '/webhooks/subscriptions',
  body: EndpointInput,
  reply: EndpointWithSecret,
  audit: ['webhook_endpoint.created'],
  office: {},
  key: {
    ...shared,
    operation: 'createWebhookEndpoint',
    summary: 'Add an endpoint',
    description: `Adds an endpoint. ${badUrl} The signing secret is only in this response, and in its replay under the same Idempotency-Key.`,
    success: { 201: 'Added.' },
    errors: { 409: 'The business already has 10 endpoints, or the Idempotency-Key was used with another body.' },
    examples: {
      body: { url: exampleEndpoint.url, events: exampleEndpoint.events, description: exampleEndpoint.description },
      reply: { ...exampleEndpoint, secret: exampleSecret },
    },
  },
})

export const updateEndpoint = endpoint({
  permission: 'manageWebhooks',
  method: 'PATCH',
  path: '/webhooks/subscriptions/{endpoint_uuid}',
  params: EndpointRef,
  body: EndpointChange,
  reply: EndpointOut,
  audit: ['webhook_endpoint.updated'],
  office: {},
  key: {
    ...shared,
    operation: 'updateWebhookEndpoint',
    summary: 'Change or pause an endpoint',
    description:
      'Changes only the fields that are sent. Deliveries to a paused endpoint (active: false) wait until it is active again.',
    success: { 200: 'Changed.' },
    errors: { 404: unknownEndpoint },
    examples: { body: { active: false }, reply: { ...exampleEndpoint, active: false } },
  },
})

export const deleteEndpoint = endpoint({
  permission: 'manageWebhooks',
  method: 'DELETE',
  path: '/webhooks/subscriptions/{endpoint_uuid}',
  params: EndpointRef,
  reply: EndpointOut,
  audit: ['webhook_endpoint.deleted'],
  office: {},
  key: {
    ...shared,
    operation: 'deleteWebhookEndpoint',
    summary: 'Remove an endpoint',
    description: 'Removes the endpoint and abandons its pending deliveries.',
    success: { 200: 'Removed.' },
    errors: { 404: unknownEndpoint, 409: 'Another request is changing the endpoint; retry shortly.' },
    examples: { reply: { ...exampleEndpoint, active: false } },
  },
})

export const rotateSecret = endpoint({
  permission: 'manageWebhooks',
  method: 'POST',
  path: '/webhooks/subscriptions/{endpoint_uuid}/rotate-secret',
  params: EndpointRef,
  reply: EndpointWithSecret,
  audit: ['webhook_endpoint.secret_rotated'],
  office: {},
  key: {
    ...shared,
    operation: 'rotateWebhookSecret',
    summary: 'Rotate an endpoint’s signing secret',
    description:
      'Creates a new secret. For 24 hours, requests carry both signatures: X-Service-Signature with the new secret, X-Service-Signature-Previous with the old secret. The request has no body.',
    success: { 200: 'The endpoint with its new secret.' },
    errors: { 404: unknownEndpoint },
    examples: { reply: { ...exampleEndpoint, secret: exampleSecret } },
  },
})

export const testEndpoint = endpoint({
  permission: 'manageWebhooks',
  method: 'POST',
  path: '/webhooks/subscriptions/{endpoint_uuid}/test',
  params: EndpointRef,
  reply: DeliveryOut,
  audit: [],
  office: {},
  key: {
    ...shared,
    operation: 'testWebhookEndpoint',
    summary: 'Send a test event',
    description:
      'Sends endpoint.test, regardless of the events that the endpoint receives. The result appears among its deliveries. The request has no body.',
    success: { 200: 'The delivery, due now.' },
    errors: { 404: unknownEndpoint },
    examples: {
      reply: {
        ...exampleDelivery,
        event: 'endpoint.test',
        external_ref: null,
        status: 'PENDING',
        attempts: [],
        next_attempt_at: exampleDelivery.created_at,
      },
    },
  },
})

export const listDeliveries = endpoint({
  permission: 'manageWebhooks',
  method: 'GET',
  path: '/webhooks/subscriptions/{endpoint_uuid}/deliveries',
  params: EndpointRef,
  query: DeliveriesQuery,
  reply: z.array(DeliveryOut),
  key: {
    ...shared,
    operation: 'listWebhookDeliveries',
    summary: 'List an endpoint’s deliveries, newest first',
    description:
      'Lists deliveries with their attempts. Deliveries are kept for at least 30 days, and until they are delivered, failed or abandoned.',
    success: { 200: 'A page of deliveries.' },
    errors: { 404: unknownEndpoint },
    paged: true,
    examples: { reply: [exampleDelivery] },
  },
})

export const replayDelivery = endpoint({
  permission: 'manageWebhooks',
  method: 'POST',
  path: '/webhooks/subscriptions/{endpoint_uuid}/deliveries/{delivery_id}/replay',
  params: DeliveryRef,
  reply: DeliveryOut,
  key: {
    ...shared,
    operation: 'replayWebhookDelivery',
    summary: 'Send a delivery again',
    description:
      'Sends the delivery again with the same delivery ID and restarts its retry schedule. The request has no body.',
    success: { 200: 'The delivery, due now.' },
    errors: { 404: 'No delivery with that id to that endpoint.' },
    examples: { reply: { ...exampleDelivery, status: 'PENDING', next_attempt_at: '2026-11-23T16:00:00.000Z' } },
  },
})
