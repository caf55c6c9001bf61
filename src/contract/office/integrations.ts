// Integrations: API keys, webhook endpoints by the same schemas as the API's, what they were sent, and who called.
import { z } from 'zod'
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhooks/webhook.ts'
import * as api from '../webhooks.ts'
import { Day, Instant, oneOf, text, Uuid } from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'

export interface KeyOut {
  key_uuid: string
  name: string
  /** Its first characters, for recognizing it. */
  prefix: string
  created_at: string
  /** To the minute; null for a key never used. */
  last_used_at: string | null
  revoked_at: string | null
}

const owner = { role: 'OWNER' } as const

export const listKeys = officeEndpoint({ ...owner, method: 'GET', path: '/keys' })
export const createKey = officeEndpoint({
  ...owner,
  method: 'POST',
  path: '/keys',
  body: z.strictObject({ name: text(1, 200) }),
})
export const revokeKey = officeEndpoint({
  ...owner,
  method: 'POST',
  path: '/keys/{key_uuid}/revoke',
  params: z.object({ key_uuid: Uuid }),
})

/** As the API has it, for owners. */
const asApi = <const E extends { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string }>(endpoint: E) => ({
  ...endpoint,
  ...owner,
})

export const listEndpoints = asApi(api.listEndpoints)
export const createEndpoint = asApi(api.createEndpoint)
export const updateEndpoint = asApi(api.updateEndpoint)
export const deleteEndpoint = asApi(api.deleteEndpoint)
export const rotateSecret = asApi(api.rotateSecret)
export const testEndpoint = asApi(api.testEndpoint)

interface AttemptOut {
  at: string
  status_code: number | null
  duration_ms: number
  /** Why there was no whole answer in time. */
  error: string | null
}

export interface LoggedDeliveryOut {
  delivery_id: string
  event: string
  external_ref: string | null
  status: DeliveryStatus
  endpoint: { endpoint_uuid: string; url: string; removed: boolean }
  attempt_count: number
  last_attempt: AttemptOut | null
  next_attempt_at: string | null
  created_at: string
}

export interface DeliveryLogOut {
  deliveries: LoggedDeliveryOut[]
  next_cursor: string | null
}

export interface DeliveryDetailOut extends LoggedDeliveryOut {
  /** As the last attempt posted it; as the first one would, before there was any. */
  body: Record<string, unknown>
  /** Oldest first; `response` is the beginning of the answer's body. */
  attempts: (AttemptOut & { response: string | null })[]
}

const cursor = text(1, 2_000).optional()
const DeliveryQuery = z.strictObject({
  status: oneOf(DELIVERY_STATUSES).optional(),
  endpoint: Uuid.optional(),
  event: text(1, 100).optional(),
  reference: text(0, 200).optional(),
  from: Day.optional(),
  to: Day.optional(),
  cursor,
})
export type DeliveryLogQuery = z.output<typeof DeliveryQuery>

export const listDeliveryLog = officeEndpoint({
  ...owner,
  method: 'GET',
  path: '/webhook-deliveries',
  query: DeliveryQuery,
})
export const readDelivery = officeEndpoint({
  ...owner,
  method: 'GET',
  path: '/webhook-deliveries/{delivery_id}',
  params: z.object({ delivery_id: Uuid }),
})
export const replayDeliveries = officeEndpoint({
  ...owner,
  method: 'POST',
  path: '/webhook-deliveries/replay',
  body: z.strictObject({
    delivery_ids: z.array(Uuid).min(1, 'must name a delivery').max(500, 'must name at most 500 deliveries'),
  }),
})
/** Everything owed to the endpoint since then and not taken. */
export const replayOwed = officeEndpoint({
  ...owner,
  method: 'POST',
  path: '/webhooks/subscriptions/{endpoint_uuid}/replay-owed',
  params: z.object({ endpoint_uuid: Uuid }),
  body: z.strictObject({ since: Instant }),
})

export interface RequestOut {
  /** As the answer's X-Request-Id. */
  request_id: string
  at: string
  key_name: string | null
  key_prefix: string | null
  method: string
  path: string
  status: number
  duration_ms: number
  error_code: string | null
}

export interface RequestLogOut {
  requests: RequestOut[]
  next_cursor: string | null
  /** So many calls were looked through, and there are older ones; null when the page is full or the log at its end. */
  looked_through: number | null
}

/** `REFUSED` is 4xx, `FAILED` 5xx. */
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

export const listRequests = officeEndpoint({ ...owner, method: 'GET', path: '/api-requests', query: RequestQuery })
