// Sends every delivery that an endpoint has not accepted since an instant again, under the original IDs
// (docs/spec/webhooks.md#retries, 4).
import { audit } from '../../../store/audit/audit.ts'
import { replayPending as replay } from '../../../store/webhooks/webhook-deliveries.ts'
import type { Context } from '../../context.ts'
import { lockRequiredEndpoint } from './find-or-refuse.ts'

export async function replayPending(ctx: Context, { endpointId, since }: { endpointId: string; since: Date }) {
  return ctx.write(async (tx) => {
    await lockRequiredEndpoint(tx, endpointId)
    const deliveries = await replay(tx, endpointId, since, ctx.now)
    audit(tx, ctx, {
      action: 'webhook_deliveries.replayed',
      entity: 'webhook_endpoint',
      entityId: endpointId,
      detail: { since: since.toISOString(), deliveries },
    })
    ctx.wake('webhooks')
    return { deliveries }
  })
}
