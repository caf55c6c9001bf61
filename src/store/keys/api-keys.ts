// API keys. Only a hash of each is stored.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import type { KeyLimits } from '../../domain/users/key.ts'
import type { SystemTx, Tx } from '../database.ts'

export async function insertKey(
  tx: Tx,
  key: KeyLimits & {
    keyId: string
    name: string
    prefix: string
    hash: Buffer
    createdAt: Date
    madeBy: string | null
  },
): Promise<void> {
  await insertOwn(tx, 'apiKeys', { ...key, revokedAt: null }).execute()
}

/** Returns the business of a key, found by its ID or hash, across businesses. Null if the key doesn't exist. */
export async function findKey(
  tx: SystemTx,
  key: string | Buffer,
): Promise<{ businessId: string; keyId: string } | null> {
  const row = await tx
    .selectFrom('apiKeys')
    .select(['businessId', 'keyId'])
    .where(typeof key === 'string' ? 'keyId' : 'hash', '=', key)
    .executeTakeFirst()
  return row ? { businessId: row.businessId, keyId: row.keyId } : null
}

/** Revokes a key. A key that was already revoked keeps its time. */
export async function revokeKey(tx: Tx, keyId: string, now: Date): Promise<void> {
  await updateOwn(tx, 'apiKeys', { keyId }).set({ revokedAt: now }).where('revokedAt', 'is', null).execute()
}

export interface KeyRead extends KeyLimits {
  keyId: string
  name: string
  prefix: string
  createdAt: Date
  /** Accurate to one minute. */
  lastUsedAt: Date | null
  revokedAt: Date | null
  /** ID of the key that replaces it. */
  replacedBy: string | null
  /** The owner who is responsible for the key. Null if an operator created it. */
  madeBy: string | null
}

const keysOf = (tx: Tx) =>
  selectOwn(tx, 'apiKeys')
    .select(['keyId', 'name', 'prefix', 'scopes', 'allowedAddresses', 'expiresAt', 'replacedBy', 'madeBy'])
    .select(['createdAt', 'lastUsedAt', 'revokedAt'])

export const readKeys = (tx: Tx): Promise<KeyRead[]> => keysOf(tx).orderBy('createdAt').execute()

export const lockKey = async (tx: Tx, keyId: string): Promise<KeyRead | null> =>
  (await keysOf(tx).where('keyId', '=', keyId).forUpdate().executeTakeFirst()) ?? null

/** Changes the given members of a key. */
export async function saveKey(tx: Tx, keyId: string, change: Partial<KeyLimits & { name: string }>): Promise<void> {
  await updateOwn(tx, 'apiKeys', { keyId }).set(change).execute()
}

export const setCreatorOfKey = async (tx: Tx, keyId: string, madeBy: string | null): Promise<void> => {
  await updateOwn(tx, 'apiKeys', { keyId }).set({ madeBy }).execute()
}

export async function replaceKey(
  tx: Tx,
  { keyId, ...ends }: { keyId: string; replacedBy: string; expiresAt: Date },
): Promise<void> {
  await updateOwn(tx, 'apiKeys', { keyId }).set(ends).execute()
}
