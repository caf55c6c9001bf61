// Lists and ends the sessions of a user, for the user or an owner.
import type { SessionListed } from '../../../contract/office/sessions.ts'
import { audit } from '../../../store/audit/audit.ts'
import {
  endSessionOf,
  endSessions,
  listSessions as readSessions,
  type SignedIn,
} from '../../../store/users/sessions.ts'
import { readCredentials } from '../../../store/users/users.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'
import { endLinks } from '../users/pending-links.ts'

/**
 * Lists sessions, most recently used first. `current` is the session of the caller. Throws 404 if the user is not in
 * this business.
 */
export async function listSessions(ctx: Context, userId: string, current: string): Promise<SessionListed[]> {
  const sessions = await ctx.read(async (tx) => {
    if (!(await readCredentials(tx, userId))) throw missing('person with that uuid')
    return readSessions(tx, userId, ctx.now)
  })
  return sessions.map(({ sessionId, browser, createdAt, lastSeenAt }) => ({
    session_uuid: sessionId,
    browser,
    signed_in_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    current: sessionId === current,
  }))
}

export const endSession = (ctx: Context, userId: string, sessionId: string): Promise<void> =>
  ctx.write(async (tx) => {
    const ended = await endSessionOf(tx, userId, sessionId)
    if (!ended) throw missing('session with that uuid')
    const { browser } = ended
    // If an owner ends the session of another user, somebody else may have used it. Therefore also end the links that
    // were made in the user's name.
    if (ctx.actor.id !== userId) await endLinks(tx, ctx, { madeBy: userId }, 'its creator was signed out')
    audit(tx, ctx, { action: 'user.session_ended', entity: 'user', entityId: userId, detail: { browser } })
  })

/** Signs the user out in every browser. */
export const endEverySession = (ctx: Context, { userId }: SignedIn): Promise<void> =>
  ctx.write(async (tx) => {
    await endSessions(tx, { userId, butSessionId: null })
    await endLinks(tx, ctx, { madeBy: userId }, 'its creator was signed out')
    audit(tx, ctx, { action: 'user.signed_out_everywhere', entity: 'user', entityId: userId })
  })
