// Files that no row names yet, or no longer.
import { deleteOwn, insertOwn } from '../own.ts'
import { sql } from 'kysely'
import type { SystemTx, Tx } from '../database.ts'
import { isHere } from '../moves/entry.ts'

export interface UnnamedFile {
  businessId: string
  fileName: string
}

export async function addUnnamedFile(tx: Tx, fileName: string, now: Date): Promise<void> {
  await insertOwn(tx, 'unnamedFiles', { fileName, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** With the row that names it, or once it is removed; false when it was not there. */
export async function strikeUnnamedFile(tx: Tx, fileName: string): Promise<boolean> {
  const { numDeletedRows } = await deleteOwn(tx, 'unnamedFiles', { fileName }).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Across businesses, oldest first. */
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
