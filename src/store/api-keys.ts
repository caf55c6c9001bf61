// API keys: only a hash of each is kept.
import type { Tx } from './database.ts'

export async function insertKey(
  tx: Tx,
  businessId: string,
  key: { keyId: string; name: string; prefix: string; hash: Buffer },
): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      business_uuid: businessId,
      key_uuid: key.keyId,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      revoked_at: null,
    })
    .execute()
}
