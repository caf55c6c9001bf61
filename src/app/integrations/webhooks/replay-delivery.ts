// POST …/deliveries/{delivery_id}/replay: sends a delivery again under its original ID (docs/spec/webhooks.md#retries,
// 4).
import { audit } from '../../../store/audit/audit.ts'
import { findDelivery, restartDelivery } from '../../../store/webhooks/webhook-deliveries.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { deliveryToWire } from './endpoint-wire.ts'
import { lockRequiredEndpoint } from './find-or-refuse.ts'

export async function replayDelivery(ctx: Context, endpointId: string, deliveryId: string) {
  return ctx.write(async (tx) => {
    await lockRequiredEndpoint(tx, endpointId)
    const delivery = await findDelivery(tx, endpointId, deliveryId)
    if (!delivery) throw missing('delivery with that id to this webhook endpoint')
    await restartDelivery(tx, delivery.deliveryId, ctx.now)
    audit(tx, ctx, {
      action: 'webhook_delivery.replayed',
      entity: 'webhook_delivery',
      entityId: delivery.deliveryId,
    })
    ctx.wake('webhooks')
    return deliveryToWire({ ...delivery, status: 'PENDING', nextAttemptAt: ctx.now })
  })
}
