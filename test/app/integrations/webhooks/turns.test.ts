// Tests the round robin of webhook endpoints: if a POST ends, its slot goes to the next endpoint, not back to the first
// one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookPost } from '../../../../src/app/ports/webhook-post.ts'
import { MAX_CONCURRENT_POSTS } from '../../../../src/domain/webhooks/fair-share.ts'
import { addEndpoint, emitEvents, startWebhooks, stopFacts } from '../../../helpers/webhooks.ts'

const ENDPOINTS = 10
const EVENTS = 60
/** Number of posts that the test counts. The fair share of each endpoint is 40. */
const BEGUN = 400
const FAIR = BEGUN / ENDPOINTS

test('with more due deliveries than slots, every endpoint still gets posts', async () => {
  const service = await startWebhooks()
  const shop = await service.business()
  for (let i = 0; i < ENDPOINTS; i++) await addEndpoint(shop, `http://127.0.0.1:9999/${i}`)
  await emitEvents(
    service,
    shop,
    ...Array.from({ length: EVENTS }, () => ['order.updated', stopFacts()] as ['order.updated', object]),
  )

  const begun: string[] = []
  const waiting: (() => void)[] = []
  let placesTaken = Promise.withResolvers<void>()
  const post: WebhookPost['post'] = async ({ url }) => {
    begun.push(url)
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    if (waiting.length === MAX_CONCURRENT_POSTS) placesTaken.resolve()
    if (begun.length > BEGUN) resolve()
    await promise
    return { statusCode: 200, error: null, excerpt: '', durationMs: 1 }
  }
  service.app.webhookPost = { ...service.app.webhookPost, post }
  const sending = service.send()
  // Each post ends only after another post has taken the last free slot. All endpoints answer equally fast.
  for (let turn = 1; begun.length < BEGUN; turn++) {
    await placesTaken.promise
    placesTaken = Promise.withResolvers()
    for (const end of waiting.splice((97 * turn) % waiting.length, 1)) end()
  }
  for (const end of waiting.splice(0)) end()
  await sending

  assert.equal(begun.length, ENDPOINTS * EVENTS)
  const posts = Map.groupBy(begun.slice(0, BEGUN), (url) => url)
  assert.equal(posts.size, ENDPOINTS)
  for (const [url, { length }] of posts) assert.ok(length >= FAIR * 0.9, `${url}: ${length} posts of ${BEGUN}`)
})
