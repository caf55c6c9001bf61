// Repeat of a failed or canceled delivery: whether it is allowed, and its reference.
import { text } from '../../texts/text.ts'
import type { OrderStatus } from './order.ts'
import { conflict, type Refusal } from '../refusal.ts'
import { stateInWords } from '../state-words.ts'

/** A delivery that repeats another delivery or is repeated. */
export interface Linked {
  externalRef: string
  status: OrderStatus
}

/** Returns whether there is an active repeat. A canceled repeat doesn't count. */
export const isActiveRepeat = (repeat: Linked | null): repeat is Linked =>
  repeat !== null && repeat.status !== 'CANCELLED'

/** Returns the attempt number of a repeat. A canceled delivery doesn't count as an attempt. */
export const nextAttempt = ({ status, attempt }: { status: OrderStatus; attempt: number }): number =>
  status === 'FAILED' ? attempt + 1 : attempt

const AGAIN = ['FAILED', 'CANCELLED'] as const satisfies readonly OrderStatus[]

/**
 * Returns null if the delivery may be repeated, else a refusal. A delivery can be repeated once. In a chain of repeats,
 * only the last active delivery can be repeated.
 */
export function repeatRefusal(order: {
  status: OrderStatus
  held: boolean
  of: Linked | null
  repeat: Linked | null
}): Refusal | null {
  if (!AGAIN.some((status) => status === order.status))
    return conflict(
      'NOT_FAILED',
      text('This delivery is {state}; only a failed or canceled one is delivered again.', {
        state: stateInWords(order.status),
      }),
    )
  if (order.held)
    return conflict('OUTCOME_HELD', 'The failure can still be undone. Deliver again once the undo window is over.')
  if (isActiveRepeat(order.repeat))
    return conflict(
      'ORDER_REPEATED',
      text('This delivery is already delivered again as {delivery}.', { delivery: order.repeat.externalRef }),
    )
  return order.status === 'CANCELLED' && order.of
    ? conflict(
        'ORDER_REPEATED',
        text('This delivery made {delivery} again; deliver that one again instead.', {
          delivery: order.of.externalRef,
        }),
      )
    : null
}

/**
 * Returns null if the failure may be undone, else a refusal. It can't be undone while the delivery has an active
 * repeat.
 */
export const refuseUndoOfRepeated = (repeat: Linked | null): Refusal | null =>
  isActiveRepeat(repeat)
    ? conflict(
        'ORDER_REPEATED',
        text('This failed delivery is delivered again as {delivery}; cancel that one first.', {
          delivery: repeat.externalRef,
        }),
      )
    : null

const MAX_REFERENCE = 200

/** Returns REF-2, REF-3 and so on, from the first delivery's reference. */
export const repeatReferences = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const ending = `-${i + 2}`
    return (
      Array.from(first)
        .slice(0, MAX_REFERENCE - ending.length)
        .join('') + ending
    )
  })
