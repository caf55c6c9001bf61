// The sessions of one browser: the active one, and those of businesses that the user can switch to. If there are several
// installations, each session belongs to one of them (docs/decisions/049-sign-in-asks-every-installation.md).
import { z } from 'zod'
import { writeTo, type App } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { CODE_CHARACTERS } from '../../../domain/business-code.ts'
import { endSessions, findSession } from '../../../store/users/sessions.ts'
import { tokenSubject } from '../../operations/installations/token-subject.ts'

const RETRY_SECONDS = 5

/** Kinds of requests to other installations. */
export const DESCRIBE_SESSION = 'describe session'
export const END_SESSION = 'end session'

const Description = z.object({ business: z.string(), email: z.string() }).nullable()
export type SessionDescription = NonNullable<z.output<typeof Description>>

/** Returns null if the session has ended. `hash` is that of the token, in base64url. */
export async function describeHere(app: App, hash: string): Promise<SessionDescription | null> {
  const session = await findSession(app.db, Buffer.from(hash, 'base64url'), app.clock())
  return session && { business: session.businessName, email: session.email }
}

export async function endHere(app: App, hash: string): Promise<void> {
  const session = await findSession(app.db, Buffer.from(hash, 'base64url'), app.clock())
  if (session) await writeTo(app, session.homeId, (tx) => endSessions(tx, { sessionId: session.sessionId }))
}

/** Name of a session in the browser, which doesn't reveal its token. */
export const sessionKey = ({ secrets }: Pick<App, 'secrets'>, token: string): string =>
  secrets.hash(`key ${token}`).toString('base64url').slice(0, 22)

/** The installation of the session does not respond. */
export const UNREACHABLE = Symbol('unreachable')
type Described = SessionDescription | null | typeof UNREACHABLE

/** Returns null if the session has ended. */
export async function describeSession(app: App, token: string): Promise<Described> {
  return atInstallationOf(app, token, {
    here: (hash) => describeHere(app, hash),
    there: (answer) => Description.parse(answer),
    kind: DESCRIBE_SESSION,
  })
}

const isDescription = (description: Described): description is SessionDescription =>
  description !== null && description !== UNREACHABLE

/** Returns the sessions that have not ended. `unreachable`: number of sessions whose installation does not respond. */
export async function listSessionsOf(
  app: App,
  tokens: readonly string[],
): Promise<{ found: (SessionDescription & { key: string })[]; unreachable: number }> {
  const described = await Promise.all(
    tokens.map(
      async (token): Promise<{ key: string; description: Described }> => ({
        key: sessionKey(app, token),
        description: await describeSession(app, token),
      }),
    ),
  )
  return {
    found: described.flatMap(({ key, description }) => (isDescription(description) ? [{ ...description, key }] : [])),
    unreachable: described.filter(({ description }) => description === UNREACHABLE).length,
  }
}

/** Returns the sessions after a switch. Throws if the browser has no session with this key, or the session has ended. */
export async function switchTo(app: App, { active, others }: BrowserSessions, key: string): Promise<BrowserSessions> {
  const token = others.find((one) => sessionKey(app, one) === key)
  const description = token === undefined ? null : await describeSession(app, token)
  if (token === undefined || description === null)
    throw new AppError(
      'gone',
      'SIGNED_OUT_THERE',
      'You are signed out of this business. Sign in to it again from the menu of your account.',
    )
  if (description === UNREACHABLE)
    throw new AppError(
      'unavailable',
      'INSTALLATION_UNREACHABLE',
      'The server of this business can’t be reached right now. Try again shortly.',
      { retryAfterSeconds: RETRY_SECONDS },
    )
  return switched([active, ...others], token)
}

/** Ends the sessions. If an installation doesn't respond, its session expires later. */
export async function endAll(app: App, tokens: readonly string[]): Promise<void> {
  await Promise.all(
    tokens.map((token) =>
      atInstallationOf<void>(app, token, { here: (hash) => endHere(app, hash), there: () => {}, kind: END_SESSION }),
    ),
  )
}

async function atInstallationOf<T>(
  app: App,
  token: string,
  { here, there, kind }: { here: (hash: string) => Promise<T>; there: (answer: unknown) => T; kind: string },
): Promise<T | typeof UNREACHABLE> {
  const hash = app.secrets.hash(token).toString('base64url')
  const { directory } = app
  if (directory === null) return here(hash)
  try {
    const at = await directory.locate(tokenSubject(app.secrets, 'SESSION', token))
    if (at === null) return UNREACHABLE
    if (at === directory.name) return await here(hash)
    return there(await directory.peers.ask(at, { kind, content: hash }))
  } catch (error) {
    app.log.warn({ err: error }, 'the session of another installation could not be reached')
    return UNREACHABLE
  }
}

/** Maximum sessions of one browser, including the active one. */
export const MAX_SESSIONS = 8

export interface BrowserSessions {
  active: string
  others: string[]
}

/** Whether both tokens are of the same business. */
const isSameBusiness = (one: string, other: string): boolean =>
  one.slice(0, CODE_CHARACTERS) === other.slice(0, CODE_CHARACTERS)

/**
 * Adds the sessions of a sign-in. A session of the same business is replaced. The business of `last`, the token that was
 * active, stays active if it is among them. A user who signs in again therefore continues there, also after the session
 * has ended. Otherwise, the first new business becomes active.
 */
export function withSessions(
  { before, last }: { before: BrowserSessions | null; last: string | null },
  [first, ...rest]: readonly [string, ...string[]],
): BrowserSessions {
  const added = [first, ...rest]
  const known = before ? [before.active, ...before.others] : []
  const isKnown = (token: string): boolean => known.some((one) => isSameBusiness(one, token))
  const active =
    added.find((token) => last !== null && isSameBusiness(token, last)) ??
    added.find((token) => !isKnown(token)) ??
    first
  return switched([...added, ...known], active)
}

/** Makes a session active. Later tokens of a business that occurs twice are dropped. */
export function switched(tokens: readonly string[], active: string): BrowserSessions {
  const kept = [active]
  for (const token of tokens) if (!kept.some((one) => isSameBusiness(one, token))) kept.push(token)
  return { active, others: kept.slice(1, MAX_SESSIONS) }
}
