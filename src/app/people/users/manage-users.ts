// Lists, changes and removes users of the business. A business always keeps an owner.
import { text } from '../../../texts/text.ts'
import type { UserOut } from '../../../contract/office/users.ts'
import type { ActionOn } from '../../../domain/audit.ts'
import type { UserRole } from '../../../domain/users/permissions.ts'
import {
  deleteUser,
  readCredentials,
  readUsers,
  setRequiresSecondFactor,
  setRole,
  type UserRead,
} from '../../../store/users/users.ts'
import { recordRemovedUser } from '../../../store/users/single-sign-on.ts'
import { sessionsByUser } from '../../../store/users/sessions.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { changeWithAudit } from '../../business/audited-change.ts'
import { type Decision, decideMadeAccess, decidingMadeAccess } from './made-access.ts'
import { endUnpermittedLinks } from './pending-links.ts'
import { refuseBreakGlassUser } from '../sign-in/single-sign-on.ts'

export const listUsers = async (ctx: Context): Promise<UserOut[]> => {
  const { users, signedIn } = await ctx.read(async (tx) => ({
    users: await readUsers(tx),
    signedIn: await sessionsByUser(tx, ctx.now),
  }))
  return users.map(({ userId, hasSecondFactor, depots, ...user }) => ({
    user_uuid: userId,
    has_second_factor: hasSecondFactor,
    depot_uuids: user.role === 'OWNER' ? null : depots,
    last_seen_at: signedIn.get(userId)?.lastSeenAt.toISOString() ?? null,
    sessions: signedIn.get(userId)?.sessions ?? 0,
    ...user,
  }))
}

/**
 * Sets whether users who sign in with a password need a second factor. A user without a second factor can then only
 * add one. Throws if the acting owner has none.
 */
export const requireSecondFactor = (ctx: Context, required: boolean): Promise<void> =>
  changeWithAudit(
    ctx,
    ctx.businessId,
    { action: 'business.second_factor_changed', entity: 'business', entityId: ctx.businessId, detail: { required } },
    async (tx) => {
      const own = ctx.actor.id === null ? null : await readCredentials(tx, ctx.actor.id)
      if (required && !own?.hasSecondFactor)
        throw conflicting('NO_SECOND_FACTOR', 'Add a second factor to your own account first.')
      await setRequiresSecondFactor(tx, required)
    },
  )

/**
 * Changes the role. If the user loses the permission to create access but has created some, `made` is the decision
 * about it. Throws `MADE_ACCESS` if it is null.
 */
export const changeRole = (ctx: Context, userId: string, role: UserRole, made: Decision | null): Promise<void> =>
  decidingMadeAccess(ctx, { creatorId: userId, decision: role === 'OWNER' ? null : made }, (access) =>
    changingUser(ctx, { action: 'user.role_changed', userId, detail: { role } }, async (tx, user, others) => {
      if (role !== 'OWNER') {
        requireAnotherOwner(user, others)
        await refuseBreakGlassUser(tx, userId)
        await decideMadeAccess(ctx, tx, user, access)
      }
      await setRole(tx, userId, role)
    }),
  )

/**
 * Removes the user. If the user has created access, `made` is the decision about it. Throws `MADE_ACCESS` if it is
 * null.
 */
export const removeUser = (ctx: Context, userId: string, made: Decision | null): Promise<void> =>
  decidingMadeAccess(ctx, { creatorId: userId, decision: made }, (access) =>
    changingUser(ctx, { action: 'user.removed', userId }, async (tx, user, others) => {
      requireAnotherOwner(user, others)
      await refuseBreakGlassUser(tx, userId)
      await decideMadeAccess(ctx, tx, user, access)
      await recordRemovedUser(tx, ctx.secrets.hash(user.email.toLowerCase()), ctx.now)
      await deleteUser(tx, userId)
    }),
  )

/**
 * Changes a user. Only one such change per business runs at a time. Otherwise two owners could remove each other at the
 * same time.
 */
export const changingUser = (
  ctx: Context,
  { action, userId, detail }: { action: ActionOn<'user'>; userId: string; detail?: Record<string, unknown> },
  work: (tx: Tx, user: UserRead, others: readonly UserRead[]) => Promise<void>,
): Promise<void> =>
  ctx.db.holding(async (locks) => {
    if (!(await locks.take(`users:${ctx.businessId}`, 5_000)))
      throw conflicting('USERS_CHANGING', 'Someone else is changing the users right now; try again.')
    await changeWithAudit(ctx, ctx.businessId, { action, entity: 'user', entityId: userId, detail }, async (tx) => {
      const users = await readUsers(tx)
      const user = users.find((one) => one.userId === userId)
      if (!user) throw missing('user with that uuid')
      await work(
        tx,
        user,
        users.filter((one) => one !== user),
      )
      await endUnpermittedLinks(tx, ctx, userId)
    })
  })

function requireAnotherOwner(user: UserRead, others: readonly UserRead[]): void {
  if (user.role === 'OWNER' && !others.some(({ role }) => role === 'OWNER'))
    throw conflicting(
      'LAST_OWNER',
      text('{user} is the only owner; make someone else an owner first.', { user: user.name }),
    )
}
