// Tests the Idempotency-Key (docs/spec/authentication.md#idempotency).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { orderBody } from '../helpers/orders.ts'
import { type Answer, type Client, type Json, startService } from '../helpers/service.ts'

const service = await startService()
const second = await startService({ beside: service })

const send = (shop: Client, body: unknown, key: string): Promise<Answer<Json>> =>
  shop.post('/orders', body, { 'idempotency-key': key })

test('the same key and body replay the first status and body, whatever has changed since', async () => {
  const shop = await service.business()
  const key = randomUUID()
  const body = orderBody()
  const first = await send(shop, body, key)
  assert.equal(first.status, 201)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  await shop.post('/orders', { ...body, instructions: 'Changed since' })
  const replayed = await send(shop, body, key)
  assert.equal(replayed.status, 201)
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(replayed.body, first.body)
})

test('white space and member order make no difference, but another value does', async () => {
  const shop = await service.business()
  const key = randomUUID()
  const { external_ref, ...rest } = orderBody({ metadata: { a: 1, b: [1, 2] } })
  assert.equal((await send(shop, { external_ref, ...rest }, key)).status, 201)
  const reordered = JSON.stringify({ ...rest, metadata: { b: [1, 2], a: 1 }, external_ref }, null, 4)
  assert.equal((await send(shop, reordered, key)).headers.get('idempotent-replayed'), 'true')
  const other = await send(shop, { ...rest, external_ref, metadata: { a: 1, b: [2, 1] } }, key)
  assert.equal(other.status, 409)
  assert.equal(other.body.details.code, 'IDEMPOTENCY_KEY_REUSED')
})

test('a key applies to its business, method and path', async () => {
  const [shop, neighbor] = [await service.business(), await service.business()]
  const key = randomUUID()
  const body = orderBody()
  assert.equal((await send(shop, body, key)).status, 201)
  assert.equal((await send(neighbor, orderBody(), key)).status, 201)
  const cancelled = await shop.post(`/orders/${body.external_ref}/cancel`, undefined, { 'idempotency-key': key })
  assert.equal(cancelled.status, 200)
  assert.equal(cancelled.body.data.status, 'CANCELLED')
})

test('a failure is not stored, and a retry is processed again', async () => {
  const shop = await service.business()
  const key = randomUUID()
  const body = orderBody()
  assert.equal((await send(shop, { ...body, delivery_date: 'soon' }, key)).status, 400)
  assert.equal((await send(shop, body, key)).status, 201)
})

test('concurrent duplicate requests to two processes have one effect and get the same response', async () => {
  const shop = await service.business()
  for (let round = 0; round < 5; round++) {
    const key = randomUUID()
    const body = orderBody()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => send(i % 2 ? shop : shop.by(second), body, key)),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.has('idempotent-replayed')).length, 7)
  }
  const written = await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('auditLog').select('action').where('entity', '=', 'order').execute(),
  )
  assert.deepEqual(
    written.map(({ action }) => action),
    Array.from({ length: 5 }, () => 'order.created'),
  )
})

test('a request that waits more than 5 s for its duplicate, or for the same records, has to be retried', async () => {
  const shop = await service.business()
  const body = orderBody()
  await shop.post('/orders', body)
  const answer = await service.app.db.asBusiness(shop.businessId, async (tx) => {
    await tx.selectFrom('orders').select('orderId').where('businessId', '=', shop.businessId).forUpdate().execute()
    return shop.post('/orders', { ...body, instructions: 'Ring' })
  })
  assert.equal(answer.status, 409)
  assert.equal(answer.body.details.code, 'IDEMPOTENCY_KEY_IN_USE')
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
})

test('stored responses are encrypted', async () => {
  const shop = await service.business()
  await shop.post('/orders', orderBody({ customer_name: 'Readable Name' }))
  const [kept] = await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('idempotencyKeys').select('reply').where('businessId', '=', shop.businessId).execute(),
  )
  assert.ok(kept && !kept.reply.includes('Readable'))
})
