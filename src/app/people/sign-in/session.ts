// A signed-in browser: a random token in its cookie, only the token's hash here.
import {
  endSessions,
  findSession,
  insertSession,
  prolongSession,
  setSide,
  type SignedIn,
} from '../../../store/users/sessions.ts'
import type { Tx } from '../../../store/database.ts'
import { browserIn } from '../../../domain/users/browser.ts'
import { openTestSide } from '../../business/test-side.ts'
import { type App, writeTo } from '../../context.ts'
import { othersToo } from '../../errors.ts'
import { companyOnly, entersByCompanyOnly } from './single-sign-on.ts'

export type Session = SignedIn

/** What a browser keeps of a sign-in. */
export interface Entry {
  /** Null while the second factor is still to be asked for. */
  session: string | null
  /** See known-browser.ts. */
  browser: string
}

/** Signed out after this long without a request. */
export const SESSION_DAYS = 14
/** And after this long in any case. */
const LONGEST_SESSION_DAYS = 90
/** How often being there is written down. */
const SEEN_EVERY_MS = 5 * 60_000

const expiry = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * 86_400_000)

/**
 * The new session's token, which is nowhere else. Whoever signs in has just shown who they are, here or to their company;
 * throws 401 where the company is the only way in.
 */
export async function openSession(
  app: App,
  tx: Tx,
  userId: string,
  userAgent?: string,
  by: 'HERE' | 'COMPANY' = 'HERE',
): Promise<string> {
  if (by === 'HERE' && (await entersByCompanyOnly(tx, userId))) throw companyOnly()
  const token = app.secrets.randomToken()
  const now = app.clock()
  await insertSession(tx, {
    sessionId: app.newId(),
    userId,
    tokenHash: app.secrets.hash(token),
    browser: browserIn(userAgent),
    now,
    expiresAt: expiry(now),
  })
  return token
}

/** Whose token this is; being seen prolongs the session. */
export async function sessionOf(app: App, token: string): Promise<SignedIn | null> {
  const now = app.clock()
  const session = await findSession(app.db, app.secrets.hash(token), now)
  if (session && now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS)
    await writeTo(app, session.homeId, (tx) =>
      prolongSession(tx, session.sessionId, {
        now,
        expiresAt: expiry(now),
        longestHours: LONGEST_SESSION_DAYS * 24,
      }),
    )
  return session
}

export const closeSession = (app: App, { homeId, sessionId }: SignedIn): Promise<void> =>
  writeTo(app, homeId, (tx) => endSessions(tx, { sessionId }))

/** From now on the browser shows, and changes, this side of the business. */
export async function switchSide(app: App, session: SignedIn, toTest: boolean): Promise<void> {
  const { homeId, sessionId } = session
  if (toTest) {
    // It has other depots.
    if (session.depots) throw othersToo()
    await openTestSide(app, homeId)
  }
  await writeTo(app, homeId, (tx) => setSide(tx, sessionId, toTest))
}

/**
 * What every change has to carry beside the cookie: no other site can read it. A page that was opened on the other side
 * has another one, so that nothing is written to a side that it doesn't show.
 */
export const csrfToken = (app: App, { sessionId, onTestSide }: SignedIn): string =>
  app.secrets.sign('csrf', onTestSide ? `${sessionId} test` : sessionId)
