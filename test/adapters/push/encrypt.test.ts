// What is encrypted for a browser, held against the example of RFC 8291, and the signature that says who sends.
import assert from 'node:assert/strict'
import { createECDH, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { encrypted, isPoint, makePushKey, vapid } from '../../../src/adapters/push/encrypt.ts'

/** RFC 8291, appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  own: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  authSecret: 'BTBZMqHH6r4Tts7J_aSIgg',
  sent:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('the example of the standard comes out byte for byte', () => {
  const own = createECDH('prime256v1')
  own.setPrivateKey(EXAMPLE.own, 'base64url')
  const sent = encrypted(EXAMPLE.text, EXAMPLE, own, Buffer.from(EXAMPLE.salt, 'base64url'))
  assert.equal(sent.toString('base64url'), EXAMPLE.sent)
})

test('the sender is signed for one push service and a time, by the key that browsers subscribed with', () => {
  const key = makePushKey()
  const expires = new Date(Date.now() + 3_600_000)
  const header = vapid(key, 'https://push.example', 'https://routes.example', expires)
  const [, head = '', claims = '', signature = '', k] = /^vapid t=(.+)\.(.+)\.(.+), k=(.+)$/.exec(header) ?? []
  const [x, y] = [1, 33].map((from) => Buffer.from(key.publicKey, 'base64url').subarray(from, from + 32))
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x?.toString('base64url'), y: y?.toString('base64url') },
    format: 'jwk',
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', signed, by, Buffer.from(signature, 'base64url')))
  assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { typ: 'JWT', alg: 'ES256' })
  assert.deepEqual(JSON.parse(Buffer.from(claims, 'base64url').toString()), {
    aud: 'https://push.example',
    exp: Math.floor(expires.getTime() / 1000),
    sub: 'https://routes.example',
  })
  assert.equal(k, key.publicKey)
})

test('what is no point on the curve is no key', () => {
  assert.ok(isPoint(EXAMPLE.publicKey))
  for (const text of ['', 'BCVx', EXAMPLE.publicKey.slice(0, -2), `${EXAMPLE.publicKey.slice(0, -4)}AAAA`])
    assert.ok(!isPoint(text), text)
})
