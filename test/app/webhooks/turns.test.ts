// Endpoints take turns: a post that ends makes room for each endpoint's next post, not for the first endpoint's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookPost } from '../../../src/app/ports/webhook-post.ts'
import { PLACES } from '../../../src/domain/webhooks/webhook-shares.ts'
import { addEndpoint, happen, startWebhooks, stopFacts } from '../../helpers/webhooks.ts'

const ENDPOINTS = 10
const EVENTS = 60
/** Posts begun, of which each endpoint's fair part is 40. */
const BEGUN = 400
const FAIR = BEGUN / ENDPOINTS

test('with more due than there are places, every endpoint goes on being sent to', async () => {
  const service = await startWebhooks()
  const shop = await service.business()
  for (let i = 0; i < ENDPOINTS; i++) await addEndpoint(shop, `http://127.0.0.1:9999/${i}`)
  await happen(
    service,
    shop,
    ...Array.from({ length: EVENTS }, () => ['order.updated', stopFacts()] as ['order.updated', object]),
  )

  const begun: string[] = []
  const waiting: (() => void)[] = []
  const isFull = Promise.withResolvers<void>()
  const post: WebhookPost['post'] = async ({ url }) => {
    begun.push(url)
    if (begun.length === PLACES) isFull.resolve()
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { statusCode: 200, error: null, excerpt: '', durationMs: 1 }
  }
  service.app.webhookPost = { ...service.app.webhookPost, post }
  const sending = service.send()
  await isFull.promise
  let turn = 0
  // Posts end at every endpoint alike.
  for (let ended = false; !ended || waiting.length > 0; ) {
    if (begun.length > BEGUN) for (const end of waiting.splice(0)) end()
    else for (const end of waiting.splice((97 * ++turn) % waiting.length, 1)) end()
    ended = await Promise.race([
      sending.then(() => true),
      new Promise<false>((resolve) => setTimeout(resolve, 2, false)),
    ])
  }

  assert.equal(begun.length, ENDPOINTS * EVENTS)
  const posts = Map.groupBy(begun.slice(0, BEGUN), (url) => url)
  assert.equal(posts.size, ENDPOINTS)
  for (const [url, { length }] of posts) assert.ok(length >= FAIR * 0.9, `${url}: ${length} posts of ${BEGUN}`)
})
