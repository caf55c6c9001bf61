// Stored answers: what a write replied under its Idempotency-Key, kept in the write's own transaction.
import { inPassing, type Tx } from '../database.ts'

interface Key {
  scope: string
  key: string
  bodyHash: Buffer
}

/** Keeps the reply; the commit fails on the unique key when a twin has kept one first, which undoes this one's effect. */
export function keepReply(
  tx: Tx,
  { scope, key, bodyHash }: Key,
  reply: { status: number; data: unknown },
  box: { encrypt(text: string): Buffer },
): void {
  const { status, ...body } = reply
  const row = {
    business_uuid: tx.businessId,
    scope,
    key,
    body_hash: bodyHash,
    status,
    reply: box.encrypt(JSON.stringify(body)),
  }
  inPassing(tx, tx.insertInto('idempotency_keys').values(row))
}

export async function storedReply(
  tx: Tx,
  { scope, key }: Key,
): Promise<{ bodyHash: Buffer; status: number; reply: Buffer } | null> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'reply'])
    .where('business_uuid', '=', tx.businessId)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? { bodyHash: row.body_hash, status: row.status, reply: row.reply } : null
}
