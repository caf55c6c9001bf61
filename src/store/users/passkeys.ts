// Passkeys of users. The one that a sign-in is by is looked up before any business is known.
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'
import { CLOCK_SLACK_MS } from '../../domain/clock-slack.ts'
import type { Database, Tx } from '../database.ts'

export interface Passkey {
  passkeyId: string
  userId: string
  credential: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  synced: boolean
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const listPasskeys = (tx: Tx, userId: string): Promise<Passkey[]> =>
  selectOwn(tx, 'passkeys', { userId })
    .select([
      'passkeyId',
      'userId',
      'credential',
      'publicKey',
      'counter',
      'transports',
      'synced',
      'name',
      'createdAt',
      'lastUsedAt',
    ])
    .orderBy('createdAt')
    .orderBy('passkeyId')
    .execute()

/** False when the credential is known already, here or in another business. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Passkey, 'lastUsedAt'> & { challengedAt: number },
): Promise<boolean> {
  const { challengedAt, ...row } = passkey
  const inserted = await insertOwn(tx, 'passkeys', { ...row, lastChallenge: challengedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('passkeyId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whose this credential is, in whichever business. */
export async function findPasskeyOwner(
  db: Database,
  credential: Buffer,
): Promise<{ businessId: string; userId: string } | null> {
  const [row] = await db.query<{ businessId: string; userId: string }>(
    'select business_uuid, user_uuid from passkeys where credential = $1',
    [credential],
  )
  return row ?? null
}

/** Uses a challenge up; false when the passkey has answered it, or a later one, before. */
export async function usePasskey(
  tx: Tx,
  passkeyId: string,
  use: { counter: number; challengedAt: number; now: Date },
): Promise<boolean> {
  const used = await updateOwn(tx, 'passkeys', { passkeyId })
    .set({ counter: use.counter, lastChallenge: use.challengedAt, lastUsedAt: use.now })
    .where((eb) =>
      eb.or([
        eb('lastChallenge', '<', use.challengedAt),
        // Answered before the clock was set back.
        eb('lastChallenge', '>', use.now.getTime() + CLOCK_SLACK_MS),
      ]),
    )
    .returning('passkeyId')
    .executeTakeFirst()
  return used !== undefined
}

/** Removes one of a user's passkeys; its name, undefined when they have none such. */
export const deletePasskey = (tx: Tx, userId: string, passkeyId: string): Promise<{ name: string } | undefined> =>
  deleteOwn(tx, 'passkeys', { userId, passkeyId }).returning('name').executeTakeFirst()

export const deletePasskeys = async (tx: Tx, userId: string): Promise<void> => {
  await deleteOwn(tx, 'passkeys', { userId }).execute()
}
