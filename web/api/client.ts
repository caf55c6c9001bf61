// Calls the office's own endpoints: JSON with the session cookie, and the CSRF token for every change.
import type { AnyOfficeEndpoint } from '../../src/contract/all.ts'
import type { SessionOut } from '../../src/contract/office/sign-in.ts'
import { language, words } from '../words/locale.ts'
import { type Arguments, type ByRoute, type Data, methodAndPathOf, type CallInput, type Line } from './route.ts'

type FileAndStreamRoutes = ByRoute<Extract<AnyOfficeEndpoint, { reply: 'FILE' | 'EVENTS' }>>
type FileOrStreamRoute = keyof FileAndStreamRoutes
type Routes = ByRoute<Exclude<AnyOfficeEndpoint, { reply: 'FILE' | 'EVENTS' }>>
/** Name of an endpoint that responds with data. */
export type Route = keyof Routes
export type Reply<R extends Route> = Data<Routes[R]>
export type RouteInput<R extends Route> = CallInput<Routes[R]>
export type Body<R extends Route> = RouteInput<R> extends { body: infer B } ? B : never

const BASE = '/office/api'

/** A request that the server refused, with its message. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly string[]
  readonly details: Record<string, unknown>
  /** Message per field, as a sentence to show next to its label. */
  readonly faults: ReadonlyMap<string, string>

  constructor(status: number, message: string, details: Record<string, unknown>) {
    super(message)
    this.status = status
    this.code = typeof details.code === 'string' ? details.code : 'UNKNOWN'
    this.fields = Array.isArray(details.fields) ? details.fields.map(String) : []
    this.details = details
    this.faults = new Map([
      ...this.fields.map((field) => [field, this.message] as const),
      ...faultsByField(details.errors),
    ])
  }
}

/** Splits the server's error list by field. The first fault of a field wins. */
const faultsByField = (errors: unknown): [string, string][] =>
  (Array.isArray(errors) ? (errors as { field: string; message: string }[]) : [])
    .map(({ field, message }): [string, string] => [field, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`])
    .reverse()

let csrfToken = ''
let userId = ''

export async function readSession(): Promise<SessionOut | null> {
  const session = await call('GET /session')
  userId = session?.user.user_uuid ?? ''
  csrfToken = session?.csrf_token ?? ''
  return session
}

/** Calls an endpoint: `call('GET /orders/{order_uuid}', { params: { order_uuid } })`. Throws ApiError if the server refuses. */
export async function call<R extends Route>(route: R, ...[given]: Arguments<CallInput<Routes[R]>>): Promise<Reply<R>> {
  const response = await request(buildCall(route, given))
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toApiError(response.status, answer)
  return (answer as { data: Reply<R> }).data
}

/**
 * Types form values as a request body. The compiler checks the names of its members, and the server checks their values:
 * `asUncheckedBody<'POST /drivers'>({ … })`
 */
export const asUncheckedBody = <R extends Route>(fields: { [Name in keyof Body<R>]: unknown }): Body<R> =>
  fields as Body<R>

/** Like `asUncheckedBody`, but requires every member, for requests that replace a record. A forgotten member would be emptied. */
export const asCompleteBody = <R extends Route>(fields: { [Name in keyof Body<R>]-?: unknown }): Body<R> =>
  fields as Body<R>

/** Calls an endpoint that responds with lines. Calls `onLine` for each but the last, which has the data or the error. */
export async function callStreamingLines<R extends Route>(
  route: R,
  given: CallInput<Routes[R]>,
  onLine: (line: Line<Routes[R]>) => void,
): Promise<Reply<R>> {
  const response = await request(buildCall(route, given))
  if (!response.ok || !response.body) throw toApiError(response.status, await response.json().catch(() => null))
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new ApiError(0, words.common.cutOff, { code: 'CUT_OFF' })
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const said = JSON.parse(line) as Line<Routes[R]> & { data?: Reply<R>; error?: { statusCode: number } }
      if ('data' in said) return said.data as Reply<R>
      if (said.error) throw toApiError(said.error.statusCode, said.error)
      onLine(said)
    }
  }
}

/** Opens an event stream that ends with the signal. If the session has ended, throws without asking the user to sign in. */
export async function openEvents(
  route: FileOrStreamRoute,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await fetchOnce({ ...methodAndPathOf(route), body: undefined, signal })
  if (!response.ok || !response.body) throw toApiError(response.status, await response.json().catch(() => null))
  return response.body
}

/** URL of an endpoint that the browser opens directly, such as a file. */
export const urlOf = <R extends FileOrStreamRoute>(
  route: R,
  ...[given]: Arguments<CallInput<FileAndStreamRoutes[R]>>
): string => BASE + methodAndPathOf(route, given).path

let signInHandler: (() => Promise<boolean>) | null = null
let pendingSignIn: Promise<boolean> | null = null

/**
 * Sets the function that asks the user to sign in again after the session ended. It resolves to true if the same user is
 * back. Null: nobody is asked.
 */
export const setSignInHandler = (ask: (() => Promise<boolean>) | null): void => {
  signInHandler = ask
}

let confirmationHandler: (() => Promise<boolean>) | null = null
let pendingConfirmation: Promise<boolean> | null = null

/** Sets the function that asks the user to confirm their identity. It resolves to true if they did. Null: nobody is asked. */
export const setConfirmationHandler = (ask: (() => Promise<boolean>) | null): void => {
  confirmationHandler = ask
}

/** Asks once, even if several requests wait for the confirmation. */
async function askToConfirm(): Promise<boolean> {
  if (!confirmationHandler) return false
  pendingConfirmation ??= confirmationHandler().finally(() => {
    pendingConfirmation = null
  })
  return pendingConfirmation
}

interface Call {
  route: Route
  method: string
  path: string
  body: unknown
  signal: AbortSignal | undefined
}

function buildCall(route: Route, given: { body?: unknown; file?: File; signal?: AbortSignal } = {}): Call {
  return { route, ...methodAndPathOf(route, given), body: given.file ?? given.body, signal: given.signal }
}

/** Asks the user to sign in again, if the page supports this. Resolves to true if the same user is back. */
export async function askToSignIn(): Promise<boolean> {
  if (!signInHandler) return false
  pendingSignIn ??= signInHandler().finally(() => {
    pendingSignIn = null
  })
  return pendingSignIn
}

/**
 * Sends a request. If the session has ended or a confirmation is needed, asks the user and sends it again. A CSRF token of an
 * older session (the user signed out and in again in another tab) is renewed.
 */
async function request(made: Call): Promise<Response> {
  const response = await fetchOnce(made)
  if (response.status === 401 && signInHandler && made.route !== 'POST /sign-in')
    return (await askToSignIn()) ? fetchOnce(made) : response
  if (response.status !== 403 || made.method === 'GET') return response
  if ((await readErrorCode(response)) === 'CONFIRM_NEEDED') return (await askToConfirm()) ? fetchOnce(made) : response
  const before = { csrfToken, userId }
  await readSession()
  // Don't repeat the request if a different user has signed in since.
  return csrfToken === before.csrfToken || userId !== before.userId ? response : fetchOnce(made)
}

/** Reads the error code of a refusal from a copy, so that the body can be read again. */
async function readErrorCode(response: Response): Promise<unknown> {
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as { details?: { code?: unknown } } | null
  return answer?.details?.code
}

async function fetchOnce({ method, path, body, signal }: Omit<Call, 'route'>): Promise<Response> {
  try {
    return await fetch(BASE + path, {
      method,
      headers: {
        'accept-language': language,
        ...(method !== 'GET' && { 'x-csrf-token': csrfToken }),
        ...(body !== undefined && {
          'content-type': body instanceof File ? 'application/octet-stream' : 'application/json',
        }),
      },
      ...(body !== undefined && { body: body instanceof File ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, words.common.unreachable, {
      code: 'OFFLINE',
    })
  }
}

function toApiError(status: number, answer: unknown): ApiError {
  const { message, details } = (answer ?? {}) as { message?: string; details?: Record<string, unknown> }
  return new ApiError(status, message ?? words.common.senseless, details ?? {})
}
