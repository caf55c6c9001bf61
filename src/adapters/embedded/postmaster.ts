// The PostgreSQL server process: found running, launched, shut down.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { clusterDir, PORT } from './cluster.ts'
import type { Installation } from './installation.ts'
import { lastLines, logPath } from './server-log.ts'

const POLL_MS = 25
const SHUTDOWN_SECONDS = 20

/** `gone` settles when the process has ended, for any reason. */
export type Postmaster = { pid: number; socketDir: string; gone: Promise<void> }
export type Settings = Record<string, string>

// For a machine that the rest of the service shares.
const DEFAULTS: Settings = {
  shared_buffers: '128MB',
  max_connections: '60',
  // Containers give shared memory too small for parallel plans.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // A write of an order locks over 50 tables and indexes. From PostgreSQL 18 on a connection keeps a lock for each of so many to
  // itself; those past it are shared, which took 4 % of a write's processor time.
  max_locks_per_transaction: '256',
  // A statement prepared while its table is empty may find a business's rows by an index that is no use once there are
  // many; the plan is made again when the table is analyzed. Measured in a new database: 537 order writes a second where
  // it was 407 for the first minute.
  autovacuum_naptime: '5s',
  // Plans here hang on keys and dates, which a sample of 9,000 rows shows as well as one of 30,000. Measured under the
  // load of docs/reliability.md: analyzing took 11 CPU seconds of 200, a core for up to a second each time; now 3.
  default_statistics_target: '30',
  autovacuum_analyze_scale_factor: '0.2',
  log_min_messages: 'warning',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** The server an earlier process of ours left running on this directory; null when there is none. */
export async function findRunning(dataDir: string): Promise<Postmaster | null> {
  for (;;) {
    const { pid, socketDir, status } = readPidFile(dataDir)
    if (!pid || !isPostmaster(pid, dataDir)) return null
    if (status === 'ready' && socketDir) return { pid, socketDir, gone: untilGone(pid, dataDir) }
    await sleep(POLL_MS)
  }
}

/** Starts the server and waits until it takes connections. No other may be running on this directory. */
export async function launch(
  dataDir: string,
  {
    socketDir,
    settings,
    ...by
  }: { socketDir: string; settings: Settings; installation: Installation; account: Account },
): Promise<Postmaster> {
  // PostgreSQL keeps these when its process number is in use again, by whatever program.
  rmSync(pidFile(dataDir), { force: true })
  for (const suffix of ['', '.lock']) rmSync(path.join(socketDir, `.s.PGSQL.${PORT}${suffix}`), { force: true })
  const all = {
    ...DEFAULTS,
    ...settings,
    port: String(PORT),
    listen_addresses: '',
    // A list of directories to PostgreSQL: quoted, one may hold a comma.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, args, options] = by.account.command(by.installation.postgres, ['-D', clusterDir(dataDir), ...flags])
  const log = openSync(logPath(dataDir), 'a', 0o600)
  // A session of its own: a Ctrl-C in the terminal is ours to handle, and the log outlives us.
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  const fate = { ended: '' }
  const gone = new Promise<void>((resolve) => {
    const end = (why: string) => {
      fate.ended = why
      resolve()
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(`it ended with ${signal ?? `code ${code}`}`))
  })
  child.unref()
  if (child.pid !== undefined) yieldToServer(child.pid)
  while (!fate.ended) {
    const { pid, status } = readPidFile(dataDir)
    if (pid === child.pid && pid !== undefined && status === 'ready') return { pid, socketDir, gone }
    await sleep(POLL_MS)
  }
  throw new Error(`PostgreSQL did not start: ${fate.ended}\n${lastLines(dataDir)}`)
}

/**
 * Its processes, woken by a statement, wait for their turn instead of taking the sender's, which has more to send: under
 * load the server's thread spent over a third of its time behind those it had just woken (docs/decisions/013). Linux
 * only, and where `chrt` is installed; else they run as any others.
 */
function yieldToServer(pid: number): void {
  if (process.platform !== 'linux') return
  spawn('chrt', ['--batch', '--pid', '0', String(pid)], { stdio: 'ignore' }).on('error', () => {})
}

/** Fast shutdown: open transactions are rolled back. After a while without effect, an immediate one. */
export async function shutDown({ pid }: Postmaster, dataDir: string): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', SHUTDOWN_SECONDS],
    ['SIGQUIT', SHUTDOWN_SECONDS],
  ] as const) {
    if (!isPostmaster(pid, dataDir)) return
    process.kill(pid, signal)
    for (let waited = 0; waited < seconds * 1000; waited += POLL_MS) {
      if (!isPostmaster(pid, dataDir)) return
      await sleep(POLL_MS)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`)
}

async function untilGone(pid: number, dataDir: string) {
  while (isPostmaster(pid, dataDir)) await sleep(250, undefined, { ref: false })
}

const pidFile = (dataDir: string) => path.join(clusterDir(dataDir), 'postmaster.pid')

// https://www.postgresql.org/docs/18/storage-file-layout.html and src/include/utils/pidfile.h
function readPidFile(dataDir: string): { pid?: number; socketDir?: string; status?: string } {
  if (!existsSync(pidFile(dataDir))) return {}
  const lines = readFileSync(pidFile(dataDir), 'utf8').split('\n')
  return { pid: Number(lines[0]) || undefined, socketDir: lines[4], status: lines[7]?.trim() }
}

// A number alone proves nothing (it may be another program's by now); the command of a zombie is empty.
function isPostmaster(pid: number, dataDir: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(clusterDir(dataDir))
  } catch {
    return false
  }
}
