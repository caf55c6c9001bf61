// The one key of this installation by which push services know it, sealed. As the owner of the tables.
import type { Database } from '../database.ts'

export interface SealedPushKey {
  publicKey: string
  privateKey: Buffer
}

export async function readPushKey(db: Database): Promise<SealedPushKey | null> {
  const [row] = await db.query<SealedPushKey>(
    'select public_key as "publicKey", private_key as "privateKey" from push_key',
    [],
  )
  return row ?? null
}

/** Keeps the key unless there is one. */
export async function addPushKey(db: Database, { publicKey, privateKey }: SealedPushKey, now: Date): Promise<void> {
  await db.query('insert into push_key (public_key, private_key, made_at) values ($1, $2, $3) on conflict do nothing', [
    publicKey,
    privateKey,
    now,
  ])
}

/** What browsers subscribed to with the key goes with it. */
export async function deletePushKey(db: Database): Promise<void> {
  await db.query('delete from push_subscriptions', [])
  await db.query('delete from push_key', [])
}
