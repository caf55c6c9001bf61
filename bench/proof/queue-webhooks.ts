// Queues events for a business's endpoints, as if they had happened.
import { randomUUID } from 'node:crypto'
import { type App, makeContext } from '../../src/app/context.ts'
import { emit } from '../../src/app/integrations/webhooks/emit.ts'
import { event } from '../../src/domain/webhooks/event.ts'

const BATCH_SIZE = 500

/** Queues `count` events, each about a different invented stop, with this order reference. */
export async function queueDeliveries(
  app: App,
  businessId: string,
  count: number,
  externalRef = 'proof',
): Promise<void> {
  const actor = { kind: 'SYSTEM' as const, id: null }
  for (let left = count; left > 0; left -= BATCH_SIZE) {
    const ctx = makeContext(app, { businessId, timeZone: 'UTC', actor, requestId: null, idempotency: null })
    await ctx.write(async (tx) => {
      const facts = () => ({ external_ref: externalRef, order_uuid: randomUUID(), stop_uuid: randomUUID() })
      const events = Array.from({ length: Math.min(BATCH_SIZE, left) }, () => event('stop.scheduled', facts()))
      emit(ctx, tx, events)
    })
  }
}
