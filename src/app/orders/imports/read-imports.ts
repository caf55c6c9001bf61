// Progress of imports, and the rows that did not become orders.
import { fromString } from '../../../texts/as-string.ts'
import { dayToWire } from '../../../contract/fields.ts'
import type { AddedOut, ImportOut, ImportProblem } from '../../../contract/office/imports.ts'
import { csvLine, csvText } from '../../../domain/imports/csv-line.ts'
import {
  badRows,
  type ImportRead,
  openOrdersOfImport,
  readImports,
  rowProblems,
} from '../../../store/orders/imports.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'

const PROBLEMS_SHOWN = 200
const ROWS_IN_A_PORTION = 500

export async function listImports(ctx: Context): Promise<ImportOut[]> {
  return (await ctx.read((tx) => readImports(tx, null))).map(toWire)
}

export async function readImport(ctx: Context, importId: string): Promise<ImportOut> {
  return toWire(await requireImport(ctx, importId))
}

/** Addresses without a location that are named after an import. */
const ADDRESSES_NAMED = 2

/** Returns the days of an import's open orders, and how many of them have no location. */
export async function readAdded(ctx: Context, importId: string): Promise<AddedOut> {
  await requireImport(ctx, importId)
  const { days, ...others } = await ctx.read((tx) => openOrdersOfImport(tx, importId, ADDRESSES_NAMED))
  return { ...others, days: days.map(({ day, orders }) => ({ date: dayToWire(day), orders })) }
}

/** Returns the first rows that are invalid, refused or being retried, with the reason. */
export async function readProblems(ctx: Context, importId: string): Promise<ImportProblem[]> {
  await requireImport(ctx, importId)
  const rows = await ctx.read((tx) => rowProblems(tx, importId, PROBLEMS_SHOWN))
  return rows.map(({ line, reason, dueAt }) => ({
    line,
    reason: reason === null ? '' : ctx.say(fromString(reason)),
    retry_at: dueAt?.toISOString() ?? null,
  }))
}

/** Returns the original rows, with the reason in an extra column, so that users can correct and import them again. */
export async function badRowsCsv(ctx: Context, importId: string): Promise<AsyncGenerator<string>> {
  const { headers } = await requireImport(ctx, importId)
  return badRowLines(ctx, importId, headers)
}

async function* badRowLines(ctx: Context, importId: string, headers: readonly string[]): AsyncGenerator<string> {
  yield `\uFEFF${csvLine([...headers, ctx.say('Why it was not imported')])}`
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    const rows = await ctx.read((tx) => badRows(tx, importId, from, ROWS_IN_A_PORTION))
    for (const { cells, reason } of rows)
      yield cells
        .map((row) => csvLine([...headers.map((_, i) => csvText(row[i] ?? '')), reason && ctx.say(fromString(reason))]))
        .join('')
    after = rows.length === ROWS_IN_A_PORTION ? (rows.at(-1)?.line ?? null) : null
  }
}

async function requireImport(ctx: Context, importId: string): Promise<ImportRead> {
  const [read] = await ctx.read((tx) => readImports(tx, importId))
  if (!read) throw missing('import with that id')
  return read
}

const toWire = ({ importId, fileName, status, createdAt, finishedAt, counts, failing }: ImportRead): ImportOut => ({
  import_uuid: importId,
  file_name: fileName,
  status,
  created_at: createdAt.toISOString(),
  finished_at: finishedAt?.toISOString() ?? null,
  counts: {
    waiting: counts.WAITING ?? 0,
    failing,
    created: counts.CREATED ?? 0,
    updated: counts.UPDATED ?? 0,
    unchanged: counts.UNCHANGED ?? 0,
    refused: counts.REFUSED ?? 0,
    bad: counts.BAD ?? 0,
    left_out: counts.LEFT_OUT ?? 0,
  },
})
