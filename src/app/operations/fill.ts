// Reads a backup up to its end mark. Inserts the rows into their tables, writes the files to a staging directory, and
// compares the counts.
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { clear, copiedTables, insertRows, setSequence, type TableShape } from '../../store/operations/snapshot.ts'
import { DamagedBackup, type Line, type Mark } from './backup-file.ts'

const BATCH_ROWS = 500
const BATCH_CHARACTERS = 4_000_000

export interface FillCounts {
  rows: Record<string, number>
  files: number
  skipped: string[]
}

/**
 * Fills the tables and stages files. Files outside the directories `names` are skipped. Throws `DamagedBackup` unless
 * the numbers of rows and files equal the counts of the end mark.
 */
export async function fill(
  client: pg.Client,
  lines: AsyncGenerator<Line>,
  { staging, names, source }: { staging: string; names: readonly string[]; source: string },
): Promise<FillCounts> {
  const tables = await copiedTables(client)
  for (const table of tables) await clear(client, table)
  const filled: FillCounts = { rows: {}, files: 0, skipped: [] }
  let table: TableShape | undefined
  let file: FileHandle | null = null
  try {
    for await (const part of inBatches(lines)) {
      switch (part.mark) {
        case 'table':
          table = tables.find(({ name, columns }) => name === part.name && isDeepStrictEqual(columns, part.columns))
          filled.rows[part.name] = 0
          break
        case 'rows':
          if (!table) throw new DamagedBackup(`${source} has rows of a table that does not exist`)
          await insertRows(client, table, part.rows)
          filled.rows[table.name] = (filled.rows[table.name] ?? 0) + part.rows.length
          break
        case 'sequence':
          await setSequence(client, part)
          break
        case 'file':
          await file?.close()
          file = await stage(staging, names, part.path)
          if (!file) filled.skipped.push(part.path)
          filled.files++
          break
        case 'data':
          await file?.write(Buffer.from(part.base64, 'base64'))
          break
        case 'end':
          if (!isDeepStrictEqual([part.rows, part.files], [filled.rows, filled.files]))
            throw new DamagedBackup(`${source} does not contain the rows and files that its end counts`)
          // Read on to the end of the file, because this verifies the checksum of the whole file.
          if ((await lines.next()).done) return filled
          break
        case 'roundsman-backup':
          break
      }
    }
  } finally {
    await file?.close()
  }
  throw new DamagedBackup(`${source} is truncated, or continues after its end`)
}

async function* inBatches(lines: AsyncGenerator<Line>): AsyncGenerator<{ mark: 'rows'; rows: string[] } | Mark> {
  let rows: string[] = []
  let characters = 0
  for await (const line of lines) {
    const isRow = typeof line === 'string'
    if (isRow) {
      rows.push(line)
      characters += line.length
    }
    if (rows.length > 0 && (!isRow || rows.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS)) {
      yield { mark: 'rows', rows }
      rows = []
      characters = 0
    }
    if (!isRow) yield line
  }
}

async function stage(staging: string, names: readonly string[], name: string): Promise<FileHandle | null> {
  const target = path.join(staging, name)
  const inside = path.relative(staging, target)
  if (inside !== name || !names.includes(name.split(path.sep)[0] ?? '')) return null
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  return open(target, 'wx', 0o600)
}
