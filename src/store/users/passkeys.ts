// Passkeys of users. At sign-in, the passkey is looked up before the business is known.
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

/** Inserts a passkey. Returns false if the credential already exists in any business. */
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

/** Returns the owner of this credential, in any business. Null if it is unknown. */
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

/** Uses up a challenge. Returns false if the passkey has already answered this challenge or a later one. */
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

/** Deletes one of the user's passkeys. Returns its name, or undefined if the user has no such passkey. */
export const deletePasskey = (tx: Tx, userId: string, passkeyId: string): Promise<{ name: string } | undefined> =>
  deleteOwn(tx, 'passkeys', { userId, passkeyId }).returning('name').executeTakeFirst()

export const deletePasskeys = async (tx: Tx, userId: string): Promise<void> => {
  await deleteOwn(tx, 'passkeys', { userId }).execute()
}
