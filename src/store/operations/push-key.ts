// The installation's key for push services, sealed. Accessed as the owner of the tables.
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

/** Stores the key unless one exists. */
export async function addPushKey(db: Database, { publicKey, privateKey }: SealedPushKey, now: Date): Promise<void> {
  await db.query('insert into push_key (public_key, private_key, made_at) values ($1, $2, $3) on conflict do nothing', [
    publicKey,
    privateKey,
    now,
  ])
}

/** Deletes the key and the browser subscriptions that were created with it. */
export async function deletePushKey(db: Database): Promise<void> {
  await db.query('delete from push_subscriptions', [])
  await db.query('delete from push_key', [])
}
