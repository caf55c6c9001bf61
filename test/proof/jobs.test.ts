// A short run of the proof `npm run prove jobs` (docs/reliability.md). Both workers run in this process. The clock is
// advanced until the leases of the first worker have expired.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geocodePendingOrders } from '../../src/app/orders/geocode-pending.ts'
import { sendDue } from '../../src/app/integrations/webhooks/send-due.ts'
import type { GeocodeAnswer } from '../../src/app/ports/geocoder.ts'
import type { PostResult } from '../../src/app/ports/webhook-post.ts'
import { addEndpoint } from '../helpers/events.ts'
import { orderBody } from '../helpers/orders.ts'
import { startService } from '../helpers/service.ts'
import { emitEvents } from '../helpers/webhooks.ts'

/** Responses that arrive when the test releases them. */
function held<T>() {
  const waiting: { answer: (answer: T) => void; fail: (error: Error) => void }[] = []
  return {
    asked: () => waiting.length,
    ask: () => new Promise<T>((answer, fail) => waiting.push({ answer, fail })),
    answerAll: (same: T) => waiting.splice(0).forEach(({ answer }) => answer(same)),
    failAll: () => waiting.splice(0).forEach(({ fail }) => fail(new Error('late'))),
  }
}

let now = Date.now()
const clock = () => new Date(now)
const posts = held<PostResult>()
const lookUps = held<GeocodeAnswer>()
const delivered: PostResult = { statusCode: 200, error: null, excerpt: null, durationMs: 1 }
const refused: PostResult = { ...delivered, statusCode: 410 }
const urlFault = async () => null
const service = await startService({
  replaced: {
    clock,
    webhookPost: { urlFault, post: posts.ask },
    geocoder: { name: 'photon', find: lookUps.ask },
  },
})
const other = await startService({
  beside: service,
  replaced: {
    clock,
    webhookPost: { urlFault, post: async () => delivered },
    geocoder: { name: 'photon', find: () => Promise.reject(new Error('down')) },
  },
})

const rows = async (businessId: string) => {
  const tables = ['webhook_deliveries', 'webhook_attempts', 'webhook_endpoints', 'orders']
  return Promise.all(
    tables.map((name) =>
      service.app.db.query(`select * from ${name} where business_uuid = $1 order by 2`, [businessId]),
    ),
  )
}

test('webhooks of a stalled process are sent by another, and its late responses change nothing', async (t) => {
  // After a failed assertion, a sender with posts under way would run for ever.
  t.after(() => posts.answerAll(refused))
  const stalled = new AbortController()
  const shop = await service.business()
  await addEndpoint(service.app, shop.businessId)
  for (let i = 0; i < 5; i++) await emitEvents(service, shop, ['stop.delivered'])
  const stale = sendDue(service.app, stalled.signal)
  while (posts.asked() < 5) await new Promise((resolve) => setImmediate(resolve))
  await sendDue(other.app)
  assert.deepEqual(await statuses(shop.businessId), Array(5).fill('PENDING'), 'the lease blocks other processes')
  // Otherwise, the stalled sender could claim its own deliveries again.
  stalled.abort()
  now += 50_000
  await sendDue(other.app)
  assert.deepEqual(await statuses(shop.businessId), Array(5).fill('DELIVERED'))
  const before = await rows(shop.businessId)
  posts.answerAll(refused)
  await stale
  assert.deepEqual(await rows(shop.businessId), before)
})

const statuses = async (businessId: string) => {
  const found = await service.app.db.query<{ status: string }>(
    'select status from webhook_deliveries where business_uuid = $1',
    [businessId],
  )
  return found.map(({ status }) => status)
}

test('addresses of a stalled process are geocoded by another, and its late responses change nothing', async (t) => {
  const shop = await service.business()
  for (let i = 0; i < 2; i++) await shop.post('/orders', orderBody())
  await service.app.db.query(
    `update orders set placement = 'PENDING', lat = null, lng = null, given_lat = null, given_lng = null
     where business_uuid = $1`,
    [shop.businessId],
  )
  const stale = geocodePendingOrders(service.app)
  let answering: NodeJS.Timeout | undefined
  t.after(async () => {
    answering ??= setInterval(() => lookUps.failAll())
    await stale.finally(() => clearInterval(answering))
  })
  while (lookUps.asked() < 1) await new Promise((resolve) => setImmediate(resolve))
  now += 50_000
  await geocodePendingOrders(other.app)
  const before = await rows(shop.businessId)
  now += 1_000
  answering = setInterval(() => lookUps.failAll())
  await stale
  assert.deepEqual(await rows(shop.businessId), before)
})
