// Cookies of the office. They are limited to this host and hidden from scripts. Over https, their names have a prefix
// that browsers protect.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BrowserSessions, MAX_SESSIONS } from '../../app/people/sign-in/browser-sessions.ts'
import { SESSION_DAYS } from '../../app/people/sign-in/session.ts'
import type { Exchange } from '../serve.ts'

const SESSION = 'roundsman'
/** Sessions of other businesses. The proxy leads requests by the active session only. */
const OTHERS = 'roundsman-others'
const BROWSER = 'roundsman-browser'
const ROUND = 'roundsman-company'
const SEPARATOR = '~'
const DAY_SECONDS = 86_400
const BROWSER_DAYS = 365
/** Days for which the cookie of a single sign-on attempt is valid: ten minutes. */
const ROUND_DAYS = 10 / (24 * 60)
/** Maximum accounts that a browser is known to. More would make the cookie too long. */
const MAX_ACCOUNTS = 5
/** Far more than a token has. Longer ones are not from this server. */
export const MAX_TOKEN_CHARACTERS = 200

// Browsers reject the protected prefix over plain http, as on a developer machine.
const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')
const cookieName = (name: string, publicUrl: string): string => (isHttps(publicUrl) ? `__Host-${name}` : name)

const read = (request: FastifyRequest, publicUrl: string, name: string): string | null =>
  valueIn(request.headers.cookie ?? '', publicUrl, name)

function valueIn(cookie: string, publicUrl: string, name: string): string | null {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('=', 2))
  const [, value] = pairs.find(([key]) => key === cookieName(name, publicUrl)) ?? []
  return value ?? null
}

function set(reply: FastifyReply, publicUrl: string, name: string, value: string | null, days: number): void {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps(publicUrl) ? '; Secure' : ''}`
  const age = value ? days * DAY_SECONDS : 0
  void reply.header('Set-Cookie', `${cookieName(name, publicUrl)}=${value ?? ''}; ${attributes}; Max-Age=${age}`)
}

export const sessionToken = (request: FastifyRequest, publicUrl: string): string | null =>
  read(request, publicUrl, SESSION)

/** Like `sessionToken`, but for the value of the Cookie header. */
export const sessionTokenIn = (cookie: string, publicUrl: string): string | null => valueIn(cookie, publicUrl, SESSION)

/** Returns null if the browser has no active session. */
export function readSessions(request: FastifyRequest, publicUrl: string): BrowserSessions | null {
  const active = sessionToken(request, publicUrl)
  return active ? { active, others: othersIn(request, publicUrl) } : null
}

/** Returns the tokens of all sessions in the browser, also if none is active. */
export function sessionTokens(request: FastifyRequest, publicUrl: string): string[] {
  const active = sessionToken(request, publicUrl)
  return active === null ? othersIn(request, publicUrl) : [active, ...othersIn(request, publicUrl)]
}

/** Has a limit, because each token is looked for. */
const othersIn = (request: FastifyRequest, publicUrl: string): string[] =>
  listIn(read(request, publicUrl, OTHERS)).slice(0, MAX_SESSIONS - 1)

/** Stores the sessions. Null deletes all. */
export function setSessions(
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
  publicUrl: string,
  sessions: BrowserSessions | null,
): void {
  set(reply, publicUrl, SESSION, sessions && sessions.active, SESSION_DAYS)
  const others = sessions?.others.join(SEPARATOR) || null
  if (others !== null || read(request, publicUrl, OTHERS) !== null) set(reply, publicUrl, OTHERS, others, SESSION_DAYS)
}

const listIn = (value: string | null): string[] => (value ?? '').split(SEPARATOR).filter(Boolean)

/** Binds a single sign-on attempt to this browser while it is under way. Null deletes the cookie. */
export const setSignInCookie = (reply: FastifyReply, publicUrl: string, sealed: string | null): void =>
  set(reply, publicUrl, ROUND, sealed, ROUND_DAYS)

export const readSignInCookie = (request: FastifyRequest, publicUrl: string): string | null =>
  read(request, publicUrl, ROUND)

/** Tokens of earlier sign-ins with this browser, newest first. */
export const browserTokens = (request: FastifyRequest, publicUrl: string): string[] =>
  listIn(read(request, publicUrl, BROWSER))
    .filter((token) => token.length <= MAX_TOKEN_CHARACTERS)
    .slice(0, MAX_ACCOUNTS)

/** Adds tokens of accounts that know the browser. */
export function setBrowserCookie(
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
  publicUrl: string,
  tokens: readonly string[],
): void {
  const others = browserTokens(request, publicUrl).filter((token) => !tokens.includes(token))
  set(reply, publicUrl, BROWSER, [...tokens, ...others].slice(0, MAX_ACCOUNTS).join(SEPARATOR), BROWSER_DAYS)
}
