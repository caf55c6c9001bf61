// POST /webhooks/subscriptions/{endpoint_uuid}/rotate-secret (docs/spec/webhooks.md#signatures).
import { ROTATION_HOURS } from '../../../domain/webhooks/webhook.ts'
import { audit } from '../../../store/audit/audit.ts'
import { replaceSecret } from '../../../store/webhooks/webhook-endpoints.ts'
import type { Context } from '../../context.ts'
import { creatorFor } from '../../people/users/creators.ts'
import { newSigningSecret } from './sign.ts'
import { endpointToWire } from './endpoint-wire.ts'
import { lockRequiredEndpoint } from './find-or-refuse.ts'

/** Returns a new secret. For 24 hours, requests are also signed with the previous one. */
export async function rotateSecret(ctx: Context, endpointId: string) {
  return ctx.write(async (tx) => {
    const current = await lockRequiredEndpoint(tx, endpointId)
    const secret = newSigningSecret(ctx)
    await replaceSecret(tx, current.endpointId, {
      sealed: ctx.secrets.encrypt(secret),
      previousUntil: new Date(ctx.now.getTime() + ROTATION_HOURS * 3_600_000),
      now: ctx.now,
      madeBy: await creatorFor(tx, ctx.actor),
    })
    audit(tx, ctx, {
      action: 'webhook_endpoint.secret_rotated',
      entity: 'webhook_endpoint',
      entityId: current.endpointId,
    })
    return { ...endpointToWire({ ...current, updatedAt: ctx.now }), secret }
  })
}
