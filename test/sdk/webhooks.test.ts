// Tests webhooks of the real service, received by the TypeScript SDK.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { verifyWebhook, WebhookReceiver } from '../../sdk/typescript/src/index.ts'
import { webhookListener } from '../../sdk/typescript/src/node.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { addEndpoint, emitEvents, startWebhooks, SUBSCRIPTIONS } from '../helpers/webhooks.ts'

const service = await startWebhooks()
service.wait((Date.now() - service.now().getTime()) / 1000)

/** An endpoint that uses the SDK. It gets its secret after it is created. */
async function listening() {
  const shop = await service.business()
  const server = createServer((request, response) => void listen?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { secret, endpoint_uuid } = await addEndpoint(shop, url)
  const receiver = new WebhookReceiver({ secret })
  const errors: unknown[] = []
  const listen = webhookListener(receiver, (error) => errors.push(error))
  return { shop, receiver, errors, url, secret, endpoint_uuid }
}

test('each webhook is handled once by its event, and again only if a handler failed', async () => {
  const { shop, receiver, errors, endpoint_uuid } = await listening()
  const delivered: (string | null)[] = []
  const all: string[] = []
  let fail = true
  receiver.onEvent('stop.delivered', ({ data }) => {
    // The event has its own type: `data.delivered_at` is never null here.
    delivered.push(data.external_ref, data.delivered_at.slice(0, 2))
  })
  receiver.onEvent('stop.failed', () => {
    if (fail) throw new Error('not now')
    delivered.push('failed')
  })
  receiver.onEvent('*', ({ event }) => {
    all.push(event)
  })
  await emitEvents(
    service,
    shop,
    ['stop.delivered', { external_ref: 'Ä-1', delivered_at: service.now() } as never],
    ['stop.failed'],
  )
  await service.send()
  assert.deepEqual(delivered, ['Ä-1', '20'])
  assert.equal(errors.length, 1)
  fail = false
  service.wait(70)
  await service.send()
  assert.deepEqual(delivered, ['Ä-1', '20', 'failed'])
  assert.deepEqual(all.toSorted(), ['stop.delivered', 'stop.failed'])
  const { body } = await shop.get<{ delivery_id: string; event: string; status: string }[]>(
    `${SUBSCRIPTIONS}/${endpoint_uuid}/deliveries`,
  )
  assert.deepEqual(new Set(body.data.map(({ status }) => status)), new Set(['DELIVERED']))
  for (const { delivery_id } of body.data)
    await shop.post(`${SUBSCRIPTIONS}/${endpoint_uuid}/deliveries/${delivery_id}/replay`)
  await service.send()
  assert.equal(all.length, 2)
})

test('a webhook that is altered, old, unsigned or of another endpoint is refused', async () => {
  const shop = await service.business()
  const kept = await startReceiver()
  const { secret } = await addEndpoint(shop, kept.url)
  await emitEvents(service, shop, ['stop.delivered'])
  await service.send()
  const [received] = kept.received
  assert.ok(received)
  const headers = received.headers as Record<string, string>
  const body = received.body.toString()
  const good = { secret, headers, body }
  assert.equal((await verifyWebhook(good)).payload.event, 'stop.delivered')
  assert.equal(
    (await verifyWebhook({ ...good, secret: [`whsec_${'A'.repeat(44)}`, secret] })).deliveryId,
    headers['webhook-id'],
  )
  assert.equal((await verifyWebhook({ ...good, headers: new Headers(headers) })).payload.event, 'stop.delivered')
  const refused = [
    { body: `${body} ` },
    { secret: `whsec_${'A'.repeat(44)}` },
    { headers: { ...headers, 'webhook-id': 'other' } },
    { headers: { ...headers, 'webhook-timestamp': 'soon' } },
    { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 400) } },
    { headers: { ...headers, 'webhook-signature': 'v1,' } },
    { headers: { ...headers, 'webhook-signature': `v2${headers['webhook-signature']?.slice(2)}` } },
    { headers: { ...headers, 'webhook-signature': undefined } },
    { tolerance: -1 },
  ]
  for (const wrong of refused)
    await assert.rejects(
      verifyWebhook({ ...good, ...wrong }),
      { name: 'WebhookVerificationError' },
      JSON.stringify(wrong),
    )
  await assert.rejects(verifyWebhook({ ...good, secret: 'whsec_!' }), { name: 'RoundsmanError' })
  const request = new Request('http://hooks.test', { method: 'POST', headers, body })
  assert.equal((await new WebhookReceiver({ secret }).handle(request)).status, 204)
  assert.equal(await new WebhookReceiver({ secret }).receive({ headers, body: `${body}!` }), 401)
})

test('an endless body is not read to its end', async () => {
  const { url } = await listening()
  const response = await fetch(url, { method: 'POST', body: 'x'.repeat(3 * 1024 * 1024) }).catch(() => undefined)
  assert.ok(response === undefined || response.status === 413)
})
