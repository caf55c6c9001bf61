// Keeps the API's calls for the office to look at, and when keys were last used: in batches, beside the requests. It
// never holds a request up, never fails one, and never keeps more than a bounded number in memory.
import { type ApiRequest, insertRequests, touchKeys } from '../../../store/keys/api-requests.ts'
import { type Database, isUnreachable } from '../../../store/database.ts'
import type { Log } from '../../ports/log.ts'

const FLUSH_EVERY_MS = 1_000
const BATCH = 1_000
/** What waits while the database is slow or away; more is left out, and said in the log. */
const MOST_WAITING = 20 * BATCH
const MINUTE_MS = 60_000
const USE_EVERY_MS = MINUTE_MS
const MOST_KEYS = 10_000
/** Of a key's calls past its rate limit, so many a minute: those cost their caller nothing. */
const MOST_LIMITED = 60

export interface CallLog {
  add(call: ApiRequest): void
  /** Writes what waits. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function openCallLog(db: Pick<Database, 'asSystem'>, log: Log): CallLog {
  let waiting: ApiRequest[] = []
  let left = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  /** When each key's use was last written, so that most batches need not. */
  const written = new Map<string, number>()

  /** How many calls past its limit each key made in the minute of the last. */
  const limited = new Map<string, { minute: number; calls: number }>()
  const isOneTooMany = ({ keyId, at, errorCode }: ApiRequest): boolean => {
    if (errorCode !== 'RATE_LIMITED') return false
    const minute = Math.floor(at.getTime() / MINUTE_MS)
    const before = limited.get(keyId)
    const calls = before?.minute === minute ? before.calls + 1 : 1
    if (limited.size >= MOST_KEYS) limited.clear()
    limited.set(keyId, { minute, calls })
    return calls > MOST_LIMITED
  }

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
      if (written.size + uses.length > MOST_KEYS) written.clear()
      for (const { keyId, at } of uses) written.set(keyId, at.getTime())
    }
    if (left > 0) log.warn({ calls: left }, 'calls were left out of the request log')
    left = 0
  }
  const flush = (): Promise<void> => {
    writing ??= write()
      .catch((error: unknown) => {
        log.warn({ err: error, waiting: waiting.length }, 'the request log was not written')
        // What the database refuses it will refuse again.
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
      if (waiting.length < MOST_WAITING) waiting.push(call)
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
