// The database of a single machine: a separate PostgreSQL under DATA_DIR that is reachable only through a socket.
import { mkdirSync, realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresAccount } from './account.ts'
import { initialise, LOGIN, makeSocketDir, PORT, removeSocketDir, SUPERUSER, socketDirFor } from './cluster.ts'
import { writeFault } from '../files/disk-fault.ts'
import { bundledInstallation, type Installation } from './installation.ts'
import { currentOwner, type Owner, type OwnerLock, tryLockOwnership } from './owner-lock.ts'
import { findRunning, launch, type Settings } from './postmaster.ts'
import { limitLog } from './server-log.ts'
import { type Log, supervise } from './supervise.ts'

const DATABASE = 'roundsman'

export type { Log }
export type Connection = { host: string; port: number; user: string; database: string }
export type Embedded = {
  /** Connection for a pg pool as the owner of the database. `host` is the directory of the socket. */
  connection: Connection
  /** Connection as the user of the server. */
  login: Connection
  /** How the database was found. `shared`: a running server owns it. */
  started: 'initialised' | 'started' | 'adopted' | 'shared'
  stop: () => Promise<void>
}
type Options = { log: Log; settings?: Settings; installation?: Installation }

/**
 * Owns the database under `dataDir` until `stop`. Creates it if necessary, starts it (or takes over the server that a crashed process left running), and restarts it when it dies. Throws if another server owns it.
 */
export async function openEmbedded(dataDir: string, options: Options): Promise<Embedded> {
  const dir = prepareDataDir(dataDir)
  const lock = await waitForOwnership(dir, options.log)
  return openOwned(dir, lock, options)
}

/**
 * Opens the database for an operator's command. Uses the server's database while a server owns it, otherwise a database
 * of its own until `stop`.
 */
export async function borrowEmbedded(dataDir: string, options: Options): Promise<Embedded> {
  const dir = prepareDataDir(dataDir)
  for (let tries = 0; ; tries++) {
    const lock = tryLockOwnership(dir, { pid: process.pid, kind: 'command', socketDir: socketDirFor(dir) })
    if (lock) return openOwned(dir, lock, options)
    const owner = currentOwner(dir)
    if (owner?.kind === 'server' && (await acceptsConnections(connectionAt(owner.socketDir))))
      return { ...connectionsAt(owner.socketDir), started: 'shared', stop: async () => {} }
    if (tries > 600) throw new Error(`The database under ${dataDir} is in use by ${describe(owner)}`)
    await sleep(100)
  }
}

async function waitForOwnership(dir: string, log: Log): Promise<OwnerLock> {
  for (let tries = 0; ; tries++) {
    const lock = tryLockOwnership(dir, { pid: process.pid, kind: 'server', socketDir: socketDirFor(dir) })
    if (lock) return lock
    const owner = currentOwner(dir)
    // Waits briefly for another server. It may be ending, or may have taken the lock without having written its note
    // yet.
    if (tries > (owner?.kind === 'command' ? 600 : 15))
      throw new Error(`The database under ${dir} is in use by ${describe(owner)}. Stop it, or set another DATA_DIR.`)
    if (tries === 1) log.info(`Waiting for ${describe(owner)} to leave the database`)
    await sleep(100)
  }
}

async function openOwned(dir: string, lock: OwnerLock, options: Options): Promise<Embedded> {
  try {
    const { postmaster, started, restart } = await start(dir, options)
    const supervision = supervise(dir, postmaster, restart, options.log)
    try {
      await makeDatabase(connectionAt(postmaster.socketDir))
    } catch (error) {
      await supervision.end()
      throw error
    }
    const end = async () => {
      await supervision.end()
      removeSocketDir(postmaster.socketDir, dir)
      lock.release()
    }
    let ended: Promise<void> | undefined
    return { ...connectionsAt(postmaster.socketDir), started, stop: () => (ended ??= end()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function start(dir: string, { settings = {}, ...options }: Options) {
  const account = postgresAccount(dir)
  const installation = options.installation ?? (await bundledInstallation())
  const orphan = await findRunning(dir)
  const socketDir = orphan?.socketDir ?? socketDirFor(dir)
  const restart = () => launch(dir, { socketDir, settings, installation, account })
  if (orphan) return { postmaster: orphan, started: 'adopted' as const, restart }
  limitLog(dir)
  const made = await initialise(dir, installation, account, settings.fsync !== 'off')
  makeSocketDir(socketDir, dir, account)
  return { postmaster: await restart(), started: made ? ('initialised' as const) : ('started' as const), restart }
}

async function makeDatabase(connection: Connection) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

async function acceptsConnections(connection: Connection): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

// Returns the real path of the directory, because a running server is recognized by it.
function prepareDataDir(dataDir: string): string {
  const fault = writeFault(dataDir)
  if (fault) throw new Error(`The database can't be kept in DATA_DIR: ${fault}`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return realpathSync(dataDir)
}

const connectionAt = (host: string): Connection => ({ host, port: PORT, user: SUPERUSER, database: DATABASE })

const connectionsAt = (host: string) => ({
  connection: connectionAt(host),
  login: { ...connectionAt(host), user: LOGIN },
})

const describe = (owner: Owner | null) =>
  owner ? `the Roundsman ${owner.kind} with process number ${owner.pid}` : 'another Roundsman process'
