// POST /webhooks/subscriptions (docs/spec/webhooks.md#endpoints).
import { text } from '../../../texts/text.ts'
import { MAX_ENDPOINTS } from '../../../contract/limits.ts'
import type { EndpointInput } from '../../../contract/webhooks.ts'
import { DEFAULT_ETA_CHANGE_MINUTES } from '../../../domain/webhooks/eta-change.ts'
import { audit } from '../../../store/audit/audit.ts'
import { countEndpoints, insertEndpoint, type WebhookEndpoint } from '../../../store/webhooks/webhook-endpoints.ts'
import type { Context } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { creatorFor } from '../../people/users/creators.ts'
import { endpointToWire } from './endpoint-wire.ts'
import { refuseForbiddenUrl } from './find-or-refuse.ts'
import { newSigningSecret } from './sign.ts'

export async function createEndpoint(ctx: Context, body: EndpointInput) {
  await refuseForbiddenUrl(ctx, body.url)

  return ctx.write(async (tx) => {
    if ((await countEndpoints(tx)) >= MAX_ENDPOINTS)
      throw conflicting(
        'TOO_MANY_ENDPOINTS',
        text('This business already has {most} webhook endpoints; remove one first.', { most: MAX_ENDPOINTS }),
      )
    const added: WebhookEndpoint = {
      endpointId: ctx.newId(),
      url: body.url,
      events: [...new Set(body.events ?? [])],
      description: body.description,
      etaChangeMinutes: body.eta_change_minutes ?? DEFAULT_ETA_CHANGE_MINUTES,
      active: true,
      createdAt: ctx.now,
      updatedAt: ctx.now,
      lastSuccessAt: null,
      failingSince: null,
      madeBy: await creatorFor(tx, ctx.actor),
    }
    const secret = newSigningSecret(ctx)
    await insertEndpoint(tx, added, ctx.secrets.encrypt(secret))
    audit(tx, ctx, {
      action: 'webhook_endpoint.created',
      entity: 'webhook_endpoint',
      entityId: added.endpointId,
      detail: { url: added.url, events: added.events },
    })
    return { ...endpointToWire(added), secret }
  })
}
