// The office's own endpoints: JSON over the session's cookie, with the token that every change carries.
import type { SessionOut } from '../../src/contract/office/sign-in.ts'

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
    this.faults = new Map([...this.fields.map((field) => [field, message] as const), ...eachFault(details.errors)])
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
  const session = await get<SessionOut | null>('/session')
  userId = session?.user.user_uuid ?? ''
  csrfToken = session?.csrf_token ?? ''
  return session
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => call<T>('GET', path, undefined, signal)

export const post = <T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
  call<T>('POST', path, body, signal)

export const send = <T>(method: 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> =>
  call<T>(method, path, body)

/** Sends a file as it is. */
export const postFile = async <T>(path: string, file: File): Promise<T> => call<T>('POST', path, file)

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await request(method, path, body, signal)
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorOf(response.status, answer)
  return (answer as { data: T }).data
}

/** Reads an answer of lines: `onLine` for each but the last, which holds the data or the error. */
export async function postLines<T>(
  path: string,
  body: unknown,
  onLine: (line: Record<string, unknown>) => void,
  signal: AbortSignal,
): Promise<T> {
  const response = await request('POST', path, body, signal)
  if (!response.ok || !response.body) throw errorOf(response.status, await response.json().catch(() => null))
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new ApiError(0, 'The connection ended before the answer came. Try again.', { code: 'CUT_OFF' })
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const said = JSON.parse(line) as Record<string, unknown>
      if ('data' in said) return said.data as T
      if ('error' in said) throw errorOf((said.error as { statusCode: number }).statusCode, said.error)
      onLine(said)
    }
  }
}

let signInAgain: (() => Promise<boolean>) | null = null
let asking: Promise<boolean> | null = null

/** Who is asked to sign in again when the session has ended; true once the same user is back. Null: nobody. */
export const onSignedOut = (ask: (() => Promise<boolean>) | null): void => {
  signInAgain = ask
}

/**
 * A call after the session's end waits until the user is back and is made again. A token older than the session
 * (signed out and in again in another tab) is renewed, and the call made again.
 */
async function request(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetchOnce(method, path, body, signal)
  if (response.status === 401 && signInAgain && path !== '/sign-in') {
    asking ??= signInAgain().finally(() => {
      asking = null
    })
    return (await asking) ? fetchOnce(method, path, body, signal) : response
  }
  if (response.status !== 403 || method === 'GET') return response
  const before = { csrfToken, userId }
  await readSession()
  // Never on behalf of someone else who signed in meanwhile.
  return csrfToken === before.csrfToken || userId !== before.userId ? response : fetchOnce(method, path, body, signal)
}

async function fetchOnce(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(BASE + path, {
      method,
      headers: {
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
    throw new ApiError(0, 'The server can’t be reached. Nothing was changed; check the connection and try again.', {
      code: 'OFFLINE',
    })
  }
}

function errorOf(status: number, answer: unknown): ApiError {
  const { message, details } = (answer ?? {}) as { message?: string; details?: Record<string, unknown> }
  return new ApiError(status, message ?? 'The server gave an answer that makes no sense. Try again.', details ?? {})
}
