// The one error a use case throws on purpose; http/errors.ts maps its kind to a status.
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
  /** Unavailable until someone configures it: retrying doesn't help. */
  | 'unconfigured'

/** A `details.code` that the API or the office documents. */
export type AnyErrorCode = ErrorCode | OfficeErrorCode

/** What is wrong with a field, read after the field's name: "must be a number". */
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
  /** What the error says, in no language yet; `message` is the same in English. */
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

/** The value, or the refusal thrown. */
export function orThrow<T>(value: T | Refusal): T {
  if (!isRefusal(value)) return value
  throw refused(value)
}

/** Throws the refusal, if there is one. */
export function refuse(refusal: Refusal | null): void {
  if (refusal) throw refused(refusal)
}

const refused = (refusal: Refusal): AppError =>
  new AppError(refusal.refused, refusal.code, refusal.message, { fields: refusal.fields, details: refusal.details })

export const missing = (what: string): AppError =>
  new AppError('missing', 'NOT_FOUND', text('There is no {what} for this business.', { what }))

/** As `missing`, for a field of the request. */
export const missingAt = (field: string, what: string): AppError =>
  new AppError('missing', 'NOT_FOUND', text('There is no {what} for this business.', { what }), { fields: [field] })

/** Of what all depots share, those who work for some of them may not dispose. */
export const othersToo = (): AppError =>
  new AppError('forbidden', 'DEPOTS', 'This concerns depots that you don’t work for, too.')

export const plansBusy = (): AppError =>
  new AppError('limited', 'SOLVER_BUSY', 'Too many solves are running; retry shortly.', {
    retryAfterSeconds: 5,
  })

export const invalid = (field: string, said: Said): AppError => {
  const [named, fault] = [fieldName(field), asText(said)]
  return new AppError('invalid', 'INVALID', faultOf(named, fault), {
    fields: [named],
    faults: [{ field: named, fault }],
  })
}

/** "window_end must be a time, HH:mm." */
export const faultOf = (field: string, fault: Text): Text => text('{field} {fault}.', { field: readable(field), fault })

const LONGEST_NAME = 200

/** As an answer names it: what was sent as a name may be as long as the request. */
export const fieldName = (path: string): string =>
  path.length > LONGEST_NAME ? `${path.slice(0, LONGEST_NAME).toWellFormed()}…` : path

/** A name of white space would leave the sentence without a beginning. */
export const readable = (field: string): string => (/^\S/.test(field) ? field : JSON.stringify(field))

export const conflicting = (code: AnyErrorCode, said: Said, details?: Record<string, unknown>): AppError =>
  new AppError('conflict', code, said, { details })
