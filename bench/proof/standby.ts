// A streaming standby of a proof's database: a copy of its files, made while it runs, that follows it.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type OwnDatabase, startOwnDatabase } from './own-database.ts'

/** Files that the copy must not take from the original. */
const EXCLUDED_FILES = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot', 'pg_stat_tmp'])

/** Copies a directory. Starts again if a file disappears during that, because the log has its changes. */
function copyLive(from: string, to: string): void {
  for (;;)
    try {
      return cpSync(from, to, { recursive: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}

export async function startStandby(primary: OwnDatabase): Promise<OwnDatabase> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-standby-'))
  const [from, to] = [primary.dir, dir].map((one) => path.join(one, 'postgres')) as [string, string]
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    // The write-ahead log repairs files that change during the copy. The backup label contains the start of the repair in the log.
    await client.query(`select pg_backup_start('standby', fast => true)`)
    mkdirSync(to, { mode: 0o700 })
    for (const name of readdirSync(from))
      if (!EXCLUDED_FILES.has(name)) copyLive(path.join(from, name), path.join(to, name))
    for (const name of ['pg_wal', 'pg_replslot', 'pg_stat_tmp']) mkdirSync(path.join(to, name), { mode: 0o700 })
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(path.join(to, 'standby.signal'), '')
  } finally {
    await client.end()
  }
  const { searchParams, username } = new URL(primary.url)
  const standby = await startOwnDatabase({
    keptIn: dir,
    settings: {
      primary_conninfo: `host=${searchParams.get('host')} port=5432 user=${username}`,
      // A standby needs at least the primary's value.
      max_connections: '120',
    },
  })
  return {
    ...standby,
    end: async () => {
      await standby.end()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
