// Stored responses to writes with an Idempotency-Key. A response is stored in the transaction of its write.
import { selectOwn } from '../own.ts'
import type { Tx } from '../database.ts'
import { insertOne } from '../bulk-write.ts'

/** The response to a duplicate request. `reply` is encrypted. */
export interface StoredResponse {
  bodyHash: Buffer
  status: number
  reply: Buffer
}

interface Key {
  scope: string
  key: string
  bodyHash: Buffer
}

/**
 * Stores the response, pipelined. If a duplicate request has stored its response first, the commit fails on the unique
 * key, which undoes this request's effect.
 */
export function storeResponse(
  tx: Tx,
  { scope, key, bodyHash }: Key,
  { status, ...body }: { status: number; data: unknown },
  box: { encrypt(text: string): Buffer },
): void {
  insertOne(tx, 'idempotencyKeys', {
    businessId: tx.businessId,
    scope,
    key,
    bodyHash,
    status,
    reply: box.encrypt(JSON.stringify(body)),
  })
}

export async function storedResponse(tx: Tx, { scope, key }: Omit<Key, 'bodyHash'>): Promise<StoredResponse | null> {
  const row = await selectOwn(tx, 'idempotencyKeys', { scope, key })
    .select(['bodyHash', 'status', 'reply'])
    .executeTakeFirst()
  return row ? { bodyHash: row.bodyHash, status: row.status, reply: row.reply } : null
}
