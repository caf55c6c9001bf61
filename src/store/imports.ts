// Imports, their rows as orders, and how a business reads its files.
import { sql } from 'kysely'
import type { ColumnMapping } from '../domain/import-columns.ts'
import type { ImportRowStatus } from '../domain/import-rows.ts'
import type { Tx } from './database.ts'

export interface ImportFile {
  importId: string
  fileName: string
  content: Buffer
  headers: string[]
  lineCount: number
  userId: string
}

export async function insertImport(tx: Tx, businessId: string, file: ImportFile, now: Date): Promise<void> {
  await tx
    .insertInto('imports')
    .values({
      business_uuid: businessId,
      import_uuid: file.importId,
      file_name: file.fileName,
      content: file.content,
      headers: JSON.stringify(file.headers),
      line_count: file.lineCount,
      user_uuid: file.userId,
      created_at: now,
    })
    .execute()
}

export interface ImportRead {
  importId: string
  fileName: string
  status: 'UPLOADED' | 'RUNNING' | 'DONE'
  headers: string[]
  createdAt: Date
  finishedAt: Date | null
  counts: Partial<Record<ImportRowStatus, number>>
}

/** How many rows of the import are in each state. */
const COUNTS = sql<Partial<Record<ImportRowStatus, number>> | null>`(
  select jsonb_object_agg(k.status, k.count) from (
    select r.status, count(*) as count from import_rows r
    where r.business_uuid = imports.business_uuid and r.import_uuid = imports.import_uuid group by r.status) k)`

/** The newest, or the one named, with how many rows are in each state. */
export async function readImports(tx: Tx, businessId: string, importId: string | null): Promise<ImportRead[]> {
  let query = tx
    .selectFrom('imports')
    .select(['import_uuid', 'file_name', 'status', 'headers', 'created_at', 'finished_at'])
    .select(sql<Partial<Record<ImportRowStatus, number>> | null>`coalesce(imports.counts, ${COUNTS})`.as('counts'))
    .where('business_uuid', '=', businessId)
    // Ids follow the time.
    .orderBy('import_uuid', 'desc')
    .limit(50)
  query = importId ? query.where('import_uuid', '=', importId) : query.where('status', '<>', 'UPLOADED')
  const rows = await query.execute()
  return rows.map((row) => ({
    importId: row.import_uuid,
    fileName: row.file_name,
    status: row.status,
    headers: row.headers,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    counts: row.counts ?? {},
  }))
}

/** The file of an import not yet started. */
export async function importContent(tx: Tx, businessId: string, importId: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('imports')
    .select('content')
    .where('business_uuid', '=', businessId)
    .where('import_uuid', '=', importId)
    .where('status', '=', 'UPLOADED')
    .executeTakeFirst()
  return row?.content ?? null
}

export interface ImportRow {
  line: number
  cells: readonly (readonly string[])[]
  body: Record<string, unknown> | null
  status: ImportRowStatus
  reason: string | null
}

/** Begins an import; false when it has begun already. The file has served its purpose. */
export async function beginImport(
  tx: Tx,
  businessId: string,
  importId: string,
  begun: { ignoresZones: boolean; userId: string; rows: readonly ImportRow[] },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ status: 'RUNNING', content: null, ignores_zones: begun.ignoresZones, user_uuid: begun.userId })
    .where('business_uuid', '=', businessId)
    .where('import_uuid', '=', importId)
    .where('status', '=', 'UPLOADED')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  const packed = begun.rows.map(({ line, cells, body, status, reason }) => ({ line, cells, body, status, reason }))
  await sql`
    insert into import_rows (business_uuid, import_uuid, line, cells, body, status, reason)
    select ${businessId}::uuid, ${importId}::uuid, r.line, r.cells, nullif(r.body, 'null'::jsonb), r.status, r.reason
    from jsonb_to_recordset(${JSON.stringify(packed)}::jsonb)
      as r (line integer, cells jsonb, body jsonb, status text, reason text)`.execute(tx)
  return true
}

export interface RunningImport {
  businessId: string
  timeZone: string
  importId: string
  userId: string
  ignoresZones: boolean
}

/** Oldest first; read as the system, across businesses. */
export async function runningImports(tx: Tx): Promise<RunningImport[]> {
  const rows = await tx
    .selectFrom('imports as i')
    .innerJoin('businesses as b', 'b.business_uuid', 'i.business_uuid')
    .select(['i.business_uuid', 'b.time_zone', 'i.import_uuid', 'i.user_uuid', 'i.ignores_zones'])
    // Written out: a plan for any status has no use of the index of those that run.
    .where('i.status', '=', sql.lit('RUNNING'))
    .orderBy('i.created_at')
    .execute()
  return rows.map((row) => ({
    businessId: row.business_uuid,
    timeZone: row.time_zone,
    importId: row.import_uuid,
    userId: row.user_uuid,
    ignoresZones: row.ignores_zones,
  }))
}

const rowsOf = (tx: Tx, businessId: string, importId: string) =>
  tx.selectFrom('import_rows').where('business_uuid', '=', businessId).where('import_uuid', '=', importId)

export async function waitingRows(
  tx: Tx,
  businessId: string,
  importId: string,
  limit: number,
): Promise<{ line: number; body: Record<string, unknown> }[]> {
  const rows = await rowsOf(tx, businessId, importId)
    .select(['line', 'body'])
    .where('status', '=', 'WAITING')
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ line, body }) => ({ line, body: body ?? {} }))
}

/** Takes a waiting row for this transaction; false when another process has it or has done it. */
export async function takeRow(tx: Tx, businessId: string, importId: string, line: number): Promise<boolean> {
  const row = await rowsOf(tx, businessId, importId)
    .select('line')
    .where('line', '=', line)
    .where('status', '=', 'WAITING')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

export async function finishRow(
  tx: Tx,
  businessId: string,
  importId: string,
  line: number,
  done: { status: ImportRowStatus; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('import_rows')
    .set(done)
    .where('business_uuid', '=', businessId)
    .where('import_uuid', '=', importId)
    .where('line', '=', line)
    .where('status', '=', 'WAITING')
    .execute()
}

export async function finishImport(tx: Tx, businessId: string, importId: string, now: Date): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ status: 'DONE', finished_at: now, counts: COUNTS })
    .where('business_uuid', '=', businessId)
    .where('import_uuid', '=', importId)
    .where('status', '=', 'RUNNING')
    .execute()
}

/** The rows that did not become orders, each with why. */
export const badRows = (tx: Tx, businessId: string, importId: string) =>
  rowsOf(tx, businessId, importId)
    .select(['line', 'cells', 'reason'])
    .where('status', 'in', ['BAD', 'REFUSED'])
    .orderBy('line')
    .execute()

export async function keptMapping(tx: Tx, businessId: string, headersHash: Buffer): Promise<ColumnMapping | null> {
  const row = await tx
    .selectFrom('import_mappings')
    .select('mapping')
    .where('business_uuid', '=', businessId)
    .where('headers_hash', '=', headersHash)
    .executeTakeFirst()
  return row?.mapping ?? null
}

export async function keepMapping(
  tx: Tx,
  businessId: string,
  headersHash: Buffer,
  mapping: ColumnMapping,
): Promise<void> {
  const kept = JSON.stringify(mapping)
  await tx
    .insertInto('import_mappings')
    .values({ business_uuid: businessId, headers_hash: headersHash, mapping: kept })
    .onConflict((conflict) => conflict.columns(['business_uuid', 'headers_hash']).doUpdateSet({ mapping: kept }))
    .execute()
}
