// The log of events on the wire, and sending a part of it again (docs/spec/webhooks.md#event-log).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EVENTS, WebhookPayload } from './events.ts'
import { Instant, Uuid, UuidOut } from './fields.ts'
import { MAX_REPLAYED_EVENTS } from './limits.ts'
import { PageQuery } from './pages.ts'

export const EventsQuery = z.strictObject({
  after: z.string().pipe(Uuid).optional().meta({
    description: 'event_uuid of the last event that you have processed. Without it, from the oldest that is kept.',
  }),
  since: z.string().pipe(Instant).optional().meta({
    description: 'Without after, begins at the first event that was logged at or after this instant.',
  }),
  limit: PageQuery.shape.limit,
})
export type EventsQuery = z.output<typeof EventsQuery>

const EventOut = WebhookPayload.extend({
  event_uuid: UuidOut,
  occurred_at: WebhookPayload.shape.occurred_at.meta({ description: 'When it happened.' }),
}).meta({ id: 'Event', description: 'As the webhook of the same name carries it.' })

export const ReplayBody = z
  .strictObject(
    {
      from: Instant,
      until: Instant.optional().meta({ description: 'Default: now.' }),
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
    summary: 'Every event, oldest first',
    description:
      'The log of all events of the last 30 days, in the order in which they happened, whatever endpoints there are. Keep the event_uuid of the last event that you have processed and ask for what is after it: no event is missed, even under concurrent writes.',
    success: { 200: 'A page of events.' },
    errors: {
      410: 'The events after this one may be gone; details.oldest is the oldest that is kept, at which a call without after begins.',
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
  reply: z.object({ deliveries: z.int().meta({ description: 'How many are due now.' }) }),
  permission: 'manageWebhooks',
  key: {
    operation: 'replayEvents',
    tag: 'Webhooks',
    summary: 'Send the events of a time to an endpoint',
    description: `For an endpoint that was added late, or has lost what it received: sends the events of that time that it chose, at most ${MAX_REPLAYED_EVENTS.toLocaleString('en-US')} at once. What it was sent before comes again under the same X-Service-Delivery.`,
    success: { 200: 'Due now.' },
    errors: { 404: 'No endpoint with that uuid.' },
    limits: () => ['webhook_management'],
    examples: { body: { from: '2026-11-23T10:00:00Z', until: '2026-11-23T12:00:00Z' }, reply: { deliveries: 42 } },
  },
})
