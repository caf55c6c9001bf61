// Users of the office. An email address belongs to at most one user across all businesses.
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'
import type { ExpressionBuilder } from 'kysely'
import type { OfficeLanguage, OfficeLanguages } from '../../domain/users/office-language.ts'
import type { UserRole } from '../../domain/users/permissions.ts'
import type { Database, Tx } from '../database.ts'
import type { Schema } from '../tables/all.ts'

export interface User {
  userId: string
  email: string
  name: string
  role: UserRole
  /** Depots that an owner of the business restricted the user to. Null: all. */
  depots: readonly string[] | null
  passwordHash: string
}

/** Inserts a user. Returns false if the email address is taken. */
export async function insertUser(tx: Tx, user: User): Promise<boolean> {
  const inserted = await insertOwn(tx, 'users', {
    userId: user.userId,
    email: user.email,
    name: user.name,
    role: user.role,
    depots: user.depots && [...user.depots],
    passwordHash: user.passwordHash,
  })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  return inserted !== undefined
}

export interface FoundUser {
  businessId: string
  userId: string
  /** Email address as it was entered. */
  email: string
  languages: OfficeLanguages
}

/** Returns the user with this email address, in any business. Null if there is none. */
export async function findUserByEmail(db: Database, email: string): Promise<FoundUser | null> {
  const [row] = await db.query<Omit<FoundUser, 'languages'> & OfficeLanguages>(
    `select business_uuid, user_uuid, u.email, u.language as user, b.office_language as business
     from users u join businesses b using (business_uuid) where lower(u.email) = lower($1)`,
    [email],
  )
  if (!row) return null
  const { user, business, ...found } = row
  return { ...found, languages: { user, business } }
}

export async function setPasswordHash(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await updateOwn(tx, 'users', { userId }).set({ passwordHash }).execute()
}

export interface Credentials {
  businessId: string
  userId: string
  passwordHash: string
  totpSecret: Buffer | null
  /** Whether the user has an authenticator app or a passkey. */
  hasSecondFactor: boolean
}

/** Returns the credentials for a sign-in with this email address. Null if there is no such user. */
export async function findCredentials(db: Database, email: string): Promise<Credentials | null> {
  const [row] = await db.query<Credentials>(
    `select business_uuid, user_uuid, password_hash, totp_secret, totp_secret is not null or exists (
       select from passkeys p where p.business_uuid = u.business_uuid and p.user_uuid = u.user_uuid
     ) as has_second_factor
     from users u where lower(email) = lower($1)`,
    [email],
  )
  return row ?? null
}

const hasSecondFactor = (eb: ExpressionBuilder<Schema, 'users'>) =>
  eb.or([
    eb('users.totpSecret', 'is not', null),
    eb.exists(
      eb
        .selectFrom('passkeys as p')
        .select('p.passkeyId')
        .whereRef('p.businessId', '=', 'users.businessId')
        .whereRef('p.userId', '=', 'users.userId'),
    ),
  ])

/** Returns the credentials with which a signed-in user confirms their identity. Null if there is no such user. */
export const readCredentials = (tx: Tx, userId: string): Promise<Credentials | null> => credentialsBy(byId(tx, userId))

/**
 * Locks the user until the transaction ends, so that changes of the credentials run one after the other. Null if there
 * is no such user.
 */
export const lockCredentials = (tx: Tx, userId: string): Promise<Credentials | null> =>
  credentialsBy(byId(tx, userId).forUpdate())

const byId = (tx: Tx, userId: string) =>
  selectOwn(tx, 'users', { userId })
    .select(['businessId', 'userId', 'passwordHash', 'totpSecret'])
    .select((eb) => hasSecondFactor(eb).as('hasSecondFactor'))

async function credentialsBy(query: ReturnType<typeof byId>): Promise<Credentials | null> {
  const row = await query.executeTakeFirst()
  return row ? { ...row, hasSecondFactor: Boolean(row.hasSecondFactor) } : null
}

/** Sets the second factor and uses up the step of the code that proved it. Null removes the second factor. */
export async function setTotp(
  tx: Tx,
  userId: string,
  totp: { secret: Buffer; usedStep: number } | null,
): Promise<void> {
  await updateOwn(tx, 'users', { userId })
    .set({ totpSecret: totp?.secret ?? null, totpLastStep: totp?.usedStep ?? 0 })
    .execute()
}

/**
 * Uses up the step of a code. Returns false if the step or a later one was used before. Steps above `latest` were used before the clock was
 * set back, and don't count.
 */
export async function useTotpStep(tx: Tx, userId: string, step: number, latest: number): Promise<boolean> {
  const used = await updateOwn(tx, 'users', { userId })
    .set({ totpLastStep: step })
    .where((eb) => eb.or([eb('totpLastStep', '<', step), eb('totpLastStep', '>', latest)]))
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

export interface UserRead {
  userId: string
  email: string
  name: string
  role: UserRole
  /** Stored depots. They have no effect if the user is an owner. */
  depots: string[] | null
  hasSecondFactor: boolean
}

export async function readUsers(tx: Tx): Promise<UserRead[]> {
  const rows = await selectOwn(tx, 'users')
    .select(['userId', 'email', 'name', 'role', 'depots'])
    .select((eb) => hasSecondFactor(eb).as('hasSecondFactor'))
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, hasSecondFactor: Boolean(row.hasSecondFactor) }))
}

export const setRequiresSecondFactor = async (tx: Tx, requiresSecondFactor: boolean): Promise<void> => {
  await updateOwn(tx, 'businesses').set({ requiresSecondFactor }).execute()
}

/** Locks the user against a change of role or depots and against removal. Null if there is no such user. */
export const lockUserRights = async (
  tx: Tx,
  userId: string,
): Promise<Pick<UserRead, 'name' | 'role' | 'depots'> | null> =>
  (await selectOwn(tx, 'users', { userId }).select(['name', 'role', 'depots']).forShare().executeTakeFirst()) ?? null

export async function setRole(tx: Tx, userId: string, role: UserRole): Promise<void> {
  await updateOwn(tx, 'users', { userId }).set({ role }).execute()
}

export async function setDepots(tx: Tx, userId: string, depots: readonly string[] | null): Promise<void> {
  await updateOwn(tx, 'users', { userId })
    .set({ depots: depots && [...depots] })
    .execute()
}

export async function setLanguage(tx: Tx, userId: string, language: OfficeLanguage | null): Promise<void> {
  await updateOwn(tx, 'users', { userId }).set({ language }).execute()
}

/**
 * Deletes the user with their sessions and links. An identity at the company's provider stays stored without a user, so
 * that it can't be used to sign in.
 */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await deleteOwn(tx, 'users', { userId }).execute()
}

/** Replaces the user's recovery codes. An empty list removes them. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteOwn(tx, 'recoveryCodes', { userId }).execute()
  const rows = hashes.map((hash) => ({ businessId: tx.businessId, userId, codeHash: hash }))
  if (rows.length > 0) await tx.insertInto('recoveryCodes').values(rows).execute()
}

/** Uses up a recovery code. Returns false if the user doesn't have it or it was already used. */
export async function takeRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const taken = await deleteOwn(tx, 'recoveryCodes', { userId, codeHash: hash }).returning('userId').executeTakeFirst()
  return taken !== undefined
}
