// Signs a browser in: stores its sessions and the tokens by which it is known. With several installations, the sessions
// of other businesses stay in the browser, so that the user can switch to them. All others end.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BrowserSessions,
  describeSession,
  endAll,
  UNREACHABLE,
  withSessions,
} from '../../app/people/sign-in/browser-sessions.ts'
import type { Entry } from '../../app/people/sign-in/session.ts'
import type { Exchange } from '../serve.ts'
import { readSessions, sessionToken, sessionTokens, setBrowserCookie, setSessions } from './cookie.ts'

/** Maximum wait for the end of sessions that the browser drops. Their installation may be down. */
const END_WITHIN_MS = 1_000

export async function enter(
  exchange: Pick<Exchange, 'app' | 'request' | 'reply'>,
  entries: readonly Entry[],
): Promise<void> {
  const { app } = exchange
  const [first, ...rest] = entries.flatMap(({ session }) => session ?? [])
  if (first !== undefined) {
    const before = app.directory === null ? null : await sessionsInUse(exchange)
    const last = sessionToken(exchange.request, app.publicUrl)
    const sessions = withSessions({ before, last }, [first, ...rest])
    setSessions(exchange, app.publicUrl, sessions)
    await endDropped(exchange, sessions)
  }
  setBrowserCookie(
    exchange,
    app.publicUrl,
    entries.map(({ browser }) => browser),
  )
}

/**
 * Returns the browser's sessions if its active session has not ended. Otherwise another person may be signing in, who
 * must not get the sessions of the previous one.
 */
async function sessionsInUse({ app, request }: Pick<Exchange, 'app' | 'request'>): Promise<BrowserSessions | null> {
  const sessions = readSessions(request, app.publicUrl)
  if (!sessions) return null
  const active = await describeSession(app, sessions.active)
  return active === null || active === UNREACHABLE ? null : sessions
}

/** Ends the sessions that the browser no longer has. The sign-in succeeds although a session can't be ended. */
async function endDropped(
  { app, request }: Pick<Exchange, 'app' | 'request'>,
  { active, others }: BrowserSessions,
): Promise<void> {
  const dropped = sessionTokens(request, app.publicUrl).filter((token) => token !== active && !others.includes(token))
  const ended = endAll(app, dropped).catch((error: unknown) =>
    app.log.warn({ err: error }, 'a session that the browser dropped could not be ended'),
  )
  await Promise.race([ended, sleep(END_WITHIN_MS, undefined, { ref: false })])
}
