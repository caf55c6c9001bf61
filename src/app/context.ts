// What a use case is given: who calls, the ports, and the database, to read and to write in transactions.
import type { WORK_LIMITS } from '../contract/limits.ts'
import { type Formats, US_FORMATS } from '../domain/formats.ts'
import type { JobName } from '../domain/jobs/job.ts'
import type { Dictionary } from '../texts/dictionary.ts'
import { render, type Said } from '../texts/text.ts'
import { STALENESS, type Staleness } from '../domain/staleness.ts'
import type { Actor } from '../domain/users/actor.ts'
import {
  CommitUnanswered,
  type Database,
  isLockTimeout,
  isReferenceTaken,
  isRetryable,
  isWalledOff,
  type Tx,
} from '../store/database.ts'
import { type StoredResponse, storedResponse, storeResponse } from '../store/keys/idempotency.ts'
import type { CallLog } from './integrations/keys/call-log.ts'
import { type LegsFirst, legsFirst } from './legs-first.ts'
import { type Calendar, calendarOf } from './calendar.ts'
import { AppError, othersToo } from './errors.ts'
import type { StepUnderWay } from '../domain/undo/step.ts'
import type { Places } from './places.ts'
import type { Areas } from './ports/areas.ts'
import type { Clock } from './ports/clock.ts'
import type { Documents } from './ports/documents.ts'
import type { Email, Sms } from './ports/messages.ts'
import type { ErasedList } from './ports/erased-list.ts'
import type { Files, Scratch } from './ports/files.ts'
import type { Geocoder } from './ports/geocoder.ts'
import type { Images } from './ports/images.ts'
import type { Log } from './ports/log.ts'
import type { OpenId } from './ports/openid.ts'
import type { Passkeys } from './ports/passkeys.ts'
import type { ProviderWatch } from './ports/providers.ts'
import type { Push } from './ports/push.ts'
import type { Regions } from './ports/regions.ts'
import type { RoadDistances } from './ports/roads.ts'
import type { Secrets } from './ports/secrets.ts'
import type { Sheets } from './ports/sheets.ts'
import type { Solver } from './ports/solver.ts'
import type { Tracing } from './ports/tracing.ts'
import type { WebhookPost } from './ports/webhook-post.ts'

/** What every use case shares; made once in main.ts. */
export interface App {
  db: Database
  clock: Clock
  newId: () => string
  secrets: Secrets
  passkeys: Passkeys
  openId: OpenId
  geocoder: Geocoder
  /** Null without a provider: straight-line estimates. */
  distances: RoadDistances | null
  solver: Solver
  /** Which engine solves here. */
  engine: string
  providers: ProviderWatch
  regions: Regions
  webhookPost: WebhookPost
  push: Push
  files: Files
  erasedList: ErasedList
  images: Images
  scratch: Scratch
  /** Of everyone who is served by this process. */
  places: Record<keyof typeof WORK_LIMITS, Places>
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
  /** How many days what the service itself logs is kept, at least. */
  kept: { webhooksDays: number; apiCallsDays: number }
  /** Multiplies the limits of links; the API's are multiplied in http/. */
  rateLimitScale: number
  /** Most deliveries in a build by an API key. The office may build MAX_DELIVERIES_PER_BUILD. */
  buildMaxDeliveries: number
  /** The business whose simulated day this is, whose clock is its own; null where clocks are real. */
  of: string | null
  /** Has a job look for due work now; polling would find it anyway. */
  wake: (job: JobName) => void
}

/** The Idempotency-Key of a request: its write counts once, and its response is stored in the write's transaction. */
export interface Idempotency {
  scope: string
  key: string
  bodyHash: Buffer
  /** The response to what the write returned. */
  respond: (result: unknown) => { status: number; data: unknown }
}

export interface Caller {
  businessId: string
  timeZone: string
  /** Whether it is the test side of a business. */
  isTest?: boolean
  /** How those are told who call; absent: as the API says things. */
  formats?: Formats
  /** The language that they read; absent: English, as the API speaks. */
  dictionary?: Dictionary
  actor: Actor
  /** Of the depots whose vehicles, routes and deliveries alone they see and change; none, or null, for all. */
  depots?: readonly string[] | null
  requestId: string | null
  idempotency: Idempotency | null
  /** Runs first in each transaction that writes. Throws if the caller has lost the right since the request was admitted. */
  guard?: (tx: Tx) => Promise<void>
  /** Whatever it writes is rolled back: the caller asks what would come of it. */
  isDryRun?: boolean
}

declare const writing: unique symbol
/** A transaction that may write; only `write` and `rehearse` hand one out. */
export type WriteTx = Tx & { readonly [writing]: true }

export interface Context extends App, Caller {
  formats: Formats
  /** The text in the caller's language. */
  say: (said: Said) => string
  isTest: boolean
  depots: readonly string[] | null
  /** The step that its writes belong to, so that they can be undone; null if they can't. */
  step: StepUnderWay | null
  /** When the request came in. */
  now: Date
  calendar: Calendar
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same caller, whose reads may be that old: a replica may serve them. Within a transaction they are the transaction's. */
  stale<C extends Context>(this: C, staleness: Staleness): C
  /**
   * Decides and writes in one transaction: the work's change, its audit row, its events and its stored response stand or
   * fall together. The work may run again, after a deadlock or once legs that it needs are known, so it must do nothing but
   * read and write through `tx`.
   */
  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>
  /** What `write` would return; nothing of it is kept. */
  rehearse<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>
  /**
   * For a use case that is a part of another: its reads and writes belong to the other's transaction. What was added to
   * the context stays.
   */
  joining<C extends Context>(this: C, tx: WriteTx): C
  /** Legs on roads of this machine, in a transaction. */
  ownLegs: LegsFirst['of']
  /** As the App's, once the transaction under way is committed: before it a job would find nothing. */
  wake: App['wake']
}

export function makeContext(app: App, caller: Caller): Context {
  const { businessId, idempotency, depots = null } = caller
  const scope = { businessId, depots }
  const refusalOf = (error: unknown): unknown => orBusy(depots ? ofOtherDepots(error) : error)
  const woken = new Set<JobName>()
  const legs = legsFirst(app.distances, app.log)
  const rehearse: Context['rehearse'] = async (work) => {
    try {
      return await legs.running((mark) =>
        retried(() =>
          app.db.asRehearsal(scope, (tx) => {
            mark(tx)
            return work(tx as WriteTx)
          }),
        ),
      )
    } catch (error) {
      throw refusalOf(error)
    } finally {
      woken.clear()
    }
  }
  return {
    ...app,
    ...caller,
    now: app.clock(),
    calendar: calendarOf(caller.timeZone),
    formats: caller.formats ?? US_FORMATS,
    say: (said) => render(said, caller.dictionary),
    isTest: caller.isTest ?? false,
    depots,
    step: null,
    read: (work) => app.db.asBusiness(scope, work),
    stale(staleness) {
      return { ...this, read: (work) => app.db.asReader(scope, STALENESS[staleness], work) }
    },
    ownLegs: (tx, chain, costing) => legs.of(tx, chain, costing),
    wake: (job) => void woken.add(job),
    write: async (work) => {
      if (caller.isDryRun) return rehearse(work)
      const once = (mark: (tx: Tx) => void) => async (tx: Tx) => {
        mark(tx)
        await caller.guard?.(tx)
        const result = await work(tx as WriteTx)
        if (idempotency) storeResponse(tx, idempotency, idempotency.respond(result), app.secrets)
        return result
      }
      try {
        const result = await legs.running((mark) => retried(() => app.db.asWriter(scope, once(mark), ownTime(app))))
        for (const job of woken) app.wake(job)
        return result
      } catch (error) {
        if (!idempotency) throw refusalOf(error)
        // A twin under the same key may have won meanwhile: what this one saw was the twin's own effect.
        // So does one whose commit was not answered, if it stands.
        const stored = await app.db
          .asBusiness(scope, (tx) => storedResponse(tx, idempotency))
          .catch((lookUpError: unknown) => {
            throw error instanceof CommitUnanswered ? error : lookUpError
          })
        if (stored) throw new AlreadyAnswered(stored)
        if (isLockTimeout(error)) throw inUse()
        throw error
      }
    },
    rehearse,
    joining(tx) {
      const joined: typeof this = {
        ...this,
        read: (work) => work(tx),
        stale: () => joined,
        write: (work) => work(tx),
        rehearse: () => Promise.reject(new Error('a part of a transaction cannot be rolled back alone')),
        joining: () => joined,
      }
      return joined
    },
  }
}

/** What time it is where clocks are not those of the world; the database's own will do otherwise. */
function ownTime({ clock }: Pick<App, 'clock'>): Date | undefined {
  const now = clock()
  return Math.abs(now.getTime() - Date.now()) < 1_000 ? undefined : now
}

/** The `write` of callers without a context: operators' commands and sign-in. */
export const writeTo = <T>(app: App, businessId: string, work: (tx: WriteTx) => Promise<T>): Promise<T> =>
  retried(() => app.db.asWriter(businessId, (tx) => work(tx as WriteTx), ownTime(app))).catch((error: unknown) => {
    throw orBusy(error)
  })

/** Runs a transaction again after a deadlock. */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isRetryable(error) || attempt === 4) throw error
    }
  }
}

/** Thrown when a twin of the request was answered first; http/ replays that response. */
export class AlreadyAnswered extends Error {
  readonly stored: StoredResponse
  constructor(stored: StoredResponse) {
    super('answered by a twin')
    this.stored = stored
  }
}

/** The error; for what stands against a write that those who are bound to depots don't see, that it is so. */
function ofOtherDepots(error: unknown): unknown {
  if (isReferenceTaken(error))
    return new AppError('conflict', 'REFERENCE_TAKEN', 'There is a delivery with this reference already.', {
      fields: ['external_ref'],
    })
  return isWalledOff(error) ? othersToo() : error
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
