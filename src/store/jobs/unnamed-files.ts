// Files that no row names yet, or no longer.
import type { SystemTx, Tx } from '../database.ts'

export interface UnnamedFile {
  businessId: string
  fileName: string
}

export async function addUnnamedFile(tx: Tx, fileName: string, now: Date): Promise<void> {
  await tx
    .insertInto('unnamed_files')
    .values({ business_uuid: tx.businessId, file_name: fileName, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** With the row that names it, or once it is removed; false when it was not there. */
export async function strikeUnnamedFile(tx: Tx, fileName: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('unnamed_files')
    .where('business_uuid', '=', tx.businessId)
    .where('file_name', '=', fileName)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Across businesses, oldest first. */
export async function unnamedFiles(tx: SystemTx, before: Date, limit: number): Promise<UnnamedFile[]> {
  const rows = await tx
    .selectFrom('unnamed_files')
    .select(['business_uuid', 'file_name'])
    .where('since', '<', before)
    .orderBy('since')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ businessId: row.business_uuid, fileName: row.file_name }))
}
