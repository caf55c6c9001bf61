// Lists, changes and removes users of the business. A business always keeps an owner.
import { text } from '../../../texts/text.ts'
import type { UserOut } from '../../../contract/office/users.ts'
import type { ActionOn } from '../../../domain/audit.ts'
import type { UserRole } from '../../../domain/users/permissions.ts'
import { deleteUser, readUsers, setRole, type UserRead } from '../../../store/users/users.ts'
import { recordRemovedUser } from '../../../store/users/single-sign-on.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'
import { changeWithAudit } from '../../business/audited-change.ts'
import { type Decision, decideMadeAccess, decidingMadeAccess } from './made-access.ts'
import { endUnpermittedLinks } from './pending-links.ts'
import { refuseBreakGlassUser } from '../sign-in/single-sign-on.ts'

export const listUsers = async (ctx: Context): Promise<UserOut[]> =>
  (await ctx.read((tx) => readUsers(tx))).map(({ userId, hasSecondFactor, depots, ...user }) => ({
    user_uuid: userId,
    has_second_factor: hasSecondFactor,
    depot_uuids: user.role === 'OWNER' ? null : depots,
    ...user,
  }))

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
