// Integrations: API keys, webhook endpoints with the schemas of the API, the log of webhook deliveries, and the log of
// API requests.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { SENT_EVENTS } from '../../domain/webhooks/event-names.ts'
import { DELIVERY_STATUSES } from '../../domain/webhooks/webhook.ts'
import * as api from '../webhooks.ts'
import { MAX_ALLOWED_ADDRESSES, MAX_OVERLAP_HOURS } from '../../domain/users/key.ts'
import { KEY_SCOPE_NAMES } from '../../domain/users/permissions.ts'
import { Day, Instant, InstantOut, integer, oneOf, text, Uuid, UuidOut } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { CreatorOut } from './users.ts'

export const KeyOut = z.object({
  key_uuid: UuidOut,
  name: z.string(),
  /** First characters of the key, so that people recognize it. */
  prefix: z.string(),
  /** Null: all scopes, including future ones. */
  scopes: z.array(z.enum(KEY_SCOPE_NAMES)).nullable(),
  /** Null: no restriction. */
  allowed_addresses: z.array(z.string()).nullable(),
  created_at: InstantOut,
  /** Null: never. */
  expires_at: InstantOut.nullable(),
  expired: z.boolean(),
  /** Key that replaces this key. */
  replaced_by: UuidOut.nullable(),
  /** Precise to one minute. Null if the key was never used. */
  last_used_at: InstantOut.nullable(),
  revoked_at: InstantOut.nullable(),
  /** Null if an operator created the key. */
  made_by: CreatorOut.nullable(),
})
export type KeyOut = z.output<typeof KeyOut>

const confirmed = { permission: 'manageKeys', office: { confirms: true } } as const

const Address = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()], {
  error: faultText('must be an IP address or a network, such as 203.0.113.7 or 203.0.113.0/24'),
})

export const KeyScopes = z
  .array(oneOf(KEY_SCOPE_NAMES), { error: faultText('must be a list') })
  .min(1, faultText('must name at least one'))
  .max(KEY_SCOPE_NAMES.length, faultText('must name each at most once'))
  .transform((scopes) => [...new Set(scopes)])

export const KeyAddresses = z
  .array(Address, { error: faultText('must be a list') })
  .max(MAX_ALLOWED_ADDRESSES, faultText('must name at most {most}', { most: MAX_ALLOWED_ADDRESSES }))
  .transform((addresses) => (addresses.length === 0 ? null : addresses))

const limits = {
  scopes: KeyScopes.nullish(),
  allowed_addresses: KeyAddresses.nullish(),
  expires_at: Instant.nullish(),
}

const KeyId = z.object({ key_uuid: Uuid })
const KeyMade = z.object({ key_uuid: UuidOut, api_key: z.string() })

export const listKeys = endpoint({
  method: 'GET',
  path: '/keys',
  permission: 'manageKeys',
  reply: z.array(KeyOut),
  office: {},
})
export const createKey = endpoint({
  ...confirmed,
  method: 'POST',
  path: '/keys',
  body: z.strictObject({ name: text(1, 200), ...limits }),
  reply: KeyMade,
  audit: ['key.created'],
})
/** Members that are not sent stay unchanged. */
export const changeKey = endpoint({
  ...confirmed,
  method: 'PATCH',
  path: '/keys/{key_uuid}',
  params: KeyId,
  body: z.strictObject({ name: text(1, 200).optional(), ...limits }),
  reply: z.null(),
  audit: ['key.changed'],
})
export const rollOverKey = endpoint({
  ...confirmed,
  method: 'POST',
  path: '/keys/{key_uuid}/roll-over',
  params: KeyId,
  body: z.strictObject({ overlap_hours: integer(0, MAX_OVERLAP_HOURS) }),
  reply: KeyMade,
  audit: ['key.rolled_over'],
})
export const revokeKey = endpoint({
  ...confirmed,
  method: 'POST',
  path: '/keys/{key_uuid}/revoke',
  params: KeyId,
  reply: z.null(),
  audit: ['key.revoked'],
})
/** Makes the caller responsible for a key whose creator has left. */
export const keepKey = endpoint({
  ...confirmed,
  method: 'POST',
  path: '/keys/{key_uuid}/keep',
  params: KeyId,
  reply: z.null(),
  audit: ['key.kept'],
})

/** Endpoint of the API with the user who is responsible for it. */
export const ListedEndpointOut = api.EndpointOut.extend({ made_by: CreatorOut.nullable() })
export type ListedEndpointOut = z.output<typeof ListedEndpointOut>

export const readEndpointsWithCreators = endpoint({
  method: 'GET',
  path: '/webhooks/subscriptions',
  permission: 'manageWebhooks',
  reply: z.array(ListedEndpointOut),
  office: {},
})
/** Makes the caller responsible for an endpoint whose creator has left. */
export const keepEndpoint = endpoint({
  permission: 'manageWebhooks',
  method: 'POST',
  path: '/webhooks/subscriptions/{endpoint_uuid}/keep',
  params: z.object({ endpoint_uuid: Uuid }),
  reply: z.null(),
  audit: ['webhook_endpoint.kept'],
  office: {},
})

// The same members as in the API.
const AttemptOut = z.object({
  at: InstantOut,
  status_code: z.number().nullable(),
  duration_ms: z.number(),
  /** Reason why no complete response arrived in time. */
  error: z.string().nullable(),
})

export const LoggedDeliveryOut = z.object({
  delivery_id: UuidOut,
  event: z.enum(SENT_EVENTS),
  external_ref: z.string().nullable(),
  status: z.enum(DELIVERY_STATUSES),
  endpoint: z.object({ endpoint_uuid: UuidOut, url: z.string(), removed: z.boolean() }),
  attempt_count: z.number(),
  last_attempt: AttemptOut.nullable(),
  next_attempt_at: InstantOut.nullable(),
  created_at: InstantOut,
})
export type LoggedDeliveryOut = z.output<typeof LoggedDeliveryOut>

export const DeliveryLogOut = z.object({ deliveries: z.array(LoggedDeliveryOut), next_cursor: z.string().nullable() })
export type DeliveryLogOut = z.output<typeof DeliveryLogOut>

export const DeliveryDetailOut = LoggedDeliveryOut.extend({
  /** Body of the last attempt. Before the first attempt, the body that it would send. */
  body: z.record(z.string(), z.unknown()),
  /** Oldest first. `response` is the beginning of the response body. */
  attempts: z.array(AttemptOut.extend({ response: z.string().nullable() })),
})
export type DeliveryDetailOut = z.output<typeof DeliveryDetailOut>

const cursor = text(1, 2_000).optional()
const DeliveryQuery = z.strictObject({
  status: oneOf(DELIVERY_STATUSES).optional(),
  endpoint: Uuid.optional(),
  event: oneOf(SENT_EVENTS).optional(),
  reference: text(0, 200).optional(),
  from: Day.optional(),
  to: Day.optional(),
  cursor,
})
export type DeliveryLogQuery = z.output<typeof DeliveryQuery>

export const listDeliveryLog = endpoint({
  method: 'GET',
  path: '/webhook-deliveries',
  permission: 'manageWebhooks',
  query: DeliveryQuery,
  reply: DeliveryLogOut,
  office: {},
})
export const readDelivery = endpoint({
  method: 'GET',
  path: '/webhook-deliveries/{delivery_id}',
  permission: 'manageWebhooks',
  params: z.object({ delivery_id: Uuid }),
  reply: DeliveryDetailOut,
  office: {},
})
/** Number of deliveries that are sent again. */
const Replayed = z.object({ deliveries: z.number() })

export const replayDeliveries = endpoint({
  method: 'POST',
  path: '/webhook-deliveries/replay',
  permission: 'manageWebhooks',
  body: z.strictObject({
    delivery_ids: z
      .array(Uuid)
      .min(1, faultText('must name a delivery'))
      .max(500, faultText('must name at most 500 deliveries')),
  }),
  reply: Replayed,
  audit: ['webhook_delivery.replayed'],
  office: {},
})
/** Sends again every delivery since `since` that the endpoint has not accepted. */
export const replayPending = endpoint({
  method: 'POST',
  path: '/webhooks/subscriptions/{endpoint_uuid}/replay-pending',
  permission: 'manageWebhooks',
  params: z.object({ endpoint_uuid: Uuid }),
  body: z.strictObject({ since: Instant }),
  reply: Replayed,
  audit: ['webhook_deliveries.replayed'],
  office: {},
})

export const RequestOut = z.object({
  /** Value of the X-Request-Id response header. */
  request_id: UuidOut,
  at: InstantOut,
  key_name: z.string().nullable(),
  key_prefix: z.string().nullable(),
  method: z.string(),
  /** Path with its query, without addresses and coordinates. */
  path: z.string(),
  /** Type of the request body. The body itself is not stored. */
  body: z.enum(['JSON', 'FORM']).nullable(),
  status: z.number(),
  duration_ms: z.number(),
  error_code: z.string().nullable(),
})
export type RequestOut = z.output<typeof RequestOut>

export const RequestLogOut = z.object({
  requests: z.array(RequestOut),
  next_cursor: z.string().nullable(),
  /** Number of requests that were searched, if older requests remain. Null if the page is full or the log has ended. */
  looked_through: z.number().nullable(),
})
export type RequestLogOut = z.output<typeof RequestLogOut>

/** `REFUSED` is 4xx, `FAILED` is 5xx. */
export const REQUEST_RESULTS = ['OK', 'REFUSED', 'FAILED'] as const
export const API_METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const RequestQuery = z.strictObject({
  key: Uuid.optional(),
  result: oneOf(REQUEST_RESULTS).optional(),
  method: oneOf(API_METHODS).optional(),
  path: text(0, 200).optional(),
  cursor,
})
export type RequestLogQuery = z.output<typeof RequestQuery>

export const listRequests = endpoint({
  method: 'GET',
  path: '/api-requests',
  permission: 'manageKeys',
  query: RequestQuery,
  reply: RequestLogOut,
  office: {},
})
