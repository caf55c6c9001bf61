// One run: the code before a migration serves and works under load while the migration is applied. Then the code of the
// migration joins, and both run side by side, as during a deploy.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { migrate, migrationNames } from '../../src/store/migrate.ts'
import { MIGRATIONS } from '../../src/store/migration-files.ts'
import { openDatabase } from '../../src/store/database.ts'
import { createCaller } from './caller.ts'
import { acknowledgedFaults, eventFaults, waitUntilSettled } from './crash-checks.ts'
import { tomorrow } from './mixed-load.ts'
import { orderClient, routeClient, type Worker } from './mixed-load.ts'
import { codeAroundMigration, type Proven } from './old-code.ts'
import { startReceiver } from './receiver.ts'
import { PROOF_SECRET, prepareServerProcess } from './server-process.ts'
import { applyUnderLoad } from './under-load.ts'

export interface MigrationResult {
  migration: string
  acknowledged: number
  deliveries: number
  faults: string[]
}

export interface MigrationOptions {
  /** An empty database. */
  databaseUrl: string
  /** Number of clients per version. */
  clients: number
  /** Seconds before the migration, after it, and with both versions. */
  seconds: number
}

/** Minimum writes per client. On a busy machine, the run continues until each client has made them. */
const WRITES = 3

/**
 * Returns the last migrations after the baseline, oldest first. If there is none, returns a sample, so that applying a
 * migration during a deploy is proven anyway.
 */
export async function lastMigrations(count: number): Promise<Proven[]> {
  const [, ...later] = await migrationNames()
  if (later.length > 0) return later.slice(-count).map((name) => ({ name }))
  return [{ name: '0002_sample.sql', sample: 'alter table orders add column sample text;\n' }]
}

/** Runs both versions before, during and after the migration. */
export async function runMigrationProof(migration: Proven, options: MigrationOptions): Promise<MigrationResult> {
  const { before: oldCode, since: newCode } = codeAroundMigration(migration)
  const folder = newCode ? pathToFileURL(path.join(newCode.root, 'migrations/')) : MIGRATIONS
  const receiver = await startReceiver()
  const db = openDatabase(options.databaseUrl, 2, () => {})
  const old = await prepareServerProcess(options.databaseUrl, { root: oldCode.root })
  const fresh = await prepareServerProcess(options.databaseUrl, newCode ? { root: newCode.root } : {})
  try {
    await old.start()
    const shop = (url: string, i: number) =>
      newWorker({ root: oldCode.root, databaseUrl: options.databaseUrl, url, hook: receiver.url }, i)
    const mine: Worker[] = []
    const joined: Worker[] = []
    for (let i = 0; i < options.clients; i++) mine.push(await shop(old.url, i))
    for (let i = 0; i < options.clients; i++) joined.push(await shop(fresh.url, i))
    const workers = [...mine, ...joined]

    let over = false
    const working = mine.map((worker) => worker.run(() => over))
    await sleep(options.seconds * 1000)
    const faults = await applyUnderLoad(options.databaseUrl, mine, () =>
      migrate(options.databaseUrl, { folder, upTo: migration.name }),
    )
    await sleep(options.seconds * 1000)
    await fresh.start()
    working.push(...joined.map((worker) => worker.run(() => over)))
    await sleep(options.seconds * 1000)
    while (workers.some(({ caller }) => caller.acknowledged.length < WRITES)) await sleep(50)
    over = true
    await Promise.all(working)

    if (!(await waitUntilSettled({ db }))) faults.push('some work stays pending')
    let deliveries = 0
    for (const worker of workers) {
      const events = await eventFaults({ db }, worker, receiver)
      deliveries += events.deliveries
      // The kinds of events may differ between versions, but each must be received once.
      faults.push(...events.faults.filter((fault) => !/ times and not /.test(fault)))
      faults.push(...(await acknowledgedFaults({ db }, worker)))
    }
    const { code } = await old.stop('SIGTERM')
    if (code !== 0) faults.push(`the version before ended with ${code}`)
    const acknowledged = workers.reduce((sum, worker) => sum + worker.caller.acknowledged.length, 0)
    return { migration: migration.name, acknowledged, deliveries, faults }
  } finally {
    await Promise.all([old.stop('SIGKILL'), fresh.stop('SIGKILL')])
    receiver.close()
    await db.close()
    oldCode.remove()
    newCode?.remove()
  }
}

interface Place {
  root: string
  databaseUrl: string
  url: string
  hook: string
}

/** Creates a business with the commands of the previous version, and a client of it. */
async function newWorker({ root, databaseUrl, url, hook }: Place, i: number): Promise<Worker> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, APP_SECRET: PROOF_SECRET }
  const command = async (...args: string[]) => {
    const main = path.join(root, 'src/main.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], { env })
    return JSON.parse(stdout) as Record<string, string>
  }
  const named = ['--name', 'Proof business']
  const { business_uuid = '' } = await command('create-business', ...named, '--time-zone', 'America/New_York')
  const of = ['--business', business_uuid]
  const [{ api_key = '' }] = await Promise.all([
    command('create-key', ...of, '--name', 'proof'),
    command('set', ...of, 'undo_window_seconds=0'),
    command('create-depot', ...of, '--name', 'Depot', '--lat', '38.9', '--lng', '-77.03'),
    command('create-vehicle', ...of, '--name', 'Van'),
  ])
  const own = createCaller([url], api_key, business_uuid)
  const worker = i % 2 === 0 ? routeClient(own, tomorrow()) : orderClient(own, tomorrow())
  const hooked = async () => void (await own.write('/webhooks/subscriptions', { url: hook }, 201))
  return {
    ...worker,
    run: async (until) => {
      await hooked()
      await worker.run(until)
    },
  }
}
