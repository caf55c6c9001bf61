// The office's cookies: for this host alone, unseen by scripts; over https under the prefix that browsers guard.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Entry, SESSION_DAYS } from '../../app/people/sign-in/session.ts'

const SESSION = 'roundsman'
const BROWSER = 'roundsman-browser'
const ROUND = 'roundsman-company'
const DAY_SECONDS = 86_400
const BROWSER_DAYS = 365
/** Ten minutes. */
const ROUND_DAYS = 10 / (24 * 60)
/** People who sign in by one browser and are known there; more would make the cookie long. */
const MOST_ACCOUNTS = 5

// Over plain http, on one's own machine, browsers refuse the guarded name.
const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')
const named = (name: string, publicUrl: string): string => (isHttps(publicUrl) ? `__Host-${name}` : name)

function read(request: FastifyRequest, publicUrl: string, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2))
  const [, value] = pairs.find(([key]) => key === named(name, publicUrl)) ?? []
  return value ?? null
}

function set(reply: FastifyReply, publicUrl: string, name: string, value: string | null, days: number): void {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps(publicUrl) ? '; Secure' : ''}`
  const age = value ? days * DAY_SECONDS : 0
  void reply.header('Set-Cookie', `${named(name, publicUrl)}=${value ?? ''}; ${attributes}; Max-Age=${age}`)
}

export const sessionToken = (request: FastifyRequest, publicUrl: string): string | null =>
  read(request, publicUrl, SESSION)

export const endSessionCookie = (reply: FastifyReply, publicUrl: string): void =>
  set(reply, publicUrl, SESSION, null, 0)

/** What ties a sign-in with a company to this browser, while it is there; null ends it. */
export const keepRound = (reply: FastifyReply, publicUrl: string, sealed: string | null): void =>
  set(reply, publicUrl, ROUND, sealed, ROUND_DAYS)

export const roundOf = (request: FastifyRequest, publicUrl: string): string | null => read(request, publicUrl, ROUND)

/** What sign-ins by this browser left, newest first. */
export const browserTokens = (request: FastifyRequest, publicUrl: string): string[] =>
  (read(request, publicUrl, BROWSER) ?? '').split('~').filter(Boolean).slice(0, MOST_ACCOUNTS)

/** Keeps what a browser was given at a sign-in; one that still needs a second factor has no session. */
export function keepEntry(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  publicUrl: string,
  { session, browser }: Entry,
): void {
  if (session) set(reply, publicUrl, SESSION, session, SESSION_DAYS)
  const others = browserTokens(request, publicUrl).filter((token) => token !== browser)
  set(reply, publicUrl, BROWSER, [browser, ...others].slice(0, MOST_ACCOUNTS).join('~'), BROWSER_DAYS)
}
