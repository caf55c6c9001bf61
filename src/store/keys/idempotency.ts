// Stored responses: the response to a write with an Idempotency-Key, stored in the write's own transaction.
import { selectOwn } from '../own.ts'
import type { Tx } from '../database.ts'
import { insertOne } from '../many.ts'

/** What a request that is sent again is answered; `reply` is encrypted. */
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

/** The commit fails on the unique key when a twin has stored its response first, which undoes this one's effect. */
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
