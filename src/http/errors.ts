// The only table from a kind of error to a status, and the shape of every error body (docs/spec/conventions.md#errors).
import type { z } from 'zod'
import { AppError, type ErrorKind } from '../app/errors.ts'
import { isUnreachable } from '../store/database.ts'

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  gone: 410,
  conflict: 409,
  unsupported: 415,
  unprocessable: 422,
  limited: 429,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>

export interface ErrorBody {
  statusCode: number
  message: string
  details: { code: string; fields?: string[]; [more: string]: unknown }
}

/** What is answered for anything thrown; null for a bug, whose text stays hidden. */
export function errorAnswer(error: unknown): { body: ErrorBody; retryAfterSeconds?: number } | null {
  if (error instanceof AppError) {
    const { kind, code, message, fields, details, retryAfterSeconds } = error
    return {
      body: { statusCode: STATUS[kind], message, details: { code, ...(fields && { fields }), ...details } },
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }
  }
  const fromFramework = frameworkFault(error)
  if (fromFramework) return { body: fromFramework }
  if (isUnreachable(error))
    return {
      body: plainError(
        503,
        'DATABASE_UNREACHABLE',
        "The database can't be reached right now; nothing was changed. Retry shortly.",
      ),
      retryAfterSeconds: 5,
    }
  return null
}

export const plainError = (statusCode: number, code: string, message: string): ErrorBody => ({
  statusCode,
  message,
  details: { code },
})

export const bugAnswer = (): ErrorBody =>
  plainError(
    500,
    'INTERNAL',
    'Something went wrong on our side; nothing was changed. Retry with the same Idempotency-Key.',
  )

const FRAMEWORK: Record<number, [code: string, message: string]> = {
  400: ['BAD_REQUEST', 'The request is not well-formed.'],
  404: ['NOT_FOUND', 'There is nothing at this path.'],
  408: ['TIMEOUT', 'The request took too long to arrive.'],
  413: ['BODY_TOO_LARGE', 'The body is larger than this operation takes.'],
  414: ['URI_TOO_LONG', 'The path is too long.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Send JSON with Content-Type: application/json, in UTF-8.'],
}

function frameworkFault(error: unknown): ErrorBody | null {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (typeof status !== 'number' || status < 400 || status >= 500) return null
  return frameworkAnswer(status)
}

/** What is said of a request that reached no handler of ours. */
export function frameworkAnswer(status: number): ErrorBody {
  const [code, message] = FRAMEWORK[status] ?? ['BAD_REQUEST', 'The request is not well-formed.']
  return plainError(status, code, message)
}

/** One sentence that names the first bad field, and every bad field in details. */
export function validationError(error: z.core.$ZodError, where: string): AppError {
  const errors: { field: string; message: string }[] = []
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys)
        errors.push({ field: [...issue.path, key].join('.'), message: 'is not a known field' })
    else errors.push({ field: issue.path.join('.'), message: issue.message })
  }
  const [first] = errors
  const fields = [...new Set(errors.map(({ field }) => field))].filter((field) => field !== '')
  const message = first?.field ? `${first.field} ${first.message}.` : `The ${where} ${first?.message ?? 'is wrong'}.`
  return new AppError('invalid', 'INVALID', message, { fields, details: { errors } })
}
