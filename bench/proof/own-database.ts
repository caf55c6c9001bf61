// A PostgreSQL for a single proof, which may be killed. Its supervisor restarts it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEmbedded } from '../../src/adapters/embedded/embedded-postgres.ts'

export interface OwnDatabase {
  url: string
  /** Directory of the database files. */
  dir: string
  /** Kills the main process of PostgreSQL with SIGKILL. */
  kill(): Promise<void>
  /** Stops PostgreSQL, which keeps its files, and starts it again. */
  stop(): Promise<void>
  start(): Promise<void>
  end(): Promise<void>
}

/** Settings for speed. PostgreSQL can lose commits with them in a crash, so only proofs that kill nothing use them. */
const NO_SYNC_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

interface Options {
  /** Makes commits faster, because they don't wait for the disk. Allowed only if the proof kills nothing. */
  hasty?: boolean
  /** Settings of PostgreSQL. */
  settings?: Record<string, string>
  /** Directory in which it stays for the next run. Absent: it is removed at the end. */
  keptIn?: string | undefined
}

export async function startOwnDatabase({ hasty = false, settings = {}, keptIn }: Options = {}): Promise<OwnDatabase> {
  const dir = keptIn ?? mkdtempSync(path.join(os.tmpdir(), 'roundsman-proof-'))
  const log = { info: () => {}, error: () => {} }
  const open = () =>
    openEmbedded(dir, {
      log,
      settings: { max_connections: '120', ...(hasty && NO_SYNC_SETTINGS), ...settings },
    })
  let embedded = await open()
  const { connection } = embedded
  return {
    dir,
    url: `postgres://${connection.user}@localhost/${connection.database}?host=${connection.host}`,
    kill: async () => {
      const [pid] = readFileSync(path.join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    stop: () => embedded.stop(),
    start: async () => {
      embedded = await open()
    },
    end: async () => {
      await embedded.stop()
      if (!keptIn) rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Runs `work` on a new database, and removes it afterwards. */
export async function withDatabase<T>(options: Options, work: (database: OwnDatabase) => Promise<T>): Promise<T> {
  const database = await startOwnDatabase(options)
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

export const withTwoDatabases = <T>(
  options: Options,
  work: (databases: readonly [OwnDatabase, OwnDatabase]) => Promise<T>,
): Promise<T> => withDatabase(options, (from) => withDatabase(options, (to) => work([from, to])))
