// One-time links that an owner shares with a person, to join the business or to choose a new password.
import { text } from '../../../texts/text.ts'
import type { UserRole } from '../../../domain/users/permissions.ts'
import { audit } from '../../../store/audit/audit.ts'
import { endSessions } from '../../../store/users/sessions.ts'
import {
  findUserLink,
  insertUserLink,
  lockLinks,
  takeUserLink,
  type UserLink,
} from '../../../store/users/user-links.ts'
import { deletePasskeys } from '../../../store/users/passkeys.ts'
import type { Tx } from '../../../store/database.ts'
import { insertUser, readUsers, replaceRecoveryCodes, setPasswordHash, setTotp } from '../../../store/users/users.ts'
import { type App, type Context, writeTo } from '../../context.ts'
import { AppError, conflicting, missing } from '../../errors.ts'
import { nameDepots } from '../users/depots-of-users.ts'
import { endLinks, isLinkBacked } from '../users/pending-links.ts'
import { hashPassword } from '../users/passwords.ts'
import { missingPermission } from '../users/require-permission.ts'
import { operatorAuditContext } from '../../business/audited-change.ts'
import { newBrowserToken } from './known-browser.ts'
import { type Entry, openSession } from './session.ts'
import { mustUseSingleSignOn, refuseBreakGlassUser } from './single-sign-on.ts'

const INVITATION_DAYS = 7
const RESET_DAYS = 1

/** Returns a link by which a new user joins the business. Valid for seven days. */
export async function inviteUser(
  ctx: Context,
  { email, role, depots }: { email: string; role: UserRole; depots: string[] | null },
): Promise<string> {
  const named = await nameDepots(ctx, role, depots)
  const link = { email, userId: null, role, depots, keepsTotp: false, madeBy: creatorOf(ctx) }
  return (await makeLink(ctx, link, INVITATION_DAYS * 24, depots ? { depots: named } : {})).url
}

/**
 * Returns a password link for the user. Valid for one day. Throws for the break-glass user, the owner who may sign in
 * by password when single sign-on fails, because a password link removes the required second factor.
 */
export async function resetLink(ctx: Context, userId: string): Promise<string> {
  const users = await ctx.read(async (tx) => {
    await refuseBreakGlassUser(tx, userId)
    return readUsers(tx)
  })
  const user = users.find((one) => one.userId === userId)
  if (!user) throw missing('user with that uuid')
  const link = { email: user.email, userId, role: null, depots: null, keepsTotp: false, madeBy: creatorOf(ctx) }
  return (await makeLink(ctx, link, RESET_DAYS * 24)).url
}

const creatorOf = ({ actor }: Context): string | null => (actor.kind === 'OFFICE' ? actor.id : null)

/**
 * Creates a link and returns it. Only its hash is stored. Earlier links for the same user, or earlier invitations of
 * the same address, end.
 */
export async function makeLink(
  ctx: App & Pick<Context, 'businessId' | 'actor' | 'requestId' | 'now'>,
  link: Omit<UserLink, 'linkId'>,
  hours: number,
  more: Record<string, unknown> = {},
): Promise<{ url: string; expiresAt: Date }> {
  const token = ctx.secrets.businessToken(ctx.businessId)
  const linkId = ctx.newId()
  const expiresAt = new Date(ctx.now.getTime() + hours * 3_600_000)
  await writeTo(ctx, ctx.businessId, async (tx) => {
    const made = { ...link, linkId }
    // Lock the links, so that the later of two concurrent invitations replaces the earlier one.
    await lockLinks(tx)
    if (!(await isLinkBacked(tx, made))) throw missingPermission('manageTeam')
    await endLinks(tx, ctx, link.userId ? { userId: link.userId } : { invites: link.email }, 'replaced by a new one')
    await insertUserLink(tx, {
      ...made,
      tokenHash: ctx.secrets.hash(token),
      now: ctx.now,
      expiresAt,
    })
    audit(tx, ctx, {
      action: link.userId ? 'user.reset_link_made' : 'user.invited',
      entity: 'user',
      entityId: link.userId ?? linkId,
      detail: { email: link.email, role: link.role, ...more },
    })
  })
  return { url: `${ctx.publicUrl}/welcome/${token}`, expiresAt }
}

/** Returns the business, the address and the purpose of the link. Null if the link has been used or has expired. */
export async function readLink(app: App, token: string) {
  const link = await findUserLink(app.db, app.secrets.hash(token), app.clock())
  return link && { business_name: link.businessName, email: link.email, joins: link.userId === null }
}

/**
 * Uses the link: creates the user, or sets the new password and ends all sessions. A password link from an owner
 * removes the second factor. A password link by email keeps the second factor, so the user must sign in with it and no
 * session is opened. No session is opened either if single sign-on is required.
 */
export async function useLink(
  app: App,
  input: { token: string; name: string | null; password: string },
  userAgent?: string,
): Promise<Entry> {
  const link = await findUserLink(app.db, app.secrets.hash(input.token), app.clock())
  if (!link) throw linkOverError()
  const { businessId, email, role, depots } = link
  const passwordHash = await app.workLimiters.passwords.hold({ businessId, sender: link.linkId }, () =>
    hashPassword(input.password),
  )
  const userId = link.userId ?? app.newId()
  const by = { ...operatorAuditContext(app, businessId), actor: { kind: 'OFFICE' as const, id: userId } }
  return writeTo(app, businessId, async (tx) => {
    // `isLinkBacked` locks the creator first, in the same order as a change of users. If the creator is removed at the
    // same time, one transaction waits for the other and sees its effect.
    if (!(await isLinkBacked(tx, link)) || !(await takeUserLink(tx, link.linkId))) throw linkOverError()
    if (role) {
      const user = { userId, email, name: input.name ?? email, role, depots, passwordHash }
      if (!(await insertUser(tx, user)))
        throw conflicting('EMAIL_TAKEN', text('Someone signs in with {email} already.', { email }))
    } else {
      await setPasswordHash(tx, userId, passwordHash)
      if (!link.keepsTotp) await endSecondFactors(tx, userId)
      await endSessions(tx, { userId, butSessionId: null })
      // End the links that this user made, because a person who had taken over the account may have made them.
      if (!link.keepsTotp) await endLinks(tx, by, { madeBy: userId }, 'its creator was signed out')
    }
    audit(tx, by, { action: role ? 'user.joined' : 'user.password_reset', entity: 'user', entityId: userId })
    const asked =
      (link.keepsTotp && (await readUsers(tx)).some((one) => one.userId === userId && one.hasSecondFactor)) ||
      (await mustUseSingleSignOn(tx, userId))
    return {
      session: asked ? null : await openSession(app, tx, userId, userAgent),
      browser: newBrowserToken(app, { userId, passwordHash }),
    }
  })
}

async function endSecondFactors(tx: Tx, userId: string): Promise<void> {
  await setTotp(tx, userId, null)
  await deletePasskeys(tx, userId)
  await replaceRecoveryCodes(tx, userId, [])
}

const linkOverError = (): AppError =>
  new AppError(
    'gone',
    'USER_LINK_OVER',
    'This link was used or withdrawn, or has expired. Ask an owner of the business for a new one.',
  )
