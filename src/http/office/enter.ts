// Signs a browser in: stores its sessions and the tokens by which it is known. With several installations, the sessions
// of other businesses stay in the browser, so that the user can switch to them.
import {
  type BrowserSessions,
  describeSession,
  UNREACHABLE,
  withSessions,
} from '../../app/people/sign-in/browser-sessions.ts'
import type { Entry } from '../../app/people/sign-in/session.ts'
import type { Exchange } from '../serve.ts'
import { readSessions, sessionToken, setBrowserCookie, setSessions } from './cookie.ts'

export async function enter(
  exchange: Pick<Exchange, 'app' | 'request' | 'reply'>,
  entries: readonly Entry[],
): Promise<void> {
  const { app } = exchange
  const [first, ...rest] = entries.flatMap(({ session }) => session ?? [])
  if (first !== undefined) {
    const before = app.directory === null ? null : await sessionsInUse(exchange)
    const last = sessionToken(exchange.request, app.publicUrl)
    setSessions(exchange, app.publicUrl, withSessions({ before, last }, [first, ...rest]))
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
