// The only table from a kind of error to a status, and the shape of every error body (docs/spec/conventions.md#errors).
import type { z } from 'zod'
import { type AnyErrorCode, AppError, type ErrorKind, fieldName, readable } from '../app/errors.ts'
import { FilesUnreachable } from '../app/ports/files.ts'
import { SolverLost } from '../app/ports/solver.ts'
import {
  CommitUnanswered,
  isOutOfMemory,
  isOutOfRoom,
  isTimedOut,
  isUnreachable,
  notServed,
} from '../store/database.ts'

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  gone: 410,
  conflict: 409,
  oversized: 413,
  unsupported: 415,
  unprocessable: 422,
  limited: 429,
  unavailable: 503,
  unconfigured: 503,
} as const satisfies Record<ErrorKind, number>

export interface ErrorBody {
  statusCode: number
  message: string
  details: { code: AnyErrorCode; fields?: string[]; [more: string]: unknown }
}

/** What is answered for anything thrown; null for a bug, whose text stays hidden. */
export function errorAnswer(error: unknown): { body: ErrorBody; retryAfterSeconds?: number } | null {
  if (error instanceof AppError) {
    const { kind, code, message, fields, details, retryAfterSeconds } = error
    return {
      body: { statusCode: STATUS[kind], message, details: { code, ...listed(fields, details) } },
      ...retryAfter(kind, retryAfterSeconds),
    }
  }
  const fromFramework = frameworkFault(error)
  if (fromFramework) return { body: fromFramework }
  if (error instanceof CommitUnanswered)
    return {
      body: plainError(
        503,
        isDiskFull(error) ? 'DISK_FULL' : 'DATABASE_UNREACHABLE',
        'The database was lost while it stored this; whether it did is not known yet. Retry with the same Idempotency-Key: the answer tells.',
      ),
      retryAfterSeconds: 5,
    }
  if (isDiskFull(error))
    return {
      body: plainError(503, 'DISK_FULL', "The server's disk is full; nothing was changed. Retry later."),
      retryAfterSeconds: 30,
    }
  if (isUnreachable(error) || isOutOfMemory(error))
    return {
      body: plainError(
        503,
        'DATABASE_UNREACHABLE',
        "The database can't be reached right now; nothing was changed. Retry shortly.",
      ),
      retryAfterSeconds: 5,
    }
  if (error instanceof FilesUnreachable || isDiskDown(error))
    return {
      body: plainError(
        503,
        'FILES_UNREACHABLE',
        "The store of photos and signatures can't be reached right now; nothing was changed. Retry shortly.",
      ),
      retryAfterSeconds: 10,
    }
  const elsewhere = notServed(error)
  if (elsewhere)
    return elsewhere === 'moving'
      ? {
          body: plainError(
            503,
            'BUSINESS_MOVING',
            'The business is being moved to another installation right now; nothing was changed. Retry shortly.',
          ),
          retryAfterSeconds: 2,
        }
      : {
          body: plainError(
            503,
            'BUSINESS_MOVED',
            'The business has moved to another installation; nothing was changed. Retry: its name leads there shortly.',
          ),
          retryAfterSeconds: 5,
        }
  if (isTimedOut(error) || error instanceof SolverLost)
    return {
      body: plainError(503, 'TIMED_OUT', 'This took too long and was stopped; nothing was changed. Retry shortly.'),
      retryAfterSeconds: 5,
    }
  return null
}

/** What is unavailable now may be tried again after this long, unless the error says otherwise. */
const retryAfter = (kind: ErrorKind, seconds = kind === 'unavailable' ? 60 : undefined) =>
  seconds === undefined ? {} : { retryAfterSeconds: seconds }

/** Whether a file could not be written, or the database could not write, for want of room. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | null)?.code)) || isOutOfRoom(error)

const DISK_CODES = ['EACCES', 'EIO', 'ENODEV', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS', 'ESTALE']
const FILE_CALLS = ['copyfile', 'fsync', 'mkdir', 'mkdtemp', 'open', 'read', 'rename', 'rm', 'unlink', 'write']

/** Whether a file of this machine could not be read or written: the disk is read-only or broken, or is another user's. */
const isDiskDown = (error: unknown): boolean => {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return DISK_CODES.includes(String(code)) && FILE_CALLS.includes(String(syscall))
}

/** Returns whether a body could not be received because of the disk, not because of its content. */
export const isFaultOfDisk = (error: unknown): boolean => isDiskFull(error) || isDiskDown(error)

/** Faults are listed up to here, and the rest counted: an answer must not grow with what was sent. */
const MOST_LISTED = 20

function listed(fields: string[] | undefined, details: Record<string, unknown> = {}): Record<string, unknown> {
  const errors = Array.isArray(details.errors) ? (details.errors as unknown[]) : []
  const more = Math.max(errors.length, fields?.length ?? 0) - MOST_LISTED
  return {
    ...(fields && { fields: fields.slice(0, MOST_LISTED) }),
    ...details,
    ...(errors.length > 0 && { errors: errors.slice(0, MOST_LISTED) }),
    ...(more > 0 && { more_errors: more }),
  }
}

export const plainError = (statusCode: number, code: AnyErrorCode, message: string): ErrorBody => ({
  statusCode,
  message,
  details: { code },
})

/** A request that only reads has no Idempotency-Key to retry with. */
export const bugAnswer = (method: string): ErrorBody =>
  plainError(
    500,
    'INTERNAL',
    ['GET', 'HEAD'].includes(method)
      ? 'Something went wrong on our side. Try again later.'
      : 'Something went wrong on our side; nothing was changed. Retry with the same Idempotency-Key.',
  )

const FRAMEWORK: Record<number, [code: AnyErrorCode, message: string]> = {
  400: ['BAD_REQUEST', 'The request is not well-formed.'],
  404: ['NOT_FOUND', 'There is nothing at this path.'],
  408: ['TIMEOUT', 'The request took too long to arrive.'],
  413: ['BODY_TOO_LARGE', 'The body is larger than this operation takes.'],
  414: ['URI_TOO_LONG', 'The path is too long.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Send JSON with Content-Type: application/json, in UTF-8.'],
  417: ['EXPECTATION_FAILED', 'Send no Expect header but 100-continue.'],
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

/** One sentence that names the first bad field, and the bad fields in details; `repeated` may be sent once only. */
export function validationError(
  error: z.core.$ZodError,
  where: string,
  repeated: ReadonlySet<PropertyKey> = new Set(),
): AppError {
  const errors: { field: string; message: string }[] = []
  let count = 0
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : null
    count += keys?.length ?? 1
    const room = MOST_LISTED - errors.length
    if (room <= 0) continue
    if (!keys) {
      const message = repeated.has(issue.path[0] ?? '') ? 'must be sent once' : inWords(issue)
      errors.push({ field: nameOf(issue.path), message })
    }
    for (const key of keys?.slice(0, room) ?? [])
      errors.push({ field: nameOf([...issue.path, key]), message: 'is not a known field' })
  }
  const [first] = errors
  const fields = [...new Set(errors.map(({ field }) => field))].filter((field) => field !== '')
  const message = first?.field
    ? `${readable(first.field)} ${first.message}.`
    : `The ${where} ${first?.message ?? 'is wrong'}.`
  return new AppError('invalid', 'INVALID', message, {
    fields,
    details: { errors, ...(count > errors.length && { more_errors: count - errors.length }) },
  })
}

const KINDS: Partial<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
}

/** Of a schema without words of its own for what is missing or of another kind. */
function inWords({ code, message, ...issue }: z.core.$ZodIssue): string {
  if (code !== 'invalid_type' || !message.startsWith('Invalid input')) return message
  if (message.endsWith('received undefined')) return 'is required'
  const { expected } = issue as { expected?: string }
  return `must be ${KINDS[expected ?? ''] ?? expected}`
}

const nameOf = (path: readonly PropertyKey[]): string => fieldName(path.map(String).join('.'))
