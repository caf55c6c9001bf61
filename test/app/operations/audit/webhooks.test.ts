// Tests audit rows of webhook endpoints and repeated deliveries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectAuditRow, expectNoAuditRow } from '../../../helpers/audit.ts'
import { signedIn } from '../../../helpers/office.ts'
import { startReceiver } from '../../../helpers/receiver.ts'
import { addEndpoint, emitEvents, readDeliveries, startWebhooks, SUBSCRIPTIONS } from '../../../helpers/webhooks.ts'

const service = await startWebhooks()

test('records an endpoint that the key adds, changes, gives a new secret and removes', async () => {
  const shop = await service.business()
  const by = { kind: 'API', id: shop.keyId } as const
  const { endpoint_uuid: entityId } = await addEndpoint(shop, 'https://hooks.example.com/a')
  const row = await expectAuditRow(service, shop, 'webhook_endpoint.created', { entityId, by })
  assert.ok(row.requestId, 'the row names the request')
  await shop.patch(`${SUBSCRIPTIONS}/${entityId}`, { active: false })
  await expectAuditRow(service, shop, 'webhook_endpoint.updated', { entityId, by })
  await shop.post(`${SUBSCRIPTIONS}/${entityId}/rotate-secret`)
  const { detail } = await expectAuditRow(service, shop, 'webhook_endpoint.secret_rotated', { entityId, by })
  assert.doesNotMatch(JSON.stringify(detail), /whsec_/)
  await shop.delete(`${SUBSCRIPTIONS}/${entityId}`)
  await expectAuditRow(service, shop, 'webhook_endpoint.deleted', { entityId, by })
})

test('a duplicate request adds no second row', async () => {
  const shop = await service.business()
  const key = { 'idempotency-key': 'once' }
  for (let i = 0; i < 2; i++) await shop.post(SUBSCRIPTIONS, { url: 'https://hooks.example.com/b' }, key)
  await expectAuditRow(service, shop, 'webhook_endpoint.created', { times: 1 })
})

test('records a delivery sent again by the API or the office, and all pending deliveries', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  receiver.answer = 410
  const { endpoint_uuid: endpointId } = await addEndpoint(shop, receiver.url)
  const since = service.now().toISOString()
  await emitEvents(service, shop, ['stop.delivered'], ['stop.failed'])
  await service.send()
  const [second, first] = await readDeliveries(shop, endpointId)
  assert.ok(first && second)
  await expectNoAuditRow(service, shop, 'webhook_delivery.replayed')
  await shop.post(`${SUBSCRIPTIONS}/${endpointId}/deliveries/${first.delivery_id}/replay`)
  await expectAuditRow(service, shop, 'webhook_delivery.replayed', {
    entityId: first.delivery_id,
    by: { kind: 'API', id: shop.keyId },
  })
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const by = { kind: 'OFFICE', id: office.session?.user.user_uuid ?? '' } as const
  await office.post('/webhook-deliveries/replay', { delivery_ids: [second.delivery_id] })
  await expectAuditRow(service, shop, 'webhook_delivery.replayed', { entityId: second.delivery_id, by })
  await service.send()
  await office.post(`${SUBSCRIPTIONS}/${endpointId}/replay-pending`, { since })
  await expectAuditRow(service, shop, 'webhook_deliveries.replayed', { entityId: endpointId, by })
})
