// Businesses with webhook endpoints and events, on a clock that the test controls.
import { randomUUID } from 'node:crypto'
import { type Context, makeContext } from '../../src/app/context.ts'
import { emit } from '../../src/app/integrations/webhooks/emit.ts'
import { type EventFacts, event } from '../../src/domain/webhooks/event.ts'
import type { EventName } from '../../src/domain/webhooks/event-names.ts'
import { sendWebhooksJob } from '../../src/jobs/send-webhooks.ts'
import { type Client, type Json, type Service, startService } from './service.ts'

export const SUBSCRIPTIONS = '/webhooks/subscriptions'

export interface EndpointJson extends Json {
  endpoint_uuid: string
  secret: string
  failing_since: string | null
  last_success_at: string | null
}

export interface DeliveryJson extends Json {
  delivery_id: string
  status: string
  next_attempt_at: string | null
  attempts: { at: string; status_code: number | null; error: string | null }[]
}

export interface WebhookService extends Service {
  /** Advances the clock. */
  wait(seconds: number): void
  now(): Date
  /** Sends everything that is due by the clock until nothing is left. */
  send(): Promise<void>
}

export async function startWebhooks(env: Record<string, string> = {}): Promise<WebhookService> {
  let now = Date.parse('2026-11-23T15:00:00.000Z')
  const clock = () => new Date(now)
  const service = await startService({ replaced: { clock }, env: { ALLOW_PRIVATE_WEBHOOKS: '1', ...env } })
  return {
    ...service,
    wait: (seconds) => {
      now += seconds * 1000
    },
    now: clock,
    send: async () => void (await sendWebhooksJob.run(service.app)),
  }
}

export async function addEndpoint(shop: Client, url: string, members: Json = {}): Promise<EndpointJson> {
  const answer = await shop.post<EndpointJson>(SUBSCRIPTIONS, { url, ...members })
  if (answer.status !== 201) throw new Error(`no endpoint: ${answer.body.message}`)
  return answer.body.data
}

export async function readEndpoint(shop: Client, endpointId: string): Promise<EndpointJson> {
  const { body } = await shop.get<EndpointJson[]>(SUBSCRIPTIONS)
  const found = body.data.find(({ endpoint_uuid }) => endpoint_uuid === endpointId)
  if (!found) throw new Error('no such endpoint')
  return found
}

/** Returns the deliveries of the endpoint, newest first. */
export const readDeliveries = async (shop: Client, endpointId: string): Promise<DeliveryJson[]> =>
  (await shop.get<DeliveryJson[]>(`${SUBSCRIPTIONS}/${endpointId}/deliveries?limit=200`)).body.data

/** Events of one invented stop. */
export const stopFacts = (members: Partial<EventFacts> = {}): Partial<EventFacts> => ({
  external_ref: 'T-1',
  order_uuid: randomUUID(),
  stop_uuid: randomUUID(),
  route_uuid: randomUUID(),
  ...members,
})

/** The context of the server itself, for the business. */
export const contextOf = ({ app }: Pick<Service, 'app'>, shop: Client): Context =>
  makeContext(app, {
    businessId: shop.businessId,
    timeZone: 'America/New_York',
    actor: { kind: 'SYSTEM', id: null },
    requestId: null,
    idempotency: null,
  })

/** Facts of an event whose delay exceeds the threshold of every endpoint. */
const LATE: Partial<EventFacts> = { late_minutes: 240, previous_late_minutes: 0 }

/** Emits the events in one transaction. */
export async function emitEvents(
  service: Pick<Service, 'app'>,
  shop: Client,
  ...events: [EventName, Partial<EventFacts>?][]
): Promise<void> {
  const context = contextOf(service, shop)
  await context.write(async (tx) =>
    emit(
      context,
      tx,
      events.map(([name, facts = stopFacts()]) => event(name, { ...(name === 'stop.eta_changed' && LATE), ...facts })),
    ),
  )
}
