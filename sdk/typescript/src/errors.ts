import type { ErrorCode } from './generated/types.ts'

/** Whatever this package throws of itself. */
export class RoundsmanError extends Error {
  override readonly name: string = 'RoundsmanError'
}

/** The service refused the request, or could not do it after all attempts. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends RoundsmanError {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** Why, for programs; undefined when what answered was not the service, such as a proxy. */
  readonly code: Code | undefined
  /** Dotted paths of the fields that were wrong, such as `items.0.quantity`; at most 20. */
  readonly fields: readonly string[]
  /** All that the answer's `details` has, beside `code` and `fields`, too. */
  readonly details: Readonly<Record<string, unknown>>
  /** For support: the request in the service's log. */
  readonly requestId: string | undefined
  /** Seconds after which it may be tried again, where the service said so. */
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
 * No whole answer came, by network or time, after all attempts. Whether the last one arrived is not known: calling again
 * with the same `idempotencyKey` is safe.
 */
export class NoAnswerError extends RoundsmanError {
  override readonly name = 'NoAnswerError'
  /** Under which a call that writes was sent. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, { cause, idempotencyKey }: { cause: unknown; idempotencyKey: string | undefined }) {
    super(message, { cause })
    this.idempotencyKey = idempotencyKey
  }
}

/** A webhook that the service did not sign, or too long ago. */
export class WebhookVerificationError extends RoundsmanError {
  override readonly name = 'WebhookVerificationError'
}

/**
 * Whether the service refused for one of these reasons: `if (isApiError(error, 'ORDER_FINAL')) …`; without any, whether it
 * refused at all.
 */
export const isApiError = <const Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError<Code> => error instanceof ApiError && (codes.length === 0 || codes.includes(error.code as Code))
