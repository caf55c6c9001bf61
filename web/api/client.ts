// The office's own endpoints: JSON over the session's cookie, with the token that every change carries.
import type { AnyOfficeEndpoint } from '../../src/contract/all.ts'
import type { SessionOut } from '../../src/contract/office/sign-in.ts'
import { language, words } from '../words/locale.ts'
import { type Arguments, type ByRoute, type Data, filledIn, type Given, type Line } from './route.ts'

type Opened = ByRoute<Extract<AnyOfficeEndpoint, { reply: 'FILE' | 'EVENTS' }>>
type OpenedRoute = keyof Opened
type Routes = ByRoute<Exclude<AnyOfficeEndpoint, { reply: 'FILE' | 'EVENTS' }>>
/** The name of an endpoint that replies with data. */
export type Route = keyof Routes
export type Reply<R extends Route> = Data<Routes[R]>
export type GivenTo<R extends Route> = Given<Routes[R]>
export type Body<R extends Route> = GivenTo<R> extends { body: infer B } ? B : never

const BASE = '/office/api'

/** What the server refused, in its own words. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly string[]
  readonly details: Record<string, unknown>
  /** What is wrong with each field, as a sentence beside its label. */
  readonly faults: ReadonlyMap<string, string>

  constructor(status: number, message: string, details: Record<string, unknown>) {
    super(message)
    this.status = status
    this.code = typeof details.code === 'string' ? details.code : 'UNKNOWN'
    this.fields = Array.isArray(details.fields) ? details.fields.map(String) : []
    this.details = details
    this.faults = new Map([...this.fields.map((field) => [field, this.message] as const), ...eachFault(details.errors)])
  }
}

/** The server's own list of what is wrong, field by field; the first fault of a field counts. */
const eachFault = (errors: unknown): [string, string][] =>
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

/** Calls an endpoint: `call('GET /orders/{order_uuid}', { params: { order_uuid } })`. */
export async function call<R extends Route>(route: R, ...[given]: Arguments<Given<Routes[R]>>): Promise<Reply<R>> {
  const response = await request(callOf(route, given))
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorOf(response.status, answer)
  return (answer as { data: Reply<R> }).data
}

/**
 * A body made of what a form holds: its members are checked by the compiler, their values by the server, which names the
 * fields at fault. `unchecked<'POST /drivers'>({ … })`
 */
export const unchecked = <R extends Route>(fields: { [Name in keyof Body<R>]: unknown }): Body<R> => fields as Body<R>

/** Like `unchecked`, with every member: for a call that replaces a record, so that no member is emptied by being forgotten. */
export const wholeBody = <R extends Route>(fields: { [Name in keyof Body<R>]-?: unknown }): Body<R> => fields as Body<R>

/** Calls an endpoint that replies with lines: `onLine` for each but the last, which holds the data or the error. */
export async function callLines<R extends Route>(
  route: R,
  given: Given<Routes[R]>,
  onLine: (line: Line<Routes[R]>) => void,
): Promise<Reply<R>> {
  const response = await request(callOf(route, given))
  if (!response.ok || !response.body) throw errorOf(response.status, await response.json().catch(() => null))
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
      if (said.error) throw errorOf(said.error.statusCode, said.error)
      onLine(said)
    }
  }
}

/** Opens a stream of events; it ends with the signal. After the session's end it is refused, and nobody is asked. */
export async function openEvents(
  route: OpenedRoute,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await fetchOnce({ ...filledIn(route), body: undefined, signal })
  if (!response.ok || !response.body) throw errorOf(response.status, await response.json().catch(() => null))
  return response.body
}

/** The address of what the browser opens by itself: a file, a page. */
export const addressOf = <R extends OpenedRoute>(route: R, ...[given]: Arguments<Given<Opened[R]>>): string =>
  BASE + filledIn(route, given).path

let signInAgain: (() => Promise<boolean>) | null = null
let asking: Promise<boolean> | null = null

/** Who is asked to sign in again when the session has ended; true once the same user is back. Null: nobody. */
export const onSignedOut = (ask: (() => Promise<boolean>) | null): void => {
  signInAgain = ask
}

let confirmIdentity: (() => Promise<boolean>) | null = null
let confirming: Promise<boolean> | null = null

/** Who is asked to confirm who they are, before what needs it; true once they have. Null: nobody. */
export const onUnconfirmed = (ask: (() => Promise<boolean>) | null): void => {
  confirmIdentity = ask
}

/** Asked once, for all that waits for it. */
async function askToConfirm(): Promise<boolean> {
  if (!confirmIdentity) return false
  confirming ??= confirmIdentity().finally(() => {
    confirming = null
  })
  return confirming
}

interface Call {
  route: Route
  method: string
  path: string
  body: unknown
  signal: AbortSignal | undefined
}

function callOf(route: Route, given: { body?: unknown; file?: File; signal?: AbortSignal } = {}): Call {
  return { route, ...filledIn(route, given), body: given.file ?? given.body, signal: given.signal }
}

/** Asks the user who was signed in to sign in again, on pages that ask; true once the same user is back. */
export async function askToSignIn(): Promise<boolean> {
  if (!signInAgain) return false
  asking ??= signInAgain().finally(() => {
    asking = null
  })
  return asking
}

/**
 * A call after the session's end waits until the user is back and is made again, and one that has to be confirmed until
 * it is. A token older than the session (signed out and in again in another tab) is renewed, and the call made again.
 */
async function request(made: Call): Promise<Response> {
  const response = await fetchOnce(made)
  if (response.status === 401 && signInAgain && made.route !== 'POST /sign-in')
    return (await askToSignIn()) ? fetchOnce(made) : response
  if (response.status !== 403 || made.method === 'GET') return response
  if ((await codeOf(response)) === 'CONFIRM_NEEDED') return (await askToConfirm()) ? fetchOnce(made) : response
  const before = { csrfToken, userId }
  await readSession()
  // Never on behalf of someone else who signed in meanwhile.
  return csrfToken === before.csrfToken || userId !== before.userId ? response : fetchOnce(made)
}

/** Of a refusal, which can be read again. */
async function codeOf(response: Response): Promise<unknown> {
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

function errorOf(status: number, answer: unknown): ApiError {
  const { message, details } = (answer ?? {}) as { message?: string; details?: Record<string, unknown> }
  return new ApiError(status, message ?? words.common.senseless, details ?? {})
}
