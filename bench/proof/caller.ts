// A client that follows the API's rules: one Idempotency-Key per logical write, retried until there is a response.
// Keeps every response for comparison with the final data.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Acknowledged {
  path: string
  key: string
  body: unknown
  status: number
  answer: string
  /** Origin of the server that responded, and time of `performance.now()`. */
  by: string
  at: number
}

export interface CallerJson {
  data: Record<string, unknown>
  details?: { code: string }
}

export interface Caller {
  businessId: string
  acknowledged: Acknowledged[]
  /** Number of retried requests. */
  retries: number
  /** Responses that no client should receive. */
  faults: string[]
  /** Sends until there is a response. An unexpected status is a fault. */
  write(path: string, body: unknown, expected: number): Promise<CallerJson>
  read(path: string): Promise<CallerJson>
  /** Sends an acknowledged write again, unchanged. */
  again(write: Acknowledged): Promise<{ status: number; answer: string; replayed: boolean }>
}

/** Temporary errors: the first request with the key is still in progress, or another build is running. */
const TEMPORARY_CODES = new Set(['IDEMPOTENCY_KEY_IN_USE', 'BUILD_RUNNING'])
const PAUSE_MS = 40
/** Time limit for the response to a request, including its retries while the server is killed and restarted. */
const PATIENCE_MS = 300_000

interface Options {
  /** Whether a failed connection, and an answer that is neither expected nor 503 with Retry-After, is a fault. */
  isStrict?: boolean
  pauseMs?: number
}

/** Creates a client. After a failed connection, the client continues with the next of `urls`. */
export function createCaller(
  urls: readonly string[],
  apiKey: string,
  businessId: string,
  { isStrict = false, pauseMs = PAUSE_MS }: Options = {},
): Caller {
  let turn = 0
  const send = async (method: string, path: string, body?: unknown, key?: string) => {
    const deadline = performance.now() + PATIENCE_MS
    let last = 'nothing'
    for (;;) {
      try {
        const response = await fetch(`${urls[turn % urls.length]}/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${apiKey}`,
            ...(key && { 'idempotency-key': key }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(20_000),
        })
        const answer = await response.text()
        last = answer
        const code = codeIn(answer)
        const isTemporary = response.status === 503 && response.headers.has('retry-after')
        if (isStrict && !isTemporary && (response.status >= 500 || TEMPORARY_CODES.has(code)))
          self.faults.push(`${method} ${path} answered ${response.status} ${code}`)
        else if (response.status === 500) self.faults.push(`${method} ${path} answered 500`)
        if (response.status < 500 && !TEMPORARY_CODES.has(code))
          return {
            status: response.status,
            answer,
            replayed: response.headers.has('idempotent-replayed'),
            by: new URL(response.url).origin,
          }
      } catch (error) {
        turn++
        if (isStrict) self.faults.push(`${method} ${path} got no response: ${String((error as Error).cause ?? error)}`)
      }
      if (performance.now() > deadline)
        throw new Error(`${method} ${path} was not answered in five minutes; last: ${last}`)
      self.retries++
      await sleep(pauseMs)
    }
  }
  const self: Caller = {
    businessId,
    acknowledged: [],
    retries: 0,
    faults: [],
    write: async (path, body, expected) => {
      const key = randomUUID()
      const { status, answer, by } = await send('POST', path, body, key)
      if (status !== expected)
        self.faults.push(`POST ${path} answered ${status} and not ${expected}: ${answer.slice(0, 300)}`)
      if (status < 300) self.acknowledged.push({ path, key, body, status, answer, by, at: performance.now() })
      return JSON.parse(answer) as CallerJson
    },
    read: async (path) => JSON.parse((await send('GET', path)).answer) as CallerJson,
    again: ({ path, key, body }) => send('POST', path, body, key),
  }
  return self
}

/** Returns the error code of a response. Empty if the response has none. */
function codeIn(answer: string): string {
  try {
    return (JSON.parse(answer) as CallerJson).details?.code ?? ''
  } catch {
    return ''
  }
}
