// API keys: only a hash of each is kept.
import type { SystemTx, Tx } from '../database.ts'

export async function insertKey(
  tx: Tx,
  key: { keyId: string; name: string; prefix: string; hash: Buffer },
): Promise<void> {
  await tx
    .insertInto('apiKeys')
    .values({
      businessId: tx.businessId,
      keyId: key.keyId,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      revokedAt: null,
    })
    .execute()
}

/** Whose key it is, by its id or its hash; across businesses. */
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

/** A key revoked before keeps its first time. */
export async function revokeKey(tx: Tx, keyId: string, now: Date): Promise<void> {
  await tx
    .updateTable('apiKeys')
    .set({ revokedAt: now })
    .where('businessId', '=', tx.businessId)
    .where('keyId', '=', keyId)
    .where('revokedAt', 'is', null)
    .execute()
}

export interface KeyRead {
  keyId: string
  name: string
  prefix: string
  createdAt: Date
  /** To the minute. */
  lastUsedAt: Date | null
  revokedAt: Date | null
}

export async function readKeys(tx: Tx): Promise<KeyRead[]> {
  const rows = await tx
    .selectFrom('apiKeys')
    .select(['keyId', 'name', 'prefix', 'createdAt', 'lastUsedAt', 'revokedAt'])
    .where('businessId', '=', tx.businessId)
    .orderBy('createdAt')
    .execute()
  return rows.map((row) => ({
    keyId: row.keyId,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    revokedAt: row.revokedAt,
  }))
}
