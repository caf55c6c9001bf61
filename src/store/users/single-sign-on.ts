// Sign-in through a company's identity provider: the settings of a business, the users of the provider's subjects, and
// removed users who must stay out.
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'
import type { RoleRules } from '../../domain/users/company-claims.ts'
import type { Database, Tx } from '../database.ts'

export interface SingleSignOn extends RoleRules {
  issuer: string
  /** Our client ID at the provider. */
  client: string
  /** Sealed. */
  clientSecret: Buffer
  mailDomains: string[]
  /** The owner who can still sign in by password when nobody else can. Null if every user can. */
  breakGlass: string | null
  /** The owner who saved it last. */
  madeBy: string | null
  version: number
}

export async function readSingleSignOn(tx: Tx): Promise<SingleSignOn | null> {
  const row = await selectOwn(tx, 'singleSignOn')
    .select(['issuer', 'client', 'clientSecret', 'mailDomains', 'roleClaim', 'roleRules', 'defaultRole'])
    .select(['breakGlass', 'madeBy', 'version'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Saves the settings. Returns false if another change came first: the stored version differs or, for version 0,
 * settings exist.
 */
export async function putSingleSignOn(tx: Tx, { version, ...settings }: SingleSignOn): Promise<boolean> {
  const row = { ...settings, roleRules: JSON.stringify(settings.roleRules) }
  const saved =
    version === 0
      ? insertOwn(tx, 'singleSignOn', { ...row })
          .onConflict((conflict) => conflict.doNothing())
          .returning('businessId')
      : updateOwn(tx, 'singleSignOn', { version })
          .set({ ...row, version: version + 1 })
          .returning('businessId')
  return (await saved.executeTakeFirst()) !== undefined
}

export const setCreatorOfSingleSignOn = async (tx: Tx, madeBy: string | null): Promise<void> => {
  await updateOwn(tx, 'singleSignOn').set({ madeBy }).execute()
}

export const deleteSingleSignOn = async (tx: Tx): Promise<void> => {
  await deleteOwn(tx, 'singleSignOn').execute()
}

/**
 * Returns the businesses that sign in users with this email address through their company. Ownership of a domain is not
 * verified. An address with an account therefore leads only to its own business.
 */
export async function findBusinessesOfMail(db: Database, email: string): Promise<string[]> {
  const rows = await db.query<{ businessId: string; homeId: string | null }>(
    `select o.business_uuid, (select u.business_uuid from users u where lower(u.email) = lower($1)) as home_id
     from single_sign_on o where $2 = any(o.mail_domains)`,
    [email, email.slice(email.lastIndexOf('@') + 1).toLowerCase()],
  )
  return rows
    .filter(({ businessId, homeId }) => homeId === null || homeId === businessId)
    .map(({ businessId }) => businessId)
}

interface Subject {
  issuer: string
  subject: string
}

/** Returns the user of a subject. Null if the user was removed. Undefined if the subject is unknown. */
export async function findIdentity(tx: Tx, { issuer, subject }: Subject): Promise<string | null | undefined> {
  const row = await selectOwn(tx, 'identities', { issuer, subject }).select('userId').executeTakeFirst()
  return row?.userId
}

/** Returns whether the user already has an identity at the provider. */
export async function hasIdentity(tx: Tx, issuer: string, userId: string): Promise<boolean> {
  const row = await selectOwn(tx, 'identities', { issuer, userId }).select('subject').executeTakeFirst()
  return row !== undefined
}

export const linkIdentity = async (
  tx: Tx,
  { issuer, subject }: Subject,
  linked: { userId: string; now: Date },
): Promise<void> => {
  const set = { userId: linked.userId, linkedAt: linked.now }
  await insertOwn(tx, 'identities', { issuer, subject, ...set })
    .onConflict((conflict) => conflict.columns(['businessId', 'issuer', 'subject']).doUpdateSet(set))
    .execute()
}

/** Records the hash of a removed user's email address, so that no provider brings the user back. */
export const recordRemovedUser = async (tx: Tx, emailHash: Buffer, now: Date): Promise<void> => {
  await insertOwn(tx, 'removedUsers', { emailHash, removedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isRemovedUser(tx: Tx, emailHash: Buffer): Promise<boolean> {
  const row = await selectOwn(tx, 'removedUsers', { emailHash }).select('removedAt').executeTakeFirst()
  return row !== undefined
}
