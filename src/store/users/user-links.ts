// One-time links of the office: an invitation (no user yet, a role), or a new password (a user).
import type { UserRole } from '../../domain/users/permissions.ts'
import type { Database, Tx } from '../database.ts'

export interface UserLink {
  linkId: string
  email: string
  /** Null in an invitation, which has a role instead. */
  userId: string | null
  role: UserRole | null
  /** Of an invitation: which depots they are to work for; null for all. */
  depots: string[] | null
  /** A new password leaves the second factor in place. */
  keepsTotp: boolean
}

export async function insertUserLink(
  tx: Tx,
  link: UserLink & { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('userLinks')
    .values({
      businessId: tx.businessId,
      linkId: link.linkId,
      tokenHash: link.tokenHash,
      userId: link.userId,
      email: link.email,
      role: link.role,
      depots: link.depots,
      keepsTotp: link.keepsTotp,
      createdAt: link.now,
      expiresAt: link.expiresAt,
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
    businessId: string
    businessName: string
    linkId: string
    email: string
    userId: string | null
    role: UserRole | null
    depots: string[] | null
    keepsTotp: boolean
  }>(
    `select l.business_uuid, b.name as business_name, l.link_uuid, l.email, l.user_uuid, l.role, l.depots, l.keeps_totp
     from user_links l join businesses b using (business_uuid) where l.token_hash = $1 and l.expires_at > $2`,
    [tokenHash, now],
  )
  return row
    ? {
        businessId: row.businessId,
        businessName: row.businessName,
        linkId: row.linkId,
        email: row.email,
        userId: row.userId,
        role: row.role,
        depots: row.depots,
        keepsTotp: row.keepsTotp,
      }
    : null
}

/** Uses the link up; false when someone was quicker. */
export async function takeUserLink(tx: Tx, linkId: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('userLinks')
    .where('businessId', '=', tx.businessId)
    .where('linkId', '=', linkId)
    .returning('linkId')
    .executeTakeFirst()
  return taken !== undefined
}

/** A user's links to a new password, all of them: the newest alone works, and none once it was used. */
export async function dropUserLinks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('userLinks').where('businessId', '=', tx.businessId).where('userId', '=', userId).execute()
}
