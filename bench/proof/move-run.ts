// Moves businesses between two installations, there and back, while their clients write. The command runs in its own
// process. Sometimes the proof kills the command, a service or a PostgreSQL at a chosen step, and runs the command
// again. Then checks all invariants where each business is.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openTestSide } from '../../src/app/business/test-side.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import type { Running } from '../../src/compose.ts'
import { loginOf } from '../../test/helpers/database.ts'
import { seeded } from '../random.ts'
import { createCaller } from './caller.ts'
import { consistencyFaults } from './crash-checks.ts'
import { orderClient, routeClient, tomorrow, type Worker } from './mixed-load.ts'
import { type NamesProxy, startNamesProxy } from './names-proxy.ts'
import type { OwnDatabase } from './own-database.ts'
import { type ProofReceiver, startReceiver } from './receiver.ts'
import { PROOF_SECRET, type ServerProcess, prepareServerProcess } from './server-process.ts'
import { type Follower, newFollower } from './move-follower.ts'
import { openAppBeside, newShop } from './shops.ts'
import { loadData } from './size-data.ts'

type MovedDatabase = Pick<OwnDatabase, 'url'> & Partial<Pick<OwnDatabase, 'kill'>>

export interface MoveOptions {
  /** Databases of the two installations, with `wal_level = logical`. They restart automatically when killed. */
  databases: readonly [MovedDatabase, MovedDatabase]
  moves: number
  kills: number
  seed: number
  /** Number of businesses that move. Every third one works days. */
  businesses: number
  /** Number of orders of 200 more businesses. The largest one has a sixth of them, and moves there and back first. */
  orders?: number
  /** Processes that may be killed. Default: all. */
  victims?: readonly Victim[]
  /** Whether the source has a deliberate fault: it accepts requests while the move requires that they wait. */
  fault?: boolean
  told?: (move: MoveReport) => void
}

export interface MoveReport {
  kill: string | null
  /** Number of runs of the command, and their total time. */
  runs: number
  seconds: number
  heldMs: number
  rows: number
}

export interface MoveResult {
  moves: number
  kills: number
  acknowledged: number
  retries: number
  events: number
  deliveries: number
  heldMs: { p50: number; most: number }
  faults: string[]
}

/** Undo window, so that outcomes are pending while their business moves. */
const UNDO_SECONDS = 2
/** Index of the large business, which works no days. */
const LARGE = 1
/** Minimum and maximum milliseconds between two moves. */
const BETWEEN_MS = [200, 1_500] as const
const PATIENCE_MS = 120_000
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Processes that are killed, and steps in the databases at which they are killed, all after the move began. */
const VICTIMS = ['command', 'source service', 'target service', 'source database', 'target database'] as const
type Victim = (typeof VICTIMS)[number]
const STEPS = ['COMING', 'LEAVING', 'DRAINING', 'HELD', 'GONE'] as const

interface Installation {
  database: MovedDatabase
  dataDir: string
  service: ServerProcess
  running: Running
}

/** A business with its clients. */
interface Mover {
  businessId: string
  apiKey: string
  worker: Worker
  follower: Follower
  trackingPath: string
  at: 0 | 1
}

export async function runMoveProof(options: MoveOptions): Promise<MoveResult> {
  const random = seeded(options.seed)
  const receiver = await startReceiver()
  const proxy = await startNamesProxy()
  const installations: Installation[] = []
  try {
    for (const database of options.databases) installations.push(await install(database, proxy.url))
    const movers: Mover[] = []
    for (let i = 0; i < options.businesses; i++) movers.push(await newMover(installations, proxy, receiver, i))
    let over = false
    const working = movers.map(({ worker }) => worker.run(() => over))
    const following = movers.map(({ follower }) => follower.run(() => over))
    const moves: Moves = { options, installations, proxy, kills: 0, held: [], faults: [] }
    if (options.fault) await openBusinessGates(installations)
    if (options.orders) await moveLarge(moves, receiver, options.orders)
    await moveAtRandom(moves, movers, random)
    over = true
    await Promise.all(working)
    const deliveries = await checkInstallations(moves, movers, receiver)
    for (const mover of movers) mover.follower.last()
    await Promise.all(following)
    for (const mover of movers) {
      const { running } = installationAt(installations, mover.at)
      moves.faults.push(...(await mover.follower.faults(running)))
    }
    const held = moves.held.sort((a, b) => a - b)
    return {
      moves: options.moves,
      kills: moves.kills,
      acknowledged: movers.reduce((sum, { worker }) => sum + worker.caller.acknowledged.length, 0),
      retries: movers.reduce((sum, { worker }) => sum + worker.caller.retries, 0),
      events: movers.reduce((sum, { follower }) => sum + follower.events.size, 0),
      deliveries,
      heldMs: { p50: held[held.length >> 1] ?? 0, most: held.at(-1) ?? 0 },
      faults: moves.faults,
    }
  } finally {
    for (const { service, running, dataDir } of installations) {
      await service.stop('SIGKILL')
      await running.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
    proxy.close()
    receiver.close()
  }
}

/** The moves so far. */
interface Moves {
  options: MoveOptions
  installations: readonly Installation[]
  proxy: NamesProxy
  kills: number
  held: number[]
  faults: string[]
}

async function moveAndReport(moves: Moves, mover: Mover, chance: Chance | null): Promise<void> {
  const told = await moveOne(moves.installations, moves.proxy, mover, chance, moves.faults)
  moves.held.push(told.heldMs)
  if (told.kill) moves.kills++
  moves.options.told?.(told)
}

/** Moves a business with many deliveries there and back. */
async function moveLarge(moves: Moves, receiver: ProofReceiver, orders: number): Promise<void> {
  const large = await newMover(moves.installations, moves.proxy, receiver, LARGE)
  const database = moves.options.databases[large.at]
  if (!database) throw new Error('there are two')
  await fillBusiness(database, large.businessId, orders)
  for (const _ of ['there', 'back']) await moveAndReport(moves, large, null)
}

async function moveAtRandom(moves: Moves, movers: readonly Mover[], random: () => number): Promise<void> {
  const { options } = moves
  const killed = pickIndexes(options.moves, options.kills, random)
  for (let i = 0; i < options.moves; i++) {
    await sleep(BETWEEN_MS[0] + random() * (BETWEEN_MS[1] - BETWEEN_MS[0]))
    const mover = movers[Math.floor(random() * movers.length)]
    if (!mover) throw new Error('nothing to move')
    await moveAndReport(moves, mover, killed.has(i) ? { random, victims: options.victims ?? VICTIMS } : null)
  }
}

/** Checks the data of each business where it is now. Returns the number of webhook deliveries. */
async function checkInstallations(moves: Moves, movers: readonly Mover[], receiver: ProofReceiver): Promise<number> {
  let all = 0
  for (const [at, { running }] of moves.installations.entries()) {
    const here = movers.filter((mover) => mover.at === at)
    const { faults, deliveries } = await consistencyFaults(
      running.app,
      here.map(({ worker }) => worker),
      receiver,
    )
    moves.faults.push(...faults)
    all += deliveries
  }
  return all
}

/** Links of both installations lead to the proxy, so that a webhook repeated after a move has the same content. */
async function install(database: MovedDatabase, publicUrl: string): Promise<Installation> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-move-'))
  const running = await openAppBeside(database.url, {}, { DATA_DIR: dataDir })
  const service = await prepareServerProcess(database.url, {
    env: { DATA_DIR: dataDir, DATABASE_POOL: '8', PUBLIC_URL: publicUrl },
  })
  await service.start()
  return { database, dataDir, service, running }
}

async function fillBusiness({ url }: MovedDatabase, businessId: string, orders: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await loadData(client, businessId, { orders, webhooks: 2 * orders, days: 120 })
  } finally {
    await client.end()
  }
}

const installationAt = (installations: readonly Installation[], i: 0 | 1): Installation => {
  const found = installations[i]
  if (!found) throw new Error('there are two')
  return found
}

async function newMover(
  installations: readonly Installation[],
  proxy: NamesProxy,
  receiver: ProofReceiver,
  i: number,
): Promise<Mover> {
  const begins = (i % 2) as 0 | 1
  const { running, service } = installationAt(installations, begins)
  const { businessId, apiKey } = await newShop(running.app)
  await changeSettings(running.app, businessId, { undoWindowSeconds: i % 3 === 0 ? UNDO_SECONDS : 0 })
  const testSide = await openTestSide(running.app, businessId)
  await createKey(running.app, { businessId: testSide, name: 'test' })
  proxy.lead(apiKey, service.url)
  const own = createCaller([proxy.url], apiKey, businessId)
  await own.write('/webhooks/subscriptions', { url: receiver.url }, 201)
  const worker = i % 3 === 0 ? routeClient(own, tomorrow(), { isHeld: true }) : orderClient(own, tomorrow())
  const ref = `watched-${i}`
  const { data } = await own.write(
    '/orders',
    {
      external_ref: ref,
      customer_name: 'Proof customer',
      address: { line1: '1 Proof Street', city: 'Washington', lat: 38.9, lng: -77.03 },
      delivery_date: tomorrow(Date.now() + 86_400_000),
    },
    201,
  )
  worker.expected.orders.set(ref, 'OPEN')
  const follower = newFollower(createCaller([proxy.url], apiKey, businessId))
  return {
    businessId,
    apiKey,
    worker,
    follower,
    trackingPath: new URL(String(data.tracking_url)).pathname,
    at: begins,
  }
}

interface Chance {
  random: () => number
  victims: readonly Victim[]
}

/** Moves the business to the other installation. If `chance` is given, kills one process during the move. */
async function moveOne(
  installations: readonly Installation[],
  proxy: NamesProxy,
  mover: Mover,
  chance: Chance | null,
  faults: string[],
): Promise<MoveReport> {
  const [from, to] = [installationAt(installations, mover.at), installationAt(installations, mover.at === 0 ? 1 : 0)]
  const began = performance.now()
  const command = (...more: string[]) =>
    run(from, ['move', '--business', mover.businessId, '--files', to.dataDir, '--to', to.database.url, ...more])
  let [runs, kill]: [number, string | null] = [0, null]
  let answer: { code: number | null; out: string; err: string }
  do {
    const running = command()
    runs++
    if (chance && kill === null) kill = await killOnce(from, to, mover, running.child, chance)
    answer = await running.ended
    if (answer.code !== 0) {
      if (performance.now() - began > PATIENCE_MS) throw new Error(`a move does not end: ${answer.err}`)
      // Sometimes cancel the move before it starts again.
      if (chance && chance.random() < 0.2) await command('--cancel').ended
      await sleep(100)
    }
  } while (answer.code !== 0)
  const moved = JSON.parse(answer.out) as { tables: Record<string, number>; held_ms: number }
  if (moved.held_ms > 5_000) faults.push(`a business was held for ${moved.held_ms} ms`)
  // Until the proxy knows the new installation, clients get a response that tells them to retry.
  const stale = await fetch(new URL('/api/v1/orders', from.service.url), {
    headers: { authorization: `Bearer ${mover.apiKey}` },
  }).catch(() => null)
  if (stale && (stale.status !== 503 || !stale.headers.has('retry-after')))
    faults.push(`the source answered ${stale.status} after the move`)
  proxy.lead(mover.apiKey, to.service.url)
  mover.at = mover.at === 0 ? 1 : 0
  const page = await fetch(new URL(mover.trackingPath, to.service.url))
  if (page.status !== 200) faults.push(`a customer's link answered ${page.status} at the target`)
  const forgotten = await run(from, ['move', '--business', mover.businessId, '--files', to.dataDir, '--forget']).ended
  if (forgotten.code !== 0) faults.push(`the source can't delete the business: ${forgotten.err}`)
  return {
    kill,
    runs,
    seconds: Math.round(performance.now() - began) / 1000,
    heldMs: moved.held_ms,
    rows: Object.values(moved.tables).reduce((sum, rows) => sum + rows, 0),
  }
}

/** Waits for a step of the move, kills a process, and lets it restart. */
async function killOnce(
  from: Installation,
  to: Installation,
  { businessId }: Mover,
  child: ChildProcess,
  { random, victims }: Chance,
): Promise<string> {
  const victim = victims[Math.floor(random() * victims.length)] ?? 'command'
  const step = STEPS[Math.floor(random() * STEPS.length)] ?? 'LEAVING'
  const later = step === 'COMING' || step === 'LEAVING' ? random() * 1_500 : random() * 30
  const place = async ({ running }: Installation) =>
    (await running.app.db.query<{ place: string }>('select place from moves where business_uuid = $1', [businessId]))[0]
      ?.place
  while (child.exitCode === null && (await place(step === 'COMING' ? to : from)) !== step) await sleep(1)
  await sleep(later)
  const whole = async () => {
    for (const { service } of [from, to]) if (service.pid() === null) await service.start()
  }
  if (victim === 'command') child.kill('SIGKILL')
  if (victim === 'source service') await from.service.stop('SIGKILL')
  if (victim === 'target service') await to.service.stop('SIGKILL')
  if (victim === 'source database') await from.database.kill?.()
  if (victim === 'target database') await to.database.kill?.()
  await whole()
  return `${victim} at ${step}`
}

function run({ database, dataDir }: Installation, args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args, '--json'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: loginOf(database.url),
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: dataDir,
      APP_SECRET: PROOF_SECRET,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, err]) => ({ code: code as number | null, out, err }),
  )
  return { child, ended }
}

/** Returns the indexes of the moves in which something is killed. */
function pickIndexes(of: number, count: number, random: () => number): Set<number> {
  const order = Array.from({ length: of }, (_, i) => ({ i, at: random() })).sort((a, b) => a.at - b.at)
  return new Set(order.slice(0, count).map(({ i }) => i))
}

async function openBusinessGates(installations: readonly Installation[]): Promise<void> {
  for (const { running } of installations)
    await running.app.db.query(
      'create or replace function enter_business(business uuid) returns void language sql begin atomic; select; end',
      [],
    )
}
