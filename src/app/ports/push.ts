// Notifications to browsers, through the push service of each browser.
import { type PlainSentence } from '../../texts/text.ts'

/** A browser's subscription: the endpoint, and the keys that encrypt messages for this browser. */
export interface PushTarget {
  endpoint: string
  /** Base64url. `publicKey` is an uncompressed point on P-256, `authSecret` has 16 bytes. */
  publicKey: string
  authSecret: string
}

/** Identifies the sender to push services (VAPID), in base64url. */
export interface PushKey {
  publicKey: string
  privateKey: string
}

export interface PushMessage {
  text: string
  /** A message replaces an undelivered message with the same topic. At most 32 characters of base64url. */
  topic: string
  ttlSeconds: number
}

export interface Push {
  makeKey(): PushKey
  /** Returns the first problem with a browser's subscription and the member that has it, or null. Resolves the host. */
  fault(target: PushTarget): Promise<{ member: keyof PushTarget; fault: PlainSentence } | null>
  /**
   * Returns the push service's HTTP status, or null without a response. `contact` is an address of the sender for its
   * use.
   */
  send(target: PushTarget, message: PushMessage, key: PushKey, contact: string): Promise<number | null>
}
