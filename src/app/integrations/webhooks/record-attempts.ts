// Records the results of attempts in one commit per business, with the time of each retry and the health of each
// endpoint.
import { type EndpointHealth, healthAfter, nextAttempt } from '../../../domain/webhooks/webhook.ts'
import {
  type AttemptRecord,
  lockClaimed,
  lockHealth,
  recordAttempts as record,
  saveHealth,
} from '../../../store/webhooks/webhook-attempts.ts'
import type { ClaimedDelivery } from '../../../store/webhooks/webhook-claims.ts'
import type { App } from '../../context.ts'
import type { PostResult } from '../../ports/webhook-post.ts'

/** Characters of a response that are stored. */
const EXCERPT_CHARACTERS = 1_024

/** A delivery that was posted, with the result. */
export interface PostedDelivery {
  delivery: ClaimedDelivery
  at: Date
  result: PostResult
}

/** Records attempts of one business. Skips a delivery that another process has claimed since. */
export async function recordAttempts(app: App, businessId: string, sent: readonly PostedDelivery[]): Promise<void> {
  const failing = await app.db.asBusiness(businessId, async (tx) => {
    const endpointIds = [...new Set(sent.map(({ delivery }) => delivery.endpointId))]
    const healths = await lockHealth(tx, endpointIds)
    const claimed = await lockClaimed(
      tx,
      sent.map(({ delivery }) => delivery),
    )
    const attempts: AttemptRecord[] = []
    const begunToFail = new Set<string>()
    for (const { delivery, at, result } of sent) {
      const { deliveryId, endpointId } = delivery
      const before = claimed.get(deliveryId)
      const health: EndpointHealth | undefined = healths.get(endpointId)
      if (!before || !health) continue
      const number = before.attemptCount + 1
      const next = nextAttempt(number - before.scheduleStart, result, at, Math.random())
      attempts.push({
        ...result,
        ...next,
        excerpt: result.excerpt?.slice(0, EXCERPT_CHARACTERS) ?? null,
        deliveryId,
        number,
        at,
      })
      const after = healthAfter(health, next.status === 'DELIVERED', at)
      if (!health.failingSince && after.failingSince) begunToFail.add(endpointId)
      healths.set(endpointId, after)
    }
    if (attempts.length === 0) return begunToFail
    await record(tx, attempts, app.clock())
    await saveHealth(tx, healths)
    return begunToFail
  })
  for (const endpointId of failing)
    app.log.warn({ business_uuid: businessId, endpoint_uuid: endpointId }, 'a webhook endpoint began to fail')
}
