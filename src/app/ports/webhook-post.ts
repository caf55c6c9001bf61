// Posts webhooks.
import { type PlainSentence } from '../../texts/text.ts'

/** Longest time from the start of a post to the end of the response, in milliseconds. */
export const MAX_POST_MS = 10_000

export interface WebhookMessage {
  url: string
  headers: Record<string, string>
  /** The bytes to post. The signature covers them. */
  body: Buffer
  /** Bytes of the response body that the result contains. Default: 1,024. */
  answerBytes?: number
}

export interface PostResult {
  statusCode: number | null
  /** Reason why no complete response arrived in time. Null if a complete response arrived. */
  error: string | null
  /** True if no connection was made, so that the receiver got no data. */
  neverConnected?: boolean
  /** The beginning of the response body. */
  excerpt: string | null
  durationMs: number
}

export interface WebhookPost {
  /**
   * Returns the reason why an endpoint can't have this URL, or null. The reason follows the field's name in a message
   * ("must use https"). Resolves the host name.
   */
  urlFault(url: string): Promise<PlainSentence | null>
  /**
   * Posts the message once, and only to a public address. Doesn't follow redirects. Never throws: the result contains
   * the failure.
   */
  post(message: WebhookMessage): Promise<PostResult>
}
