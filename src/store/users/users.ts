// People who sign in to the office. An email address belongs to one of them across all businesses.
import type { UserRole } from '../../domain/users/user.ts'
import type { Database, Tx } from '../database.ts'

export interface User {
  userId: string
  email: string
  name: string
  role: UserRole
  passwordHash: string
}

/** False when someone has this email address already. */
export async function insertUser(tx: Tx, user: User): Promise<boolean> {
  const inserted = await tx
    .insertInto('users')
    .values({
      business_uuid: tx.businessId,
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

/** The user of this email address, in any business; `email` as it was entered for them. */
export async function findUserByEmail(
  db: Database,
  email: string,
): Promise<{ businessId: string; userId: string; email: string } | null> {
  const [row] = await db.query<{ business_uuid: string; user_uuid: string; email: string }>(
    'select business_uuid, user_uuid, email from users where lower(email) = lower($1)',
    [email],
  )
  return row ? { businessId: row.business_uuid, userId: row.user_uuid, email: row.email } : null
}

export async function setPasswordHash(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('business_uuid', '=', tx.businessId)
    .where('user_uuid', '=', userId)
    .execute()
}

export interface Credentials {
  businessId: string
  userId: string
  passwordHash: string
  totpSecret: Buffer | null
}

interface CredentialsRow {
  business_uuid: string
  user_uuid: string
  password_hash: string
  totp_secret: Buffer | null
}

const credentialsOf = (row: CredentialsRow): Credentials => ({
  businessId: row.business_uuid,
  userId: row.user_uuid,
  passwordHash: row.password_hash,
  totpSecret: row.totp_secret,
})

/** What signing in with this email address is judged by. */
export async function findCredentials(db: Database, email: string): Promise<Credentials | null> {
  const [row] = await db.query<CredentialsRow>(
    'select business_uuid, user_uuid, password_hash, totp_secret from users where lower(email) = lower($1)',
    [email],
  )
  return row ? credentialsOf(row) : null
}

/** What a user who is signed in confirms who they are by. */
export async function readCredentials(tx: Tx, userId: string): Promise<Credentials | null> {
  const row = await tx
    .selectFrom('users')
    .select(['business_uuid', 'user_uuid', 'password_hash', 'totp_secret'])
    .where('business_uuid', '=', tx.businessId)
    .where('user_uuid', '=', userId)
    .executeTakeFirst()
  return row ? credentialsOf(row) : null
}

/** Sets the second factor, the step of the code that proved it used up, or removes it. */
export async function setTotp(
  tx: Tx,
  userId: string,
  totp: { secret: Buffer; usedStep: number } | null,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ totp_secret: totp?.secret ?? null, totp_last_step: totp?.usedStep ?? 0 })
    .where('business_uuid', '=', tx.businessId)
    .where('user_uuid', '=', userId)
    .execute()
}

/** Uses up a code's step; false when it, or a later one, was used before. */
export async function useTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('business_uuid', '=', tx.businessId)
    .where('user_uuid', '=', userId)
    .where('totp_last_step', '<', step)
    .returning('user_uuid')
    .executeTakeFirst()
  return used !== undefined
}

export interface UserRead {
  userId: string
  email: string
  name: string
  role: UserRole
  hasTotp: boolean
}

export async function readUsers(tx: Tx): Promise<UserRead[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['user_uuid', 'email', 'name', 'role', 'totp_secret'])
    .where('business_uuid', '=', tx.businessId)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    userId: row.user_uuid,
    email: row.email,
    name: row.name,
    role: row.role,
    hasTotp: row.totp_secret !== null,
  }))
}

export async function setRole(tx: Tx, userId: string, role: UserRole): Promise<void> {
  await tx
    .updateTable('users')
    .set({ role })
    .where('business_uuid', '=', tx.businessId)
    .where('user_uuid', '=', userId)
    .execute()
}

/** Their sessions and links go with them. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('business_uuid', '=', tx.businessId).where('user_uuid', '=', userId).execute()
}

/** Their codes become these; none for an empty list. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('business_uuid', '=', tx.businessId)
    .where('user_uuid', '=', userId)
    .execute()
  const rows = hashes.map((hash) => ({ business_uuid: tx.businessId, user_uuid: userId, code_hash: hash }))
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute()
}

/** Uses a code up; false when it is none of theirs, or was used. */
export async function takeRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const taken = await tx
    .deleteFrom('recovery_codes')
    .where('business_uuid', '=', tx.businessId)
    .where('user_uuid', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_uuid')
    .executeTakeFirst()
  return taken !== undefined
}
