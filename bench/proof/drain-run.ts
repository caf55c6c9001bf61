// One run: two processes under load. The first gets SIGTERM in the middle, and the second continues alone.
import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller } from './caller.ts'
import { acknowledgedFaults } from './crash-checks.ts'
import { tomorrow } from './mixed-load.ts'
import { orderClient, routeClient } from './mixed-load.ts'
import { prepareServerProcess } from './server-process.ts'
import { openAppBeside, newShop } from './shops.ts'

export interface DrainResult {
  /** Seconds from SIGTERM to the end of the process. */
  seconds: number
  exitCode: number | null
  acknowledged: number
  retries: number
  faults: string[]
}

/** Minimum acknowledged writes of each client, before the signal and again after it. */
const WRITES = 3

/**
 * Runs the load for `seconds` before the signal and again after it. Each phase lasts at least until each client has `WRITES`
 * acknowledged writes in it.
 */
export async function runDrainProof(databaseUrl: string, clients: number, seconds: number): Promise<DrainResult> {
  const running = await openAppBeside(databaseUrl)
  const [ending, staying] = await Promise.all([prepareServerProcess(databaseUrl), prepareServerProcess(databaseUrl)])
  try {
    await Promise.all([ending.start(), staying.start()])
    const workers = await Promise.all(
      Array.from({ length: clients }, async (_, i) => {
        const { businessId, apiKey } = await newShop(running.app)
        const own = createCaller([ending.url, staying.url], apiKey, businessId)
        return i % 2 === 0 ? routeClient(own, tomorrow()) : orderClient(own, tomorrow())
      }),
    )
    let over = false
    const working = Promise.all(workers.map((worker) => worker.run(() => over)))
    const answered = () => workers.map(({ caller }) => caller.acknowledged.length)
    const loaded = async (from: readonly number[]) => {
      await sleep(seconds * 1000)
      while (answered().some((count, i) => count < (from[i] ?? 0) + WRITES)) await sleep(50)
    }
    await loaded([])
    const ended = await ending.stop('SIGTERM')
    await loaded(answered())
    over = true
    await working
    const faults: string[] = []
    for (const worker of workers) {
      // The businesses have no webhook endpoint, so the server queues no events to compare.
      worker.expected.events.clear()
      faults.push(...(await acknowledgedFaults(running.app, worker)))
    }
    return {
      seconds: ended.seconds,
      exitCode: ended.code,
      acknowledged: workers.reduce((sum, { caller }) => sum + caller.acknowledged.length, 0),
      retries: workers.reduce((sum, { caller }) => sum + caller.retries, 0),
      faults,
    }
  } finally {
    await Promise.all([ending.stop('SIGKILL'), staying.stop('SIGKILL')])
    await running.close()
  }
}
