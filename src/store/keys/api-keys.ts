// API keys: only a hash of each is kept.
import type { SystemTx, Tx } from '../database.ts'

export async function insertKey(
  tx: Tx,
  key: { keyId: string; name: string; prefix: string; hash: Buffer },
): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      business_uuid: tx.businessId,
      key_uuid: key.keyId,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      revoked_at: null,
    })
    .execute()
}

/** Whose key it is, by its id or its hash; across businesses. */
export async function findKey(
  tx: SystemTx,
  key: string | Buffer,
): Promise<{ businessId: string; keyId: string } | null> {
  const row = await tx
    .selectFrom('api_keys')
    .select(['business_uuid', 'key_uuid'])
    .where(typeof key === 'string' ? 'key_uuid' : 'hash', '=', key)
    .executeTakeFirst()
  return row ? { businessId: row.business_uuid, keyId: row.key_uuid } : null
}

/** A key revoked before keeps its first time. */
export async function revokeKey(tx: Tx, keyId: string, now: Date): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('business_uuid', '=', tx.businessId)
    .where('key_uuid', '=', keyId)
    .where('revoked_at', 'is', null)
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
    .selectFrom('api_keys')
    .select(['key_uuid', 'name', 'prefix', 'created_at', 'last_used_at', 'revoked_at'])
    .where('business_uuid', '=', tx.businessId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    keyId: row.key_uuid,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }))
}
