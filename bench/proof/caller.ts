// A caller that does as the API says: one Idempotency-Key a logical write, tried again until it is answered. Every
// answer is kept, to be held against what is there in the end.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Acknowledged {
  path: string
  key: string
  body: unknown
  status: number
  answer: string
  /** By whom and when (of `performance.now()`). */
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
  /** How often a request had to be sent again. */
  retries: number
  /** Answers that no caller should have to see. */
  faults: string[]
  /** Sends until it is answered; a status not expected is a fault. */
  write(path: string, body: unknown, expected: number): Promise<CallerJson>
  read(path: string): Promise<CallerJson>
  /** Sends an acknowledged write again, as it was. */
  again(write: Acknowledged): Promise<{ status: number; answer: string; replayed: boolean }>
}

/** Passing: the first of a pair is still at work, or the service is coming up. */
const PASSING = new Set(['IDEMPOTENCY_KEY_IN_USE', 'BUILD_RUNNING'])
const PAUSE_MS = 40
/** For an answer, however often the server was killed meanwhile. */
const PATIENCE_MS = 300_000

/** Tries the addresses in turn. */
export function caller(urls: readonly string[], apiKey: string, businessId: string): Caller {
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
        const code = (JSON.parse(answer) as CallerJson).details?.code ?? ''
        if (response.status === 500) self.faults.push(`${method} ${path} answered 500`)
        if (response.status < 500 && !PASSING.has(code))
          return {
            status: response.status,
            answer,
            replayed: response.headers.has('idempotent-replayed'),
            by: new URL(response.url).origin,
          }
      } catch {
        turn++
      }
      if (performance.now() > deadline)
        throw new Error(`${method} ${path} was not answered in five minutes; last: ${last}`)
      self.retries++
      await sleep(PAUSE_MS)
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
