// PATCH /webhooks/subscriptions/{endpoint_uuid}: changes or pauses an endpoint (docs/spec/webhooks.md#endpoints).
import type { EndpointChange } from '../../../contract/webhooks.ts'
import { audit } from '../../../store/audit/audit.ts'
import { saveEndpoint, type WebhookEndpoint } from '../../../store/webhooks/webhook-endpoints.ts'
import type { Context } from '../../context.ts'
import { creatorFor } from '../../people/users/creators.ts'
import { endpointToWire } from './endpoint-wire.ts'
import { requireEndpoint, lockRequiredEndpoint, refuseForbiddenUrl } from './find-or-refuse.ts'

export async function updateEndpoint(ctx: Context, endpointId: string, body: EndpointChange) {
  const seen = await requireEndpoint(ctx, endpointId)
  if (body.url !== undefined && body.url !== seen.url) await refuseForbiddenUrl(ctx, body.url)

  return ctx.write(async (tx) => {
    const current = await lockRequiredEndpoint(tx, endpointId)
    const change = {
      ...(body.url !== undefined && { url: body.url }),
      ...(body.events !== undefined && { events: [...new Set(body.events ?? [])] }),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.eta_change_minutes !== undefined && { etaChangeMinutes: body.eta_change_minutes }),
      ...(body.active !== undefined && { active: body.active }),
    } satisfies Partial<WebhookEndpoint>
    if (Object.keys(change).length === 0) return endpointToWire(current)
    const madeBy =
      change.url !== undefined && change.url !== current.url ? await creatorFor(tx, ctx.actor) : current.madeBy
    const changed: WebhookEndpoint = { ...current, ...change, madeBy, updatedAt: ctx.now }
    await saveEndpoint(tx, changed)
    audit(tx, ctx, {
      action: 'webhook_endpoint.updated',
      entity: 'webhook_endpoint',
      entityId: current.endpointId,
      detail: change,
    })
    if (changed.active) ctx.wake('webhooks')
    return endpointToWire(changed)
  })
}
