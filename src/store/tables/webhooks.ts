// Tables of events, webhook endpoints, and deliveries to them.
import type { EventFacts } from '../../domain/webhooks/event.ts'
import type { EventName, SentEvent } from '../../domain/webhooks/event-names.ts'
import type { DeliveryStatus } from '../../domain/webhooks/webhook.ts'
import { boolean, bytes, each, instant, json, number, ofBusiness, text, texts, uuid } from './table.ts'

export const events = ofBusiness({ key: ['eventId'], depots: 'SHARED' }).columns({
  eventId: uuid,
  position: number.defaulted,
  event: text<EventName>('NONE'),
  facts: json<EventFacts>('JSON'),
  at: instant,
})

export const webhookEndpoints = ofBusiness({ key: ['endpointId'], depots: 'SHARED' }).columns({
  endpointId: uuid,
  url: text('NONE'),
  events: texts<EventName[]>('NONE'),
  etaChangeMinutes: number.defaulted,
  description: text('NONE').nullable,
  active: boolean.defaulted,
  secret: bytes('NONE').sealed,
  previousSecret: bytes('NONE').sealed.nullable,
  ...each(instant.nullable, 'previousUntil', 'lastSuccessAt', 'failingSince', 'deletedAt'),
  ...each(uuid.nullable, 'madeBy', 'connectorId'),
  ...each(instant.defaulted, 'createdAt', 'updatedAt'),
})

export const webhookAttempts = ofBusiness({
  key: ['deliveryId', 'number'],
  depots: 'SHARED',
  partitions: { days: 14, kept: 'webhooksDays' },
}).columns({
  deliveryId: uuid,
  ...each(number, 'number', 'durationMs'),
  at: instant,
  statusCode: number.nullable,
  ...each(text('TEXT').nullable, 'error', 'responseExcerpt'),
})

export const webhookDeliveries = ofBusiness({
  key: ['deliveryId'],
  depots: ['orders', 'routes'],
  partitions: { days: 14, kept: 'webhooksDays' },
}).columns({
  ...each(uuid, 'deliveryId', 'endpointId'),
  event: text<SentEvent>('NONE'),
  facts: json<Record<string, unknown>>('JSON'),
  externalRef: text('TEXT').nullable,
  ...each(uuid.nullable, 'orderId', 'stopId', 'routeId', 'leaseToken'),
  status: text<DeliveryStatus>('NONE').defaulted,
  ...each(number.defaulted, 'attemptCount', 'scheduleStart', 'position'),
  ...each(instant.nullable, 'nextAttemptAt', 'firstAttemptAt', 'leasedUntil', 'settledAt'),
  createdAt: instant,
})
