// Notifications to browsers, through the push service of each browser.
import { type PlainSentence } from '../../texts/text.ts'

/** A browser's subscription: the endpoint, and the keys that encrypt messages for this browser. */
export interface PushTarget {
  endpoint: string
  /** Keys in base64url. `publicKey` is an uncompressed point on the curve P-256. `authSecret` has 16 bytes. */
  publicKey: string
  authSecret: string
}

/** Key pair that identifies the sender to push services (VAPID), in base64url. */
export interface PushKey {
  publicKey: string
  privateKey: string
}

export interface PushMessage {
  text: string
  /** Topic in base64url, at most 32 characters. A new message replaces an undelivered message with the same topic. */
  topic: string
  ttlSeconds: number
}

export interface Push {
  makeKey(): PushKey
  /**
   * Checks a browser's subscription. Returns the first problem and the member that has it, or null. Resolves the host
   * name of the endpoint.
   */
  fault(target: PushTarget): Promise<{ member: keyof PushTarget; fault: PlainSentence } | null>
  /**
   * Sends the message. Returns the HTTP status of the push service, or null without a response. `contact` is a URL by
   * which the operators of the push service can reach the sender.
   */
  send(target: PushTarget, message: PushMessage, key: PushKey, contact: string): Promise<number | null>
}
