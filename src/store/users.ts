// People who sign in to the office. An email address belongs to one of them across all businesses.
import type { Database, Tx } from './database.ts'

export const USER_ROLES = ['OWNER', 'DISPATCHER', 'VIEWER'] as const
export type UserRole = (typeof USER_ROLES)[number]

export interface User {
  userId: string
  email: string
  name: string
  role: UserRole
  passwordHash: string
}

/** False when someone has this email address already. */
export async function insertUser(tx: Tx, businessId: string, user: User): Promise<boolean> {
  const inserted = await tx
    .insertInto('users')
    .values({
      business_uuid: businessId,
      user_uuid: user.userId,
      email: user.email,
      name: user.name,
      role: user.role,
      password_hash: user.passwordHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_uuid')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whoever signs in with this email address, in whichever business. */
export async function findUserByEmail(
  db: Database,
  email: string,
): Promise<{ businessId: string; userId: string } | null> {
  const [row] = await db.query<{ business_uuid: string; user_uuid: string }>(
    'select business_uuid, user_uuid from users where lower(email) = lower($1)',
    [email],
  )
  return row ? { businessId: row.business_uuid, userId: row.user_uuid } : null
}

export async function setPasswordHash(tx: Tx, businessId: string, userId: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('business_uuid', '=', businessId)
    .where('user_uuid', '=', userId)
    .execute()
}
