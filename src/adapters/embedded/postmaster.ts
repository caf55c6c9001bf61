// Finds, starts and stops the PostgreSQL server process.
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

/** `gone` resolves when the process has ended for any reason. */
export type Postmaster = { pid: number; socketDir: string; gone: Promise<void> }
export type Settings = Record<string, string>

// Settings for a machine that the rest of the service also uses.
const DEFAULTS: Settings = {
  shared_buffers: '128MB',
  max_connections: '60',
  // The shared memory of containers is too small for parallel plans.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Writing an order locks over 50 tables and indexes. From PostgreSQL 18 on, each connection holds up to this number
  // of locks in its own memory. Locks above this number are in shared memory, where they cost 4 % of a write's
  // processor time.
  max_locks_per_transaction: '256',
  // A statement that is prepared while its table is empty may use an index that becomes useless when the table has many
  // rows. The statement is planned again when the table is analyzed. Measured in a new database: 537 order writes per
  // second instead of 407 during the first minute.
  autovacuum_naptime: '5s',
  // Plans depend on keys and dates, for which a sample of 9,000 rows is as good as PostgreSQL's default of 30,000.
  // Measured under the load of docs/reliability.md: with the default, analyzing took 11 of 200 CPU seconds, and one
  // core for up to a second each time. With 30, it takes 3.
  default_statistics_target: '30',
  autovacuum_analyze_scale_factor: '0.2',
  log_min_messages: 'warning',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Returns the server that an earlier process left running on this directory. Null if there is none. */
export async function findRunning(dataDir: string): Promise<Postmaster | null> {
  for (;;) {
    const { pid, socketDir, status } = readPidFile(dataDir)
    if (!pid || !isPostmaster(pid, dataDir)) return null
    if (status === 'ready' && socketDir) return { pid, socketDir, gone: untilExited(pid, dataDir) }
    await sleep(POLL_MS)
  }
}

/** Starts the server and waits until it accepts connections. No other server may be running on this directory. */
export async function launch(
  dataDir: string,
  {
    socketDir,
    settings,
    ...by
  }: { socketDir: string; settings: Settings; installation: Installation; account: Account },
): Promise<Postmaster> {
  // PostgreSQL doesn't remove these files if any program now has its process ID.
  rmSync(pidFile(dataDir), { force: true })
  for (const suffix of ['', '.lock']) rmSync(path.join(socketDir, `.s.PGSQL.${PORT}${suffix}`), { force: true })
  const all = {
    ...DEFAULTS,
    ...settings,
    port: String(PORT),
    listen_addresses: '',
    // PostgreSQL reads a list of directories. Quotes protect commas in a directory.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, args, options] = by.account.command(by.installation.postgres, ['-D', clusterDir(dataDir), ...flags])
  const log = openSync(logPath(dataDir), 'a', 0o600)
  // In a separate session, PostgreSQL doesn't receive Ctrl-C from the terminal, because this process handles it.
  // PostgreSQL and its log continue even if this process crashes.
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
 * Makes PostgreSQL's processes wait for their turn when a statement wakes them, instead of preempting the sender, which
 * has more to send. Under load, the server's thread spent over a third of its time behind the processes that it had
 * just woken (docs/decisions/013). Linux only, and only if `chrt` is installed. Otherwise they run with normal
 * scheduling.
 */
function yieldToServer(pid: number): void {
  if (process.platform !== 'linux') return
  spawn('chrt', ['--batch', '--pid', '0', String(pid)], { stdio: 'ignore' }).on('error', () => {})
}

/**
 * Requests a fast shutdown, which rolls back open transactions. If it has no effect for a while, requests an immediate
 * one.
 */
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

async function untilExited(pid: number, dataDir: string) {
  while (isPostmaster(pid, dataDir)) await sleep(250, undefined, { ref: false })
}

const pidFile = (dataDir: string) => path.join(clusterDir(dataDir), 'postmaster.pid')

// https://www.postgresql.org/docs/18/storage-file-layout.html and src/include/utils/pidfile.h
function readPidFile(dataDir: string): { pid?: number; socketDir?: string; status?: string } {
  if (!existsSync(pidFile(dataDir))) return {}
  const lines = readFileSync(pidFile(dataDir), 'utf8').split('\n')
  return { pid: Number(lines[0]) || undefined, socketDir: lines[4], status: lines[7]?.trim() }
}

// A process ID alone proves nothing, because another program may have it now. The command of a zombie is empty.
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
