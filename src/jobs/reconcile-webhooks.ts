// The reconciliation sweep: reports outcomes not yet delivered to receivers (docs/spec/webhooks.md#retries, 4).
import { pendingOutcomes } from '../store/routes/pending-outcomes.ts'
import type { Job } from './runner.ts'

const OVERDUE_MS = 5 * 60_000

export const reconcileWebhooksJob: Job = {
  name: 'reconcile-webhooks',
  everyMs: 15 * 60_000,
  run: async (app) => {
    const overdueSince = new Date(app.clock().getTime() - OVERDUE_MS)
    for (const owed of await app.db.asSystem((tx) => pendingOutcomes(tx, null, overdueSince)))
      app.log.warn(
        {
          business_uuid: owed.businessId,
          endpoint_uuid: owed.endpointId,
          failed: owed.failed,
          retrying: owed.retrying,
          overdue: owed.overdue,
          oldest_at: owed.oldestAt.toISOString(),
        },
        'outcomes are still pending for a webhook endpoint',
      )
    return false
  },
}
