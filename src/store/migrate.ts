// Migrations, forward only: every file of migrations/ once, in order, each in its own transaction where it can be.
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, poolConfig } from './database.ts'

/**
 * The first line of a migration that builds an index while writers go on (`create index concurrently`), which no
 * transaction may hold. Its statements run one by one and must come to the same when they are run again.
 */
const APART = '-- Outside a transaction.'

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
    await takeTurn(client)
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
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
}

/** Asks again and again: a process that waited inside a statement would hold up an index built concurrently. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('roundsman:migrate')) as taken`,
    )
    if (rows[0]?.taken) return
    await sleep(100)
  }
}

/** A semicolon at the end of a line, unless what follows is indented: that is the inside of a block. */
const STATEMENT_ENDS = /;\s*(?:\n(?=\S)|$)/

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, FOLDER), 'utf8')
  const apart = text.startsWith(APART)
  if (apart) for (const statement of text.split(STATEMENT_ENDS)) await client.query(statement)
  else {
    await client.query('begin')
    await client.query(text)
  }
  await client.query('insert into schema_migrations (name) values ($1)', [name])
  if (!apart) await client.query('commit')
}
