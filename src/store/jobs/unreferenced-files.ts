// Files that no row refers to yet, or that no row refers to any more.
import { deleteOwn, insertOwn } from '../own.ts'
import { sql } from 'kysely'
import type { SystemTx, Tx } from '../database.ts'
import { isHere } from '../moves/business-gate.ts'

export interface UnnamedFile {
  businessId: string
  fileName: string
}

export async function addUnnamedFile(tx: Tx, fileName: string, now: Date): Promise<void> {
  await insertOwn(tx, 'unnamedFiles', { fileName, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a file from the list when a row refers to it, or after its deletion. Returns false if it was not listed. */
export async function deleteUnreferencedFile(tx: Tx, fileName: string): Promise<boolean> {
  const { numDeletedRows } = await deleteOwn(tx, 'unnamedFiles', { fileName }).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns up to `limit` files listed before `before`, oldest first, across businesses. */
export async function unnamedFiles(tx: SystemTx, before: Date, limit: number): Promise<UnnamedFile[]> {
  const rows = await tx
    .selectFrom('unnamedFiles')
    .select(['businessId', 'fileName'])
    .where('since', '<', before)
    .where(isHere(sql`business_uuid`))
    .orderBy('since')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ businessId: row.businessId, fileName: row.fileName }))
}
