// A stop's states: an outcome, its hold, its undo (docs/spec/routes.md#stop-outcome).
import { anded, type PlainSentence, text } from '../../texts/text.ts'
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

/** What an outcome makes of the order, and whether it is held for the undo window. */
export const OUTCOME_EFFECT = {
  DELIVERED: { order: 'DELIVERED', held: true, event: 'stop.delivered' },
  FAILED: { order: 'FAILED', held: true, event: 'stop.failed' },
  SKIPPED: { order: 'OPEN', held: false, event: 'stop.skipped' },
} as const satisfies Record<Outcome, { order: OrderStatus; held: boolean; event: EventName }>

/** Null when an outcome may be recorded (the route's state is the route's to check). */
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

/** What a stop's order has become since the stop was skipped. */
export interface SinceSkip {
  status: OrderStatus
  /** On another stop. */
  onARoute: boolean
  /** What has changed so that a PLANNED route would have lost it. */
  misfits: readonly (keyof typeof MISFIT_WORDS)[]
}

/** Null when the order of a skipped stop can come back to it. */
function skipStays(order: SinceSkip): Refusal | null {
  if (order.status !== 'OPEN' || order.onARoute)
    return conflict('ORDER_MOVED_ON', 'The skipped delivery is on another route or no longer open, so the skip stays.')
  if (order.misfits.length === 0) return null
  const changed = anded(order.misfits.map((field) => text(MISFIT_WORDS[field])))
  return conflict(
    'ORDER_MOVED_ON',
    text('The skipped delivery has another {changed} now and no longer fits this route, so the skip stays.', {
      changed,
    }),
    [...order.misfits],
  )
}

/** Where an undo leads, or why there is none; `order` is what the stop's order has become meanwhile. */
export function decideUndo(
  stop: { status: StopStatus; arrivedAt: Date | null },
  order: SinceSkip,
): { status: 'PENDING' | 'ARRIVED'; undone: Outcome } | Refusal {
  if (!isOutcome(stop.status)) return conflict('NOTHING_TO_UNDO', 'This stop has no outcome to undo.')
  const refusal = stop.status === 'SKIPPED' ? skipStays(order) : null
  return refusal ?? { status: stop.arrivedAt ? 'ARRIVED' : 'PENDING', undone: stop.status }
}

/** How far the caller's clock may differ from the server's, ahead or behind (docs/spec/routes.md#stop-outcome). */
const CLOCKS_DIFFER_MS = 2 * 60_000

/**
 * A time that a phone claims, as far as it can be true: phones' clocks are wrong by days. Nothing is before the
 * dispatch, also where this server's clock is behind the one that dispatched.
 */
export const plausibleTime = (claimed: Date, dispatchedAt: Date, now: Date): Date =>
  new Date(Math.max(Math.min(claimed.getTime(), now.getTime()), dispatchedAt.getTime()))

/** The phone's time by the server's clock, as far as the phone knows the difference. */
export const corrected = (claimed: Date, skewMs: number | null): Date => new Date(claimed.getTime() + (skewMs ?? 0))

/** Names the wrong field of an outcome's times, or null. */
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

/** Whether the driver may head to, or arrive at, a stop in this state; again is harmless. */
const APPROACH = {
  PENDING: { head: true, arrive: true },
  EN_ROUTE: { head: true, arrive: true },
  ARRIVED: { head: false, arrive: true },
  DELIVERED: { head: false, arrive: false },
  FAILED: { head: false, arrive: false },
  SKIPPED: { head: false, arrive: false },
} as const satisfies Record<StopStatus, Record<'head' | 'arrive', boolean>>

/** The stop that a driver who just left somewhere heads to: the first open one, unless one is headed to or arrived at. */
export function impliedNext<S extends { status: StopStatus }>(inOrder: readonly S[]): S | null {
  const open = inOrder.filter(({ status }) => !FINISHED_STOP[status])
  return open.every(({ status }) => status === 'PENDING') ? (open[0] ?? null) : null
}

/** Null when the driver may head to or arrive at the stop. */
export function approachRefusal(status: StopStatus, approach: 'head' | 'arrive'): Refusal | null {
  if (APPROACH[status][approach]) return null
  return conflict('STOP_FINISHED', text('This stop is already {state}.', { state: stateInWords(status) }))
}

/** Null when the office may correct the recorded outcome: only one that is settled; a held one is undone instead. */
export function correctionRefusal(
  stop: { status: StopStatus; settlesAt: Date | null },
  to: Outcome,
  order: SinceSkip,
): Refusal | null {
  if (!isOutcome(stop.status)) return conflict('NOTHING_TO_CORRECT', 'This stop has no outcome to correct.')
  if (stop.settlesAt)
    return conflict('OUTCOME_HELD', 'This outcome can still be undone; undo it instead of correcting it.')
  return stop.status === 'SKIPPED' && to !== 'SKIPPED' ? skipStays(order) : null
}
