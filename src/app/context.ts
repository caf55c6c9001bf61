// What a use case is given: who calls, the ports, and the two ways to the database, read and commit.
import type { Reply } from '../contract/endpoint.ts'
import type { Actor } from '../domain/users/actor.ts'
import { type Database, isLockTimeout, isRetryable, type Tx } from '../store/database.ts'
import { keepReply, storedReply } from '../store/keys/idempotency.ts'
import type { CallLog } from './keys/call-log.ts'
import { type Calendar, calendarOf } from './calendar.ts'
import { AppError } from './errors.ts'
import type { Places } from './places.ts'
import type {
  Areas,
  Clock,
  Documents,
  Email,
  Files,
  Geocoder,
  Images,
  Log,
  ProviderWatch,
  RoadDistances,
  Scratch,
  Secrets,
  Sheets,
  Sms,
  Solver,
  Tracing,
  WebhookPost,
} from './ports.ts'

/** What every use case shares; made once in main.ts. */
export interface App {
  db: Database
  clock: Clock
  newId: () => string
  secrets: Secrets
  geocoder: Geocoder
  /** Null without a provider: straight-line estimates. */
  distances: RoadDistances | null
  solver: Solver
  providers: ProviderWatch
  webhookPost: WebhookPost
  files: Files
  images: Images
  scratch: Scratch
  /** For pictures being received, and for sheets being read. */
  places: { pictures: Places; sheets: Places }
  sheets: Sheets
  documents: Documents
  areas: Areas
  sms: Sms
  email: Email
  publicUrl: string
  /** Of this software. */
  version: string
  log: Log
  tracing: Tracing
  callLog: CallLog
  /** Multiplies the limits of links; the API's are multiplied in http/. */
  rateLimitScale: number
  /** Has a job look for due work now; polling would find it anyway. */
  wake: (job: string) => void
}

/** The key under which a write's answer is kept. */
export interface Idempotency {
  scope: string
  key: string
  bodyHash: Buffer
}

export interface Caller {
  businessId: string
  timeZone: string
  actor: Actor
  requestId: string | null
  idempotency: Idempotency | null
}

declare const writing: unique symbol
/** A transaction that may write; only `commit` hands one out. */
export type WriteTx = Tx & { readonly [writing]: true }

export interface Context extends App, Caller {
  /** When the request came in. */
  now: Date
  calendar: Calendar
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Decides and writes, once: the work's change, its audit row, its events and its answer stand or fall together.
   * The work may run again after a deadlock, so it must do nothing but read and write through `tx`.
   */
  commit<T>(work: (tx: WriteTx) => Promise<Reply<T>>): Promise<Reply<T>>
  /** As the App's, once the commit under way is done: before it a job would find nothing. */
  wake: App['wake']
}

export function makeContext(app: App, caller: Caller): Context {
  const write = async <T>(work: (tx: WriteTx) => Promise<Reply<T>>): Promise<Reply<T>> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await app.db.asWriter(caller.businessId, async (tx) => {
          const reply = await work(tx as WriteTx)
          if (caller.idempotency) keepReply(tx, caller.idempotency, reply, app.secrets)
          return reply
        })
      } catch (error) {
        if (isRetryable(error) && attempt < 4) continue
        throw error
      }
    }
  }
  const woken = new Set<string>()
  return {
    ...app,
    ...caller,
    now: app.clock(),
    calendar: calendarOf(caller.timeZone),
    read: (work) => app.db.asBusiness(caller.businessId, work),
    wake: (job) => void woken.add(job),
    commit: async (work) => {
      try {
        const reply = await write(work)
        for (const job of woken) app.wake(job)
        return reply
      } catch (error) {
        // A twin under the same key may have won meanwhile: what this one saw was the twin's own effect.
        const { idempotency } = caller
        if (!idempotency) throw orBusy(error)
        const kept = await app.db.asBusiness(caller.businessId, (tx) => storedReply(tx, idempotency))
        if (kept) throw new AlreadyAnswered(kept)
        if (isLockTimeout(error)) throw inUse()
        throw error
      }
    },
  }
}

/** Thrown when a twin of the request was answered first; http/ replays that answer. */
export class AlreadyAnswered extends Error {
  readonly kept: { bodyHash: Buffer; status: number; reply: Buffer }
  constructor(kept: { bodyHash: Buffer; status: number; reply: Buffer }) {
    super('answered by a twin')
    this.kept = kept
  }
}

/** The error; for a write that waited too long for others, that it may be tried again. */
export const orBusy = (error: unknown): unknown =>
  isLockTimeout(error)
    ? new AppError(
        'conflict',
        'RECORDS_BUSY',
        'Someone else is changing the same records right now. Nothing was changed; try again in a moment.',
        { retryAfterSeconds: 2 },
      )
    : error

export const inUse = (): AppError =>
  new AppError(
    'conflict',
    'IDEMPOTENCY_KEY_IN_USE',
    'Another request with this Idempotency-Key, or one that changes the same records, is still running; retry shortly.',
    { retryAfterSeconds: 2 },
  )
