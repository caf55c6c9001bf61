// Creates the database's directories under DATA_DIR.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Account, chownTo } from './account.ts'
import type { Installation } from './installation.ts'
import { withoutStatements } from './server-log.ts'

export const SUPERUSER = 'roundsman'
/** Database role with which the server connects. The role owns no objects. */
export const LOGIN = 'roundsman_login'
export const PORT = 5432
// Shorter than the limit of a socket's path: 108 bytes on Linux and 104 on macOS, including the final zero.
const SOCKET_PATH_BYTES = 103

export const clusterDir = (dataDir: string) => path.join(dataDir, 'postgres')

/**
 * Returns the directory of the database's socket: in `dataDir` or, if that path is too long, a short directory
 * elsewhere.
 */
export function socketDirFor(dataDir: string): string {
  const short = `roundsman-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const candidates = [path.join(dataDir, 'socket'), path.join(os.tmpdir(), short), path.join('/tmp', short)]
  const fitting = candidates.find((dir) => Buffer.byteLength(path.join(dir, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES)
  if (!fitting) throw new Error(`No directory short enough for a socket among ${candidates.join(', ')}`)
  return fitting
}

/** Creates the directory of the socket, accessible only to its owner. */
export function makeSocketDir(socketDir: string, dataDir: string, account: Account) {
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  const made = lstatSync(socketDir)
  const ours = isInside(socketDir, dataDir) || [process.getuid?.(), account.uid].includes(made.uid)
  // In a shared temporary directory, another user may own a directory of this name.
  if (!made.isDirectory() || !ours) throw new Error(`${socketDir} belongs to someone else; remove it`)
  chmodSync(socketDir, 0o700)
  chownTo(socketDir, account)
}

/** Removes a socket directory that is in a shared temporary directory. */
export function removeSocketDir(socketDir: string, dataDir: string) {
  if (!isInside(socketDir, dataDir)) rmSync(socketDir, { recursive: true, force: true })
}

const isInside = (directory: string, parent: string) => directory.startsWith(parent + path.sep)

/** Creates the cluster unless it exists. Returns whether it was created. */
export async function initialise(
  dataDir: string,
  installation: Installation,
  account: Account,
  sync: boolean,
): Promise<boolean> {
  for (const name of readdirSync(dataDir))
    if (name.startsWith('postgres.new-')) rmSync(path.join(dataDir, name), { recursive: true, force: true })
  const cluster = clusterDir(dataDir)
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    await checkVersion(cluster, installation, account)
    chownTo(cluster, account)
    return false
  }
  // initdb writes to a temporary directory, which is then moved into place. A crash therefore never leaves a partial cluster.
  const made = mkdtempSync(path.join(dataDir, 'postgres.new-'))
  chownTo(made, account)
  await runInitdb(made, installation, account, sync)
  renameSync(made, cluster)
  const parent = openSync(dataDir, 'r')
  fsyncSync(parent)
  closeSync(parent)
  return true
}

async function runInitdb(target: string, installation: Installation, account: Account, sync: boolean) {
  const settings = ['-D', target, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '-k', ...installation.localeArguments]
  const [program, args, options] = account.command(installation.initdb, sync ? settings : [...settings, '-N'])
  await promisify(execFile)(program, args, options).catch((error: Error & { stderr?: string }) => {
    rmSync(target, { recursive: true, force: true })
    throw new Error(
      `The database could not be created: ${withoutStatements(error.stderr ?? '').trim() || error.message}`,
      { cause: error },
    )
  })
}

async function checkVersion(cluster: string, installation: Installation, account: Account) {
  const versionFile = path.join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) throw new Error(`${cluster} is not empty and holds no PostgreSQL database`)
  const made = readFileSync(versionFile, 'utf8').trim()
  const [program, args, options] = account.command(installation.postgres, ['--version'])
  const { stdout } = await promisify(execFile)(program, args, options)
  const runs = /\d+/.exec(stdout)?.[0]
  if (made !== runs)
    throw new Error(
      `${cluster} was made by PostgreSQL ${made} and this is ${runs}: ` +
        'make a backup with the Roundsman that made it and restore it here',
    )
}
