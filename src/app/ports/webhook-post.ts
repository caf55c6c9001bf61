// Posts webhooks.
import { type PlainSentence } from '../../texts/text.ts'

/** Longest time from the start of a post to the end of the response. */
export const MAX_POST_MS = 10_000

export interface WebhookMessage {
  url: string
  headers: Record<string, string>
  /** Sent as it is: the signature is over these bytes. */
  body: Buffer
}

export interface PostResult {
  statusCode: number | null
  /** Why there was no whole answer in time; null when there was one. */
  error: string | null
  /** Without an answer: whether the receiver was never reached, so that nothing was taken. */
  neverConnected?: boolean
  /** The beginning of the answer's body. */
  excerpt: string | null
  durationMs: number
}

export interface WebhookPost {
  /** Why an endpoint may not have this URL, reading on from its name ("must use https"), or null. Resolves the host. */
  urlFault(url: string): Promise<PlainSentence | null>
  /** Posts once, to a public address only, following no redirect. Never throws. */
  post(message: WebhookMessage): Promise<PostResult>
}
