// Tests the job that reports pending outcomes, and sending pending webhooks again by hand
// (docs/spec/webhooks.md#retries, item 5).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeContext } from '../../src/app/context.ts'
import { replayPending } from '../../src/app/integrations/webhooks/replay-pending.ts'
import { reconcileWebhooksJob } from '../../src/jobs/reconcile-webhooks.ts'
import { startReceiver } from '../helpers/receiver.ts'
import type { Client } from '../helpers/service.ts'
import { addEndpoint, emitEvents, readDeliveries, startWebhooks } from '../helpers/webhooks.ts'

const service = await startWebhooks()

async function reported(shop: Client): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const log = { ...service.app.log, warn: (fields: Record<string, unknown>) => void lines.push(fields) }
  await reconcileWebhooksJob.run({ ...service.app, log })
  return lines.filter(({ business_uuid }) => business_uuid === shop.businessId)
}

test('the sweep reports exactly the retried, given up and overdue outcomes', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { endpoint_uuid } = await addEndpoint(shop, receiver.url)
  const oldest_at = service.now().toISOString()
  await emitEvents(service, shop, ['stop.delivered'])
  await service.send()
  receiver.answer = 500
  await emitEvents(service, shop, ['stop.delivered'], ['stop.undone'], ['order.updated'])
  await service.send()
  receiver.answer = 410
  await emitEvents(service, shop, ['stop.failed'], ['route.completed'])
  await service.send()
  const pending = { business_uuid: shop.businessId, endpoint_uuid, failed: 1, retrying: 2, overdue: 0, oldest_at }
  assert.deepEqual(await reported(shop), [pending])
  await emitEvents(service, shop, ['stop.skipped'], ['order.cancelled'])
  assert.deepEqual(await reported(shop), [pending], 'a delivery that is just due is not overdue')
  service.wait(300)
  assert.deepEqual(await reported(shop), [{ ...pending, overdue: 1 }])
})

test('everything pending since an instant is sent again under its own ID', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { endpoint_uuid } = await addEndpoint(shop, receiver.url)
  await emitEvents(service, shop, ['stop.scheduled'])
  await service.send()
  receiver.answer = 410
  await emitEvents(service, shop, ['stop.delivered'])
  await service.send()
  service.wait(60)
  const since = service.now()
  await emitEvents(service, shop, ['stop.failed'], ['stop.skipped'])
  await service.send()
  receiver.answer = 200
  const before = receiver.received.length
  const context = makeContext(service.app, {
    businessId: shop.businessId,
    timeZone: 'UTC',
    actor: { kind: 'OFFICE', id: null },
    requestId: null,
    idempotency: null,
  })
  const replayed = await replayPending(context, { endpointId: endpoint_uuid, since })
  assert.deepEqual(replayed, { deliveries: 2 })
  await service.send()
  assert.deepEqual(receiver.events().slice(before).sort(), ['stop.failed', 'stop.skipped'])
  assert.deepEqual(
    (await readDeliveries(shop, endpoint_uuid)).map(({ status }) => status),
    ['DELIVERED', 'DELIVERED', 'FAILED', 'DELIVERED'],
  )
  assert.deepEqual(await reported(shop), [
    {
      business_uuid: shop.businessId,
      endpoint_uuid,
      failed: 1,
      retrying: 0,
      overdue: 0,
      oldest_at: new Date(since.getTime() - 60_000).toISOString(),
    },
  ])
})
