// States of a stop, with its outcome, undo window and undo (docs/spec/routes.md#stop-outcome).
import { joinedByAnd, type PlainSentence, text } from '../../texts/text.ts'
import type { OrderStatus } from '../orders/order.ts'
import { conflict, type Refusal } from '../refusal.ts'
import type { EventName } from '../webhooks/event-names.ts'
import { stateInWords } from '../state-words.ts'

export const STOP_STATUSES = ['PENDING', 'EN_ROUTE', 'ARRIVED', 'DELIVERED', 'FAILED', 'SKIPPED'] as const
export type StopStatus = (typeof STOP_STATUSES)[number]

export const OUTCOMES = ['DELIVERED', 'FAILED', 'SKIPPED'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const FINISHED_STOP = {
  PENDING: false,
  EN_ROUTE: false,
  ARRIVED: false,
  DELIVERED: true,
  FAILED: true,
  SKIPPED: true,
} as const satisfies Record<StopStatus, boolean>

export const isOutcome = (status: StopStatus): status is Outcome => FINISHED_STOP[status]

/** Effect of each outcome: the order's status, whether the outcome is held for the undo window, and the event. */
export const OUTCOME_EFFECT = {
  DELIVERED: { order: 'DELIVERED', held: true, event: 'stop.delivered' },
  FAILED: { order: 'FAILED', held: true, event: 'stop.failed' },
  SKIPPED: { order: 'OPEN', held: false, event: 'stop.skipped' },
} as const satisfies Record<Outcome, { order: OrderStatus; held: boolean; event: EventName }>

/** Returns null if the outcome may be recorded, else a refusal. Doesn't check the state of the route. */
export function outcomeRefusal(stop: { status: StopStatus }, outcome: Outcome): Refusal | null {
  if (!isOutcome(stop.status)) return null
  return conflict(
    'STOP_FINISHED',
    stop.status === outcome
      ? text('This stop is already {state}.', { state: stateInWords(stop.status) })
      : text('This stop is already {state}; undo that first to record it as {outcome}.', {
          state: stateInWords(stop.status),
          outcome: stateInWords(outcome),
        }),
  )
}

const MISFIT_WORDS = {
  delivery_date: 'delivery date',
  address: 'address',
  temperature_class: 'temperature class',
} as const

/** State of a skipped stop's order since the skip. */
export interface SkippedOrderState {
  status: OrderStatus
  /** Whether the order is on another stop. */
  onARoute: boolean
  /** Changed fields that would have removed the order from a PLANNED route. */
  misfits: readonly (keyof typeof MISFIT_WORDS)[]
}

/** Returns null if the order of a skipped stop can return to the stop, else a refusal. */
function skipRefusal(order: SkippedOrderState): Refusal | null {
  if (order.status !== 'OPEN' || order.onARoute)
    return conflict('ORDER_MOVED_ON', 'The skipped delivery is on another route or no longer open, so the skip stays.')
  if (order.misfits.length === 0) return null
  const changed = joinedByAnd(order.misfits.map((field) => text(MISFIT_WORDS[field])))
  return conflict(
    'ORDER_MOVED_ON',
    text('The skipped delivery has another {changed} now and no longer fits this route, so the skip stays.', {
      changed,
    }),
    [...order.misfits],
  )
}

/** Returns the status after an undo, or a refusal. `order` is the current state of the stop's order. */
export function decideUndo(
  stop: { status: StopStatus; arrivedAt: Date | null },
  order: SkippedOrderState,
): { status: 'PENDING' | 'ARRIVED'; undone: Outcome } | Refusal {
  if (!isOutcome(stop.status)) return conflict('NOTHING_TO_UNDO', 'This stop has no outcome to undo.')
  const refusal = stop.status === 'SKIPPED' ? skipRefusal(order) : null
  return refusal ?? { status: stop.arrivedAt ? 'ARRIVED' : 'PENDING', undone: stop.status }
}

/**
 * Maximum difference between the caller's clock and the server's, ahead or behind (docs/spec/routes.md#stop-outcome).
 */
const CLOCKS_DIFFER_MS = 2 * 60_000

/**
 * Limits a time that a phone claims to plausible values, because phones' clocks may be wrong by days. The result is
 * never before the dispatch, even if this server's clock is behind that of the server that dispatched the route.
 */
export const plausibleTime = (claimed: Date, dispatchedAt: Date, now: Date): Date =>
  new Date(Math.max(Math.min(claimed.getTime(), now.getTime()), dispatchedAt.getTime()))

/** Converts the phone's time to the server's clock. `skewMs` is null if the phone doesn't know the difference. */
export const onServerClock = (claimed: Date, skewMs: number | null): Date => new Date(claimed.getTime() + (skewMs ?? 0))

/** Returns the invalid field of an outcome's times, or null if all are valid. */
export function outcomeTimesFault(
  times: { occurredAt: Date; arrivedAt: Date | null },
  dispatchedAt: Date,
  now: Date,
): { field: 'occurred_at' | 'arrived_at'; message: PlainSentence } | null {
  const latest = now.getTime() + CLOCKS_DIFFER_MS
  if (times.occurredAt.getTime() > latest)
    return { field: 'occurred_at', message: 'occurred_at is more than 2 minutes in the future.' }
  if (times.occurredAt < dispatchedAt)
    return { field: 'occurred_at', message: 'occurred_at is before the route was sent.' }
  if (times.arrivedAt && times.arrivedAt > times.occurredAt)
    return { field: 'arrived_at', message: 'arrived_at is after occurred_at.' }
  if (times.arrivedAt && times.arrivedAt.getTime() < dispatchedAt.getTime() - CLOCKS_DIFFER_MS)
    return { field: 'arrived_at', message: 'arrived_at is more than 2 minutes before the route was sent.' }
  return null
}

/**
 * Whether the driver may report heading to a stop in this state, or arriving there. A repeated report is harmless, so
 * it is accepted.
 */
const APPROACH = {
  PENDING: { head: true, arrive: true },
  EN_ROUTE: { head: true, arrive: true },
  ARRIVED: { head: false, arrive: true },
  DELIVERED: { head: false, arrive: false },
  FAILED: { head: false, arrive: false },
  SKIPPED: { head: false, arrive: false },
} as const satisfies Record<StopStatus, Record<'head' | 'arrive', boolean>>

/**
 * Returns the stop that a driver who has just left a stop implicitly heads to: the first open stop. Null if the driver
 * already heads to a stop or is at one, or if no stop is open.
 */
export function nextOpenStop<S extends { status: StopStatus }>(inOrder: readonly S[]): S | null {
  const open = inOrder.filter(({ status }) => !FINISHED_STOP[status])
  return open.every(({ status }) => status === 'PENDING') ? (open[0] ?? null) : null
}

/** Returns null if the driver may head to or arrive at the stop, else a refusal. */
export function approachRefusal(status: StopStatus, approach: 'head' | 'arrive'): Refusal | null {
  if (APPROACH[status][approach]) return null
  return conflict('STOP_FINISHED', text('This stop is already {state}.', { state: stateInWords(status) }))
}

/**
 * Returns null if the office may correct the recorded outcome, else a refusal. Only a settled outcome can be corrected;
 * a pending outcome is undone instead.
 */
export function correctionRefusal(
  stop: { status: StopStatus; settlesAt: Date | null },
  to: Outcome,
  order: SkippedOrderState,
): Refusal | null {
  if (!isOutcome(stop.status)) return conflict('NOTHING_TO_CORRECT', 'This stop has no outcome to correct.')
  if (stop.settlesAt)
    return conflict('OUTCOME_HELD', 'This outcome can still be undone; undo it instead of correcting it.')
  return stop.status === 'SKIPPED' && to !== 'SKIPPED' ? skipRefusal(order) : null
}
