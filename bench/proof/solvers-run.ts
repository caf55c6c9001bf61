// Runs a web process without solver threads, and two solver processes, and repeatedly kills one of the two during builds and
// plans. Every build must get one response, the other process must take over the solves of the dead process in time, and
// solves whose caller disconnected must end.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../random.ts'
import { createCaller } from './caller.ts'
import type { App } from '../../src/app/context.ts'
import { tomorrow } from './mixed-load.ts'
import { prepareServerProcess, type ServerProcess } from './server-process.ts'
import { addVan, openAppBeside, newShop } from './shops.ts'

export interface SolversResult {
  kills: number
  builds: number
  plans: number
  hungUp: number
  /** Solves of killed processes, and the longest time until another process had them. */
  takenOver: number
  slowestSeconds: number
  /** Longest time until a solve ended after its caller had disconnected. */
  slowestEndSeconds: number
  faults: string[]
}

const SHOPS = 3
const ORDERS = 60
const PLAN_STOPS = 120
const PLAN_SECONDS = 4
const PROMISED_SECONDS = 10

interface Row {
  solveId: string
  solver: string | null
  takes: number
}

export async function runSolversProof(databaseUrl: string, kills: number, seed: number): Promise<SolversResult> {
  const random = seeded(seed)
  const running = await openAppBeside(databaseUrl)
  const front = await prepareServerProcess(databaseUrl, { env: { SOLVER_THREADS: '0' } })
  const solvers = await Promise.all([1, 2].map(() => prepareServerProcess(databaseUrl, { env: { ROLE: 'solver' } })))
  const result: SolversResult = {
    kills: 0,
    builds: 0,
    plans: 0,
    hungUp: 0,
    takenOver: 0,
    slowestSeconds: 0,
    slowestEndSeconds: 0,
    faults: [],
  }
  const proof: Proof = { app: running.app, front, solvers, random, result }
  try {
    await front.start()
    for (const solver of solvers) await solver.start()
    for (let i = 0; i < kills; i++) await killOne(proof, i)
    return result
  } finally {
    await Promise.all([front, ...solvers].map((each) => each.stop('SIGKILL')))
    await running.close()
  }
}

interface Proof {
  app: App
  front: ServerProcess
  solvers: readonly ServerProcess[]
  random: () => number
  result: SolversResult
}

const openSolves = ({ app }: Proof): Promise<Row[]> =>
  app.db.query<Row>('select solve_uuid, solver, takes from solves where answer is null', [])

/** Kills a solver process while businesses build and plan, and restarts it. */
async function killOne(proof: Proof, at: number): Promise<void> {
  const { random, solvers, result } = proof
  const shops = await Promise.all(Array.from({ length: SHOPS }, () => shopToPlan(proof)))
  const work = [
    ...shops.map((shop) => build(proof, shop)),
    ...shops.map((shop) => plan(proof, shop)),
    hangUp(proof, shops[0] as (typeof shops)[number], random() * 3_000),
  ]
  await sleep(300 + random() * 2_000)
  const victim = solvers[at % 2] as (typeof solvers)[number]
  await victim.stop('SIGKILL')
  const killed = performance.now()
  result.kills++
  // Number of takes of each assigned solve at the kill. If the number rises later, the other process has taken over a solve
  // of the dead process.
  const before = new Map(
    (await openSolves(proof)).filter(({ solver }) => solver !== null).map((row) => [row.solveId, row.takes]),
  )
  const all = Promise.all(work)
  let over = false
  void all.then(
    () => (over = true),
    () => (over = true),
  )
  while (!over) {
    await noteTakeovers(proof, before, killed)
    await sleep(50)
  }
  await all
  result.faults.push(...shops.flatMap((shop) => shop.faults))
  const left = await openSolves(proof)
  if (left.length > 0) result.faults.push(`${left.length} solves remain without a caller`)
  await victim.start()
}

/** Counts the solves that the other process has taken over since the kill. */
async function noteTakeovers(proof: Proof, before: Map<string, number>, killed: number): Promise<void> {
  const { result } = proof
  for (const { solveId, takes } of await openSolves(proof)) {
    const had = before.get(solveId)
    if (had === undefined || takes <= had) continue
    before.delete(solveId)
    const seconds = (performance.now() - killed) / 1000
    result.takenOver++
    result.slowestSeconds = Math.max(result.slowestSeconds, seconds)
    if (seconds > PROMISED_SECONDS) result.faults.push(`taken over only after ${seconds.toFixed(1)} s`)
  }
}

async function shopToPlan({ app, front, random }: Proof) {
  const { businessId, apiKey } = await newShop(app)
  for (let i = 0; i < 3; i++) await addVan(app, businessId)
  const shop = createCaller([front.url], apiKey, businessId)
  const orders = Array.from({ length: ORDERS }, (_, i) => ({
    external_ref: randomUUID(),
    customer_name: 'Proof customer',
    address: { line1: `${i} Proof Street`, lat: 38.85 + random() / 10, lng: -77.08 + random() / 10 },
    delivery_date: tomorrow(),
  }))
  await shop.write('/orders/batch', { orders }, 200)
  return { ...shop, apiKey, businessId }
}

type Shop = Awaited<ReturnType<typeof shopToPlan>>

async function build({ app, result }: Proof, shop: Shop): Promise<void> {
  const { data } = await shop.write('/routes/build', { date: tomorrow() }, 201)
  const answered = (data.routes as { stops: unknown[] }[] | undefined) ?? []
  const [there] = await app.db.query<{ routes: number; stops: number }>(
    `select (select count(*)::int from routes where business_uuid = $1) as routes,
      (select count(*)::int from stops where business_uuid = $1) as stops`,
    [shop.businessId],
  )
  result.builds++
  if (there?.routes !== answered.length || there.stops !== ORDERS)
    result.faults.push(
      `a build answered ${answered.length} routes; there are ${there?.routes} with ${there?.stops} stops`,
    )
}

async function plan({ random, result }: Proof, shop: Shop): Promise<void> {
  const { data } = await shop.write('/optimize', optimizeBody(random), 200)
  const stops = (data.routes as { stops: unknown[] }[] | undefined)?.reduce((sum, route) => sum + route.stops.length, 0)
  result.plans++
  if (stops !== PLAN_STOPS) result.faults.push(`a plan of ${PLAN_STOPS} stops has ${stops}`)
}

async function hangUp({ app, front, random, result }: Proof, shop: Shop, after: number): Promise<void> {
  const ending = new AbortController()
  const call = fetch(`${front.url}/api/v1/optimize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...optimizeBody(random), options: { time_limit_seconds: 30 } }),
    signal: ending.signal,
  }).catch(() => null)
  await sleep(1_000 + after)
  ending.abort()
  await call
  const asked = performance.now()
  result.hungUp++
  const long = () => app.db.query('select from solves where answer is null and seconds > 20', [])
  while ((await long()).length > 0) await sleep(50)
  result.slowestEndSeconds = Math.max(result.slowestEndSeconds, (performance.now() - asked) / 1000)
}

function optimizeBody(random: () => number) {
  return {
    depot: { lat: 38.9, lng: -77.03 },
    vehicles: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    stops: Array.from({ length: PLAN_STOPS }, (_, i) => ({
      id: `s${i}`,
      lat: 38.85 + random() / 10,
      lng: -77.08 + random() / 10,
    })),
    options: { time_limit_seconds: PLAN_SECONDS },
  }
}
