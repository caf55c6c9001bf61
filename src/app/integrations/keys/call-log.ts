// Logs API calls for the office and records when keys were last used, in batches outside the requests. It never delays
// or fails a request, and its memory use is bounded.
import { type ApiRequest, insertRequests, touchKeys } from '../../../store/keys/api-requests.ts'
import { type Database, isUnreachable } from '../../../store/database.ts'
import type { Log } from '../../ports/log.ts'

const FLUSH_EVERY_MS = 1_000
const BATCH = 1_000
/**
 * Maximum calls in memory while the database is slow or unavailable. Further calls are dropped, and the server log
 * records their number.
 */
const MAX_WAITING = 20 * BATCH
const MINUTE_MS = 60_000
const USE_EVERY_MS = MINUTE_MS
const MAX_KEYS = 10_000
/**
 * Maximum calls above the rate limit that are logged per key and minute. Refused calls cost their sender nothing, so
 * they could fill the log.
 */
const MAX_LIMITED = 60

export interface CallLog {
  add(call: ApiRequest): void
  /** Writes the calls that wait in memory. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function openCallLog(db: Pick<Database, 'asSystem'>, log: Log): CallLog {
  let waiting: ApiRequest[] = []
  let left = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  /**
   * Time at which the last use of each key was written, in milliseconds. A key's use is written at most once per
   * `USE_EVERY_MS`.
   */
  const written = new Map<string, number>()
  const isOneTooMany = createLimitedCallFilter()
  const usesIn = (batch: readonly ApiRequest[]) =>
    [...new Map(batch.map((call) => [call.keyId, call])).values()].filter(
      ({ keyId, at }) => at.getTime() - (written.get(keyId) ?? -Infinity) >= USE_EVERY_MS,
    )
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      const uses = usesIn(batch)
      await db.asSystem(async (tx) => {
        await insertRequests(tx, batch)
        if (uses.length > 0) await touchKeys(tx, uses)
      })
      waiting = waiting.slice(batch.length)
      if (written.size + uses.length > MAX_KEYS) written.clear()
      for (const { keyId, at } of uses) written.set(keyId, at.getTime())
    }
    if (left > 0) log.warn({ calls: left }, 'calls were dropped from the request log')
    left = 0
  }
  const flush = (): Promise<void> => {
    writing ??= write()
      .catch((error: unknown) => {
        log.warn({ err: error, waiting: waiting.length }, 'the request log was not written')
        // Drop the batch if the database rejected it, because it would reject the batch again.
        if (!isUnreachable(error)) waiting = waiting.slice(BATCH)
      })
      .finally(() => {
        writing = null
        if (waiting.length > 0) schedule()
      })
    return writing
  }
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = null
      void flush()
    }, FLUSH_EVERY_MS).unref()
  }
  return {
    add: (call) => {
      if (isOneTooMany(call)) return
      if (waiting.length < MAX_WAITING) waiting.push(call)
      else left++
      schedule()
    },
    flush,
    close: async () => {
      await flush()
      if (timer) clearTimeout(timer)
    },
  }
}

/** Returns a function that returns whether the log omits a call, because too many above the rate limit came before. */
function createLimitedCallFilter(): (call: ApiRequest) => boolean {
  /** Per key, the calls above its rate limit in the minute of the last such call. */
  const limited = new Map<string, { minute: number; calls: number }>()
  return ({ keyId, at, errorCode }) => {
    if (errorCode !== 'RATE_LIMITED') return false
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    const before = limited.get(keyId)
    const calls = before?.minute === minute ? before.calls + 1 : 1
    if (limited.size >= MAX_KEYS) limited.clear()
    limited.set(keyId, { minute, calls })
    return calls > MAX_LIMITED
  }
}
