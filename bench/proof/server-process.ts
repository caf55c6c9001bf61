// Runs the server as an operator does, in its own process, which can be killed and restarted on the same port.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loginOf } from '../../test/helpers/database.ts'
import { dataFolder } from './data-folder.ts'
import { freePort } from '../free-port.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FAULTS = new URL('faults.ts', import.meta.url).href

export const PROOF_SECRET = 'a secret for proofs only, 32 characters and more'

/** Time limit for a start, generous for a busy machine and an unavailable database. */
const PATIENCE_MS = 180_000

export interface ServerProcess {
  url: string
  /** ID of the running process. Null if none runs. */
  pid(): number | null
  start(): Promise<void>
  /** Kills the process, or asks it to end. Returns the seconds until the process has ended, and its exit code. */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ seconds: number; code: number | null }>
  /** Freezes the process, or lets it continue. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** Prepares a process on this database. `fault`: name of a fault in faults.ts. `root`: code of another version. */
export async function prepareServerProcess(
  databaseUrl: string,
  { env = {}, fault, root = ROOT }: { env?: Record<string, string>; fault?: string | undefined; root?: string } = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // URL that responds once the process has started. A process without a web server responds only on its metrics port.
  const works = env.ROLE === 'worker' || env.ROLE === 'solver'
  const alive = works ? `${url}/metrics` : `${url}/api/v1/health`
  let child: ChildProcess | null = null
  return {
    url,
    pid: () => (child && child.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null),
    // Like a supervisor, restarts a process that could not start because its database is unavailable.
    start: async () => {
      const deadline = performance.now() + PATIENCE_MS
      while (!(await launched()))
        if (performance.now() > deadline) throw new Error(`the server of ${root} does not start`)
    },
    stop: async (signal) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return { seconds: 0, code: null }
      const exited = once(child, 'exit')
      const asked = performance.now()
      child.kill(signal)
      const [code] = (await exited) as [number | null]
      return { seconds: (performance.now() - asked) / 1000, code }
    },
    signal: (signal) => void child?.kill(signal),
  }

  async function launched(): Promise<boolean> {
    const started = spawn(
      process.execPath,
      [...(fault ? ['--import', FAULTS] : []), path.join(root, 'src/main.ts'), 'serve'],
      {
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          // Other versions have a single database user, and so does a cluster or a pooler in `env`.
          ...(root === ROOT && !env.DATABASE_URL
            ? { DATABASE_URL: loginOf(databaseUrl), DATABASE_OWNER_URL: databaseUrl }
            : { DATABASE_URL: databaseUrl }),
          APP_SECRET: PROOF_SECRET,
          DATA_DIR: dataFolder(),
          [works ? 'METRICS_PORT' : 'PORT']: String(port),
          ALLOW_PRIVATE_WEBHOOKS: '1',
          RATE_LIMIT_SCALE: '100000',
          BUILD_MAX_DELIVERIES: '5000',
          SOLVER_THREADS: '1',
          LOG_LEVEL: process.env.PROOF_LOGS ? 'warn' : 'fatal',
          ...(fault && { PROOF_FAULT: fault }),
          ...env,
        },
        stdio: process.env.PROOF_LOGS ? ['ignore', 'inherit', 'inherit'] : 'ignore',
      },
    )
    child = started
    while (started.exitCode === null && started.signalCode === null) {
      const answer = await fetch(alive).catch(() => null)
      if (answer?.ok) return true
      await sleep(50)
    }
    return false
  }
}

export interface Fleet {
  /** URLs of the web processes. */
  urls: string[]
  processes: ServerProcess[]
  start(): Promise<void>
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Web processes and job processes on one database. A single process that does both if neither is requested. */
export async function prepareServerFleet(
  databaseUrl: string,
  { web, workers }: { web: number; workers: number },
  options: { env?: Record<string, string>; fault?: string | undefined } = {},
): Promise<Fleet> {
  const inRole = (role: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        prepareServerProcess(databaseUrl, { ...options, env: { DATABASE_POOL: '8', ...options.env, ROLE: role } }),
      ),
    )
  const serving = web > 0 ? await inRole('web', web) : [await prepareServerProcess(databaseUrl, options)]
  const processes = [...serving, ...(web > 0 ? await inRole('worker', workers) : [])]
  return {
    urls: serving.map(({ url }) => url),
    processes,
    // One after the other, so that each later process finds the database migrated.
    start: async () => {
      for (const each of processes) await each.start()
    },
    stop: async (signal) => {
      await Promise.all(processes.map((each) => each.stop(signal)))
    },
  }
}
