// Maps each kind of error to its status, and builds the body of every error (docs/spec/conventions.md#errors).
import type { z } from 'zod'
import { type AnyErrorCode, AppError, type ErrorKind, type Fault, faultSentence, fieldName } from '../app/errors.ts'
import { FilesUnreachable } from '../app/ports/files.ts'
import { SolverLost } from '../app/ports/solver.ts'
import type { Dictionary } from '../texts/dictionary.ts'
import { fromString } from '../texts/as-string.ts'
import { asText, inEnglishOnly, type PlainSentence, render, type Said, type Text, text } from '../texts/text.ts'
import {
  CommitOutcomeUnknown,
  isOutOfMemory,
  isDiskFullError,
  isTimedOut,
  isUnreachable,
  moveRefusal,
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

export interface ErrorAnswer {
  body: ErrorBody
  retryAfterSeconds?: number
}

/** The error response of another installation, which is sent unchanged. */
export class PeerRefusal extends Error {
  readonly answer: ErrorAnswer

  constructor(answer: ErrorAnswer) {
    super(answer.body.message)
    this.answer = answer
  }
}

/** An error response before the language is known. */
interface Answer {
  status: number
  code: AnyErrorCode
  said: Said
  details?: Record<string, unknown>
  retryAfterSeconds?: number
}

/**
 * Returns the response to a thrown error, in the language of `dictionary` or in English. Returns null for a bug, whose
 * text stays hidden.
 */
export function errorAnswer(error: unknown, dictionary?: Dictionary): ErrorAnswer | null {
  if (error instanceof PeerRefusal) return error.answer
  const answer =
    error instanceof AppError ? refusalAnswer(error, dictionary) : (frameworkFault(error) ?? outageAnswer(error))
  if (!answer) return null
  const { status, code, said, details, retryAfterSeconds } = answer
  return {
    body: { statusCode: status, message: render(said, dictionary), details: { code, ...details } },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

function refusalAnswer(error: AppError, dictionary?: Dictionary): Answer {
  const { kind, code, text: said, fields, faults, details } = error
  const errors = faults.map(({ field, fault }) => ({ field, message: render(fault, dictionary) }))
  // Default delay before a retry of unavailable services.
  const { retryAfterSeconds = kind === 'unavailable' ? 60 : undefined } = error
  return {
    status: STATUS[kind],
    code,
    said,
    details: listed(fields, errors, details),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}

/** Errors of the server's environment. */
function outageAnswer(error: unknown): Answer | null {
  if (error instanceof CommitOutcomeUnknown)
    return {
      status: 503,
      code: isDiskFull(error) ? 'DISK_FULL' : 'DATABASE_UNREACHABLE',
      said: 'The database connection failed during the commit, so the change may or may not be saved. Retry with the same Idempotency-Key to find out.',
      retryAfterSeconds: 5,
    }
  if (isDiskFull(error))
    return {
      status: 503,
      code: 'DISK_FULL',
      said: 'The server’s disk is full; nothing was changed. Retry later.',
      retryAfterSeconds: 30,
    }
  if (isUnreachable(error) || isOutOfMemory(error))
    return {
      status: 503,
      code: 'DATABASE_UNREACHABLE',
      said: 'The database can’t be reached right now; nothing was changed. Retry shortly.',
      retryAfterSeconds: 5,
    }
  if (error instanceof FilesUnreachable || isDiskDown(error))
    return {
      status: 503,
      code: 'FILES_UNREACHABLE',
      said: 'The store of photos and signatures can’t be reached right now; nothing was changed. Retry shortly.',
      retryAfterSeconds: 10,
    }
  const elsewhere = moveRefusal(error)
  if (elsewhere === 'moving')
    return {
      status: 503,
      code: 'BUSINESS_MOVING',
      said: 'The business is being moved to another installation right now; nothing was changed. Retry shortly.',
      retryAfterSeconds: 2,
    }
  if (elsewhere)
    return {
      status: 503,
      code: 'BUSINESS_MOVED',
      said: 'The business has moved to another installation; nothing was changed. Retry shortly, when its host name points there.',
      retryAfterSeconds: 5,
    }
  if (isTimedOut(error) || error instanceof SolverLost)
    return {
      status: 503,
      code: 'TIMED_OUT',
      said: 'The request took too long and was stopped; nothing was changed. Retry shortly.',
      retryAfterSeconds: 5,
    }
  return null
}

/** Whether a file or the database could not be written because the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | null)?.code)) || isDiskFullError(error)

const DISK_CODES = ['EACCES', 'EIO', 'ENODEV', 'ENOTDIR', 'ENXIO', 'EPERM', 'EROFS', 'ESTALE']
const FILE_CALLS = ['copyfile', 'fsync', 'mkdir', 'mkdtemp', 'open', 'read', 'rename', 'rm', 'unlink', 'write']

/**
 * Whether a file of this machine could not be read or written, because the disk is read-only or broken, or belongs to
 * another user.
 */
const isDiskDown = (error: unknown): boolean => {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return DISK_CODES.includes(String(code)) && FILE_CALLS.includes(String(syscall))
}

/** Returns whether a body could not be received because of the disk, not because of its content. */
export const isFaultOfDisk = (error: unknown): boolean => isDiskFull(error) || isDiskDown(error)

/**
 * Number of faults in a response. Further faults are only counted, so that the response doesn't grow with the request.
 */
const MAX_LISTED = 20

function listed(
  fields: string[] | undefined,
  errors: readonly unknown[],
  details: Record<string, unknown> = {},
): Record<string, unknown> {
  const more = Math.max(errors.length, fields?.length ?? 0) - MAX_LISTED
  return {
    ...(fields && { fields: fields.slice(0, MAX_LISTED) }),
    ...details,
    ...(errors.length > 0 && { errors: errors.slice(0, MAX_LISTED) }),
    ...(more > 0 && { more_errors: more }),
  }
}

export const plainError = (statusCode: number, code: AnyErrorCode, message: string): ErrorBody => ({
  statusCode,
  message,
  details: { code },
})

/** Response to a bug. Read requests have no Idempotency-Key, so their text doesn't mention it. */
export const internalErrorBody = (method: string, dictionary?: Dictionary): ErrorBody =>
  plainError(
    500,
    'INTERNAL',
    render(
      ['GET', 'HEAD'].includes(method)
        ? 'Something went wrong on our side. Try again later.'
        : 'Something went wrong on our side; nothing was changed. Retry with the same Idempotency-Key.',
      dictionary,
    ),
  )

const FRAMEWORK: Record<number, [code: AnyErrorCode, said: PlainSentence]> = {
  400: ['BAD_REQUEST', 'The request is not well-formed.'],
  404: ['NOT_FOUND', 'There is nothing at this path.'],
  408: ['TIMEOUT', 'The request took too long to arrive.'],
  413: ['BODY_TOO_LARGE', 'The body is larger than the limit of this operation.'],
  414: ['URI_TOO_LONG', 'The path is too long.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Send JSON with Content-Type: application/json, in UTF-8.'],
  417: ['EXPECTATION_FAILED', 'The only supported Expect header is 100-continue.'],
}

function frameworkFault(error: unknown): Answer | null {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (typeof status !== 'number' || status < 400 || status >= 500) return null
  const [code, said] = frameworkWords(status)
  return { status, code, said }
}

const frameworkWords = (status: number): [code: AnyErrorCode, said: PlainSentence] =>
  FRAMEWORK[status] ?? ['BAD_REQUEST', 'The request is not well-formed.']

/** Response to a request that reached no handler. */
export function frameworkAnswer(status: number): ErrorBody {
  const [code, said] = frameworkWords(status)
  return plainError(status, code, said)
}

/**
 * Returns an error whose message names the first invalid field. Its details list the invalid fields. `repeated` has
 * query parameters that were sent more than once.
 */
export function validationError(
  error: z.core.$ZodError,
  where: string,
  repeated: ReadonlySet<PropertyKey> = new Set(),
): AppError {
  const faults: Fault[] = []
  let count = 0
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : null
    count += keys?.length ?? 1
    const room = MAX_LISTED - faults.length
    if (room <= 0) continue
    if (!keys) {
      const fault = repeated.has(issue.path[0] ?? '') ? text('must be sent once') : inWords(issue)
      faults.push({ field: nameOf(issue.path), fault })
    }
    for (const key of keys?.slice(0, room) ?? [])
      faults.push({ field: nameOf([...issue.path, key]), fault: text('is not a known field') })
  }
  const [first] = faults
  const fields = [...new Set(faults.map(({ field }) => field))].filter((field) => field !== '')
  const message = first?.field
    ? faultSentence(first.field, first.fault)
    : text('The {part} {fault}.', { part: where, fault: first?.fault ?? text('is wrong') })
  return new AppError('invalid', 'INVALID', message, {
    fields,
    faults,
    details: { ...(count > faults.length && { more_errors: count - faults.length }) },
  })
}

const KINDS: Partial<Record<string, PlainSentence>> = {
  array: 'must be a list',
  object: 'must be an object',
  string: 'must be text',
  number: 'must be a number',
  boolean: 'must be true or false',
}

/** Message for a missing value or a wrong type if the schema has no message of its own. */
function inWords({ code, message, ...issue }: z.core.$ZodIssue): Text {
  if (code !== 'invalid_type' || !message.startsWith('Invalid input')) return fromString(message)
  if (message.endsWith('received undefined')) return text('is required')
  const { expected = '' } = issue as { expected?: string }
  return asText(KINDS[expected] ?? inEnglishOnly(`must be ${expected}`))
}

const nameOf = (path: readonly PropertyKey[]): string => fieldName(path.map(String).join('.'))
