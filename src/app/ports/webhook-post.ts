// Posts webhooks.
import { type PlainSentence } from '../../texts/text.ts'

/** Longest time from the start of a post to the end of the response, in milliseconds. */
export const MAX_POST_MS = 10_000

export interface WebhookMessage {
  url: string
  headers: Record<string, string>
  /** The bytes to post. The signature covers them. */
  body: Buffer
}

export interface PostResult {
  statusCode: number | null
  /** Why there was no complete response in time. Null if there was one. */
  error: string | null
  /** True if no connection was made, so that the receiver got no data. */
  neverConnected?: boolean
  /** The beginning of the response body. */
  excerpt: string | null
  durationMs: number
}

export interface WebhookPost {
  /**
   * Returns why an endpoint can't have this URL, as a predicate that follows the field name ("must use https"), or
   * null. Resolves the host.
   */
  urlFault(url: string): Promise<PlainSentence | null>
  /** Posts once, only to a public address. Follows no redirect. Never throws. */
  post(message: WebhookMessage): Promise<PostResult>
}
