// DELETE /webhooks/subscriptions/{endpoint_uuid} (docs/spec/webhooks.md#endpoints).
import { audit } from '../../../store/audit/audit.ts'
import { abandonPending } from '../../../store/webhooks/webhook-deliveries.ts'
import { removeEndpoint } from '../../../store/webhooks/webhook-endpoints.ts'
import type { Context } from '../../context.ts'
import { endpointToWire } from './endpoint-wire.ts'
import { lockRequiredEndpoint } from './find-or-refuse.ts'

export async function deleteEndpoint(ctx: Context, endpointId: string) {
  return ctx.write(async (tx) => {
    const current = await lockRequiredEndpoint(tx, endpointId)
    await removeEndpoint(tx, current.endpointId, ctx.now)
    await abandonPending(tx, current.endpointId, ctx.now)
    audit(tx, ctx, {
      action: 'webhook_endpoint.deleted',
      entity: 'webhook_endpoint',
      entityId: current.endpointId,
      detail: { url: current.url },
    })
    return endpointToWire({ ...current, active: false })
  })
}
