// Sends requests with retries, delays and timeouts, and interprets the responses.
import { ApiError, NoAnswerError, RoundsmanError } from './errors.ts'
import type { ErrorCode } from './generated/types.ts'

export interface ClientOptions {
  /** URL of the installation, such as `https://routes.example.com`. */
  baseUrl: string
  /** `rk_live_…`, or `rk_test_…` for test data. Never use it in browsers of people outside your own staff. */
  apiKey: string
  /** Retries after an attempt without response, or with a response that allows a retry. Default: 4. */
  retries?: number
  /** Seconds per attempt. Default: 120, because builds are computed during the request. */
  timeout?: number
  /** Maximum seconds between two attempts. A longer Retry-After ends the call with its error. Default: 60. */
  longestWait?: number
  /** Replacement for fetch, for example with a proxy. */
  fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  /** Aborts the call, also while it waits for a retry. */
  signal?: AbortSignal
  /** Seconds per attempt. */
  timeout?: number
}

export interface ChangeOptions extends CallOptions {
  /** The response shows the effect of the call, and nothing is changed. */
  dryRun?: boolean
}

export interface WriteOptions extends ChangeOptions {
  /**
   * Key of 1 to 255 printable characters, unique for each logical change. Store it with the change if your process may
   * end before the response: the same key and body have an effect only once. By default, each call has a new key for
   * all its attempts.
   */
  idempotencyKey?: string
}

/** A response in the wire format. */
export interface Answer<T = unknown> {
  status: number
  data: T
  /** Message for people. */
  message: string
  next_cursor?: string | null
  requestId: string | undefined
  /** Whether this is the stored response of an earlier request with the same Idempotency-Key. */
  replayed: boolean
}

export interface Call {
  verb: string
  /** Path below `/api/v1`. */
  path: string
  query?: object
  body?: unknown
  form?: object
  keyed?: boolean
  /** The query parameter that takes the cursor of the next page. */
  cursor?: string
}

const FIRST_WAIT = 0.5
/** Statuses of temporary errors, after which a retry of the same request may succeed. */
const WORTH_ANOTHER = [408, 429, 500, 502, 503, 504]

export class Transport {
  readonly #base: string
  readonly #given: ClientOptions

  constructor(given: ClientOptions) {
    if (!given.apiKey) throw new RoundsmanError('apiKey is missing')
    this.#given = given
    this.#base = `${installationAt(given.baseUrl)}/api/v1`
  }

  /** Sends the call. All attempts of a write have the same Idempotency-Key, so it has an effect only once. */
  async send<T>(call: Call, options: WriteOptions = {}): Promise<Answer<T>> {
    const { retries = 4, longestWait = 60 } = this.#given
    const asked = options.dryRun ? { ...call, query: { ...call.query, dry_run: true } } : call
    const idempotencyKey = call.keyed ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    for (let attempt = 0; ; attempt++) {
      const tried = await this.#attempt<T>(asked, idempotencyKey, options)
      if ('answer' in tried) return tried.answer
      options.signal?.throwIfAborted()
      const wait = tried.retryAfter ?? Math.random() * FIRST_WAIT * 2 ** (attempt + 1)
      if (!tried.again || attempt >= retries || wait > longestWait) throw tried.error
      await sleep(wait, options.signal)
    }
  }

  async #attempt<T>(call: Call, idempotencyKey: string | undefined, options: CallOptions): Promise<Attempt<T>> {
    const limit = AbortSignal.timeout((options.timeout ?? this.#given.timeout ?? 120) * 1000)
    const { fetch = globalThis.fetch } = this.#given
    try {
      const response = await fetch(this.#url(call), {
        method: call.verb,
        headers: {
          authorization: `Bearer ${this.#given.apiKey}`,
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        ...(call.form && { body: formOf(call.form) }),
        // The key must not be sent to other servers.
        redirect: 'manual',
        signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      })
      return understand<T>(response, await response.text(), `${call.verb} ${call.path}`)
    } catch (cause) {
      options.signal?.throwIfAborted()
      const message = `${call.verb} ${call.path}: no answer from ${this.#base}`
      return { again: true, error: new NoAnswerError(message, { cause, idempotencyKey }) }
    }
  }

  #url({ path, query = {} }: Call): string {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
    return `${this.#base}${path}${search.size > 0 ? `?${search}` : ''}`
  }
}

/**
 * Returns the URL of the installation without a trailing slash, and without the path of the API, which `baseUrl` may
 * include.
 */
function installationAt(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new RoundsmanError('baseUrl must be an http or https URL, such as https://routes.example.com')
  return url.origin + url.pathname.replace(/(\/api\/v1)?\/*$/, '')
}

type Attempt<T> = { answer: Answer<T> } | { error: RoundsmanError; again: boolean; retryAfter?: number | undefined }

function understand<T>(response: Response, text: string, what: string): Attempt<T> {
  const { status, headers } = response
  const requestId = headers.get('x-request-id') ?? undefined
  const json = parsed(text)
  if (response.ok && json && 'data' in json) {
    const replayed = headers.get('idempotent-replayed') === 'true'
    return { answer: { ...(json as { data: T; message: string }), status, requestId, replayed } }
  }
  const retryAfter = secondsOf(headers.get('retry-after'))
  const details = json?.details as { code?: ErrorCode } | undefined
  const said = typeof json?.message === 'string' ? json.message : `The answer is not the service’s.`
  return {
    error: new ApiError(`${what}: ${status} ${said}`, { status, details: { ...details }, requestId, retryAfter }),
    again: isWorthAnother(status, details?.code, retryAfter),
    retryAfter,
  }
}

/**
 * Whether to retry. A 409 with Retry-After means that the same request is still in progress. A 503 of the service
 * without Retry-After means that a setting is missing, which no retry changes. A 503 without a code is from a proxy.
 */
function isWorthAnother(status: number, code: ErrorCode | undefined, retryAfter: number | undefined): boolean {
  if (status === 409 || (status === 503 && code !== undefined)) return retryAfter !== undefined
  return WORTH_ANOTHER.includes(status)
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Seconds in a Retry-After header, which has seconds or a time. */
function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.set(name, value as string | Blob)
  return form
}

/** Resolves after these seconds, or rejects if the signal is aborted. */
export function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Encodes a path segment. Rejects `.` and `..`, which URLs resolve as path steps. */
export function segment(value: string): string {
  if (value === '') throw new RoundsmanError('The id or reference is empty')
  if (value === '.' || value === '..')
    throw new RoundsmanError(`${value} can’t stand in a path; orders.list({ external_ref }) reads such a delivery`)
  return encodeURIComponent(value)
}

/** A list with pages. `for await` returns every item, `pages()` every page, and `page()` only the first page. */
export class Paged<T> implements AsyncIterable<T> {
  readonly #fetch: (cursor: string | undefined) => Promise<Answer<T[]>>

  constructor(fetch: (cursor: string | undefined) => Promise<Answer<T[]>>) {
    this.#fetch = fetch
  }

  page(): Promise<{ data: T[]; next_cursor?: string | null }> {
    return this.#fetch(undefined)
  }

  async *pages(): AsyncGenerator<T[], void, undefined> {
    let cursor: string | undefined
    do {
      const page = await this.#fetch(cursor)
      cursor = page.next_cursor ?? undefined
      yield page.data
    } while (cursor)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page
  }
}

export class Resource {
  protected readonly transport: Transport

  constructor(transport: Transport) {
    this.transport = transport
  }

  protected async call<T>(call: Call, options?: WriteOptions): Promise<T> {
    return (await this.transport.send<T>(call, options)).data
  }

  protected pages<T>(call: Call & { cursor: string }, options?: CallOptions): Paged<T> {
    return new Paged((cursor) =>
      this.transport.send({ ...call, query: { ...call.query, ...(cursor && { [call.cursor]: cursor }) } }, options),
    )
  }
}
