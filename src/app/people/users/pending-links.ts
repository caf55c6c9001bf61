// Lists and withdraws invitations and password links that are still valid. Ends them when their creator loses the
// permission to create them.
import type { PendingLinkOut } from '../../../contract/office/users.ts'
import { mayMakeLink, type LinkCreatorRights } from '../../../domain/users/link-creator.ts'
import { audit } from '../../../store/audit/audit.ts'
import type { Tx } from '../../../store/database.ts'
import { deleteUserLinks, readUserLinks, type UserLink, type WhichLinks } from '../../../store/users/user-links.ts'
import { lockUserRights, readUsers } from '../../../store/users/users.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'

type By = Parameters<typeof audit>[1]

export const listPendingLinks = async (ctx: Context): Promise<PendingLinkOut[]> => {
  const { links, users } = await ctx.read(async (tx) => ({
    links: await readUserLinks(tx, ctx.now),
    users: await readUsers(tx),
  }))
  return links.map((link) => ({
    link_uuid: link.linkId,
    kind: link.userId === null ? ('INVITATION' as const) : ('NEW_PASSWORD' as const),
    email: link.email,
    role: link.role,
    depot_uuids: link.role === 'OWNER' ? null : link.depots,
    made_by: users.find(({ userId }) => userId === link.madeBy)?.name ?? null,
    by_mail: link.keepsTotp,
    made_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
  }))
}

export const withdrawLink = (ctx: Context, linkId: string): Promise<void> =>
  ctx.write(async (tx) => {
    if ((await endLinks(tx, ctx, { linkId }, 'withdrawn')).length === 0) throw missing('link with that uuid')
  })

/** Ends the links, with an audit row for each. */
export async function endLinks(tx: Tx, by: By, which: WhichLinks, why: string): Promise<UserLink[]> {
  const ended = await deleteUserLinks(tx, which)
  audit(
    tx,
    by,
    ...ended.map(({ linkId, userId, email, role }) => ({
      action: 'user.link_ended' as const,
      entity: 'user' as const,
      entityId: userId ?? linkId,
      detail: { email, ...(role && { role }), why },
    })),
  )
  return ended
}

/** Ends the links that this user created and may no longer create, after a change of the user's role or depots. */
export async function endUnpermittedLinks(tx: Tx, by: By, creatorId: string): Promise<void> {
  const creator = await lockUserRights(tx, creatorId)
  if (!creator) await endLinks(tx, by, { madeBy: creatorId }, 'its creator was removed')
  for (const link of creator ? await readUserLinks(tx, by.now) : [])
    if (link.madeBy === creatorId && !mayMakeLink(creator, await reachOf(tx, link)))
      await endLinks(tx, by, { linkId: link.linkId }, 'its creator may no longer make it')
}

/**
 * Locks the link's creator until the transaction ends. Returns whether the creator still has the permission to create
 * the link. If not, the link must not be used.
 */
export async function isLinkBacked(tx: Tx, link: UserLink): Promise<boolean> {
  // Only operators create links without a creator, and only password links. An invitation without a creator is invalid.
  if (link.madeBy === null) return link.role === null
  return mayMakeLink(await lockUserRights(tx, link.madeBy), await reachOf(tx, link))
}

/** Depots of the person who uses the link, or null for all depots. */
async function reachOf(tx: Tx, { userId, role, depots }: UserLink): Promise<readonly string[] | null> {
  const user: LinkCreatorRights | undefined =
    userId === null ? undefined : (await readUsers(tx)).find((one) => one.userId === userId)
  const joins = user ?? { role, depots }
  return joins.role === 'OWNER' ? null : joins.depots
}
