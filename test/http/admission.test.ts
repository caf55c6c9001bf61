// Tests authentication of API keys and their rate limits (docs/spec/authentication.md#keys, #rate-limits).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { LIMITS } from '../../src/contract/limits.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { revokeKey } from '../../src/app/integrations/keys/revoke-key.ts'
import { NO_LIMITS } from '../../src/domain/users/key.ts'
import { testClock } from '../helpers/clock.ts'
import { orderBody } from '../helpers/orders.ts'
import { type Client, startService } from '../helpers/service.ts'

const SCALE = 0.01
const READS = LIMITS.reads * SCALE

const clock = testClock(new Date('2026-11-22T18:00:00.000Z'))
const options = { replaced: { clock: clock.now }, env: { RATE_LIMIT_SCALE: String(SCALE) } }
const service = await startService(options)
const second = await startService({ ...options, beside: service })

test('a revoked key is rejected from the next request on, in every process', async () => {
  const shop = await service.business()
  assert.equal((await shop.get('/orders')).status, 200)
  assert.equal((await shop.by(second).get('/orders')).status, 200)
  await revokeKey(service.app, shop.keyId)
  assert.equal((await shop.get('/orders')).status, 401)
  assert.equal((await shop.by(second).get('/orders')).status, 401)
})

describe('rate limits', () => {
  test('the headers count down; a call above the limit gets 429 with Retry-After, and calls pass after that wait', async () => {
    const shop = await service.business()
    for (let left = READS - 1; left >= 0; left--) {
      const { status, headers } = await shop.get('/orders')
      assert.equal(status, 200)
      assert.equal(headers.get('ratelimit-limit'), String(READS))
      assert.equal(headers.get('ratelimit-remaining'), String(left))
      assert.equal(headers.get('ratelimit-reset'), '60')
      clock.advance(0.1)
    }
    const refused = await shop.get('/orders')
    assert.equal(refused.status, 429)
    assert.equal(refused.body.details.code, 'RATE_LIMITED')
    const wait = Number(refused.headers.get('retry-after'))
    assert.equal(wait, 60)
    clock.advance(wait - 1)
    assert.equal((await shop.get('/orders')).status, 429)
    // The call in the oldest second leaves the window of 60 s during this wait, so one more call is allowed.
    clock.advance(2)
    assert.equal((await shop.get('/orders')).status, 200)
  })

  test('each kind of call and each key has its own limit', async () => {
    const [one, other] = [await service.business(), await service.business()]
    for (let i = 0; i < READS; i++) await one.get('/orders')
    assert.equal((await one.get('/orders')).status, 429)
    assert.equal((await one.post('/orders', orderBody())).status, 201)
    assert.equal((await other.get('/orders')).status, 200)
  })

  test('requests that fail for another reason and replayed requests count', async () => {
    const shop = await service.business()
    const limit = LIMITS.order_writes * SCALE
    const replayed = [orderBody(), { 'idempotency-key': randomUUID() }] as const
    for (let i = 0; i < limit; i += 3) {
      assert.equal((await shop.post('/orders', ...replayed)).status, 201)
      assert.equal((await shop.post('/orders', { nonsense: true })).status, 400)
      assert.equal((await shop.post('/orders', orderBody(), { 'idempotency-key': '' })).status, 400)
    }
    assert.equal((await shop.post('/orders', ...replayed)).status, 429)
  })

  test('counting restarts after the clock is set back', async () => {
    const shop = await service.business()
    for (let i = 0; i < READS; i++) assert.equal((await shop.get('/orders')).status, 200)
    assert.equal((await shop.get('/orders')).status, 429)
    clock.advance(-3_600)
    for (let i = 0; i < READS; i++) assert.equal((await shop.get('/orders')).status, 200)
    assert.equal((await shop.get('/orders')).status, 429)
    clock.advance(3_600)
  })

  test('two processes together never exceed the limit in any 60 seconds', async () => {
    const shop = await service.business()
    const callers = [shop, shop.by(second)]
    const passed: number[] = []
    // The steps are 1 to 2.2 seconds apart, so that calls fall at different fractions of a second. Each step makes
    // several concurrent calls, split between both processes.
    for (let step = 0; step < 130; step++) {
      const now = clock.now().getTime()
      const answers = await Promise.all([0, 1, 2].map((i) => (callers[(step + i) % 2] as Client).get('/orders')))
      for (const { status } of answers)
        if (status === 200) passed.push(now)
        else assert.equal(status, 429)
      clock.advance(1 + ((step * 7) % 13) / 10)
    }
    for (const end of passed) {
      const inWindow = passed.filter((at) => at <= end && at > end - 60_000)
      assert.ok(inWindow.length <= READS, `${inWindow.length} calls passed in 60 seconds`)
    }
    assert.ok(passed.length >= READS * 3, 'calls are allowed again as time passes')
  })

  test('concurrent calls are each counted once', async () => {
    const shop = await service.business()
    const answers = await Promise.all(Array.from({ length: READS + 5 }, () => shop.get('/orders')))
    const passed = answers.filter(({ status }) => status === 200)
    assert.equal(answers.filter(({ status }) => status === 429).length, 5)
    const left = passed.map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    assert.deepEqual(
      left.toSorted((a, b) => a - b),
      Array.from({ length: READS }, (_, i) => i),
    )
  })
})

describe('concurrent calls by one key', () => {
  test('each get the response to their own Idempotency-Key', async () => {
    const shop = await service.business()
    const sent = Array.from({ length: Math.floor((LIMITS.order_writes * SCALE) / 2) }, () => ({
      body: orderBody(),
      key: { 'idempotency-key': randomUUID() },
    }))
    const sendAll = () => Promise.all(sent.map(({ body, key }) => shop.post('/orders', body, key)))
    const [first, again] = [await sendAll(), await sendAll()]
    for (const [i, { body }] of sent.entries()) {
      assert.equal(first[i]?.status, 201)
      assert.equal(first[i].body.data.external_ref, body.external_ref)
      assert.deepEqual(again[i]?.body, first[i].body)
    }
  })

  test('are each refused for their own fault', async () => {
    const shop = await service.business()
    const limits = { ...NO_LIMITS, scopes: ['routes:plan' as const] }
    const { apiKey } = await createKey(service.app, { businessId: shop.businessId, name: 'limited', limits })
    const paths = Array.from({ length: READS }, (_, i) => (i % 2 === 0 ? '/key' : '/orders'))
    const statuses = await Promise.all(
      paths.map(async (path) => {
        const headers = { authorization: `Bearer ${apiKey}` }
        return (await fetch(`${service.url}/api/v1${path}`, { headers })).status
      }),
    )
    assert.deepEqual(
      statuses,
      paths.map((path) => (path === '/key' ? 200 : 403)),
    )
  })

  test('are each refused if the key is unknown', async () => {
    const headers = { authorization: `Bearer rk_live_${'x'.repeat(43)}` }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => fetch(`${service.url}/api/v1/orders`, { headers })),
    )
    for (const { status } of answers) assert.equal(status, 401)
  })
})
