// A PostgreSQL of the proof's own that can be killed; it is started again by who looks after it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEmbedded } from '../../src/adapters/embedded/embedded-postgres.ts'

export interface OwnDatabase {
  url: string
  /** Of its files. */
  dir: string
  /** kill -9 of its first process. */
  kill(): Promise<void>
  end(): Promise<void>
}

/** Nothing but a crash of the machine tells the difference. */
const HASTY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

interface Options {
  /** When nothing is to be killed: commits do not wait for the disk. */
  hasty?: boolean
  /** PostgreSQL's own. */
  settings?: Record<string, string>
  /** The directory where it stays and is found again; else it is gone at the end. */
  keptIn?: string | undefined
}

export async function ownDatabase({ hasty = false, settings = {}, keptIn }: Options = {}): Promise<OwnDatabase> {
  const dir = keptIn ?? mkdtempSync(path.join(os.tmpdir(), 'roundsman-proof-'))
  const log = { info: () => {}, error: () => {} }
  const { connection, stop } = await openEmbedded(dir, {
    log,
    settings: { max_connections: '120', ...(hasty && HASTY), ...settings },
  })
  return {
    dir,
    url: `postgres://${connection.user}@localhost/${connection.database}?host=${connection.host}`,
    kill: async () => {
      const [pid] = readFileSync(path.join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    end: async () => {
      await stop()
      if (!keptIn) rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Runs `work` on a database of its own, which is gone afterwards. */
export async function onDatabase<T>(options: Options, work: (database: OwnDatabase) => Promise<T>): Promise<T> {
  const database = await ownDatabase(options)
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

export const onTwoDatabases = <T>(
  options: Options,
  work: (databases: readonly [OwnDatabase, OwnDatabase]) => Promise<T>,
): Promise<T> => onDatabase(options, (from) => onDatabase(options, (to) => work([from, to])))
