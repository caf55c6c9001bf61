// Tests which push subscriptions are accepted, and the signature and headers of a push request.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { openPush } from '../../src/adapters/web-push.ts'
import type { WebhookMessage } from '../../src/app/ports/webhook-post.ts'

/** The public key of the example in RFC 8291, appendix A. */
const POINT = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const TARGET = { endpoint: 'https://push.example/1', publicKey: POINT, authSecret: 'BTBZMqHH6r4Tts7J_aSIgg' }

const sent: WebhookMessage[] = []
const push = openPush({
  urlFault: async () => null,
  post: async (message: WebhookMessage) => {
    sent.push(message)
    return { statusCode: 201, error: null, excerpt: '', durationMs: 1 }
  },
})

test('a push is signed for one push service, with the key of the browser’s subscription', async () => {
  const key = push.makeKey()
  const message = { text: 'A new route', topic: 'route', ttlSeconds: 60 }
  assert.equal(await push.send(TARGET, message, key, 'http://routes.example'), 201)
  const { headers = {} } = sent.at(-1) ?? {}
  assert.deepEqual(
    [headers['TTL'], headers['Topic'], headers['Urgency'], headers['Content-Encoding']],
    ['60', 'route', 'high', 'aes128gcm'],
  )
  const [, head = '', claims = '', signature = '', k] =
    /^vapid t=(.+)\.(.+)\.(.+), k=(.+)$/.exec(headers['Authorization'] ?? '') ?? []
  const [x, y] = [1, 33].map((from) =>
    Buffer.from(key.publicKey, 'base64url')
      .subarray(from, from + 32)
      .toString('base64url'),
  )
  const by = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const bytes = Buffer.from(signature, 'base64url')
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), { key: by, dsaEncoding: 'ieee-p1363' }, bytes))
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string | number>
  assert.deepEqual([aud, sub, k], ['https://push.example', 'https://routes.example', key.publicKey])
  assert.ok(Number(exp) > Date.now() / 1000 && Number(exp) <= Date.now() / 1000 + 86_400)
})

test('a key must be a point on the curve, and a secret must have 16 bytes', async () => {
  assert.equal(await push.fault(TARGET), null)
  for (const publicKey of ['', 'BCVx', POINT.slice(0, -2), `${POINT.slice(0, -4)}AAAA`])
    assert.equal((await push.fault({ ...TARGET, publicKey }))?.member, 'publicKey', publicKey)
  assert.equal((await push.fault({ ...TARGET, authSecret: 'BTBZ' }))?.member, 'authSecret')
})
