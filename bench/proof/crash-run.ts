// One run: kills servers under mixed load at seeded times, one at a time, and restarts them. Then checks all
// invariants.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import { consistencyFaults } from './crash-checks.ts'
import { newWorkers } from './mixed-load.ts'
import { seeded } from '../random.ts'
import { startReceiver } from './receiver.ts'
import { prepareServerFleet } from './server-process.ts'
import { openAppBeside } from './shops.ts'

export interface CrashOptions {
  databaseUrl: string
  kills: number
  seed: number
  clients: number
  /** Number of web processes and of job processes. Default: a single process that does both. */
  web?: number
  workers?: number
  /** Environment of the servers. */
  env?: Record<string, string>
  /** Also kills the database, once per `every` kills. It must restart automatically. */
  killDatabase?: { every: number; kill: () => Promise<void> } | undefined
  /** Name of a fault in faults.ts. */
  fault?: string | undefined
}

export interface CrashResult {
  kills: number
  databaseKills: number
  acknowledged: number
  retries: number
  deliveries: number
  faults: string[]
}

/** Minimum writes per client. On a busy machine, the run continues until each client has made them. */
const WRITES = 6

/** Minimum and maximum milliseconds between a start and the next kill. */
const UPTIME_MS = [150, 2_000] as const

export async function runCrashProof(options: CrashOptions): Promise<CrashResult> {
  const random = seeded(options.seed)
  const running = await openAppBeside(options.databaseUrl)
  const receiver = await startReceiver()
  const { web = 0, workers: jobWorkers = 0, fault, env } = options
  const fleet = await prepareServerFleet(
    options.databaseUrl,
    { web, workers: jobWorkers },
    { fault, env: { SOLVER_THREADS: web > 0 ? '1' : '4', ...env } },
  )
  try {
    await fleet.start()
    const { urls } = fleet
    const inTurn = (i: number) => [...urls.slice(i % urls.length), ...urls]
    const workers = await newWorkers(running.app, inTurn, receiver, options.clients)
    let over = false
    const working = Promise.all(workers.map((worker) => worker.run(() => over)))
    let databaseKills = 0
    for (let kill = 1; kill <= options.kills; kill++) {
      await sleep(UPTIME_MS[0] + random() * (UPTIME_MS[1] - UPTIME_MS[0]))
      if (options.killDatabase && kill % options.killDatabase.every === 0) {
        await options.killDatabase.kill()
        databaseKills++
        await sleep(random() * 500)
      }
      const victim = fleet.processes[Math.floor(random() * fleet.processes.length)]
      await victim?.stop('SIGKILL')
      await victim?.start()
    }
    while (workers.some(({ caller }) => caller.acknowledged.length < WRITES)) await sleep(50)
    over = true
    await working
    // Restart once more, so that work in progress at the end is checked too. Clear the leases of killed processes
    // instead of waiting for them.
    await fleet.stop('SIGKILL')
    await running.app.db.query('update webhook_deliveries set leased_until = null where leased_until is not null', [])
    await fleet.start()
    const { faults, deliveries } = await consistencyFaults(running.app, workers, receiver)
    const total = (of: (each: Caller) => number) => workers.reduce((sum, worker) => sum + of(worker.caller), 0)
    return {
      kills: options.kills + 1,
      databaseKills,
      acknowledged: total(({ acknowledged }) => acknowledged.length),
      retries: total(({ retries }) => retries),
      deliveries,
      faults,
    }
  } finally {
    await fleet.stop('SIGKILL')
    receiver.close()
    await running.close()
  }
}
