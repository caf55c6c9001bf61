// A signed-in session without a browser: calls the office's endpoints over real HTTP and keeps cookie and token.
import assert from 'node:assert/strict'
import type { SessionOut } from '../../src/contract/office/sign-in.ts'
import type { UserRole } from '../../src/domain/users/permissions.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { assertOfficeConforms } from './office-conformity.ts'
import type { Json, JsonBody, Service } from './service.ts'

export interface OfficeAnswer<T> {
  status: number
  headers: Headers
  body: JsonBody<T>
}

export interface Office {
  session: SessionOut | null
  cookie: string
  get<T = Json>(path: string): Promise<OfficeAnswer<T>>
  send<T = Json>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<OfficeAnswer<T>>
  post<T = Json>(path: string, body?: unknown): Promise<OfficeAnswer<T>>
  /** Reads the session again, as the page does when it opens. */
  open(): Promise<void>
}

/** A client without a session. If `address` is given, it comes through a proxy from there. */
export function visitor(service: Pick<Service, 'url'>, address?: string): Office {
  const send = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<OfficeAnswer<T>> => {
    const response = await fetch(`${service.url}/office/api${path}`, {
      method,
      headers: {
        ...(address && { 'x-forwarded-for': address }),
        ...(office.cookie && { cookie: office.cookie }),
        ...(office.session && { 'x-csrf-token': office.session.csrf_token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    office.cookie = withSetCookies(office.cookie, response.headers.getSetCookie())
    const answer: unknown = await response.json()
    assertOfficeConforms(method, path, response.status, answer)
    return { status: response.status, headers: response.headers, body: answer as JsonBody<T> }
  }
  const office: Office = {
    session: null,
    cookie: '',
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    open: async () => {
      const { body } = await send<SessionOut>('GET', '/session')
      assert.ok(body.data, 'signed in')
      office.session = body.data
    },
  }
  return office
}

/** The cookies that a browser sends with its next request. */
export function withSetCookies(cookie: string, set: readonly string[]): string {
  const jar = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  )
  for (const line of set) {
    const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2)
    if (line.endsWith('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

export const PASSWORD = 'a password for tests'
/** Hash with minimal costs. The service's own costs take longer than most requests. */
export const PASSWORD_HASH = {
  hash: '$argon2id$v=19$m=8,t=1,p=1$fKJyuehgVQTsnhYnCrdzog$zOYtLXj2jTbKJVAc6DFk6rqPjKILO8AtvRaSrn8nyV8',
}

let users = 0

/** Creates a user with this role and signs in. */
export async function signedIn(
  service: Pick<Service, 'app' | 'url'>,
  businessId: string,
  role: UserRole = 'OWNER',
): Promise<Office> {
  const email = `user-${++users}-${businessId.slice(-8)}@office.test`
  await createUser(service.app, businessId, {
    email,
    name: `Test ${role.toLowerCase()}`,
    role,
    password: PASSWORD_HASH,
  })
  const office = visitor(service)
  const { status, body } = await office.post('/sign-in', { email, password: PASSWORD })
  assert.equal(status, 200, body.message)
  await office.open()
  return office
}
