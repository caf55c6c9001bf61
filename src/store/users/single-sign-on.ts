// How a business signs in by its company's provider, whom the provider knows by which subject, and who stays out.
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'
import type { RoleRules } from '../../domain/users/company-claims.ts'
import type { Database, Tx } from '../database.ts'

export interface SingleSignOn extends RoleRules {
  issuer: string
  /** What we are called there: its client id. */
  client: string
  /** Sealed. */
  clientSecret: Buffer
  mailDomains: string[]
  /** The owner who still signs in by password where nobody else does; null where everybody may. */
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

/** False where someone was first: what is saved has another version, or is there at all for version 0. */
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

export const setMakerOfSingleSignOn = async (tx: Tx, madeBy: string | null): Promise<void> => {
  await updateOwn(tx, 'singleSignOn').set({ madeBy }).execute()
}

export const deleteSingleSignOn = async (tx: Tx): Promise<void> => {
  await deleteOwn(tx, 'singleSignOn').execute()
}

/**
 * Which business signs in people with this address by its company. Nobody proves that a domain is theirs, so someone
 * with an account goes to their own business alone, and an address that several could mean goes to none.
 */
export async function findBusinessOfMail(db: Database, email: string): Promise<string | null> {
  const rows = await db.query<{ businessId: string; homeId: string | null }>(
    `select o.business_uuid, (select u.business_uuid from users u where lower(u.email) = lower($1)) as home_id
     from single_sign_on o where $2 = any(o.mail_domains)`,
    [email, email.slice(email.lastIndexOf('@') + 1).toLowerCase()],
  )
  const [first, ...more] = rows.filter(({ businessId, homeId }) => homeId === null || homeId === businessId)
  return first && more.length === 0 ? first.businessId : null
}

interface Subject {
  issuer: string
  subject: string
}

/** Whom the provider means; null as the user of one who was removed, undefined for nobody yet. */
export async function findIdentity(tx: Tx, { issuer, subject }: Subject): Promise<string | null | undefined> {
  const row = await selectOwn(tx, 'identities', { issuer, subject }).select('userId').executeTakeFirst()
  return row?.userId
}

/** Whether the provider knows the user already. */
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

/** Of someone who is removed, so that no provider brings them back. */
export const noteRemoved = async (tx: Tx, emailHash: Buffer, now: Date): Promise<void> => {
  await insertOwn(tx, 'removedUsers', { emailHash, removedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function wasRemoved(tx: Tx, emailHash: Buffer): Promise<boolean> {
  const row = await selectOwn(tx, 'removedUsers', { emailHash }).select('removedAt').executeTakeFirst()
  return row !== undefined
}
