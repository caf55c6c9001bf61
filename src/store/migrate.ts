// Migrations, forward only: every file of migrations/ once, in order, each in its own transaction.
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { type Connection, poolConfig } from './database.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** The migrations of this version by name, oldest first. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()

/**
 * Brings the database up to this version, or up to and including the migration named; safe to run from several
 * processes at once. Returns what it applied. Throws when the database is newer than this version.
 */
export async function migrate(connection: Connection, upTo?: string): Promise<string[]> {
  const client = new pg.Client(poolConfig(connection))
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('roundsman:migrate'))`)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map((row) => row.name))
    const names = await migrationNames()
    const unknown = [...done].filter((name) => !names.includes(name))
    if (unknown.length > 0)
      throw new Error(`The database is newer than this version of Roundsman (it has ${unknown.join(', ')}).`)
    const pending = names.filter((name) => !done.has(name) && (!upTo || name <= upTo))
    for (const name of pending) {
      await client.query('begin')
      await client.query(await readFile(new URL(name, FOLDER), 'utf8'))
      await client.query('insert into schema_migrations (name) values ($1)', [name])
      await client.query('commit')
    }
    return pending
  } finally {
    await client.end()
  }
}
