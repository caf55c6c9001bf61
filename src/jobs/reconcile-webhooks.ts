// Reports outcomes that receivers have not received yet (docs/spec/webhooks.md#retries, 5).
import { pendingOutcomes } from '../store/routes/pending-outcomes.ts'
import type { Job } from './runner.ts'

const OVERDUE_MS = 5 * 60_000

export const reconcileWebhooksJob: Job = {
  name: 'reconcile-webhooks',
  everyMs: 15 * 60_000,
  run: async (app) => {
    const overdueSince = new Date(app.clock().getTime() - OVERDUE_MS)
    for (const pending of await app.db.asSystem((tx) => pendingOutcomes(tx, null, overdueSince)))
      app.log.warn(
        {
          business_uuid: pending.businessId,
          endpoint_uuid: pending.endpointId,
          failed: pending.failed,
          retrying: pending.retrying,
          overdue: pending.overdue,
          oldest_at: pending.oldestAt.toISOString(),
        },
        'outcomes are still pending for a webhook endpoint',
      )
    return false
  },
}
