// Tests when attempts of a webhook are repeated (docs/spec/webhooks.md#retries), and how sending resumes after a crash.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { sendWebhooksJob } from '../../../../src/jobs/send-webhooks.ts'
import { claimDue, pendingEndpoints } from '../../../../src/store/webhooks/webhook-claims.ts'
import { startReceiver } from '../../../helpers/receiver.ts'
import type { Client } from '../../../helpers/service.ts'
import { until } from '../../../helpers/until.ts'
import {
  addEndpoint,
  emitEvents,
  readDeliveries,
  readEndpoint,
  startWebhooks,
  stopFacts,
  SUBSCRIPTIONS,
} from '../../../helpers/webhooks.ts'

const service = await startWebhooks()
const { app } = service
const SCHEDULE_SECONDS = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400]

async function shopWithReceiver() {
  const shop = await service.business()
  const receiver = await startReceiver()
  const { endpoint_uuid: endpointId } = await addEndpoint(shop, receiver.url)
  return { shop, receiver, endpointId }
}

const only = async (shop: Client, endpointId: string) => {
  const [delivery, ...more] = await readDeliveries(shop, endpointId)
  assert.ok(delivery && more.length === 0)
  return delivery
}

test('a failing delivery is tried eight times on the schedule, with one ID and body, and then FAILED', async () => {
  const { shop, receiver, endpointId } = await shopWithReceiver()
  receiver.answer = 503
  await emitEvents(service, shop, ['stop.delivered', stopFacts({ stop_uuid: null })])
  await service.send()
  for (const [i, delay] of SCHEDULE_SECONDS.entries()) {
    const { status, attempts, next_attempt_at } = await only(shop, endpointId)
    assert.deepEqual([status, attempts.length], ['RETRYING', i + 1])
    const wait = (Date.parse(next_attempt_at ?? '') - service.now().getTime()) / 1000
    assert.ok(wait >= delay && wait <= delay * 1.1, `${wait} s for ${delay} s`)
    service.wait(delay - 0.001)
    await service.send()
    assert.equal(receiver.received.length, i + 1, 'never earlier')
    service.wait(delay * 0.1 + 0.001)
    await service.send()
    assert.equal(receiver.received.length, i + 2, 'at most 10 % later')
  }
  const { status, attempts, next_attempt_at, delivery_id } = await only(shop, endpointId)
  assert.deepEqual([status, attempts.length, next_attempt_at], ['FAILED', 8, null])
  assert.ok(attempts.every(({ status_code, error }) => status_code === 503 && error === null))
  service.wait(30 * 86_400)
  await service.send()
  assert.equal(receiver.received.length, 8)
  assert.deepEqual(
    new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])),
    new Set([delivery_id]),
  )
  const sentAt = new Set(receiver.received.map(({ json }) => json.occurred_at))
  assert.equal(sentAt.size, 1)
  const expiries = new Set(receiver.received.map(({ json }) => JSON.stringify(json.data.proof)))
  assert.equal(expiries.size, 8, 'links to proofs are signed again for each attempt')
})

for (const [answer, status] of [
  [200, 'DELIVERED'],
  [204, 'DELIVERED'],
  [302, 'RETRYING'],
  [400, 'FAILED'],
  [401, 'FAILED'],
  [404, 'FAILED'],
  [410, 'FAILED'],
  [422, 'FAILED'],
  [408, 'RETRYING'],
  [429, 'RETRYING'],
  [500, 'RETRYING'],
  [503, 'RETRYING'],
] as const)
  test(`a response of ${answer} makes the delivery ${status}`, async () => {
    const { shop, receiver, endpointId } = await shopWithReceiver()
    receiver.answer = answer
    await emitEvents(service, shop, ['stop.scheduled'])
    await service.send()
    const delivery = await only(shop, endpointId)
    assert.equal(delivery.status, status)
    assert.equal(delivery.attempts[0]?.status_code, answer)
    assert.equal(delivery.next_attempt_at !== null, status === 'RETRYING')
  })

test('a FAILED delivery can be replayed under its ID, with the schedule restarted', async () => {
  const { shop, receiver, endpointId } = await shopWithReceiver()
  receiver.answer = 404
  await emitEvents(service, shop, ['stop.delivered'])
  await service.send()
  const { delivery_id } = await only(shop, endpointId)
  const replay = () => shop.post(`${SUBSCRIPTIONS}/${endpointId}/deliveries/${delivery_id}/replay`)
  receiver.answer = 500
  const answer = await replay()
  assert.deepEqual([answer.status, answer.body.data.status], [200, 'PENDING'])
  await service.send()
  const retrying = await only(shop, endpointId)
  assert.deepEqual([retrying.status, retrying.attempts.length], ['RETRYING', 2])
  const wait = (Date.parse(retrying.next_attempt_at ?? '') - service.now().getTime()) / 1000
  assert.ok(wait >= 60 && wait <= 66, 'the first delay again')
  receiver.answer = 200
  await replay()
  await service.send()
  await replay()
  await service.send()
  assert.equal((await only(shop, endpointId)).status, 'DELIVERED')
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['x-service-delivery']),
    [delivery_id, delivery_id, delivery_id, delivery_id],
  )
})

test('if a sender dies between post and record, the delivery is sent again under the same ID when the lease ends', async () => {
  const { shop, receiver, endpointId } = await shopWithReceiver()
  await emitEvents(service, shop, ['stop.delivered'])
  const now = service.now()
  await app.db.asSystem(async (tx) => {
    const owing = (await pendingEndpoints(tx, now)).filter((endpoint) => endpoint.endpointId === endpointId)
    const lease = { token: randomUUID(), now, until: new Date(now.getTime() + 60_000) }
    const claimed = await claimDue(
      tx,
      owing.map((endpoint) => ({ ...endpoint, share: 5 })),
      lease,
    )
    assert.equal(claimed.length, 1)
  })
  await service.send()
  assert.deepEqual(receiver.events(), [], 'under lease')
  service.wait(61)
  await service.send()
  assert.deepEqual(receiver.events(), ['stop.delivered'])
  assert.equal(receiver.received[0]?.json.occurred_at, now.toISOString(), 'the body is that of the first attempt')
  assert.equal((await only(shop, endpointId)).attempts.length, 1)
})

test('a record is rejected after the lease passed to another sender', async () => {
  const { shop, receiver, endpointId } = await shopWithReceiver()
  let hanging: ServerResponse | undefined
  receiver.answer = (response) => {
    hanging = response
  }
  await emitEvents(service, shop, ['stop.delivered'])
  const slow = sendWebhooksJob.run(app)
  await until('the post hangs', () => hanging !== undefined)
  service.wait(61)
  receiver.answer = 200
  const other = sendWebhooksJob.run(app)
  await until('it is delivered', async () => (await only(shop, endpointId)).status === 'DELIVERED')
  hanging?.writeHead(404).end()
  await Promise.all([slow, other])
  const { status, attempts } = await only(shop, endpointId)
  assert.equal(status, 'DELIVERED')
  assert.deepEqual(
    attempts.map(({ status_code }) => status_code),
    [200],
  )
  assert.equal((await readEndpoint(shop, endpointId)).failing_since, null)
  const ids = receiver.received.map(({ headers }) => headers['x-service-delivery'])
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})

test('concurrent senders send each delivery once', async () => {
  const { shop, receiver, endpointId } = await shopWithReceiver()
  await emitEvents(service, shop, ...Array.from({ length: 100 }, () => ['stop.scheduled'] as ['stop.scheduled']))
  await Promise.all(Array.from({ length: 4 }, () => sendWebhooksJob.run(app)))
  assert.equal(receiver.received.length, 100)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size, 100)
  assert.ok((await readDeliveries(shop, endpointId)).every(({ status }) => status === 'DELIVERED'))
})

test('an endpoint that hangs with 10,000 pending deliveries delays no other endpoint', async () => {
  const [slow, quick] = [await shopWithReceiver(), await shopWithReceiver()]
  const held: ServerResponse[] = []
  slow.receiver.answer = (response) => void held.push(response)
  await emitEvents(service, slow.shop, ['stop.scheduled'])
  await app.db.asBusiness(slow.shop.businessId, async (tx) => {
    const row = await tx.selectFrom('webhookDeliveries').selectAll().executeTakeFirstOrThrow()
    const { position: _, ...columns } = row
    const rows = Array.from({ length: 1_000 }, () => ({ ...columns, facts: JSON.stringify(row.facts) }))
    for (let i = 0; i < 10; i++)
      await tx
        .insertInto('webhookDeliveries')
        .values(rows.map((copy) => ({ ...copy, deliveryId: randomUUID() })))
        .execute()
  })
  const stopping = new AbortController()
  const running = sendWebhooksJob.run(app, stopping.signal)
  await until('one post is held', () => held.length > 0)
  await emitEvents(service, quick.shop, ['stop.delivered'], ['stop.failed'])
  await until('both webhooks arrive', () => quick.receiver.received.length === 2)
  assert.ok(held.length <= 32, `${held.length} posts under way to the endpoint that hangs`)
  stopping.abort()
  for (const response of held) response.writeHead(200).end()
  await running
  await slow.shop.delete(`${SUBSCRIPTIONS}/${slow.endpointId}`)
})

test('a receiver gets an outcome, its undo and the next outcome in order, even if the first attempts failed', async () => {
  const { shop, receiver } = await shopWithReceiver()
  const stop = stopFacts()
  receiver.answer = 500
  await emitEvents(service, shop, ['stop.delivered', stop])
  await service.send()
  await emitEvents(service, shop, ['stop.undone', stop])
  await emitEvents(service, shop, ['stop.failed', stop], ['stop.delivered', stopFacts()], ['order.updated', stop])
  await service.send()
  const afterFirst = receiver.events().slice(1)
  assert.deepEqual(afterFirst.sort(), ['order.updated', 'stop.delivered'], 'events outside the chain are not delayed')
  receiver.answer = 200
  service.wait(66)
  await service.send()
  const ofStop = receiver.received.filter(
    ({ json, headers }) => json.data.stop_uuid === stop.stop_uuid && headers['x-service-event'] !== 'order.updated',
  )
  assert.deepEqual(
    ofStop.map(({ json }) => json.event),
    ['stop.delivered', 'stop.delivered', 'stop.undone', 'stop.failed'],
  )
})

test('an undo is sent even if its outcome was given up', async () => {
  const { shop, receiver } = await shopWithReceiver()
  const stop = stopFacts()
  receiver.answer = 404
  await emitEvents(service, shop, ['stop.delivered', stop], ['stop.undone', stop])
  await service.send()
  assert.deepEqual(receiver.events(), ['stop.delivered', 'stop.undone'])
})

test('the end of a route is sent after an attempt of each earlier event', async () => {
  const { shop, receiver } = await shopWithReceiver()
  const route = { route_uuid: randomUUID() }
  receiver.answer = (response, { json }) => response.writeHead(json.event === 'stop.failed' ? 500 : 200).end()
  await emitEvents(
    service,
    shop,
    ['stop.delivered', stopFacts(route)],
    ['stop.failed', stopFacts(route)],
    ['order.unassigned', stopFacts(route)],
    ['route.completed', route],
    ['stop.scheduled', stopFacts()],
  )
  await service.send()
  assert.equal(receiver.events().at(-1), 'route.completed')
  assert.equal(receiver.received.length, 5)
})
