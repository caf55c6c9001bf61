// The unmodified Standard Webhooks library accepts the webhooks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verified } from '../../../../docs/samples/standard-webhook.js'
import type { EventFacts } from '../../../../src/domain/webhooks/event.ts'
import { EVENT_NAMES, type EventName } from '../../../../src/domain/webhooks/event-names.ts'
import { type Received, startReceiver } from '../../../helpers/receiver.ts'
import { addEndpoint, emitEvents, startWebhooks, stopFacts, SUBSCRIPTIONS } from '../../../helpers/webhooks.ts'

// Sets the service's clock to real time, because the library compares the timestamp with the real clock.
const service = await startWebhooks()
service.wait((Date.now() - service.now().getTime()) / 1000)

const verify = (secret: string, received: Received | undefined): unknown =>
  verified(received?.body.toString() ?? '', received?.headers, secret)

test('the Standard Webhooks library verifies a webhook with any body, and rejects an altered one', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { secret } = await addEndpoint(shop, receiver.url)
  await emitEvents(service, shop, ['stop.delivered', { external_ref: '000481-Ä', driver_notes: 'An der Tür 🚪' }])
  await service.send()
  const [received] = receiver.received
  assert.deepEqual(verify(secret, received), received?.json)
  assert.equal(received?.headers['webhook-id'], received?.headers['x-service-delivery'])
  assert.throws(() => verify(secret, received && { ...received, body: Buffer.from(`${received.body.toString()} `) }))
  for (const [header, value] of [
    ['webhook-id', 'msg_other'],
    ['webhook-timestamp', String(Number(received?.headers['webhook-timestamp']) - 1)],
  ] as const)
    assert.throws(() => verify(secret, received && { ...received, headers: { ...received.headers, [header]: value } }))
})

test('a retry has the same ID and the time of its own attempt', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { secret } = await addEndpoint(shop, receiver.url)
  receiver.answer = 503
  await emitEvents(service, shop, ['stop.delivered'])
  await service.send()
  service.wait(66)
  receiver.answer = 200
  await service.send()
  const [first, second] = receiver.received
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
  assert.equal(Number(second?.headers['webhook-timestamp']) - Number(first?.headers['webhook-timestamp']), 66)
  for (const received of [first, second]) verify(secret, received)
})

test('for a day after a rotation, both secrets verify', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { secret, endpoint_uuid } = await addEndpoint(shop, receiver.url)
  const { body } = await shop.post<{ secret: string }>(`${SUBSCRIPTIONS}/${endpoint_uuid}/rotate-secret`)
  await emitEvents(service, shop, ['stop.delivered'])
  await service.send()
  for (const each of [secret, body.data.secret]) verify(each, receiver.received[0])
  assert.throws(() => verify(`whsec_${'A'.repeat(44)}`, receiver.received[0]))
})

test('an older secret in the other base64 alphabet is the key that it decodes to', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { endpoint_uuid } = await addEndpoint(shop, receiver.url)
  const old = 'whsec_--__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaA'
  const { app } = service
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('webhookEndpoints')
      .set({ secret: app.secrets.encrypt(old) })
      .where('endpointId', '=', endpoint_uuid)
      .execute(),
  )
  await emitEvents(service, shop, ['stop.delivered'])
  await service.send()
  const [received] = receiver.received
  const inTheirs = `${old.replaceAll('-', '+').slice(6).replaceAll('_', '/')}=`
  new Webhook(inTheirs).verify(received?.body.toString() ?? '', received?.headers as Record<string, string>)
})

test('the library accepts 1,000 deliveries of all events, and none older than its five minutes', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { secret } = await addEndpoint(shop, receiver.url, { events: [...EVENT_NAMES] })
  const events = Array.from({ length: 1000 }, (_, i): [EventName, Partial<EventFacts>] => {
    const name = EVENT_NAMES[i % EVENT_NAMES.length] ?? 'stop.delivered'
    return [name, stopFacts({ external_ref: `T-${i}`, driver_notes: `${'ß€🚪'.repeat(i % 50)}\\"` })]
  })
  await emitEvents(service, shop, ...events)
  await service.send()
  assert.equal(receiver.received.length, 1000)
  for (const received of receiver.received) assert.deepEqual(verify(secret, received), received.json)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1000)
  assert.equal(new Set(receiver.received.map(({ json }) => json.event)).size, EVENT_NAMES.length)

  service.wait(-8 * 60)
  await emitEvents(service, shop, ['stop.delivered'])
  await service.send()
  assert.throws(() => verify(secret, receiver.received[1000]), /too old/)
  service.wait(8 * 60)
})
