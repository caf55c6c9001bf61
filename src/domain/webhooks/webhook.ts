// Decides the status of a webhook delivery after each attempt, and the order of deliveries
// (docs/spec/webhooks.md#retries).
import type { EventName } from './event-names.ts'

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'RETRYING', 'FAILED', 'ABANDONED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * Delays of the retries, each counted from the previous attempt. The first attempt is due immediately
 * (docs/spec/webhooks.md#retries, 2).
 */
export const RETRY_DELAYS_SECONDS = [60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600] as const

/** Maximum share of a delay that is added at random. Together with the polling interval it stays within 10 %. */
const MAX_JITTER = 0.08

/** Hours after a rotation during which the previous secret also signs. */
export const ROTATION_HOURS = 24

/** Result of one POST. An error means that no complete response arrived in time, whatever its status. */
export interface AttemptResult {
  statusCode: number | null
  error: string | null
}

export type AfterAttempt =
  | { status: 'DELIVERED' | 'FAILED'; nextAttemptAt: null }
  | { status: 'RETRYING'; nextAttemptAt: Date }

/**
 * Returns the status after an attempt: 2xx is delivered, and 4xx other than 408 and 429 is final. Any other result is
 * retried until the schedule ends.
 * @param attempt Number of the attempt, from 1.
 * @param at Time of the attempt.
 * @param random Number in [0, 1) for the jitter.
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

/** Events of an outcome. Their payload has the proof. */
export const OUTCOME_EVENTS = [
  'stop.delivered',
  'stop.failed',
  'stop.skipped',
  'stop.corrected',
] as const satisfies readonly EventName[]

/**
 * An event of this list waits until the earlier ones of its stop are final, so that an undo never comes before its
 * outcome.
 */
export const STOP_CHAIN = [...OUTCOME_EVENTS, 'stop.undone'] as const satisfies readonly EventName[]

/** These events wait until every earlier event of their route was attempted once. */
export const ROUTE_ENDS = ['route.completed', 'route.cancelled'] as const satisfies readonly EventName[]

/** Health of an endpoint. */
export interface EndpointHealth {
  lastSuccessAt: Date | null
  /** Set by the first failed attempt, cleared by a success. */
  failingSince: Date | null
}

/** Returns an endpoint's health after an attempt at `at`. */
export const healthAfter = (before: EndpointHealth, succeeded: boolean, at: Date): EndpointHealth =>
  succeeded
    ? { lastSuccessAt: at, failingSince: null }
    : { lastSuccessAt: before.lastSuccessAt, failingSince: before.failingSince ?? at }
