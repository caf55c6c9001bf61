// Moves businesses by the operator's commands while their clients write, read the feeds and receive webhooks. Kills a process
// in some of the moves.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller } from '../caller.ts'
import { consistencyFaults } from '../crash-checks.ts'
import { orderClient, routeClient, tomorrow, type Worker } from '../mixed-load.ts'
import { type Follower, newFollower } from '../move-follower.ts'
import type { ProofReceiver } from '../receiver.ts'
import type { Ended, FleetCommands, Running } from './commands.ts'
import type { Installation, Name } from './installations.ts'
import type { Shop } from './shops.ts'

export interface MovesOptions {
  url: string
  installations: readonly Installation[]
  commands: FleetCommands
  receiver: ProofReceiver
  /** All businesses. */
  shops: readonly Shop[]
  /** Businesses with clients. */
  movers: readonly Shop[]
  moves: number
  kills: number
  random: () => number
  say: (line: string) => void
}

export interface MovesResult {
  moves: number
  /** Moved businesses, by the command that moved them. */
  by: Record<string, number>
  killed: string[]
  acknowledged: number
  retries: number
  events: number
  webhooks: number
  /** Webhooks of a business that arrived before one of an earlier event. */
  webhooksOvertaken: number
  faults: string[]
}

/** Processes that are killed, in turn. */
const VICTIMS = ['command', 'source web', 'target web', 'source database', 'target database'] as const
type Victim = (typeof VICTIMS)[number]
const STEPS = ['LEAVING', 'DRAINING', 'HELD', 'LEAVING', 'COMING'] as const

/** Pauses of the clients, so that two cores are enough. */
const ORDER_PAUSE_MS = 1_500
const DAY_PAUSE_MS = 15_000
/** Pause before a client repeats a request. Shorter than Retry-After, and long enough for two cores. */
const RETRY_MS = 200
/** Every fifth client works days, the others send orders. */
const DAYS_OF = 5
const PER_COMMAND = 5
const PATIENCE_MS = 180_000

interface Mover {
  shop: Shop
  worker: Worker
  follower: Follower
}

export async function runMoves(options: MovesOptions): Promise<MovesResult> {
  const { installations, commands, receiver, say } = options
  const movers: Mover[] = []
  for (const [i, shop] of options.movers.entries()) movers.push(await newMover(options, shop, i))
  let isOver = false
  const working = movers.map(({ worker }) => worker.run(() => isOver))
  const following = movers.map(({ follower }) => follower.run(() => isOver))
  const result: MovesResult = {
    moves: 0,
    by: {},
    killed: [],
    acknowledged: 0,
    retries: 0,
    events: 0,
    webhooks: 0,
    webhooksOvertaken: 0,
    faults: [],
  }
  try {
    await moveAll(options, movers, result)
  } finally {
    isOver = true
  }
  await Promise.all(working)
  say(`${result.moves} businesses have moved; the data is checked`)
  for (const { name } of installations) await succeeds(commands.fleet('forget', '--name', name), result)
  for (const { name, running } of installations) {
    const here = movers.filter(({ shop }) => shop.at === name)
    const found = await consistencyFaults(
      running.app,
      here.map(({ worker }) => worker),
      receiver,
    )
    result.webhooks += found.deliveries
    result.faults.push(...found.faults)
  }
  for (const { follower } of movers) follower.last()
  await Promise.all(following)
  const order = [...receiver.seen.keys()]
  const arrivals = new Map(order.map((id, i) => [id, i]))
  for (const { shop, worker, follower } of movers) {
    const { running } = named(installations, shop.at)
    result.faults.push(...(await follower.faults(running)))
    result.webhooksOvertaken += await overtaken(running.app, shop.businessId, arrivals)
    result.acknowledged += worker.caller.acknowledged.length
    result.retries += worker.caller.retries
    result.events += follower.events.size
  }
  return result
}

async function newMover({ url, receiver }: MovesOptions, shop: Shop, i: number): Promise<Mover> {
  const caller = () => createCaller([url], shop.apiKey, shop.businessId, { isStrict: true, pauseMs: RETRY_MS })
  const own = caller()
  const worksDays = i % DAYS_OF === DAYS_OF - 1
  const events = worksDays ? {} : { events: ['order.created'] }
  await own.write('/webhooks/subscriptions', { url: receiver.url, ...events }, 201)
  const worker = worksDays
    ? routeClient(own, tomorrow(), { pauseMs: DAY_PAUSE_MS })
    : orderClient(own, tomorrow(), { pauseMs: ORDER_PAUSE_MS, isTold: true })
  worker.expected.orders.set(shop.ref, 'OPEN')
  return { shop, worker, follower: newFollower(caller(), { pauseMs: ORDER_PAUSE_MS }) }
}

/** The commands run in turn until enough businesses have moved. */
async function moveAll(options: MovesOptions, movers: readonly Mover[], result: MovesResult): Promise<void> {
  const { commands, installations, moves, kills, random } = options
  const ended = () => commands.actions().filter((action) => action === 'move.ended').length
  const deadline = () => performance.now() + PATIENCE_MS
  let byMove = 0
  for (let turn = 0; result.moves < moves; turn++) {
    const left = moves - result.moves
    const willKill = result.killed.length < kills
    const most = String(Math.min(left, willKill ? 2 : PER_COMMAND))
    const way = (['drain', 'balance', 'move'] as const)[turn % 3]!
    const before = ended()
    const endsBy = deadline()
    const watch = { kill: willKill ? VICTIMS[result.killed.length % VICTIMS.length]! : null, random }
    if (way === 'move') {
      const mover = movers[Math.floor(random() * movers.length)]!
      const from = named(installations, mover.shop.at)
      const to = installations.filter((one) => one !== from)[Math.floor(random() * (installations.length - 1))]!
      // The target may have the data of an earlier move.
      await succeeds(commands.fleet('forget', '--name', to.name), result)
      await untilItSucceeds(() => commands.move(mover.shop.businessId, from, to), options, watch, result, endsBy)
      byMove++
    } else {
      const args = way === 'drain' ? ['drain', '--name', heaviest(movers)] : ['balance']
      await untilItSucceeds(() => commands.fleet(...args, '--go', '--most', most), options, watch, result, endsBy)
      commands.undrain()
    }
    await locate(installations, options.shops)
    const made = way === 'move' ? 1 : ended() - before
    result.by[way] = (result.by[way] ?? 0) + made
    result.moves = ended() + byMove
    options.say(`${way}: ${made} moved, ${result.moves} of ${moves}; killed: ${result.killed.join(', ') || 'nothing'}`)
  }
}

/** The installation with most clients. */
function heaviest(movers: readonly Mover[]): Name {
  const counts = new Map<Name, number>()
  for (const { shop } of movers) counts.set(shop.at, (counts.get(shop.at) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

interface Watch {
  kill: Victim | null
  random: () => number
}

/** Runs the command again until it succeeds, as an operator does after a crash. */
async function untilItSucceeds(
  start: () => Running,
  { installations }: MovesOptions,
  { kill, random }: Watch,
  result: MovesResult,
  endsBy: number,
): Promise<void> {
  let victim = kill
  for (;;) {
    const running = start()
    if (victim !== null) {
      const killed = await killOnce(installations, running.child, victim, random)
      if (killed) {
        result.killed.push(killed)
        victim = null
      }
    }
    // A command that hangs is a fault.
    const late = setTimeout(() => running.child.kill('SIGKILL'), endsBy - performance.now())
    const { code, err } = await running.ended
    clearTimeout(late)
    if (code === 0) return
    if (victim !== null || kill === null) result.faults.push(`a command failed although nothing was killed: ${err}`)
    if (performance.now() > endsBy) throw new Error(`a command does not succeed: ${err}`)
    await sleep(250)
  }
}

/** Waits for a step of a move and kills one process, which starts again. Null if the command ended before. */
async function killOnce(
  installations: readonly Installation[],
  child: ChildProcess,
  victim: Victim,
  random: () => number,
): Promise<string | null> {
  const step = STEPS[Math.floor(random() * STEPS.length)]!
  for (; ; await sleep(15)) {
    if (child.exitCode !== null || child.signalCode !== null) return null
    const move = await currentMove(installations)
    if (!move || (step === 'COMING' ? !move.to : move.place !== step)) continue
    const { from, to } = move
    if (victim === 'command') child.kill('SIGKILL')
    if (victim === 'source web') await restart(from)
    if (victim === 'target web') await restart(to)
    if (victim === 'source database') await from.database.kill()
    if (victim === 'target database') await to.database.kill()
    return `${victim} at ${step}`
  }
}

async function restart({ web }: Installation): Promise<void> {
  await web.stop('SIGKILL')
  await web.start()
}

interface CurrentMove {
  from: Installation
  to: Installation
  place: string
}

async function currentMove(installations: readonly Installation[]): Promise<CurrentMove | null> {
  const rows = await Promise.all(
    installations.map(({ running }) =>
      running.app.db
        .query<{ id: string; place: string }>('select business_uuid as id, place from moves', [])
        .catch(() => []),
    ),
  )
  for (const [i, coming] of rows.entries())
    for (const { id } of coming.filter(({ place }) => place === 'COMING'))
      for (const [j, leaving] of rows.entries()) {
        const row = leaving.find((one) => one.id === id && one.place !== 'COMING')
        if (row) return { from: installations[j]!, to: installations[i]!, place: row.place }
      }
  return null
}

/** Writes down which installation serves each business now. */
export async function locate(installations: readonly Installation[], shops: readonly Shop[]): Promise<void> {
  const places = new Map<string, Name>()
  for (const { name, running } of installations)
    for (const { id } of await running.app.db.query<{ id: string }>(
      `select b.business_uuid as id from businesses b left join moves m using (business_uuid)
       where m.place is null or m.place not in ('GONE', 'COMING')`,
      [],
    ))
      places.set(id, name)
  for (const shop of shops) {
    const at = places.get(shop.businessId)
    if (!at) throw new Error(`no installation serves business ${shop.businessId}`)
    shop.at = at
  }
}

/** Counts the webhooks that arrived before a webhook of an earlier event of the same business. */
async function overtaken(
  app: Installation['running']['app'],
  businessId: string,
  arrivals: ReadonlyMap<string, number>,
): Promise<number> {
  const rows = await app.db.query<{ id: string }>(
    'select delivery_id as id from webhook_deliveries where business_uuid = $1 order by position',
    [businessId],
  )
  let [latest, count] = [-1, 0]
  for (const { id } of rows) {
    const at = arrivals.get(id) ?? -1
    if (at < latest) count++
    latest = Math.max(latest, at)
  }
  return count
}

async function succeeds(running: Running, result: MovesResult): Promise<Ended> {
  const ended = await running.ended
  if (ended.code !== 0) result.faults.push(`a command failed: ${ended.err}`)
  return ended
}

export function named(installations: readonly Installation[], name: Name): Installation {
  const found = installations.find((one) => one.name === name)
  if (!found) throw new Error(`there is no installation ${name}`)
  return found
}
