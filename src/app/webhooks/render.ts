// A delivery as it is posted: body, headers, signature (docs/spec/webhooks.md#payload, #signatures).
import { createHmac } from 'node:crypto'
import type { SentEvent } from '../../domain/webhooks/event.ts'
import { OUTCOME_EVENTS } from '../../domain/webhooks/webhook.ts'
import type { Proof } from '../../store/routes/proofs.ts'
import type { ClaimedDelivery } from '../../store/webhooks/webhook-claims.ts'
import type { App } from '../context.ts'
import { trackingUrl } from '../orders/order-wire.ts'
import type { WebhookMessage } from '../ports/webhook-post.ts'
import { proofLinks } from '../proofs/proof-links.ts'

type Links = Pick<App, 'publicUrl' | 'secrets'>

/** Links to proofs are signed at `now` for each attempt; everything else stays the same. */
export function renderWebhook(
  delivery: ClaimedDelivery,
  proofs: readonly Proof[],
  now: Date,
  links: Links,
): WebhookMessage {
  const { event, deliveryId, sealedSecret, sealedPreviousSecret } = delivery
  const body = Buffer.from(JSON.stringify(webhookBody(delivery, proofs, now, links)))
  const secrets = [sealedSecret, ...(sealedPreviousSecret ? [sealedPreviousSecret] : [])]
  const headers = webhookHeaders({
    event,
    deliveryId,
    body,
    secrets: secrets.map((sealed) => links.secrets.decrypt(sealed)),
    now,
  })
  return { url: delivery.url, headers, body }
}

/** Signed at `now` with each secret, the newest first. */
export function webhookHeaders(given: {
  event: string
  deliveryId: string
  body: Buffer
  secrets: readonly string[]
  now: Date
}): Record<string, string> {
  const { event, deliveryId: id, body, secrets, now } = given
  const [signature, previous] = secrets.map((secret) => signatureOf(secret, body))
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const standard = secrets.map((secret) => standardSignature(secret, { id, timestamp, body }))
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Roundsman-Webhooks',
    'X-Service-Event': event,
    'X-Service-Delivery': id,
    'X-Service-Signature': signature ?? '',
    ...(previous && { 'X-Service-Signature-Previous': previous }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

/** Keyed on the whole secret as it is written. */
const signatureOf = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** As the libraries of Standard Webhooks verify it: keyed on what follows the prefix, in either alphabet of base64. */
function standardSignature(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: Buffer },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/** What is posted, as an attempt made at `now` has it. */
export const webhookBody = (
  { event, facts, firstAttemptAt, isTest }: Pick<ClaimedDelivery, 'event' | 'facts' | 'firstAttemptAt' | 'isTest'>,
  proofs: readonly Proof[],
  now: Date,
  links: Links,
) => ({
  event,
  occurred_at: firstAttemptAt.toISOString(),
  ...(isTest && { test: true as const }),
  data: {
    ...facts,
    // An event of before has none.
    attempt: facts.attempt ?? null,
    proof: tellsOutcome(event) ? proofLinks(proofs, now, links) : null,
    tracking_url: facts.order_uuid && trackingUrl(facts.order_uuid, links),
  },
})

export const tellsOutcome = (event: SentEvent): boolean => (OUTCOME_EVENTS as readonly string[]).includes(event)
