// Converts a batch of orders between the wire and its use case. Each order is parsed separately, and gets the result of
// a single request.
import { AppError } from '../app/errors.ts'
import type { BatchOrder, BatchResult } from '../app/orders/put-orders.ts'
import type { BatchOut } from '../contract/orders.ts'
import { OrderBody } from '../contract/order.ts'
import { errorAnswer, validationError } from './errors.ts'

/** Parses the orders. An invalid order becomes its error. */
export const ordersOf = (sent: readonly unknown[]): BatchOrder[] =>
  sent.map((order) => {
    const { success, data, error } = OrderBody.safeParse(order)
    return { externalRef: referenceOf(order), body: success ? data : validationError(error, 'order') }
  })

function referenceOf(sent: unknown): string | null {
  const { external_ref: ref } = (sent ?? {}) as { external_ref?: unknown }
  return typeof ref === 'string' ? ref : null
}

const OUTCOMES = { created: 'CREATED', updated: 'UPDATED', unchanged: 'UNCHANGED' } as const

export const batchToWire = (results: readonly BatchResult[]): BatchOut => ({
  results: results.map(({ externalRef: external_ref, result }) =>
    result instanceof AppError
      ? { external_ref, outcome: 'REFUSED', order: null, error: refusalOf(result) }
      : { external_ref, outcome: OUTCOMES[result.outcome], order: result.order, error: null },
  ),
  refused: results.filter(({ result }) => result instanceof AppError).length,
})

function refusalOf(error: AppError): BatchOut['results'][number]['error'] {
  const answer = errorAnswer(error)
  if (!answer) throw error
  return answer.body
}
