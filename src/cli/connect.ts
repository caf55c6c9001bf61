// Finds the database and the secret that a command or the server works with.
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { borrowEmbedded, type Log, openEmbedded } from '../adapters/embedded-postgres.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'

export interface Connected {
  connection: Connection
  appSecret: string
  /** How the database came to be there, in words. */
  origin: string
  release(): Promise<void>
}

/** Connects as the server (`own`) or as a passing command, and brings the schema up to date. */
export async function connect(config: Config, mode: 'own' | 'borrow', log: Log): Promise<Connected> {
  if (config.databaseUrl) {
    await migrate(config.databaseUrl)
    return {
      connection: config.databaseUrl,
      appSecret: config.appSecret ?? '',
      origin: 'DATABASE_URL',
      release: async () => {},
    }
  }
  const embedded = await (mode === 'own' ? openEmbedded : borrowEmbedded)(config.dataDir, { log })
  try {
    await migrate(embedded.connection)
    return {
      connection: embedded.connection,
      appSecret: config.appSecret ?? (await keptSecret(config.dataDir)),
      origin: `embedded under ${path.resolve(config.dataDir)}`,
      release: () => embedded.stop(),
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** The secret of an embedded installation: made once, kept beside its data, readable by its owner only. */
async function keptSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  await chmod(file, 0o600)
  return (await readFile(file, 'utf8')).trim()
}
