// The log of events in the API, and sending a part of it again (docs/spec/webhooks.md#event-log).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EVENTS, WebhookPayload } from './events.ts'
import { Instant, Uuid, UuidOut } from './fields.ts'
import { MAX_REPLAYED_EVENTS } from './limits.ts'
import { PageQuery } from './pages.ts'

export const EventsQuery = z.strictObject({
  after: z.string().pipe(Uuid).optional().meta({
    description: 'event_uuid of the last event that you have processed. Default: the log starts at its oldest event.',
  }),
  since: z.string().pipe(Instant).optional().meta({
    description: 'Time at or after which the first event was logged. Ignored if after is sent.',
  }),
  limit: PageQuery.shape.limit,
})
export type EventsQuery = z.output<typeof EventsQuery>

const EventOut = WebhookPayload.extend({
  event_uuid: UuidOut,
  occurred_at: WebhookPayload.shape.occurred_at.meta({ description: 'When the event happened.' }),
}).meta({ id: 'Event', description: 'An event with the payload of the webhook of the same name.' })

export const ReplayBody = z
  .strictObject(
    {
      from: Instant,
      until: Instant.optional().meta({ description: 'End of the period. Default: now.' }),
    },
    { error: faultText('must be a JSON object') },
  )
  .superRefine(({ from, until }, context) => {
    if (until && until <= from)
      context.addIssue({ code: 'custom', path: ['until'], message: faultText('must be after from') })
  })
  .meta({ id: 'WebhookReplayInput' })
export type ReplayBody = z.output<typeof ReplayBody>

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  query: EventsQuery,
  reply: z.array(EventOut),
  permission: 'readOrders',
  key: {
    operation: 'listEvents',
    tag: 'Webhooks',
    summary: 'List all events, oldest first',
    description:
      'Lists all events of the last 30 days oldest first, in the order in which their changes were saved, independent of endpoints. Store the event_uuid of the last event that you have processed, and ask for the events after it: you get every event, even under concurrent writes.',
    success: { 200: 'A page of events.' },
    errors: {
      410: 'Events after this event may have been deleted. The log starts at details.oldest, like a request without `after`.',
    },
    paged: true,
    examples: {
      reply: [{ event_uuid: '019ab8e4-77d0-7b1c-8e11-9a0b1c2d3e4f', ...EVENTS['stop.delivered'].example }],
    },
  },
})

export const replayEvents = endpoint({
  method: 'POST',
  path: '/webhooks/subscriptions/{endpoint_uuid}/replay',
  params: z.object({ endpoint_uuid: Uuid }),
  body: ReplayBody,
  reply: z.object({ deliveries: z.int().meta({ description: 'Number of deliveries that are due now.' }) }),
  permission: 'manageWebhooks',
  key: {
    operation: 'replayEvents',
    tag: 'Webhooks',
    summary: 'Send the events of a period again',
    description: `Sends the events of a period that the endpoint subscribes to, at most ${MAX_REPLAYED_EVENTS.toLocaleString('en-US')} per request. Use it for an endpoint that was added late or has lost events. An event that was sent before keeps its X-Service-Delivery.`,
    success: { 200: 'The events are queued.' },
    errors: { 404: 'No endpoint with that uuid.' },
    limits: () => ['webhook_management'],
    examples: { body: { from: '2026-11-23T10:00:00Z', until: '2026-11-23T12:00:00Z' }, reply: { deliveries: 42 } },
  },
})
