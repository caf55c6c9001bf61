// Imports, their rows as orders, and how a business reads its files.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { ColumnMapping, FileUnits } from '../../domain/imports/import-columns.ts'
import type { DateOrder } from '../../domain/imports/import-dates.ts'
import type { ImportRowStatus } from '../../domain/imports/import-rows.ts'
import type { SystemTx, Tx } from '../database.ts'
import { isNotPutOff, type WorkItem } from '../jobs/failed-work.ts'

export interface ImportFile {
  importId: string
  fileName: string
  content: Buffer
  headers: string[]
  lineCount: number
  userId: string
}

export async function insertImport(tx: Tx, file: ImportFile, now: Date): Promise<void> {
  await insertOwn(tx, 'imports', {
    importId: file.importId,
    fileName: file.fileName,
    content: file.content,
    headers: JSON.stringify(file.headers),
    lineCount: file.lineCount,
    userId: file.userId,
    createdAt: now,
  }).execute()
}

export interface ImportRead {
  importId: string
  fileName: string
  status: 'UPLOADED' | 'RUNNING' | 'DONE'
  headers: string[]
  createdAt: Date
  finishedAt: Date | null
  counts: Partial<Record<ImportRowStatus, number>>
  /** Rows that failed and are tried again. */
  failing: number
}

/** How many rows of the import are in each state. */
const COUNTS = sql<Partial<Record<ImportRowStatus, number>> | null>`(
  select jsonb_object_agg(k.status, k.count) from (
    select r.status, count(*) as count from import_rows r
    where r.business_uuid = imports.business_uuid and r.import_uuid = imports.import_uuid group by r.status) k)`

const FAILING = sql<number>`(
  select count(*) from import_rows r
  where r.business_uuid = imports.business_uuid and r.import_uuid = imports.import_uuid
    and r.status = 'WAITING' and r.attempts > 0 and imports.status = 'RUNNING')`

/** The newest, or the one named, with how many rows are in each state. */
export async function readImports(tx: Tx, importId: string | null): Promise<ImportRead[]> {
  let query = selectOwn(tx, 'imports')
    .select(['importId', 'fileName', 'status', 'headers', 'createdAt', 'finishedAt'])
    .select(sql<Partial<Record<ImportRowStatus, number>> | null>`coalesce(imports.counts, ${COUNTS})`.as('counts'))
    .select(FAILING.as('failing'))
    // Ids follow the time.
    .orderBy('importId', 'desc')
    .limit(50)
  query = importId ? query.where('importId', '=', importId) : query.where('status', '<>', 'UPLOADED')
  const rows = await query.execute()
  return rows.map((row) => ({
    importId: row.importId,
    fileName: row.fileName,
    status: row.status,
    headers: row.headers,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    counts: row.counts ?? {},
    failing: row.failing,
  }))
}

/** The file of an import not yet started, and its headers. */
export async function uploadedFile(tx: Tx, importId: string): Promise<{ content: Buffer; headers: string[] } | null> {
  const row = await selectOwn(tx, 'imports', { importId, status: 'UPLOADED' })
    .select(['content', 'headers'])
    .executeTakeFirst()
  return row?.content ? { content: row.content, headers: row.headers } : null
}

/**
 * Begins an import; false when it has begun already. The file has served its purpose. Each portion is a JSON list of
 * rows: line, cells, body, status and reason.
 */
export async function beginImport(
  tx: Tx,
  importId: string,
  begun: { ignoresZones: boolean; userId: string; portions: readonly string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(tx, 'imports', { importId, status: 'UPLOADED' })
    .set({ status: 'RUNNING', content: null, ignoresZones: begun.ignoresZones, userId: begun.userId })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  for (const portion of begun.portions)
    await sql`
      insert into import_rows (business_uuid, import_uuid, line, cells, body, status, reason)
      select ${tx.businessId}::uuid, ${importId}::uuid, r.line, r.cells, nullif(r.body, 'null'::jsonb), r.status, r.reason
      from jsonb_to_recordset(${portion}::jsonb)
        as r (line integer, cells jsonb, body jsonb, status text, reason text)`.execute(tx)
  return true
}

export interface RunningImport extends WorkItem {
  timeZone: string
  userId: string
  /** The depots that the user who began it was bound to; null for all. */
  depots: string[] | null
  ignoresZones: boolean
}

/** Those not put off, oldest first; read as the system, across businesses. */
export async function runningImports(tx: SystemTx, now: Date): Promise<RunningImport[]> {
  const rows = await tx
    .selectFrom('imports as i')
    .innerJoin('businesses as b', 'b.businessId', 'i.businessId')
    .select(['i.businessId', 'b.timeZone', 'i.importId', 'i.userId', 'i.depots', 'i.ignoresZones'])
    // Written out: a plan for any status has no use of the index of those that run.
    .where('i.status', '=', sql.lit('RUNNING'))
    .where(isNotPutOff('import-orders', sql`i.business_uuid`, sql`i.import_uuid`, now))
    .orderBy('i.createdAt')
    .execute()
  return rows.map((row) => ({
    businessId: row.businessId,
    timeZone: row.timeZone,
    itemId: row.importId,
    userId: row.userId,
    depots: row.depots,
    ignoresZones: row.ignoresZones,
  }))
}

const rowsOf = (tx: Tx, importId: string) => selectOwn(tx, 'importRows', { importId })

export interface WaitingRow {
  line: number
  body: Record<string, unknown>
  /** How often it failed. */
  attempts: number
}

/** Rows that are due. */
export async function waitingRows(tx: Tx, importId: string, now: Date, limit: number): Promise<WaitingRow[]> {
  const rows = await rowsOf(tx, importId)
    .select(['line', 'body', 'attempts'])
    .where('status', '=', 'WAITING')
    .where((eb) => eb.or([eb('dueAt', 'is', null), eb('dueAt', '<=', now)]))
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ line, body, attempts }) => ({ line, body: body ?? {}, attempts }))
}

/** Counts a failure of a waiting row, which is tried again at `dueAt`. */
export async function putOffRow(
  tx: Tx,
  importId: string,
  { line, attempts }: WaitingRow,
  { dueAt, reason }: { dueAt: Date; reason: string },
): Promise<void> {
  await updateOwn(tx, 'importRows', { importId, line, status: 'WAITING', attempts })
    .set({ attempts: attempts + 1, dueAt, reason })
    .execute()
}

/** Takes a waiting row for this transaction; false when another process has it or has done it. */
export async function takeRow(tx: Tx, importId: string, line: number): Promise<boolean> {
  const row = await rowsOf(tx, importId)
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
  importId: string,
  line: number,
  done: { status: ImportRowStatus; reason: string | null },
): Promise<void> {
  await updateOwn(tx, 'importRows', { importId, line, status: 'WAITING' }).set(done).execute()
}

/** Ends an import none of whose rows waits; whether it is done now. */
export async function finishImport(tx: Tx, importId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(tx, 'imports', { importId, status: 'RUNNING' })
    .set({ status: 'DONE', finishedAt: now, counts: COUNTS })
    .where((eb) => eb.not(eb.exists(rowsOf(tx, importId).where('status', '=', 'WAITING').select('line'))))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The ids of the orders that it added. */
export async function addedByImport(tx: Tx, importId: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select o.order_uuid as order_id from import_rows r
    join orders o on o.business_uuid = r.business_uuid and o.external_ref = r.body->>'external_ref'
    where r.business_uuid = ${tx.businessId}::uuid and r.import_uuid = ${importId}::uuid and r.status = 'CREATED'`.execute(
    tx,
  )
  return rows.map(({ orderId }) => orderId)
}

/** Rows behind `afterLine` that did not become orders, each with why. */
export const badRows = (tx: Tx, importId: string, afterLine: number, limit: number) =>
  rowsOf(tx, importId)
    .select(['line', 'cells', 'reason'])
    .where('status', 'in', ['BAD', 'REFUSED'])
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute()

/** The first rows that are no orders yet for a fault of theirs or ours. */
export const rowProblems = (tx: Tx, importId: string, limit: number) =>
  rowsOf(tx, importId)
    .select(['line', 'reason', 'dueAt'])
    .where((eb) =>
      eb.or([eb('status', 'in', ['BAD', 'REFUSED']), eb.and([eb('status', '=', 'WAITING'), eb('attempts', '>', 0)])]),
    )
    .orderBy('line')
    .limit(limit)
    .execute()

/** How files with the same headers are read. */
export interface RememberedReading {
  mapping: ColumnMapping
  /** Null while no file had a date that could be read in two ways. */
  dateOrder: DateOrder | null
  /** Null while every header said in which units. */
  units: FileUnits | null
}

export async function rememberedReading(tx: Tx, headersHash: Buffer): Promise<RememberedReading | null> {
  const row = await selectOwn(tx, 'importMappings', { headersHash })
    .select(['mapping', 'dateOrder', 'units'])
    .executeTakeFirst()
  return row ? { mapping: row.mapping, dateOrder: row.dateOrder, units: row.units } : null
}

/** An order of dates is kept until a file shows another, and so are units. */
export async function rememberReading(
  tx: Tx,
  headersHash: Buffer,
  { mapping, dateOrder, units }: RememberedReading,
): Promise<void> {
  const kept = { mapping: JSON.stringify(mapping), ...(dateOrder && { dateOrder }), ...(units && { units }) }
  await insertOwn(tx, 'importMappings', { headersHash, ...kept })
    .onConflict((conflict) => conflict.columns(['businessId', 'headersHash']).doUpdateSet(kept))
    .execute()
}
