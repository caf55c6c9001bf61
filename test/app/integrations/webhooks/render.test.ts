// Tests the functions that create the body and the signature of a webhook request (docs/spec/webhooks.md#payload,
// #signatures).
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { renderWebhook, webhookBody } from '../../../../src/app/integrations/webhooks/render.ts'
import { newSigningSecret, webhookHeaders } from '../../../../src/app/integrations/webhooks/sign.ts'

const now = new Date('2026-11-23T15:00:00.750Z')
const body = Buffer.from('{"event":"stop.delivered"}')
const hex = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
const standard = (key: string) =>
  `v1,${createHmac('sha256', Buffer.from(key, 'base64'))
    .update(`D1.${Math.floor(now.getTime() / 1000)}.`)
    .update(body)
    .digest('base64')}`
const headersOf = (secrets: readonly string[]) =>
  webhookHeaders({ event: 'stop.delivered', deliveryId: 'D1', body, secrets, now })

test('one secret signs the body in both formats', () => {
  assert.deepEqual(headersOf(['whsec_Zm9v']), {
    'Content-Type': 'application/json',
    'User-Agent': 'Roundsman-Webhooks',
    'X-Service-Event': 'stop.delivered',
    'X-Service-Delivery': 'D1',
    'X-Service-Signature': hex('whsec_Zm9v'),
    'webhook-id': 'D1',
    'webhook-timestamp': '1795446000',
    'webhook-signature': standard('Zm9v'),
  })
})

test('after a rotation, the previous secret signs too', () => {
  const headers = headersOf(['whsec_bmV3', 'whsec_b2xk'])
  assert.equal(headers['X-Service-Signature'], hex('whsec_bmV3'))
  assert.equal(headers['X-Service-Signature-Previous'], hex('whsec_b2xk'))
  assert.equal(headers['webhook-signature'], `${standard('bmV3')} ${standard('b2xk')}`)
})

test('a new secret has 44 letters and digits after its prefix', () => {
  const tokens = ['ab-cd_ef'.repeat(6), 'GH-12_34'.repeat(6)]
  const secret = newSigningSecret({ secrets: { randomToken: () => tokens.shift() ?? '' } })
  assert.equal(secret, `whsec_${('abcdef'.repeat(6) + 'GH1234'.repeat(6)).slice(0, 44)}`)
})

const links = {
  publicUrl: 'https://route.example',
  secrets: { decrypt: (sealed: Buffer) => sealed.toString(), mac: () => 'mac' },
} as unknown as Parameters<typeof webhookBody>[3]
const delivery = {
  event: 'order.created',
  deliveryId: 'D1',
  facts: { external_ref: 'A1', order_uuid: null },
  firstAttemptAt: now,
  isTest: false,
  url: 'https://shop.example/hook',
  sealedSecret: Buffer.from('whsec_bmV3'),
  sealedPreviousSecret: Buffer.from('whsec_b2xk'),
} as unknown as Parameters<typeof renderWebhook>[0]

test('a body repeats the time of the first attempt and has no proof before an outcome', () => {
  assert.deepEqual(webhookBody(delivery, [], now, links), {
    event: 'order.created',
    occurred_at: now.toISOString(),
    data: { external_ref: 'A1', order_uuid: null, attempt: null, proof: null, tracking_url: null },
  })
  assert.equal(webhookBody({ ...delivery, isTest: true }, [], now, links).test, true)
  const outcome = webhookBody({ ...delivery, event: 'stop.delivered' }, [], now, links)
  assert.notEqual(outcome.data.proof, null)
})

test('a request is signed with the secret of the endpoint, and with the previous secret if there is one', () => {
  const { url, headers, body: sent } = renderWebhook(delivery, [], now, links)
  assert.equal(url, 'https://shop.example/hook')
  const signed = (key: string) => `sha256=${createHmac('sha256', key).update(sent).digest('hex')}`
  assert.equal(headers['X-Service-Signature'], signed('whsec_bmV3'))
  assert.equal(headers['X-Service-Signature-Previous'], signed('whsec_b2xk'))
  const once = renderWebhook({ ...delivery, sealedPreviousSecret: null }, [], now, links)
  assert.equal('X-Service-Signature-Previous' in once.headers, false)
})
