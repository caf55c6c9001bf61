// Renders a delivery for its endpoint: body, headers, signature (docs/spec/webhooks.md#payload, #signatures).
import type { SentEvent } from '../../../domain/webhooks/event-names.ts'
import { OUTCOME_EVENTS } from '../../../domain/webhooks/webhook.ts'
import type { ProofWithFault } from '../../../store/routes/proofs.ts'
import type { ClaimedDelivery } from '../../../store/webhooks/webhook-claims.ts'
import type { App } from '../../context.ts'
import { trackingUrl } from '../../orders/order-wire.ts'
import type { WebhookMessage } from '../../ports/webhook-post.ts'
import { proofLinks } from '../../driving/proofs/proof-links.ts'
import { webhookHeaders } from './sign.ts'

type Links = Pick<App, 'publicUrl' | 'secrets'>

/** Links to proofs are signed at `now` for each attempt. The rest of the body is the same in each attempt. */
export function renderWebhook(
  delivery: ClaimedDelivery,
  proofs: readonly ProofWithFault[],
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

/** Returns the body of an attempt made at `now`. */
export const webhookBody = (
  { event, facts, firstAttemptAt, isTest }: Pick<ClaimedDelivery, 'event' | 'facts' | 'firstAttemptAt' | 'isTest'>,
  proofs: readonly ProofWithFault[],
  now: Date,
  links: Links,
) => ({
  event,
  occurred_at: firstAttemptAt.toISOString(),
  ...(isTest && { test: true as const }),
  data: {
    ...facts,
    // Events that an earlier version of the server stored have no attempt number.
    attempt: facts.attempt ?? null,
    proof: hasOutcome(event) ? proofLinks(proofs, now, links) : null,
    tracking_url: facts.order_uuid && trackingUrl(facts.order_uuid, links),
  },
})

export const hasOutcome = (event: SentEvent): boolean => (OUTCOME_EVENTS as readonly string[]).includes(event)
