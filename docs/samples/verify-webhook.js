import { createHmac, timingSafeEqual } from 'node:crypto'

// rawBody: the bytes as received (a Buffer), before any parsing.
export function isGenuine(rawBody, signatureHeader, secret) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`)
  const given = Buffer.from(signatureHeader ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
