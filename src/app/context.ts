// The context of a use case: the caller, the ports, and the database, to read and to write in transactions.
import type { WORK_LIMITS } from '../contract/limits.ts'
import { type Formats, US_FORMATS } from '../domain/formats.ts'
import type { JobName } from '../domain/jobs/job.ts'
import type { Dictionary } from '../texts/dictionary.ts'
import { render, type Said } from '../texts/text.ts'
import { STALENESS, type Staleness } from '../domain/staleness.ts'
import type { Actor } from '../domain/users/actor.ts'
import {
  CommitOutcomeUnknown,
  type Database,
  isLockTimeout,
  isReferenceTaken,
  isRetryable,
  isRowSecurityViolation,
  type Tx,
} from '../store/database.ts'
import { type StoredResponse, storedResponse, storeResponse } from '../store/keys/idempotency.ts'
import type { CallLog } from './integrations/keys/call-log.ts'
import type { Directory } from './operations/installations/directory.ts'
import { type RoadLegRetry, createRoadLegRetry } from './road-leg-retry.ts'
import { type Calendar, calendarOf } from './calendar.ts'
import { AppError, sharedByAllDepotsError } from './errors.ts'
import type { StepUnderWay } from '../domain/undo/step.ts'
import type { WorkLimiter } from './work-limiter.ts'
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

/** Shared by all use cases. Created once per process, in compose.ts. */
export interface App {
  db: Database
  clock: Clock
  newId: () => string
  secrets: Secrets
  passkeys: Passkeys
  openId: OpenId
  geocoder: Geocoder
  /** Provider of road distances. Null if none is configured; distances are then straight-line estimates. */
  distances: RoadDistances | null
  solver: Solver
  /** Version of the routing engine that this process runs. */
  engine: string
  providers: ProviderWatch
  regions: Regions
  webhookPost: WebhookPost
  push: Push
  files: Files
  erasedList: ErasedList
  images: Images
  scratch: Scratch
  /** Concurrency limits of this process for each kind of expensive work. */
  workLimiters: Record<keyof typeof WORK_LIMITS, WorkLimiter>
  sheets: Sheets
  documents: Documents
  areas: Areas
  sms: Sms
  email: Email
  publicUrl: string
  /** Version of this software. */
  version: string
  log: Log
  tracing: Tracing
  callLog: CallLog
  /** Null if this is the only installation behind its host name. */
  directory: Directory | null
  /** Minimum retention of webhook deliveries and of logged API calls, in days. */
  retentionDays: { webhooksDays: number; apiCallsDays: number }
  /** Multiplies the rate limits of links. http/ multiplies those of the API. */
  rateLimitScale: number
  /** Maximum deliveries in a build that an API key requests. The limit for the office is MAX_DELIVERIES_PER_BUILD. */
  buildMaxDeliveries: number
  /** Business whose simulated day provides this clock. Null if the clock is real. */
  simulatedBusinessId: string | null
  /** Makes a job run now. Without this call, the job finds the new work at its next poll. */
  wake: (job: JobName) => void
}

/** The Idempotency-Key of a request. The request's write takes effect once, and its transaction stores the response. */
export interface Idempotency {
  scope: string
  key: string
  bodyHash: Buffer
  /** Makes the response from the result of the write. */
  respond: (result: unknown) => { status: number; data: unknown }
}

export interface Caller {
  businessId: string
  timeZone: string
  /** Whether the caller works on the test side of the business. */
  isTest?: boolean
  /** The caller's formats for measures, times and dates. Default: US formats, as in the API. */
  formats?: Formats
  /** The caller's language. Default: English, as in the API. */
  dictionary?: Dictionary
  actor: Actor
  /**
   * Depots that the caller is restricted to: only their vehicles, routes and deliveries can be seen and changed. An
   * empty list allows none of them. Null or absent: no restriction.
   */
  depots?: readonly string[] | null
  requestId: string | null
  idempotency: Idempotency | null
  /**
   * Runs first in each transaction that writes. Throws if the caller has lost the permission since the request was
   * admitted.
   */
  guard?: (tx: Tx) => Promise<void>
  /** If true, all writes are rolled back, because the caller only wants to see the result. */
  isDryRun?: boolean
}

declare const writing: unique symbol
/** A transaction that may write. Only `write` and `rehearse` create one. */
export type WriteTx = Tx & { readonly [writing]: true }

export interface Context extends App, Caller {
  formats: Formats
  /** Renders the text in the caller's language. */
  say: (said: Said) => string
  isTest: boolean
  depots: readonly string[] | null
  /** Step that the writes belong to, so that the office can undo them. Null if they can't be undone. */
  step: StepUnderWay | null
  /** Instant when the request arrived. */
  now: Date
  calendar: Calendar
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same context, but its reads may return rows of this age, so a replica may serve them. In a joined transaction,
   * reads stay in that transaction.
   */
  stale<C extends Context>(this: C, staleness: Staleness): C
  /**
   * Decides and writes in one transaction. The change, its audit row, its events and its stored response commit
   * together or not at all. The work may run again, after a deadlock or once the road legs that it needs are computed.
   * Therefore it must only read and write through `tx`.
   */
  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>
  /** Returns the result that `write` would return, and rolls all writes back. */
  rehearse<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>
  /**
   * A context for a use case inside another use case: it reads and writes in that transaction. Properties that were
   * added to the context are kept.
   */
  joining<C extends Context>(this: C, tx: WriteTx): C
  /** Road legs from this server's own road data, for use in a transaction (`road-leg-retry.ts`). */
  ownLegs: RoadLegRetry['of']
  /** Like `wake` of the App, but waits for the commit. Before it, the job would not find the work. */
  wake: App['wake']
}

/** Creates the context of one request or one run of a job. Its `now` is fixed at the creation. */
export function makeContext(app: App, caller: Caller): Context {
  const { businessId, idempotency, depots = null } = caller
  const scope = { businessId, depots }
  const refusalOf = (error: unknown): unknown => toBusyError(depots ? explainDepotConflict(error) : error)
  const woken = new Set<JobName>()
  const legs = createRoadLegRetry(app.distances, app.log)
  const rehearse: Context['rehearse'] = async (work) => {
    try {
      return await legs.running((mark) =>
        withRetries(() =>
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
    ownLegs: (tx, chain, vehicle) => legs.of(tx, chain, vehicle),
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
        const result = await legs.running((mark) =>
          withRetries(() => app.db.asWriter(scope, once(mark), simulatedTime(app))),
        )
        for (const job of woken) app.wake(job)
        return result
      } catch (error) {
        if (!idempotency) throw refusalOf(error)
        throw await explainFailedRequest(error, () => app.db.asBusiness(scope, (tx) => storedResponse(tx, idempotency)))
      }
    },
    rehearse,
    joining(tx) {
      return joined(this, tx)
    },
  }
}

function joined<C extends Context>(context: C, tx: WriteTx): C {
  const inside: C = {
    ...context,
    read: (work) => work(tx),
    stale: () => inside,
    write: (work) => work(tx),
    rehearse: () => Promise.reject(new Error('part of a transaction cannot be rolled back separately')),
    joining: () => inside,
  }
  return inside
}

/**
 * Returns the time if the clock differs from real time by 1 second or more, as on simulated days. Otherwise the
 * database uses its own clock.
 */
function simulatedTime({ clock }: Pick<App, 'clock'>): Date | undefined {
  const now = clock()
  return Math.abs(now.getTime() - Date.now()) < 1_000 ? undefined : now
}

/** Like `write`, for callers without a context: operators' commands and sign-in. */
export const writeTo = <T>(
  app: Pick<App, 'db' | 'clock'>,
  businessId: string,
  work: (tx: WriteTx) => Promise<T>,
): Promise<T> =>
  withRetries(() => app.db.asWriter(businessId, (tx) => work(tx as WriteTx), simulatedTime(app))).catch(
    (error: unknown) => {
      throw toBusyError(error)
    },
  )

/** Runs a transaction up to four times if the database rejects it with a retryable error, such as a deadlock. */
async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isRetryable(error) || attempt === 4) throw error
    }
  }
}

/** Thrown if a duplicate request was answered first. http/ sends its stored response again. */
export class DuplicateRequest extends Error {
  readonly stored: StoredResponse
  constructor(stored: StoredResponse) {
    super('answered by a duplicate request')
    this.stored = stored
  }
}

/**
 * Returns the error to throw if the write of a request with an Idempotency-Key failed. A duplicate request may have
 * committed first, and this error may be its consequence. If our own commit was not acknowledged, it may have succeeded.
 * In both cases the stored response exists.
 */
async function explainFailedRequest(error: unknown, lookUp: () => Promise<StoredResponse | null>): Promise<unknown> {
  const stored = await lookUp().catch((lookUpError: unknown) => {
    throw error instanceof CommitOutcomeUnknown ? error : lookUpError
  })
  if (stored) return new DuplicateRequest(stored)
  return isLockTimeout(error) ? idempotencyKeyInUseError() : error
}

/** Explains conflicts with rows that a caller restricted to depots can't see. Returns other errors unchanged. */
function explainDepotConflict(error: unknown): unknown {
  if (isReferenceTaken(error))
    return new AppError('conflict', 'REFERENCE_TAKEN', 'There is a delivery with this reference already.', {
      fields: ['external_ref'],
    })
  return isRowSecurityViolation(error) ? sharedByAllDepotsError() : error
}

/**
 * Returns an error that asks the caller to retry if the write waited too long for a lock. Returns other errors
 * unchanged.
 */
export const toBusyError = (error: unknown): unknown =>
  isLockTimeout(error)
    ? new AppError(
        'conflict',
        'RECORDS_BUSY',
        'Someone else is changing the same records right now. Nothing was changed; try again in a moment.',
        { retryAfterSeconds: 2 },
      )
    : error

export const idempotencyKeyInUseError = (): AppError =>
  new AppError(
    'conflict',
    'IDEMPOTENCY_KEY_IN_USE',
    'Another request with this Idempotency-Key, or one that changes the same records, is still running; retry shortly.',
    { retryAfterSeconds: 2 },
  )
