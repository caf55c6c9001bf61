import type { ErrorCode } from './generated/types.ts'

/** Base class of all errors of this package. */
export class RoundsmanError extends Error {
  override readonly name: string = 'RoundsmanError'
}

/** The service rejected the request, or failed in all attempts. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends RoundsmanError {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** Error code. Undefined if the response is not from the service, but for example from a proxy. */
  readonly code: Code | undefined
  /** Dotted paths of the invalid fields, such as `items.0.quantity`; at most 20. */
  readonly fields: readonly string[]
  /** All members of the response's `details`, including `code` and `fields`. */
  readonly details: Readonly<Record<string, unknown>>
  /** Request ID in the service's log, for support. */
  readonly requestId: string | undefined
  /** Seconds to wait before a retry, if the service sent them. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    given: {
      status: number
      details?: { code?: Code; fields?: readonly string[] } & Record<string, unknown>
      requestId?: string | undefined
      retryAfter?: number | undefined
    },
  ) {
    super(message)
    const { status, details = {}, requestId, retryAfter } = given
    this.status = status
    this.code = details.code
    this.fields = details.fields ?? []
    this.details = details
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/**
 * No complete response arrived in all attempts, because of a network error or a timeout. The last attempt may have
 * succeeded. Repeating the call with the same `idempotencyKey` is safe.
 */
export class NoAnswerError extends RoundsmanError {
  override readonly name = 'NoAnswerError'
  /** The Idempotency-Key of a write. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, { cause, idempotencyKey }: { cause: unknown; idempotencyKey: string | undefined }) {
    super(message, { cause })
    this.idempotencyKey = idempotencyKey
  }
}

/** A webhook that the service did not sign, or signed too long ago. */
export class WebhookVerificationError extends RoundsmanError {
  override readonly name = 'WebhookVerificationError'
}

/**
 * Whether the service rejected the request with one of these codes: `if (isApiError(error, 'ORDER_FINAL')) …`. Without
 * codes: whether it rejected the request at all.
 */
export const isApiError = <const Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError<Code> => error instanceof ApiError && (codes.length === 0 || codes.includes(error.code as Code))
