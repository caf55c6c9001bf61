// People who sign in to the office. An email address belongs to one of them across all businesses.
import type { Tx } from './database.ts'

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
