// Rate limits of callers without an API key, counted per link, session, network or account.
import { text, type Text } from '../../../texts/text.ts'
import {
  type BucketLimit,
  GUESS_LIMITS,
  type GuessLimit,
  LINK_LIMITS,
  type LinkLimit,
  NETWORK_LIMITS,
  type OfficeLimit,
  SESSION_LIMITS,
} from '../../../contract/limits.ts'
import { type Bucket, returnCall, takeCall } from '../../../store/users/rate-buckets.ts'
import type { App } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** A rate limit and the subject whose requests it counts: a link, session, network or account. */
export type Use = readonly [limit: LinkLimit | OfficeLimit | GuessLimit, subject: string]

export interface TakenTokens {
  /** The limits that the request was counted against. */
  uses: readonly Use[]
  /** Undoes the counting of the request. */
  giveBack(): Promise<void>
  /** Returns the result of `work`. If `work` throws, undoes the counting of the request. */
  judged<T>(work: Promise<T>): Promise<T>
}

/**
 * Counts the request against each of these limits, in the given order. If a limit is exceeded, undoes the earlier
 * counts and throws 429.
 */
export async function takeOrThrow(app: App, ...uses: Use[]): Promise<TakenTokens> {
  const taken = await takeTokens(app, ...uses)
  if (!('waitSeconds' in taken)) return taken
  const { limit, waitSeconds } = taken
  const wait = { time: durationInWords(waitSeconds) }
  throw new AppError(
    'limited',
    'RATE_LIMITED',
    limit in GUESS_LIMITS
      ? text('Too many attempts. Try again in {time}.', wait)
      : text('Too many requests. Try again in {time}.', wait),
    { retryAfterSeconds: waitSeconds },
  )
}

/** Like `takeOrThrow`, but if a limit is exceeded, returns the limit and the seconds to wait instead of throwing. */
export async function takeTokens(
  app: App,
  ...uses: Use[]
): Promise<TakenTokens | { limit: Use[0]; waitSeconds: number }> {
  const taken: Use[] = []
  const giveBack = (): Promise<void> => returnTokens(app, taken)
  for (const use of uses) {
    const waitMs = await takeCall(app.db, bucketOf(app, use), app.clock())
    if (waitMs > 0) {
      await giveBack()
      return { limit: use[0], waitSeconds: Math.ceil(waitMs / 1000) }
    }
    taken.push(use)
  }
  const judged = <T>(work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      await giveBack()
      throw error
    })
  return { uses, giveBack, judged }
}

/** Undoes the counting of a request against each of these limits. */
export async function returnTokens(app: App, uses: readonly Use[]): Promise<void> {
  for (const use of uses) await returnCall(app.db, bucketOf(app, use))
}

const LIMITS = { ...LINK_LIMITS, ...SESSION_LIMITS, ...NETWORK_LIMITS, ...GUESS_LIMITS }

function bucketOf(app: App, [limit, subject]: Use): Bucket {
  const { calls, seconds }: BucketLimit = LIMITS[limit]
  const fullMs = seconds * 1000
  const most = limit in GUESS_LIMITS ? calls : Math.max(1, calls * app.rateLimitScale)
  // Store only a keyed hash of the subject, so that the table doesn't reveal whose requests were counted.
  return {
    limit,
    subject: Buffer.from(app.secrets.sign('rate-limit', subject), 'base64url'),
    callMs: fullMs / most,
    fullMs,
  }
}

const durationInWords = (seconds: number): Text => {
  if (seconds < 90) return seconds === 1 ? text('1 second') : text('{count} seconds', { count: seconds })
  return seconds < 5_400
    ? text('{count} minutes', { count: Math.ceil(seconds / 60) })
    : text('{count} hours', { count: Math.ceil(seconds / 3_600) })
}
