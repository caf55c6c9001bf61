// Finds the database and the secret for a command or the server.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { borrowEmbedded, type Log, openEmbedded } from '../adapters/embedded/embedded-postgres.ts'
import type { StoredFiles } from '../app/operations/backup.ts'
import type { Config } from '../config.ts'
import { type Connection, isUnreachable } from '../store/database.ts'
import { isSuperuser, prepareLogin } from '../store/login.ts'
import { migrate } from '../store/migrate.ts'
import { configsOf, hostOf } from '../store/servers.ts'

const SECRET_FILE = 'secret'

const SUPERUSER_SERVES =
  'The database user of the server is a superuser. Set DATABASE_OWNER_URL to its address, and DATABASE_URL to an address with a user that does not exist yet.'

export interface Connected {
  connection: Connection
  appSecret: string
  /** Whether a running server also uses the embedded database. */
  shared: boolean
  /** Files that are stored outside the database. */
  kept: StoredFiles
  /** Migrations that were just applied. */
  migrated: string[]
  /** Description of the source of the database. */
  origin: string
  release(): Promise<void>
}

/**
 * Connects as the server (`own`) or as a short-lived command (`borrow`). Applies migrations unless `asIs` is set.
 * Rejects soon after `stop` is aborted.
 */
export async function connect(
  config: Config,
  mode: 'own' | 'borrow',
  log: Log,
  { asIs = false, stop }: { asIs?: boolean; stop?: AbortSignal } = {},
): Promise<Connected> {
  if (config.databaseUrl) {
    // Commands and migrations rely on their session and make changes that only the owner may make.
    const owner = config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl
    const migrated = asIs ? [] : await migrate(owner, { stop }).catch((error: unknown) => explain(error, config, owner))
    if (mode === 'own' && config.databaseOwnerUrl) await prepareLogin(owner, config.databaseUrl)
    else if (mode === 'own' && (await isSuperuser(owner))) log.info(SUPERUSER_SERVES)
    return {
      connection: mode === 'own' ? config.databaseUrl : owner,
      appSecret: config.appSecret ?? '',
      shared: false,
      kept: { dir: config.dataDir, names: ['files'] },
      migrated,
      origin: 'DATABASE_URL',
      release: async () => {},
    }
  }
  stop?.throwIfAborted()
  const embedded = await (mode === 'own' ? openEmbedded : borrowEmbedded)(config.dataDir, { log })
  try {
    const migrated = asIs ? [] : await migrate(embedded.connection, { stop })
    if (mode === 'own') await prepareLogin(embedded.connection, embedded.login)
    return {
      connection: mode === 'own' ? embedded.login : embedded.connection,
      appSecret: config.appSecret ?? (await storedSecret(config.dataDir)),
      shared: embedded.started === 'shared',
      kept: { dir: config.dataDir, names: [SECRET_FILE, 'files'] },
      migrated,
      origin: `embedded under ${path.resolve(config.dataDir)}`,
      release: () => embedded.stop(),
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Explains which setting is wrong if the database can't be reached. */
function explain(error: unknown, { databaseDirectUrl, databaseOwnerUrl }: Config, url: string): never {
  const code = String((error as { code?: unknown }).code)
  const [setting] = [
    databaseOwnerUrl && 'DATABASE_OWNER_URL',
    databaseDirectUrl && 'DATABASE_DIRECT_URL',
    'DATABASE_URL',
  ].filter(Boolean)
  if (code === 'ERR_INVALID_URL')
    throw new Error(`${setting} is not a valid URL. Percent-encode the special characters of the password.`, {
      cause: error,
    })
  const configs = configsOf(url)
  const { host, port, database, user } = new pg.Client(configs[0])
  if (configs.length > 1 && isUnreachable(error))
    throw new Error(`${setting}: none of ${configs.map(hostOf).join(', ')} responds and accepts writes.`, {
      cause: error,
    })
  const faults: Record<string, string> = {
    ENOTFOUND: `there is no host ${host}`,
    EAI_AGAIN: `the host ${host} can't be looked up right now`,
    ECONNREFUSED: `no PostgreSQL responds at ${host}, port ${port}`,
    ETIMEDOUT: `no PostgreSQL responds at ${host}, port ${port}`,
    '28P01': `the password of ${user} is wrong, or there is no such user`,
    '28000': `${user} may not connect`,
    '3D000': `there is no database ${database}`,
  }
  throw faults[code] ? new Error(`${setting}: ${faults[code]}.`, { cause: error }) : error
}

/**
 * Returns the secret of an embedded installation. It is created once, stored next to the data, and readable only by its
 * owner.
 */
async function storedSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, SECRET_FILE)
  const made = `${file}.${process.pid}`
  if (!existsSync(file)) {
    // The complete file is linked into place. A crash leaves no partial file, and if two processes create it at the
    // same time, one wins.
    await writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    await link(made, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(made)
  }
  return (await readFile(file, 'utf8')).trim()
}
