// Imports, their rows as orders, and the stored interpretation of a business's files.
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
  sheet: number
  headers: string[]
  lineCount: number
  userId: string
}

export async function insertImport(tx: Tx, file: ImportFile, now: Date): Promise<void> {
  await insertOwn(tx, 'imports', {
    importId: file.importId,
    fileName: file.fileName,
    content: file.content,
    sheet: file.sheet,
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
  /** Rows that failed and will be retried. */
  failing: number
}

/** Number of the import's rows per status. */
const COUNTS = sql<Partial<Record<ImportRowStatus, number>> | null>`(
  select jsonb_object_agg(k.status, k.count) from (
    select r.status, count(*) as count from import_rows r
    where r.business_uuid = imports.business_uuid and r.import_uuid = imports.import_uuid group by r.status) k)`

const FAILING = sql<number>`(
  select count(*) from import_rows r
  where r.business_uuid = imports.business_uuid and r.import_uuid = imports.import_uuid
    and r.status = 'WAITING' and r.attempts > 0 and imports.status = 'RUNNING')`

/** Returns the 50 newest started imports, or only the named one. Each has its number of rows per status. */
export async function readImports(tx: Tx, importId: string | null): Promise<ImportRead[]> {
  let query = selectOwn(tx, 'imports')
    .select(['importId', 'fileName', 'status', 'headers', 'createdAt', 'finishedAt'])
    .select(sql<Partial<Record<ImportRowStatus, number>> | null>`coalesce(imports.counts, ${COUNTS})`.as('counts'))
    .select(FAILING.as('failing'))
    // IDs increase with time.
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

/** Returns the file of an import that has not started, with its sheet and headers. Null if there is none. */
export async function uploadedFile(
  tx: Tx,
  importId: string,
): Promise<Pick<ImportFile, 'content' | 'sheet' | 'headers'> | null> {
  const row = await selectOwn(tx, 'imports', { importId, status: 'UPLOADED' })
    .select(['content', 'sheet', 'headers'])
    .executeTakeFirst()
  return row?.content ? { content: row.content, sheet: row.sheet, headers: row.headers } : null
}

/**
 * Starts an import and deletes its file, which is no longer needed. Each portion is a JSON list of rows with line,
 * cells, body, status and reason. Returns false if the import has already started.
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
  /** Depots that the user who started it is restricted to. Null: all. */
  depots: string[] | null
  ignoresZones: boolean
}

/** Returns running imports that are not postponed, oldest first. For the system role, across businesses. */
export async function runningImports(tx: SystemTx, now: Date): Promise<RunningImport[]> {
  const rows = await tx
    .selectFrom('imports as i')
    .innerJoin('businesses as b', 'b.businessId', 'i.businessId')
    .select(['i.businessId', 'b.timeZone', 'i.importId', 'i.userId', 'i.depots', 'i.ignoresZones'])
    // A literal, because a plan for any status doesn't use the index of running imports.
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
  /** Number of failures. */
  attempts: number
}

/** Returns waiting rows that are due, by line. */
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

/** Counts a failure of a waiting row, which is retried at `dueAt`. */
export async function postponeRow(
  tx: Tx,
  importId: string,
  { line, attempts }: WaitingRow,
  { dueAt, reason }: { dueAt: Date; reason: string },
): Promise<void> {
  await updateOwn(tx, 'importRows', { importId, line, status: 'WAITING', attempts })
    .set({ attempts: attempts + 1, dueAt, reason })
    .execute()
}

/** Locks a waiting row for this transaction. Returns false if another process has locked or finished it. */
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

/** Ends a running import that has no waiting rows. Returns whether it has ended now. */
export async function finishImport(tx: Tx, importId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(tx, 'imports', { importId, status: 'RUNNING' })
    .set({ status: 'DONE', finishedAt: now, counts: COUNTS })
    .where((eb) => eb.not(eb.exists(rowsOf(tx, importId).where('status', '=', 'WAITING').select('line'))))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The order of the import row `r`. The limit keeps PostgreSQL from reading all orders when it overestimates the rows. */
const ORDER_OF_ROW = sql`(
  select * from orders
  where orders.business_uuid = r.business_uuid and orders.external_ref = r.body->>'external_ref' limit 1)`

/** Returns the IDs of the orders that the import created. */
export async function addedByImport(tx: Tx, importId: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select o.order_uuid as order_id from import_rows r cross join lateral ${ORDER_OF_ROW} o
    where r.business_uuid = ${tx.businessId}::uuid and r.import_uuid = ${importId}::uuid and r.status = 'CREATED'`.execute(
    tx,
  )
  return rows.map(({ orderId }) => orderId)
}

/** Returns the open orders of the import: by day, and the addresses of the first ones without a location. */
export async function openOrdersOfImport(tx: Tx, importId: string, addresses: number): Promise<OpenOrders> {
  const { rows } = await sql<{ day: string; orders: number; unplaced: number; addresses: string[] | null }>`
    select o.delivery_date as day, count(*)::integer as orders, (count(*) filter (where o.lat is null))::integer as unplaced,
      (array_agg(o.line1 order by r.line) filter (where o.lat is null))[1:${sql.lit(addresses)}] as addresses
    from import_rows r cross join lateral ${ORDER_OF_ROW} o
    where r.business_uuid = ${tx.businessId}::uuid and r.import_uuid = ${importId}::uuid
      and r.status in ('CREATED', 'UPDATED', 'UNCHANGED') and o.status = 'OPEN'
    group by o.delivery_date order by o.delivery_date`.execute(tx)
  return {
    unplaced: rows.reduce((sum, { unplaced }) => sum + unplaced, 0),
    addresses: rows.flatMap(({ addresses: some }) => some ?? []).slice(0, addresses),
    days: rows.map(({ day, orders }) => ({ day, orders })),
  }
}

export interface OpenOrders {
  unplaced: number
  addresses: string[]
  days: { day: string; orders: number }[]
}

/** Returns the rows after `afterLine` that did not become orders, each with its reason. */
export const badRows = (tx: Tx, importId: string, afterLine: number, limit: number) =>
  rowsOf(tx, importId)
    .select(['line', 'cells', 'reason'])
    .where('status', 'in', ['BAD', 'REFUSED'])
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute()

/** Returns the first rows that are not orders yet, because the row is bad or the server failed. */
export const rowProblems = (tx: Tx, importId: string, limit: number) =>
  rowsOf(tx, importId)
    .select(['line', 'reason', 'dueAt'])
    .where((eb) =>
      eb.or([eb('status', 'in', ['BAD', 'REFUSED']), eb.and([eb('status', '=', 'WAITING'), eb('attempts', '>', 0)])]),
    )
    .orderBy('line')
    .limit(limit)
    .execute()

/** How to read files with the same headers. */
export interface RememberedReading {
  mapping: ColumnMapping
  /** Null if no file has had an ambiguous date yet. */
  dateOrder: DateOrder | null
  /** Null if every header has named its unit so far. */
  units: FileUnits | null
}

export async function rememberedReading(tx: Tx, headersHash: Buffer): Promise<RememberedReading | null> {
  const row = await selectOwn(tx, 'importMappings', { headersHash })
    .select(['mapping', 'dateOrder', 'units'])
    .executeTakeFirst()
  return row ? { mapping: row.mapping, dateOrder: row.dateOrder, units: row.units } : null
}

/** Stores how to read such files. A stored date order or unit stays until a file shows a different one. */
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
