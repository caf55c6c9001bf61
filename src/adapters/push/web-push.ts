// Sends notifications to browsers' push services: as webhooks, to public addresses only and bounded in time.
import type { Clock } from '../../app/ports/clock.ts'
import type { Push } from '../../app/ports/push.ts'
import type { WebhookPost } from '../../app/ports/webhook-post.ts'
import { encrypted, isPoint, makePushKey, vapid } from './encrypt.ts'

/** Push services take up to 24 hours. */
const TOKEN_MS = 12 * 3_600_000
const AUTH_BYTES = 16

export function openPush(post: WebhookPost, clock: Clock): Push {
  return {
    makeKey: makePushKey,
    fault: async ({ endpoint, publicKey, authSecret }) => {
      if (!isPoint(publicKey)) return { member: 'publicKey', fault: 'must be a public key of P-256 in base64url' }
      if (Buffer.from(authSecret, 'base64url').length !== AUTH_BYTES)
        return { member: 'authSecret', fault: 'must be 16 bytes in base64url' }
      const fault = await post.urlFault(endpoint)
      return fault === null ? null : { member: 'endpoint', fault }
    },
    send: async (target, { text, topic, ttlSeconds }, key, contact) => {
      const expires = new Date(clock().getTime() + TOKEN_MS)
      const { statusCode } = await post.post({
        url: target.endpoint,
        headers: {
          'Content-Type': 'application/octet-stream',
          'Content-Encoding': 'aes128gcm',
          Authorization: vapid(key, new URL(target.endpoint).origin, contact, expires),
          TTL: String(ttlSeconds),
          Topic: topic,
          Urgency: 'high',
        },
        body: encrypted(text, target),
      })
      return statusCode
    },
  }
}
