// Posts webhooks to allowed addresses only. Follows no redirects, and limits the time and the size of the response.
import http from 'node:http'
import https from 'node:https'
import { MAX_POST_MS, type PostResult, type WebhookMessage, type WebhookPost } from '../../app/ports/webhook-post.ts'
import { makeGuard, type Resolve } from './webhook-guard.ts'

const MAX_ANSWER_BYTES = 64 * 1024
const EXCERPT_BYTES = 1024
/** Shorter than the 5 s after which common servers close an idle connection. */
const IDLE_CONNECTION_MS = 4_000

export interface WebhookPostOptions {
  /** Allows http and private addresses (ALLOW_PRIVATE_WEBHOOKS). */
  allowPrivate: boolean
  /** Milliseconds from the start of an attempt to the end of the response. */
  timeoutMs?: number
  /** Replaces name resolution in tests. */
  resolve?: Resolve
}

export function openWebhookPost({ allowPrivate, timeoutMs = MAX_POST_MS, resolve }: WebhookPostOptions): WebhookPost {
  const guard = makeGuard({ allowPrivate, ...(resolve && { resolve }) })
  const kept = { lookup: guard.lookup, keepAlive: true, timeout: IDLE_CONNECTION_MS, maxFreeSockets: 32 }
  const fresh = { lookup: guard.lookup, keepAlive: false }
  const agents = {
    'https:': { kept: new https.Agent(kept), fresh: new https.Agent(fresh) },
    'http:': { kept: new http.Agent(kept), fresh: new http.Agent(fresh) },
  }

  return {
    urlFault: (url) => guard.urlFault(url),
    post: async (message) => {
      const startedAt = performance.now()
      const finish = (answer: Answer): PostResult => ({
        ...answer,
        durationMs: Math.round(performance.now() - startedAt),
      })
      const url = new URL(message.url)
      const fault = guard.plainFault(url)
      if (fault) return finish({ ...NO_ANSWER, error: `the URL ${fault}`, neverConnected: true })
      const { kept, fresh } = agents[url.protocol as keyof typeof agents]
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = (await sendRequest(url, message, kept, signal)) ?? (await sendRequest(url, message, fresh, signal))
      return finish(answer ?? { ...NO_ANSWER, error: 'the connection was closed' })
    },
  }
}

type Answer = Omit<PostResult, 'durationMs'>

const NO_ANSWER = { statusCode: null, excerpt: null }

/**
 * Sends one request and reads its response. Returns null if a kept connection was already closed. That reveals nothing
 * about the receiver, so the caller has to send the request again.
 */
function sendRequest(
  url: URL,
  { headers, body, answerBytes = EXCERPT_BYTES }: WebhookMessage,
  agent: http.Agent,
  signal: AbortSignal,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const { request } = url.protocol === 'https:' ? https : http
    let statusCode: number | null = null
    let connected = false
    const read: Buffer[] = []
    let size = 0
    const answer = (error: string | null): void =>
      resolve({
        statusCode,
        error,
        excerpt: statusCode === null ? null : excerptOf(Buffer.concat(read).subarray(0, answerBytes)),
        ...(!connected && { neverConnected: true }),
      })

    const sent = request(url, {
      method: 'POST',
      agent,
      signal,
      headers: { ...headers, 'Content-Length': body.length },
    })
    sent.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (connected = true))
      else connected = true
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const stale = sent.reusedSocket && statusCode === null && STALE.has(error.code ?? '')
      if (stale) resolve(null)
      else answer(signal.aborted ? 'no complete response in time' : errorInWords(error))
    })
    // The connection ended without a response, for example by a switch of protocols.
    sent.on('close', () => answer('the connection was closed'))
    sent.on('response', (response) => {
      statusCode = response.statusCode ?? null
      response.on('data', (chunk: Buffer) => {
        if (size < answerBytes) read.push(chunk)
        size += chunk.length
        if (size <= MAX_ANSWER_BYTES) return
        answer(null)
        sent.destroy()
      })
      response.on('end', () => answer(null))
      response.on('error', (error) => answer(signal.aborted ? 'no complete response in time' : errorInWords(error)))
    })
    sent.end(body)
  })
}

const STALE = new Set(['ECONNRESET', 'EPIPE'])

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host could not be looked up',
  ETIMEOUT: 'the host could not be looked up',
  ETIMEDOUT: 'no connection in time',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too long',
}

const errorInWords = (error: NodeJS.ErrnoException): string => WORDS[error.code ?? ''] ?? error.message

/** Returns text that can be stored. */
const excerptOf = (bytes: Buffer): string => new TextDecoder().decode(bytes).replaceAll('\u0000', '')
