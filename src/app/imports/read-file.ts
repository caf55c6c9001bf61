// Before an import begins: the file is taken, its columns are guessed or remembered, and what would come of it is shown.
import { createHash } from 'node:crypto'
import { ok } from '../../contract/endpoint.ts'
import { MAX_IMPORT_ROWS, type PreviewOut, type Reading, type UploadOut } from '../../contract/office/imports.ts'
import { guessMapping } from '../../domain/import-columns.ts'
import { importContent, insertImport, keptMapping } from '../../store/imports.ts'
import type { Context } from '../context.ts'
import { AppError, invalid, missing } from '../errors.ts'
import type { Sheet } from '../ports.ts'
import { ordersInSheet } from './orders-in-sheet.ts'

const FAULTS_SHOWN = 200
const SAMPLE = 5

export async function uploadFile(ctx: Context, fileName: string, content: Buffer): Promise<UploadOut> {
  const sheet = await readOrRefuse(ctx, content)
  const importId = ctx.newId()
  const userId = ctx.actor.id ?? ''
  const { headers, rows, delimiter, encoding } = sheet
  const kept = await ctx.read((tx) => keptMapping(tx, ctx.businessId, headersHash(headers)))
  await ctx.commit(async (tx) => {
    const file = { importId, fileName, content, headers, lineCount: rows.length, userId }
    await insertImport(tx, ctx.businessId, file, ctx.now)
    return ok(null)
  })
  return {
    import_uuid: importId,
    file_name: fileName,
    headers,
    row_count: rows.length,
    delimiter,
    encoding,
    mapping: kept ?? guessMapping(headers),
    remembered: kept !== null,
    sample: rows.slice(0, SAMPLE).map(({ cells }) => cells),
  }
}

export async function previewImport(ctx: Context, importId: string, reading: Reading): Promise<PreviewOut> {
  const orders = await ordersInSheet(await uploadedSheet(ctx, importId, reading), reading)
  const faults = orders.flatMap((order) => order.faults)
  const good = orders.filter((order) => !order.leftOut && order.faults.length === 0)
  const leftOut = orders.filter((order) => order.leftOut).length
  return {
    good: good.length,
    bad: orders.length - good.length - leftOut,
    left_out: leftOut,
    faults: faults.slice(0, FAULTS_SHOWN),
    sample: good.slice(0, SAMPLE).map(({ body }) => body),
  }
}

/** The file of an import not yet begun, once every column named is one it has. */
export async function uploadedSheet(ctx: Context, importId: string, { mapping }: Reading): Promise<Sheet> {
  const content = await ctx.read((tx) => importContent(tx, ctx.businessId, importId))
  if (!content) throw missing('file waiting to be imported')
  const sheet = await readOrRefuse(ctx, content)
  for (const [field, column] of Object.entries(mapping))
    if (column >= sheet.headers.length) throw invalid(`mapping.${field}`, 'names a column that the file does not have')
  return sheet
}

export const headersHash = (headers: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(headers)).digest()

async function readOrRefuse({ sheets }: Context, content: Buffer): Promise<Sheet> {
  const sheet = await sheets.read(content, MAX_IMPORT_ROWS)
  if ('fault' in sheet) throw new AppError('unprocessable', 'NOT_A_TABLE', sheet.fault)
  return sheet
}
