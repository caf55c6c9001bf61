// Applies migrations, forward only. Each file of migrations/ is applied once, in order, in a transaction if possible.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isLockTimeout } from './database-errors.ts'
import { type Connection, openClient } from './servers.ts'
import { type Migration, MIGRATIONS, migrationNames, readMigrations } from './migration-files.ts'

export { migrationNames }

/**
 * Milliseconds that a migration waits for one lock. A migration may need several locks, and no other statement may wait
 * for more than 2 s.
 */
const LOCK_WAIT_MS = 250
const BETWEEN_WAITS_MS = 500

/**
 * Applies migrations up to this version, or up to and including the migration `upTo`. Several processes may call it at
 * the same time. Returns the names of the applied migrations. If `stop` is aborted, ends between two migrations and
 * throws the signal's reason. Throws unless the migrations applied to the database are, unchanged, the first ones of
 * this version.
 */
export async function migrate(
  connection: Connection,
  { upTo, folder = MIGRATIONS, stop }: { upTo?: string; folder?: URL; stop?: AbortSignal | undefined } = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await openClient(connection)
  try {
    await awaitMigrationLock(client)
    const applied = await countApplied(client, migrations)
    const pending = migrations.slice(applied).filter(({ name }) => !upTo || name <= upTo)
    for (const migration of pending) {
      stop?.throwIfAborted()
      await apply(client, migration)
    }
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Polls for the lock. A process that waited inside a statement would delay an index that is built concurrently. */
async function awaitMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('roundsman:migrate')) as taken`,
    )
    if (rows[0]?.taken) return
    await sleep(100)
  }
}

interface Applied {
  name: string
  checksum: string
}

/** Returns the number of applied migrations. Throws if they are not the first ones of `migrations`. */
async function countApplied(client: pg.Client, migrations: readonly Migration[]): Promise<number> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, applied_at timestamptz not null default now(), checksum text)`,
  )
  const { rows } = await client.query<Applied>('select name, checksum from schema_migrations order by name')
  const refusal = refusalOf(rows, migrations)
  if (refusal) throw new Error(refusal)
  return rows.length
}

/** Returns why a database with these migrations can't be upgraded. Null if it can. */
function refusalOf(applied: readonly Applied[], migrations: readonly Migration[]): string | null {
  const [baseline] = migrations
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const unknown = applied.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  const changed = applied.find(({ name, checksum }) => known.has(name) && known.get(name)?.checksum !== checksum)
  if (unknown.length > 0 && (changed?.name === baseline?.name || applied[0]?.name !== baseline?.name))
    return 'The database was made by a development version from before the first release of Roundsman, and no release can upgrade it or restore its backups: use a new database.'
  if (unknown.length > 0) return `The database is newer than this version of Roundsman (it has ${unknown.join(', ')}).`
  if (changed)
    return `migrations/${changed.name} was changed after it was applied to this database. Put the file back as it was: a change of the schema needs a migration of its own.`
  const missing = migrations.find(({ name }, i) => i < applied.length && applied[i]?.name !== name)
  if (missing)
    return `The database has later migrations than ${missing.name}, which was not applied to it: restore a backup of it into a new database.`
  return null
}

async function apply(client: pg.Client, { name, text, checksum, outsideTransaction }: Migration): Promise<void> {
  if (outsideTransaction) {
    await dropUnfinishedIndexes(client, text)
    // The extended protocol runs only a single statement.
    await client.query({ text, queryMode: 'extended' } as pg.QueryConfig)
  } else {
    await inTransaction(client, text)
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  if (!outsideTransaction) await client.query('commit')
}

/**
 * Begins a transaction and runs the migration in it. The caller commits. Other statements queue behind a statement that
 * waits for a lock, so the migration waits only for a short time and retries.
 */
async function inTransaction(client: pg.Client, text: string): Promise<void> {
  for (;;) {
    await client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`)
    try {
      await client.query(text)
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error)) throw error
      await sleep(BETWEEN_WAITS_MS)
    }
  }
}

/**
 * An index that was left incomplete by a crash exists, but is not used. After it is dropped, the migration builds it
 * again.
 */
async function dropUnfinishedIndexes(client: pg.Client, text: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relnamespace = 'public'::regnamespace and $1 ~ ('\\m' || c.relname || '\\M')`,
    [text],
  )
  for (const { name } of rows) await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`)
}
