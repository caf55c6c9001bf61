// One run: callers without credentials, or with a link only, send hostile requests, so many at once, while one business
// reads. None gets a 5xx or a long response, and the business's reads stay fast.
import { execFile } from 'node:child_process'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type ServedRoute, withBodies } from '../../test/helpers/served-routes.ts'
import { quietReader } from './quiet-reader.ts'
import { seeded } from '../random.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'
import { beside } from './shops.ts'
import { type HeldLinks, hostileCall, send } from './strangers-calls.ts'
import { attackedRoutes, photoForm, quietBusiness } from './strangers-ground.ts'

export interface StrangersOptions {
  databaseUrl: string
  seconds: number
  /** It ends sooner after as many. */
  requests?: number
  /** And after as many different faults. */
  mostFaults?: number
  /** How long the business reads before they come. */
  aloneSeconds: number
  atOnce: number
  /** Of a body. */
  mostBytes: number
  seed: number
  /** Whether they hold a driver's and a customer's link, and have photos to send. */
  withLinks: boolean
  /** Only these routes, by their patterns; all of them unless given. */
  only?: RegExp
  /** 1 unless given. */
  rateLimitScale?: number
  /** One of faults.ts. */
  fault?: string
}

export interface StrangersResult {
  requests: number
  /** How many were answered so, by status. */
  statuses: Record<string, number>
  /** Broken off on purpose, or refused while still sending. */
  unanswered: number
  reads: number
  readP50Ms: number
  readP99Ms: number
  /** Before, with nobody else there: what the machine itself allows. */
  aloneP99Ms: number
  /** Of the server: when all was set up, and at most. */
  memoryMiB: [number, number]
  faults: string[]
}

const READS_A_SECOND = 5
/** No answer is longer, but for the pages behind a link. */
const MOST_ANSWERED_BYTES = 64 * 1024

export async function strangersRun(options: StrangersOptions): Promise<StrangersResult> {
  const { databaseUrl, atOnce, seconds, only, rateLimitScale = 1, fault } = options
  const running = await beside(databaseUrl)
  const server = await serverProcess(databaseUrl, { env: { RATE_LIMIT_SCALE: String(rateLimitScale) }, fault })
  const agent = new http.Agent()
  try {
    await server.start()
    const { links: held, ...business } = await quietBusiness(running.app, server.url)
    const links = options.withLinks ? { ...held, photo: await photoForm() } : null
    const all = await attackedRoutes(await running.server(), server.url)
    const attacked = only ?? (links ? /^\/[dt]\// : /^/)
    const routes = all.filter(({ url }) => attacked.test(url))
    const before = await residentMiB(server)
    const reading = { origin: server.url, rate: READS_A_SECOND, ...business }
    const alone = quietReader(reading)
    await sleep(options.aloneSeconds * 1000)
    const { millis: aloneMillis } = await alone.stop()

    const began = performance.now()
    const tally: Tally = { requests: 0, statuses: {}, unanswered: 0, faults: new Set() }
    const over = () =>
      performance.now() - began > seconds * 1000 ||
      tally.requests >= (options.requests ?? Infinity) ||
      tally.faults.size >= (options.mostFaults ?? Infinity)
    const attack = { ...options, origin: server.url, agent, random: seeded(options.seed), routes, links, tally, over }
    const reader = quietReader(reading)
    const weighed = highest(server, over)
    await Promise.all(Array.from({ length: atOnce }, () => stranger(attack)))
    const { millis, faults } = await reader.stop()
    for (const each of faults) tally.faults.add(each)
    return {
      ...tally,
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

interface Tally extends Pick<StrangersResult, 'requests' | 'statuses' | 'unanswered'> {
  faults: Set<string>
}

interface Attack {
  origin: string
  agent: http.Agent
  random: () => number
  routes: ServedRoute[]
  mostBytes: number
  links: HeldLinks | null
  tally: Tally
  over: () => boolean
}

async function stranger({ origin, agent, random, routes, mostBytes, links, tally, over }: Attack): Promise<void> {
  const pick = (from: ServedRoute[]): ServedRoute => from[Math.floor(random() * from.length)] as ServedRoute
  while (!over()) {
    const route = pick(random() < 0.2 ? routes : withBodies(routes))
    const call = hostileCall(random, route, mostBytes, links)
    const answer = await send(origin, agent, call)
    const what = `${route.method} ${route.url} with ${call.body?.name ?? 'no body'}`
    tally.requests++
    if (!answer) {
      tally.unanswered++
      // Of what is this small, all was sent before the answer.
      const small = (call.body?.length ?? 0) < 10_000
      if (small && call.manner === 'whole') tally.faults.add(`${what} was not answered`)
      continue
    }
    const { status, bytes } = answer
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    // Whoever has a link may be told that photos have to wait.
    const toWait = links !== null && status === 503 && answer.retryAfter
    if (status >= 500 && !toWait) tally.faults.add(`${what} answered ${status}`)
    const isPage = links !== null && route.method === 'GET' && status === 200
    if (bytes > MOST_ANSWERED_BYTES && !isPage) tally.faults.add(`${what} answered ${bytes} bytes`)
  }
}

const run = promisify(execFile)

async function residentMiB(server: ServerProcess): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(server.pid())])
  return Math.round(Number(stdout) / 1024)
}

async function highest(server: ServerProcess, over: () => boolean): Promise<number> {
  let peak = 0
  do {
    peak = Math.max(peak, await residentMiB(server))
    await sleep(250)
  } while (!over())
  return peak
}

const quantile = (values: readonly number[], q: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0)
