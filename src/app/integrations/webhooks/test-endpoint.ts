// POST /webhooks/subscriptions/{endpoint_uuid}/test: queues endpoint.test, whatever events the endpoint selected
// (docs/spec/webhooks.md#endpoints).
import { NO_FACTS } from '../../../domain/webhooks/event.ts'
import { TEST_EVENT } from '../../../domain/webhooks/event-names.ts'
import { findDelivery, insertDeliveries } from '../../../store/webhooks/webhook-deliveries.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { deliveryToWire } from './endpoint-wire.ts'
import { lockRequiredEndpoint } from './find-or-refuse.ts'

export async function testEndpoint(ctx: Context, endpointId: string) {
  return ctx.write(async (tx) => {
    await lockRequiredEndpoint(tx, endpointId)
    const deliveryId = ctx.newId()
    insertDeliveries(tx, [{ deliveryId, endpointId, event: TEST_EVENT, facts: NO_FACTS, dueAt: ctx.now }], ctx.now)
    const delivery = await findDelivery(tx, endpointId, deliveryId)
    if (!delivery) throw missing('webhook delivery with that id')
    ctx.wake('webhooks')
    return deliveryToWire(delivery)
  })
}
