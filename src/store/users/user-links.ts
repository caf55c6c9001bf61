// One-time links of the office. An invitation has a role and no user. A link to a new password has a user.
import { deleteOwn, insertOwn, selectOwn } from '../own.ts'
import { sql } from 'kysely'
import type { UserRole } from '../../domain/users/permissions.ts'
import type { Database, Tx } from '../database.ts'
import { lockBusiness } from '../settings/businesses.ts'

export interface UserLink {
  linkId: string
  email: string
  /** Null in an invitation, which has a role instead. */
  userId: string | null
  role: UserRole | null
  /** Invitations only: depots that the user will be restricted to. Null: all. */
  depots: string[] | null
  /** Whether a new password keeps the second factor. */
  keepsTotp: boolean
  /** The owner who created it. Null if an operator created it, or the user requested it by email. */
  madeBy: string | null
}

const COLUMNS = ['linkId', 'email', 'userId', 'role', 'depots', 'keepsTotp', 'madeBy'] as const

/** Serializes the creation of links of the business. */
export const lockLinks = async (tx: Tx): Promise<void> => {
  await lockBusiness(tx)
}

export async function insertUserLink(
  tx: Tx,
  link: UserLink & { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await insertOwn(tx, 'userLinks', {
    linkId: link.linkId,
    tokenHash: link.tokenHash,
    userId: link.userId,
    email: link.email,
    role: link.role,
    depots: link.depots,
    keepsTotp: link.keepsTotp,
    madeBy: link.madeBy,
    createdAt: link.now,
    expiresAt: link.expiresAt,
  }).execute()
}

/** Returns the link with this token in any business. Null if it was used or has expired. */
export async function findUserLink(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<(UserLink & { businessId: string; businessName: string }) | null> {
  const [row] = await db.query<UserLink & { businessId: string; businessName: string }>(
    `select l.business_uuid, b.name as business_name, l.link_uuid, l.email, l.user_uuid, l.role, l.depots, l.keeps_totp, l.made_by
     from user_links l join businesses b using (business_uuid) where l.token_hash = $1 and l.expires_at > $2`,
    [tokenHash, now],
  )
  return row ?? null
}

/** Uses up the link. Returns false if it was already used. */
export async function takeUserLink(tx: Tx, linkId: string): Promise<boolean> {
  const taken = await deleteOwn(tx, 'userLinks', { linkId }).returning('linkId').executeTakeFirst()
  return taken !== undefined
}

/** Selects links to a user's new password, invitations of an address, the links that a user created, or one link. */
export type WhichLinks = { userId: string } | { invites: string } | { madeBy: string } | { linkId: string }

/** Deletes the links and returns them. */
export async function deleteUserLinks(tx: Tx, which: WhichLinks): Promise<UserLink[]> {
  const query = deleteOwn(tx, 'userLinks').returning(COLUMNS)
  if ('userId' in which) return query.where('userId', '=', which.userId).execute()
  if ('madeBy' in which) return query.where('madeBy', '=', which.madeBy).execute()
  if ('linkId' in which) return query.where('linkId', '=', which.linkId).execute()
  const sameAddress = sql<boolean>`lower(email) = lower(${which.invites})`
  return query.where('userId', 'is', null).where(sameAddress).execute()
}

export interface PendingLink extends UserLink {
  createdAt: Date
  expiresAt: Date
}

/** Returns the links that can still be used, newest first. */
export const readUserLinks = (tx: Tx, now: Date): Promise<PendingLink[]> =>
  selectOwn(tx, 'userLinks')
    .select([...COLUMNS, 'createdAt', 'expiresAt'])
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .orderBy('linkId')
    .execute()
