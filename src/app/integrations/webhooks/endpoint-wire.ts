// Endpoints and deliveries in the wire format.
import type { DeliveryOut, EndpointOut } from '../../../contract/webhooks.ts'
import type { Delivery } from '../../../store/webhooks/webhook-deliveries.ts'
import type { WebhookEndpoint } from '../../../store/webhooks/webhook-endpoints.ts'

/** The wire format contains no secrets. */
export const endpointToWire = (endpoint: WebhookEndpoint): EndpointOut => ({
  endpoint_uuid: endpoint.endpointId,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  eta_change_minutes: endpoint.etaChangeMinutes,
  active: endpoint.active,
  created_at: endpoint.createdAt.toISOString(),
  updated_at: endpoint.updatedAt.toISOString(),
  last_success_at: endpoint.lastSuccessAt?.toISOString() ?? null,
  failing_since: endpoint.failingSince?.toISOString() ?? null,
})

export const deliveryToWire = (delivery: Delivery): DeliveryOut => ({
  delivery_id: delivery.deliveryId,
  event: delivery.event,
  external_ref: delivery.externalRef,
  status: delivery.status,
  attempts: delivery.attempts.map(({ at, statusCode, durationMs, error }) => ({
    at: at.toISOString(),
    status_code: statusCode,
    duration_ms: durationMs,
    error,
  })),
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  created_at: delivery.createdAt.toISOString(),
})
