// Copies all stored data into one file while the service runs: a snapshot of the database, then the files.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { type Connection, openClient } from '../../store/database.ts'
import {
  beginSnapshot,
  copiedTables,
  hiddenTables,
  rowsOf,
  schemaVersion,
  sequenceValues,
} from '../../store/operations/snapshot.ts'
import { FORMAT, markLine } from './backup-file.ts'

/** Data outside the database: names of files and directories in `dir`. */
export interface StoredFiles {
  dir: string
  names: readonly string[]
}

export interface Source {
  connection: Connection
  kept: StoredFiles
  appVersion: string
  now: Date
}

export interface BackedUp {
  file: string
  bytes: number
  schema: string
  rows: Record<string, number>
  files: number
}

const CHUNK_BYTES = 192 * 1024

/** Writes the backup to `file`, readable only by its owner. The file gets this name only when it is complete. */
export async function backup(source: Source, file: string): Promise<BackedUp> {
  if (existsSync(file)) throw new Error(`${file} exists already`)
  const client = await openClient(source.connection)
  const partial = `${file}.partial`
  try {
    await beginSnapshot(client)
    const schema = await readableSchema(client)
    const counts = { rows: {} as Record<string, number>, files: 0 }
    await pipeline(
      Readable.from(linesOf(client, schema, source, counts)),
      createGzip(),
      createWriteStream(partial, { mode: 0o600 }),
    )
    await flush(partial)
    await rename(partial, file)
    return { file, bytes: (await stat(file)).size, schema, ...counts }
  } finally {
    await client.end()
    await rm(partial, { force: true })
  }
}

async function readableSchema(client: pg.Client): Promise<string> {
  const schema = await schemaVersion(client)
  if (!schema) throw new Error('There is nothing to back up: this database has no data of Roundsman')
  const hidden = await hiddenTables(client)
  if (hidden.length > 0)
    throw new Error(
      `This database user may not see every row of ${hidden.join(', ')}: back up as the user that ran the migrations`,
    )
  return schema
}

async function* linesOf(
  client: pg.Client,
  schema: string,
  { kept, appVersion, now }: Source,
  counts: { rows: Record<string, number>; files: number },
): AsyncGenerator<string> {
  yield markLine({
    mark: 'roundsman-backup',
    format: FORMAT,
    schema,
    app_version: appVersion,
    created_at: now.toISOString(),
  })
  for (const table of await copiedTables(client)) {
    yield markLine({ mark: 'table', name: table.name, columns: table.columns })
    let rows = 0
    for await (const line of rowsOf(client, table)) {
      yield `${line}\n`
      rows++
    }
    counts.rows[table.name] = rows
  }
  for (const sequence of await sequenceValues(client)) yield markLine({ mark: 'sequence', ...sequence })
  for (const name of await storedPaths(kept)) {
    yield* fileLines(kept.dir, name)
    counts.files++
  }
  yield markLine({ mark: 'end', ...counts })
}

async function storedPaths({ dir, names }: StoredFiles): Promise<string[]> {
  const present = names.filter((name) => existsSync(path.join(dir, name)))
  const found = await Promise.all(
    present.map(async (name) => {
      if ((await stat(path.join(dir, name))).isFile()) return [name]
      const entries = await readdir(path.join(dir, name), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    }),
  )
  return found.flat().sort()
}

// Files are copied after the database. Therefore every file that a row of the snapshot refers to exists. Files never
// change.
async function* fileLines(dir: string, name: string): AsyncGenerator<string> {
  yield markLine({ mark: 'file', path: name })
  const chunks: AsyncIterable<Buffer> = createReadStream(path.join(dir, name), { highWaterMark: CHUNK_BYTES })
  for await (const chunk of chunks) yield markLine({ mark: 'data', base64: chunk.toString('base64') })
}

async function flush(file: string) {
  const handle = await open(file)
  await handle.sync()
  await handle.close()
}
