// Restores a backup into a database that has no business yet. Restores everything or changes nothing.
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { type Connection, openClient } from '../../store/database.ts'
import { migrate, migrationNames } from '../../store/migrate.ts'
import { beginFilling, commitFilling, hasBusiness, schemaVersion } from '../../store/operations/snapshot.ts'
import type { StoredFiles } from './backup.ts'
import { checkBackup, DamagedBackup, FORMAT, type Header, type Line, readBackup } from './backup-file.ts'
import { fill } from './fill.ts'

export interface Restored {
  schema: string
  created_at: string
  rows: Record<string, number>
  files: number
  /** Files in the backup that were not restored, because this installation doesn't keep them in its data directory. */
  skipped_files: string[]
  migrations_applied: string[]
}

/** Restores `file` into the database of `connection`, and its files into the directory of `kept`. */
export async function restore(target: { connection: Connection; kept: StoredFiles }, file: string): Promise<Restored> {
  const lines = readBackup(file)
  const header = await readHeader(lines, file)
  // Read the whole file before changing anything, because its checksum is at the end.
  await checkBackup(file)
  const client = await openClient(target.connection)
  const staging = path.join(target.kept.dir, `restore-${process.pid}`)
  try {
    await prepareSchema(client, target.connection, header)
    await beginFilling(client)
    if (await hasBusiness(client)) throw notEmptyError()
    const { skipped, ...counts } = await fill(client, lines, { staging, names: target.kept.names, source: file })
    for (const name of target.kept.names)
      if (existsSync(path.join(staging, name))) await rename(path.join(staging, name), path.join(target.kept.dir, name))
    await commitFilling(client)
    const { schema, created_at } = header
    return {
      schema,
      created_at,
      ...counts,
      skipped_files: skipped,
      migrations_applied: await migrate(target.connection),
    }
  } finally {
    await lines.return(undefined)
    await client.end()
    await rm(staging, { recursive: true, force: true })
  }
}

async function readHeader(lines: AsyncGenerator<Line>, file: string): Promise<Header> {
  const { value: first } = await lines.next()
  if (!first || typeof first === 'string' || first.mark !== 'roundsman-backup')
    throw new DamagedBackup(`${file} is not a Roundsman backup`)
  if (first.format !== FORMAT || !(await migrationNames()).includes(first.schema))
    throw new Error(
      `${file} was made by another version of Roundsman (${first.app_version}, at ${first.schema}): restore it with that version`,
    )
  return first
}

async function prepareSchema(client: pg.Client, connection: Connection, header: Header) {
  const present = await schemaVersion(client)
  if (present && (await hasBusiness(client))) throw notEmptyError()
  if (present && present > header.schema)
    throw new Error(
      `This database is already at ${present}, but the backup is at ${header.schema}: restore into a new database`,
    )
  await migrate(connection, { upTo: header.schema })
}

const notEmptyError = () => new Error('This database already has a business: restore into a new database')
