// Stored answers: what a write replied under its Idempotency-Key, kept in the write's own transaction.
import type { Tx } from './database.ts'

interface Key {
  scope: string
  key: string
  bodyHash: Buffer
}

/** Keeps the reply; fails on the unique key when a twin has kept one first, which undoes this one's effect. */
export async function keepReply(
  tx: Tx,
  businessId: string,
  { scope, key, bodyHash }: Key,
  reply: { status: number; data: unknown },
  box: { encrypt(text: string): Buffer },
): Promise<void> {
  const { status, ...body } = reply
  await tx
    .insertInto('idempotency_keys')
    .values({
      business_uuid: businessId,
      scope,
      key,
      body_hash: bodyHash,
      status,
      reply: box.encrypt(JSON.stringify(body)),
    })
    .execute()
}

export async function storedReply(
  tx: Tx,
  businessId: string,
  { scope, key }: Key,
): Promise<{ bodyHash: Buffer; status: number; reply: Buffer } | null> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'reply'])
    .where('business_uuid', '=', businessId)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? { bodyHash: row.body_hash, status: row.status, reply: row.reply } : null
}
