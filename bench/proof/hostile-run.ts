// One run: several callers at the same time attack every endpoint in each manner, while one business reads. No request
// may get a 5xx except 503 with Retry-After, no connection may hang beyond its limit, and the business's reads must
// stay right and fast.
import { execFile } from 'node:child_process'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createConcurrencyLimit } from '../../src/adapters/concurrency-limit.ts'
import { seeded } from '../random.ts'
import {
  type AttackedRoute,
  type Call,
  type Caller,
  CALLERS,
  type HeldCredentials,
  hostileCall,
  type AttackKind,
  ATTACKS,
  send,
  sendSlowly,
} from './hostile-calls.ts'
import {
  attackedRoutes,
  createHostileBusiness,
  type HostileBusiness,
  photoForm,
  createQuietBusiness,
  PATHS_BY_CALLER,
} from './hostile-ground.ts'
import { type InflatingBodies, createInflatingBodies, inflatingBodiesFor } from './inflating-bodies.ts'
import { startQuietReader } from './quiet-reader.ts'
import { type ServerProcess, prepareServerProcess } from './server-process.ts'
import { quantile } from './quantile.ts'
import { openAppBeside } from './shops.ts'

export interface HostileOptions {
  databaseUrl: string
  /** Maximum duration. The run ends earlier once everything was tried. */
  seconds: number
  /** Ends earlier after this number of requests. */
  requests?: number
  /** Ends earlier after this number of different faults. */
  mostFaults?: number
  /** Seconds that the business reads before the attack. */
  aloneSeconds: number
  /** Concurrent callers, in addition to twice that number of slow senders. */
  atOnce: number
  /** Maximum size of a body. */
  mostBytes: number
  seed: number
  callers?: readonly Caller[]
  manners?: readonly AttackKind[]
  /** Restricts the attack to these routes, by their patterns. Default: all. */
  only?: RegExp
  /** Factor for all rate limits of the server. Default: 1. */
  rateLimitScale?: number
  /** Number of times that everything is tried. Default: 1. */
  rounds?: number
  /** Whether link holders send pictures that are hard to decode. */
  withPictures?: boolean
  /** Name of a fault in faults.ts. */
  fault?: string
}

export interface HostileResult {
  requests: number
  /** Combinations of endpoint, manner and caller: number tried, and number that exist. */
  tried: number
  of: number
  /** Number of responses by status. */
  statuses: Record<string, number>
  /** Requests broken off on purpose, or refused while they were being sent. */
  unanswered: number
  reads: number
  readP50Ms: number
  readP99Ms: number
  /** 99th percentile of the read times before the attack, which shows the speed of the machine itself. */
  aloneP99Ms: number
  /** MiB of the server: after setup, and maximum. */
  memoryMiB: [number, number]
  faults: string[]
}

const READS_A_SECOND = 5
/** Maximum size of a response to a stranger, and behind a link except for pages. */
const MAX_RESPONSE_BYTES = 64 * 1024
/** Number of times that a request is sent, concurrently or one after the other. */
const REPETITIONS = 10

interface Attempt {
  route: AttackedRoute
  manner: AttackKind
  caller: Caller
}

export async function runHostileProof(options: HostileOptions): Promise<HostileResult> {
  const { databaseUrl, atOnce, seconds, only = /^/, rateLimitScale = 1, fault } = options
  const { callers = CALLERS, manners = ATTACKS, requests = Infinity, mostFaults = Infinity, rounds = 1 } = options
  const running = await openAppBeside(databaseUrl)
  const server = await prepareServerProcess(databaseUrl, { env: { RATE_LIMIT_SCALE: String(rateLimitScale) }, fault })
  const agent = new http.Agent()
  try {
    await server.start()
    const { links, ...quiet } = await createQuietBusiness(running.app, server.url)
    const business = await createHostileBusiness(running.app)
    const photo = options.withPictures ? await photoForm() : null
    const random = seeded(options.seed)
    const routes = (await attackedRoutes(await running.server(), server.url)).filter(({ url }) => only.test(url))
    const attempts = attemptsOf(routes, callers, manners)
    const all = Array.from({ length: rounds }, () => attempts).flat()
    const inflating = manners.includes('inflating') ? createInflatingBodies() : null
    const before = await residentMiB(server)
    const reading = { origin: server.url, rate: READS_A_SECOND, ...quiet }
    const alone = startQuietReader(reading)
    await sleep(options.aloneSeconds * 1000)
    const { millis: aloneMillis } = await alone.stop()

    const began = performance.now()
    const tally: Tally = { requests: 0, tried: new Set(), statuses: {}, unanswered: 0, faults: new Set() }
    const isOver = () =>
      performance.now() - began > seconds * 1000 || tally.requests >= requests || tally.faults.size >= mostFaults
    const slow = shuffle(random, all.filter(isSlow))
    const busy = shuffle(
      random,
      all.filter((attempt) => !isSlow(attempt)),
    )
    let isDone = false
    const turn = createConcurrencyLimit(atOnce)
    const attack: Attack = {
      ...options,
      origin: server.url,
      agent,
      random,
      business,
      links: { ...links, photo },
      inflating,
      tally,
      turn,
    }
    const reader = startQuietReader(reading)
    const weighed = highestMemory(server, () => isDone)
    await Promise.all([
      ...Array.from({ length: busy.length > 0 ? atOnce : 0 }, () => runAttacker(attack, busy, isOver)),
      ...Array.from({ length: slow.length > 0 ? atOnce * 2 : 0 }, () => runAttacker(attack, slow, isOver)),
    ])
    isDone = true
    const { millis, faults } = await reader.stop()
    for (const each of faults) tally.faults.add(each)
    return {
      ...tally,
      tried: tally.tried.size,
      of: attempts.length,
      reads: millis.length,
      readP50Ms: quantile(millis, 0.5),
      readP99Ms: quantile(millis, 0.99),
      aloneP99Ms: quantile(aloneMillis, 0.99),
      memoryMiB: [before, await weighed],
      faults: [...tally.faults],
    }
  } finally {
    agent.destroy()
    await server.stop('SIGKILL')
    await running.close()
  }
}

const attemptsOf = (
  routes: readonly AttackedRoute[],
  callers: readonly Caller[],
  manners: readonly AttackKind[],
): Attempt[] =>
  callers.flatMap((caller) =>
    routes
      .filter(({ url }) => PATHS_BY_CALLER[caller].test(url))
      .flatMap((route) =>
        manners
          .filter((manner) => manner !== 'inflating' || (route.method !== 'GET' && route.method !== 'HEAD'))
          .map((manner): Attempt => ({ route, manner, caller })),
      ),
  )

const isSlow = ({ manner }: Attempt): boolean => manner === 'slow'

interface Tally extends Pick<HostileResult, 'requests' | 'statuses' | 'unanswered'> {
  tried: Set<Attempt>
  faults: Set<string>
}

interface Attack {
  origin: string
  agent: http.Agent
  random: () => number
  mostBytes: number
  business: HostileBusiness
  links: HeldCredentials['links']
  /** Bodies that are small when sent and large when read. Null if no caller sends them. */
  inflating: InflatingBodies | null
  tally: Tally
  /** Limits the number of concurrent requests of all callers together. */
  turn: ReturnType<typeof createConcurrencyLimit>
}

/** Takes attempts from the list, one after the other, until it is empty or the run is over. */
async function runAttacker(attack: Attack, left: Attempt[], isOver: () => boolean): Promise<void> {
  for (let next = left.pop(); next && !isOver(); next = left.pop()) {
    await runAttempt(attack, next)
    attack.tally.tried.add(next)
  }
}

async function runAttempt(attack: Attack, { route, manner, caller }: Attempt): Promise<void> {
  const { origin, random, business, links, tally, mostBytes } = attack
  const headers = caller === 'key' || caller === 'session' ? business.credentials(caller) : {}
  const held: HeldCredentials = { links: caller === 'link' ? links : null, headers }
  if (manner === 'inflating') {
    for (const body of attack.inflating ? inflatingBodiesFor(attack.inflating, route.url) : [])
      await sendOnce(attack, { route, manner, caller }, hostileCall(random, route, mostBytes, held, manner, body))
    return
  }
  const call = hostileCall(random, route, mostBytes, held, manner)
  const what = describeAttempt({ route, manner, caller }, call)
  if (manner === 'slow') {
    tally.requests++
    const { status, hangs } = await sendSlowly(origin, call, random() < 0.5)
    if (hangs) tally.faults.add(`${what} hung`)
    tally.statuses[status ?? 'ended'] = (tally.statuses[status ?? 'ended'] ?? 0) + 1
    if (status !== null && status >= 500 && status !== 503) tally.faults.add(`${what} answered ${status}`)
    return
  }
  const once = (): Promise<number | null> => sendOnce(attack, { route, manner, caller }, call)
  const statuses: (number | null)[] = []
  if (manner === 'many') statuses.push(...(await Promise.all(Array.from({ length: REPETITIONS }, once))))
  else for (let time = 0; time < (manner === 'repeated' ? REPETITIONS : 1); time++) statuses.push(await once())
  if (statuses.includes(401) && (caller === 'key' || caller === 'session')) await business.renew(caller)
}

const describeAttempt = ({ route, manner, caller }: Attempt, { body }: Call): string =>
  `${route.method} ${route.url} of a ${caller}, ${manner}, with ${body?.name ?? 'no body'}`

/** Returns the status of the response. Null if there was none. */
async function sendOnce({ origin, agent, turn, tally }: Attack, attempt: Attempt, call: Call): Promise<number | null> {
  const what = describeAttempt(attempt, call)
  const { route, caller } = attempt
  const end = await turn()
  tally.requests++
  const answer = await send(origin, agent, call)
  end()
  if (!answer) {
    tally.unanswered++
    // The server must respond to a small complete request. It may close the connection while a large body is being sent.
    if ((call.body?.length ?? 0) < 10_000 && call.sent === 'whole') tally.faults.add(`${what} was not answered`)
    return null
  }
  const { status, bytes, retryAfter, isUnconfigured } = answer
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
  if (status >= 500 && !(status === 503 && (retryAfter || isUnconfigured)))
    tally.faults.add(`${what} answered ${status}`)
  if (status === 429 && !retryAfter) tally.faults.add(`${what} answered 429 without Retry-After`)
  const isPage = caller === 'link' && route.method === 'GET' && status === 200
  const isOutside = caller === 'stranger' || caller === 'link'
  if (isOutside && bytes > MAX_RESPONSE_BYTES && !isPage) tally.faults.add(`${what} answered ${bytes} bytes`)
  return status
}

function shuffle<T>(random: () => number, list: readonly T[]): T[] {
  const ranked = list.map((value) => [random(), value] as const)
  return ranked.sort(([a], [b]) => a - b).map(([, value]) => value)
}

const run = promisify(execFile)

async function residentMiB(server: ServerProcess): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(server.pid())])
  return Math.round(Number(stdout) / 1024)
}

async function highestMemory(server: ServerProcess, over: () => boolean): Promise<number> {
  let peak = 0
  do {
    peak = Math.max(peak, await residentMiB(server))
    await sleep(250)
  } while (!over())
  return peak
}
