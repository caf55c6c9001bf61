// Sends notifications to the push services of browsers, by the adapter that posts webhooks: only to public addresses, within a time limit.
import { createPublicKey } from 'node:crypto'
import webPush from 'web-push'
import type { Push } from '../app/ports/push.ts'
import type { WebhookPost } from '../app/ports/webhook-post.ts'

const AUTH_BYTES = 16

export function openPush(post: WebhookPost): Push {
  return {
    makeKey: () => webPush.generateVAPIDKeys(),
    fault: async ({ endpoint, publicKey, authSecret }) => {
      if (!isPoint(publicKey)) return { member: 'publicKey', fault: 'must be a public key of P-256 in base64url' }
      if (Buffer.from(authSecret, 'base64url').length !== AUTH_BYTES)
        return { member: 'authSecret', fault: 'must be 16 bytes in base64url' }
      const fault = await post.urlFault(endpoint)
      return fault === null ? null : { member: 'endpoint', fault }
    },
    send: async ({ endpoint, publicKey, authSecret }, { text, topic, ttlSeconds }, key, contact) => {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh: publicKey, auth: authSecret } },
        text,
        {
          // Push services reject a contact address without TLS.
          vapidDetails: { subject: contact.replace(/^http:/, 'https:'), ...key },
          TTL: ttlSeconds,
          topic,
          urgency: 'high',
        },
      )
      const { statusCode } = await post.post({ url: endpoint, headers: textsOf(headers), body })
      return statusCode
    },
  }
}

/** Returns whether the key is a point on the curve P-256. No text can be encrypted for another key. */
function isPoint(publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

/** Returns the headers without the length, which the post sets. */
const textsOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name, String(value)]),
  )
