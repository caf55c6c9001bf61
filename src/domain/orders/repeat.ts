// A failed or cancelled delivery made again: whether it may be, and under which reference.
import { text } from '../../texts/text.ts'
import type { OrderStatus } from './order.ts'
import { conflict, type Refusal } from '../refusal.ts'
import { stateInWords } from '../state-words.ts'

/** A delivery that is another's repeat, or has one. */
export interface Linked {
  externalRef: string
  status: OrderStatus
}

/** Whether the repeat stands: a cancelled one is as good as none. */
export const stands = (repeat: Linked | null): repeat is Linked => repeat !== null && repeat.status !== 'CANCELLED'

/** Which attempt it is to make this delivery again: one that was cancelled was none. */
export const nextAttempt = ({ status, attempt }: { status: OrderStatus; attempt: number }): number =>
  status === 'FAILED' ? attempt + 1 : attempt

const AGAIN = ['FAILED', 'CANCELLED'] as const satisfies readonly OrderStatus[]

/** Null when the delivery may be made again: once, and of those that make each other again only the last that stands. */
export function repeatRefusal(order: {
  status: OrderStatus
  held: boolean
  of: Linked | null
  repeat: Linked | null
}): Refusal | null {
  if (!AGAIN.some((status) => status === order.status))
    return conflict(
      'NOT_FAILED',
      text('This delivery is {state}; only a failed or cancelled one is delivered again.', {
        state: stateInWords(order.status),
      }),
    )
  if (order.held)
    return conflict('OUTCOME_HELD', 'The failure can still be undone. Deliver again once the undo window is over.')
  if (stands(order.repeat))
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

/** Null when the failure may be taken back: not while the delivery is made again. */
export const failureStays = (repeat: Linked | null): Refusal | null =>
  stands(repeat)
    ? conflict(
        'ORDER_REPEATED',
        text('This failed delivery is delivered again as {delivery}; cancel that one first.', {
          delivery: repeat.externalRef,
        }),
      )
    : null

const LONGEST_REFERENCE = 200

/** REF-2, REF-3 and so on, of the first delivery's reference. */
export const repeatReferences = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const ending = `-${i + 2}`
    return (
      Array.from(first)
        .slice(0, LONGEST_REFERENCE - ending.length)
        .join('') + ending
    )
  })
