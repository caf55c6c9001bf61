// One-time links of the office: an invitation (no user yet, a role), or a new password (a user).
import type { UserRole } from '../../domain/users/user.ts'
import type { Database, Tx } from '../database.ts'

export interface UserLink {
  linkId: string
  email: string
  /** Null in an invitation, which has a role instead. */
  userId: string | null
  role: UserRole | null
  /** A new password leaves the second factor in place. */
  keepsTotp: boolean
}

export async function insertUserLink(
  tx: Tx,
  link: UserLink & { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('user_links')
    .values({
      business_uuid: tx.businessId,
      link_uuid: link.linkId,
      token_hash: link.tokenHash,
      user_uuid: link.userId,
      email: link.email,
      role: link.role,
      keeps_totp: link.keepsTotp,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** The link under this token in whichever business, unless it was used or has run out. */
export async function findUserLink(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<(UserLink & { businessId: string; businessName: string }) | null> {
  const [row] = await db.query<{
    business_uuid: string
    business_name: string
    link_uuid: string
    email: string
    user_uuid: string | null
    role: UserRole | null
    keeps_totp: boolean
  }>(
    `select l.business_uuid, b.name as business_name, l.link_uuid, l.email, l.user_uuid, l.role, l.keeps_totp
     from user_links l join businesses b using (business_uuid) where l.token_hash = $1 and l.expires_at > $2`,
    [tokenHash, now],
  )
  return row
    ? {
        businessId: row.business_uuid,
        businessName: row.business_name,
        linkId: row.link_uuid,
        email: row.email,
        userId: row.user_uuid,
        role: row.role,
        keepsTotp: row.keeps_totp,
      }
    : null
}

/** Uses the link up; false when someone was quicker. */
export async function takeUserLink(tx: Tx, linkId: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('user_links')
    .where('business_uuid', '=', tx.businessId)
    .where('link_uuid', '=', linkId)
    .returning('link_uuid')
    .executeTakeFirst()
  return taken !== undefined
}

/** A user's links to a new password, all of them: the newest alone works, and none once it was used. */
export async function dropUserLinks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('user_links').where('business_uuid', '=', tx.businessId).where('user_uuid', '=', userId).execute()
}
