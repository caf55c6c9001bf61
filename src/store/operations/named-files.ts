// Finds stored files that rows refer to, across businesses, and stored files that no row refers to.
import type { FileFault } from '../../domain/routes/proof.ts'
import type { Database } from '../database.ts'
import { columnsThat } from '../tables/all.ts'

export const NAMED_BY = ['PROOF', 'REFUSED_PROOF', 'LOGO'] as const
export type NamedBy = (typeof NAMED_BY)[number]

export interface NamedFile {
  businessId: string
  /** ID of the proof, or of the business for a logo. */
  id: string
  fileName: string
  /** Null for a logo. */
  sha256: Buffer | null
  /** Fault recorded with a proof. */
  fileFault: FileFault | null
  /** False if the stop is final and the digest in its newest receipt differs. */
  inReceipt: boolean
}

const IN_RECEIPT = `coalesce((
  select s.finished_at is null or s.settles_at is not null or r.content::jsonb ->> 'outcome' = 'UNDONE'
    or position(encode(p.sha256, 'hex') in r.content) > 0
  from stops s join receipts r on r.business_uuid = s.business_uuid and r.stop_uuid = s.stop_uuid
  where s.business_uuid = p.business_uuid and s.stop_uuid = p.stop_uuid
  order by r.sequence desc nulls first, r.receipt_uuid desc limit 1), true)`

export const SELECTS: Record<NamedBy, string> = {
  PROOF: `select business_uuid, proof_uuid as id, file_name, sha256, file_fault, ${IN_RECEIPT} as in_receipt from proofs p`,
  REFUSED_PROOF: `select business_uuid, proof_uuid as id, file_name, sha256, null as file_fault, true as in_receipt from refused_proofs`,
  LOGO: `select business_uuid, business_uuid as id, logo_file::text as file_name, null::bytea as sha256,
    null as file_fault, true as in_receipt from businesses where logo_file is not null`,
}

/** Returns a page of the files that these rows refer to, sorted by ID. Excludes businesses that have moved away. */
export const namedFiles = (db: Database, by: NamedBy, after: string, limit: number): Promise<NamedFile[]> =>
  db.query(
    `select * from (${SELECTS[by]}) named
     where id > $1 and business_uuid <> all ((select businesses_elsewhere())::uuid[]) order by id limit $2`,
    [after, limit],
  )

/** Returns whether the row still refers to the file. */
export async function isStillNamed(db: Database, by: NamedBy, { id, fileName }: NamedFile): Promise<boolean> {
  const rows = await db.query(`select from (${SELECTS[by]}) named where id = $1 and file_name = $2`, [id, fileName])
  return rows.length > 0
}

/** All columns that refer to stored files. */
export const FILE_COLUMNS: readonly { table: string; column: string }[] = columnsThat(({ isFile }) => isFile).flatMap(
  ([{ name }, columns]) => columns.map((column) => ({ table: name, column })),
)

/** Returns the files that no row refers to, not even a row that is about to be deleted. */
export async function unreferencedAmong(db: Database, names: readonly string[]): Promise<string[]> {
  const unnamed = FILE_COLUMNS.map(
    ({ table, column }) => `not exists (select from ${table} where ${column}::text = listed.file)`,
  )
  const rows = await db.query<{ name: string }>(
    `select file as name from unnest($1::text[]) as listed (file) where ${unnamed.join(' and ')}`,
    [names],
  )
  return rows.map(({ name }) => name)
}
