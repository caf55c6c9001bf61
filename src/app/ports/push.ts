// Notifications to browsers, by the push service that each browser has.
import { type PlainSentence } from '../../texts/text.ts'

/** As the browser gives it: where to, and what only this browser reads. */
export interface PushTarget {
  endpoint: string
  /** Base64url: an uncompressed point on P-256, and 16 bytes. */
  publicKey: string
  authSecret: string
}

/** By which push services know the sender (VAPID), base64url. */
export interface PushKey {
  publicKey: string
  privateKey: string
}

export interface PushMessage {
  text: string
  /** What takes the place of what was not delivered yet; up to 32 characters of base64url. */
  topic: string
  ttlSeconds: number
}

export interface Push {
  makeKey(): PushKey
  /** What is wrong with what a browser sent, with the name of the member, or null. Resolves the host. */
  fault(target: PushTarget): Promise<{ member: keyof PushTarget; fault: PlainSentence } | null>
  /** The push service's status; null when it did not answer. `contact` is an address at which it finds the sender. */
  send(target: PushTarget, message: PushMessage, key: PushKey, contact: string): Promise<number | null>
}
