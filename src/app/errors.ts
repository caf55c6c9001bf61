// The error that use cases throw on purpose. http/errors.ts maps its kind to a status.
import type { ErrorCode } from '../contract/error-codes.ts'
import type { OfficeErrorCode } from '../contract/office/error-codes.ts'
import { asText, render, type Said, type Text, text } from '../texts/text.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'gone'
  | 'conflict'
  | 'oversized'
  | 'unsupported'
  | 'unprocessable'
  | 'limited'
  | 'unavailable'
  /** Unavailable until someone configures it, so a retry doesn't help. */
  | 'unconfigured'

/** A `details.code` that the API or the office documents. */
export type AnyErrorCode = ErrorCode | OfficeErrorCode

/** A problem with a field. `fault` follows the field's name in the message: "must be a number". */
export interface Fault {
  field: string
  fault: Text
}

interface More {
  fields?: string[]
  faults?: readonly Fault[]
  details?: Record<string, unknown>
  retryAfterSeconds?: number
}

export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: AnyErrorCode
  /** The message, not yet in any language. `message` is the same text in English. */
  readonly text: Text
  readonly fields: string[] | undefined
  readonly faults: readonly Fault[]
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(kind: ErrorKind, code: AnyErrorCode, said: Said, more: More = {}) {
    super(render(said))
    this.text = asText(said)
    this.kind = kind
    this.code = code
    this.fields = more.fields
    this.faults = more.faults ?? []
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** Returns the value. Throws if it is a refusal. */
export function valueOrThrow<T>(value: T | Refusal): T {
  if (!isRefusal(value)) return value
  throw refusalError(value)
}

/** Throws the refusal, if there is one. */
export function throwIfRefused(refusal: Refusal | null): void {
  if (refusal) throw refusalError(refusal)
}

const refusalError = (refusal: Refusal): AppError =>
  new AppError(refusal.refused, refusal.code, refusal.message, { fields: refusal.fields, details: refusal.details })

export const missing = (what: string): AppError =>
  new AppError('missing', 'NOT_FOUND', text('There is no {what} for this business.', { what }))

/** Like `missing`, but names the request field. */
export const notFoundAt = (field: string, what: string): AppError =>
  new AppError('missing', 'NOT_FOUND', text('There is no {what} for this business.', { what }), { fields: [field] })

/** Thrown if a user who is restricted to depots would change records that concern other depots, too. */
export const sharedByAllDepotsError = (): AppError =>
  new AppError('forbidden', 'DEPOTS', 'This concerns depots that you don’t work for, too.')

export const tooManyBuildsError = (): AppError =>
  new AppError('limited', 'SOLVER_BUSY', 'Too many solves are running; retry shortly.', {
    retryAfterSeconds: 5,
  })

export const invalid = (field: string, said: Said): AppError => {
  const [named, fault] = [fieldName(field), asText(said)]
  return new AppError('invalid', 'INVALID', faultSentence(named, fault), {
    fields: [named],
    faults: [{ field: named, fault }],
  })
}

/** Makes a sentence from the field and its fault: "window_end must be a time, HH:mm." */
export const faultSentence = (field: string, fault: Text): Text =>
  text('{field} {fault}.', { field: legibleFieldName(field), fault })

const MAX_NAME = 200

/**
 * Shortens the field's name for the response, because a client can send a name that is as long as the whole request.
 */
export const fieldName = (path: string): string =>
  path.length > MAX_NAME ? `${path.slice(0, MAX_NAME).toWellFormed()}…` : path

/** Quotes a name that is empty or begins with white space, because the sentence would have no visible beginning. */
export const legibleFieldName = (field: string): string => (/^\S/.test(field) ? field : JSON.stringify(field))

export const conflicting = (code: AnyErrorCode, said: Said, details?: Record<string, unknown>): AppError =>
  new AppError('conflict', code, said, { details })
