// A signed-in browser has a random token in its cookie. The server stores only the token's hash.
import {
  endSessions,
  findSession,
  insertSession,
  extendSession,
  setSide,
  type SignedIn,
} from '../../../store/users/sessions.ts'
import type { Tx } from '../../../store/database.ts'
import { browserIn } from '../../../domain/users/browser.ts'
import { openTestSide } from '../../business/test-side.ts'
import { type App, writeTo } from '../../context.ts'
import { sharedByAllDepotsError } from '../../errors.ts'
import { singleSignOnRequiredError, mustUseSingleSignOn } from './single-sign-on.ts'

export type Session = SignedIn

/** Data that a browser stores after a sign-in. */
export interface Entry {
  /**
   * Token of the session. Null if no session was opened, because the user must sign in with a second factor or at the
   * company.
   */
  session: string | null
  /** Token of a known browser (known-browser.ts). */
  browser: string
}

/** The session ends after this many days without a request. */
export const SESSION_DAYS = 14
/** The session ends at most this many days after the sign-in, even if it is used. */
const MAX_SESSION_DAYS = 90
/** Minimum interval between two updates of the session's last use in the database. */
const SEEN_EVERY_MS = 5 * 60_000

const expiry = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * 86_400_000)

/**
 * Opens a session and returns its token. Only the token's hash is stored. `by` is where the user has just proven their
 * identity: on this server or at their company. Throws 401 if single sign-on is required and was not used.
 */
export async function openSession(
  app: App,
  tx: Tx,
  userId: string,
  userAgent?: string,
  by: 'HERE' | 'COMPANY' = 'HERE',
): Promise<string> {
  if (by === 'HERE' && (await mustUseSingleSignOn(tx, userId))) throw singleSignOnRequiredError()
  const token = app.secrets.businessToken(tx.businessId)
  const now = app.clock()
  await insertSession(tx, {
    sessionId: app.newId(),
    userId,
    tokenHash: app.secrets.hash(token),
    browser: browserIn(userAgent),
    byCompany: by === 'COMPANY',
    now,
    expiresAt: expiry(now),
  })
  return token
}

/** Returns the session of the token, or null. Each use extends the session. */
export async function sessionOf(app: App, token: string): Promise<SignedIn | null> {
  const now = app.clock()
  const session = await findSession(app.db, app.secrets.hash(token), now)
  if (session && now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS)
    await writeTo(app, session.homeId, (tx) =>
      extendSession(tx, session.sessionId, {
        now,
        expiresAt: expiry(now),
        longestHours: MAX_SESSION_DAYS * 24,
      }),
    )
  return session
}

export const closeSession = (app: App, { homeId, sessionId }: SignedIn): Promise<void> =>
  writeTo(app, homeId, (tx) => endSessions(tx, { sessionId }))

/** Switches the session to the live or test side of the business. */
export async function switchSide(app: App, session: SignedIn, toTest: boolean): Promise<void> {
  const { homeId, sessionId } = session
  if (toTest) {
    // Users who are restricted to depots can't see the test side, because it has other depots.
    if (session.depots) throw sharedByAllDepotsError()
    await openTestSide(app, homeId)
  }
  await writeTo(app, homeId, (tx) => setSide(tx, sessionId, toTest))
}

/**
 * Returns the token that every changing request must have in addition to the cookie. Another site can make the browser
 * send the cookie, but can't read the token. Each side of the business has its own token, so that a page of one side
 * never writes to the other side.
 */
export const csrfToken = (app: App, { sessionId, onTestSide }: SignedIn): string =>
  app.secrets.sign('csrf', onTestSide ? `${sessionId} test` : sessionId)
