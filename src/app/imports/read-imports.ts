// How far imports are, and the rows that did not become orders.
import type { ImportOut } from '../../contract/office/imports.ts'
import { csvLine } from '../../domain/csv-line.ts'
import { badRows, type ImportRead, readImports } from '../../store/imports.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'

export async function listImports(ctx: Context): Promise<ImportOut[]> {
  return (await ctx.read((tx) => readImports(tx, ctx.businessId, null))).map(toWire)
}

export async function readImport(ctx: Context, importId: string): Promise<ImportOut> {
  return toWire(await found(ctx, importId))
}

/** The file's own rows, so that they can be mended and imported again; the reason stands in a column of its own. */
export async function badRowsCsv(ctx: Context, importId: string): Promise<string> {
  const { headers } = await found(ctx, importId)
  const rows = await ctx.read((tx) => badRows(tx, ctx.businessId, importId))
  const lines = rows.flatMap(({ cells, reason }) =>
    cells.map((row) => csvLine([...headers.map((_, i) => row[i] ?? ''), reason])),
  )
  return `\uFEFF${csvLine([...headers, 'Why it was not imported'])}${lines.join('')}`
}

async function found(ctx: Context, importId: string): Promise<ImportRead> {
  const [read] = await ctx.read((tx) => readImports(tx, ctx.businessId, importId))
  if (!read) throw missing('import with that id')
  return read
}

const toWire = ({ importId, fileName, status, createdAt, finishedAt, counts }: ImportRead): ImportOut => ({
  import_uuid: importId,
  file_name: fileName,
  status,
  created_at: createdAt.toISOString(),
  finished_at: finishedAt?.toISOString() ?? null,
  counts: {
    waiting: counts.WAITING ?? 0,
    created: counts.CREATED ?? 0,
    updated: counts.UPDATED ?? 0,
    unchanged: counts.UNCHANGED ?? 0,
    refused: counts.REFUSED ?? 0,
    bad: counts.BAD ?? 0,
    left_out: counts.LEFT_OUT ?? 0,
  },
})
