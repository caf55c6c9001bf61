// What becomes of a webhook delivery after each attempt, and which deliveries wait for which (docs/spec/webhooks.md#retries).
import type { EventName } from './event-names.ts'

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED', 'ABANDONED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The first attempt is due immediately; each later one so long after the attempt before it (docs/spec/webhooks.md#retries, 2). */
export const RETRY_DELAYS_SECONDS = [60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600] as const

/** The largest share of a delay that is added to it; with the polling for due work it stays within 10 %. */
const MAX_JITTER = 0.08

/** How long the secret before a rotation signs along. */
export const ROTATION_HOURS = 24

/** What came of one POST. An error means that there was no whole answer in time, whatever status it began with. */
export interface AttemptResult {
  statusCode: number | null
  error: string | null
}

export type AfterAttempt =
  | { status: 'DELIVERED' | 'FAILED'; nextAttemptAt: null }
  | { status: 'RETRYING'; nextAttemptAt: Date }

/**
 * Decides what follows an attempt: 2xx is delivered, 4xx other than 408 and 429 is given up, anything else is tried
 * again until the schedule ends. `attempt` counts from 1, `at` is when it was made, `random` is in [0, 1).
 */
export function nextAttempt(attempt: number, result: AttemptResult, at: Date, random: number): AfterAttempt {
  const answer = result.error === null ? result.statusCode : null
  if (answer !== null && answer >= 200 && answer < 300) return { status: 'DELIVERED', nextAttemptAt: null }
  const delay = RETRY_DELAYS_SECONDS[attempt - 1]
  if (delay === undefined || (answer !== null && isFinalRefusal(answer)))
    return { status: 'FAILED', nextAttemptAt: null }
  return { status: 'RETRYING', nextAttemptAt: new Date(at.getTime() + delay * (1 + MAX_JITTER * random) * 1000) }
}

const isFinalRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Events that tell an outcome; their payload carries the proof. */
export const OUTCOME_EVENTS = [
  'stop.delivered',
  'stop.failed',
  'stop.skipped',
  'stop.corrected',
] as const satisfies readonly EventName[]

/** Of these, one waits until the earlier ones of its stop are finally answered: never an undo before its outcome. */
export const STOP_CHAIN = [...OUTCOME_EVENTS, 'stop.undone'] as const satisfies readonly EventName[]

/** These wait until every earlier event of their route was attempted once. */
export const ROUTE_ENDS = ['route.completed', 'route.cancelled'] as const satisfies readonly EventName[]

/** How an endpoint is doing. */
export interface EndpointHealth {
  lastSuccessAt: Date | null
  /** Set by the first failed attempt, cleared by a success. */
  failingSince: Date | null
}

/** An endpoint's health after an attempt made at `at`. */
export const healthAfter = (before: EndpointHealth, succeeded: boolean, at: Date): EndpointHealth =>
  succeeded
    ? { lastSuccessAt: at, failingSince: null }
    : { lastSuccessAt: before.lastSuccessAt, failingSince: before.failingSince ?? at }
