// One run: orders arrive at a fixed rate, events become due at a fixed rate, and readers read. No request waits for the
// previous one. Latency counts from the planned time of a request, so that stalls are measured completely.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../src/app/context.ts'
import { createCaller } from './caller.ts'
import { tomorrow } from './mixed-load.ts'
import { startReceiver } from './receiver.ts'
import { type Fleet, prepareServerFleet } from './server-process.ts'
import { quantile } from './quantile.ts'
import { openAppBeside, newShop } from './shops.ts'

export interface LoadOptions {
  databaseUrl: string
  seconds: number
  /** Minimum numbers. On a machine too busy for the rates, the run continues beyond `seconds` until it reaches them. */
  least?: { writes: number; reads: number; webhooks: number }
  /** Warm-up at half the rates, for compilation and query plans. Only its faults count. */
  warmUpSeconds?: number
  /** Order writes per second, and webhooks per second. */
  writes: number
  webhooks: number
  /** Number of readers, each of which reads once per second. */
  readers: number
  web: number
  workers: number
  /** Environment of the servers. */
  env?: Record<string, string>
}

export interface LoadResult {
  writes: number
  writeP50Ms: number
  writeP99Ms: number
  reads: number
  readP99Ms: number
  webhooks: number
  /** 99th percentile of the milliseconds from the planned time of a webhook to its receipt. */
  webhookP99Ms: number
  /** MiB of all processes: soon after the start, and at the end. */
  memoryMiB: [number, number]
  faults: string[]
}

const SHOPS = 10
const TICK_MS = 10
const PATIENCE_MS = 120_000

interface Shop {
  businessId: string
  apiKey: string
  endpointId: string
  refs: string[]
  cursor: string | null
}

export async function runLoadProof(options: LoadOptions): Promise<LoadResult> {
  const running = await openAppBeside(options.databaseUrl)
  const receiver = await startReceiver()
  const fleet = await prepareServerFleet(options.databaseUrl, options, { env: options.env ?? {} })
  const agent = new http.Agent({ keepAlive: true })
  try {
    await fleet.start()
    const shops: Shop[] = []
    while (shops.length < SHOPS) shops.push(await createLoadShop(running.app, fleet, receiver.url))
    const ground = { app: running.app, fleet, receiver, agent, shops }
    const { warmUpSeconds = 0, writes, webhooks } = options
    const warm = await load(
      { ...options, least: undefined, seconds: warmUpSeconds, writes: writes / 2, webhooks: webhooks / 2 },
      ground,
    )
    const result = await load(options, ground)
    return { ...result, faults: [...warm.faults, ...result.faults] }
  } finally {
    agent.destroy()
    await fleet.stop('SIGTERM')
    receiver.close()
    await running.close()
  }
}

interface LoadSetup {
  app: App
  fleet: Fleet
  receiver: Awaited<ReturnType<typeof startReceiver>>
  agent: http.Agent
  shops: Shop[]
}

async function load(options: LoadOptions, { app, fleet, receiver, agent, shops }: LoadSetup): Promise<LoadResult> {
  const { seconds, webhooks, readers } = options
  const [writes, reads] = [[] as number[], [] as number[]]
  const due = new Map<string, number>()
  const memory: number[] = []
  const faults = new Map<string, number>()
  const began = performance.now()
  const { least = { writes: 0, reads: 0, webhooks: 0 } } = options
  const enough = () => writes.length >= least.writes && reads.length >= least.reads && due.size >= least.webhooks
  const over = () => performance.now() - began > seconds * 1000 && enough()

  const shopOf = (n: number): Shop => shops[n % shops.length] as Shop
  const urlOf = (n: number): string => fleet.urls[n % fleet.urls.length] as string

  const send = (into: number[], plannedAt: number, request: Request) =>
    timedCall(agent, faults, into, plannedAt, request)
  const writer = async (): Promise<void> => {
    const sent: Promise<void>[] = []
    for (let n = 0; !over(); await sleep(TICK_MS))
      for (; n < ((performance.now() - began) / 1000) * options.writes; n++)
        sent.push(write(n, began + (n / options.writes) * 1000))
    await Promise.all(sent)
  }
  // Two of five writes change an existing order.
  const write = async (n: number, plannedAt: number): Promise<void> => {
    const shop = shopOf(n)
    const turn = Math.floor(n / shops.length)
    const known = turn % 5 < 2 ? shop.refs[(turn * 31) % Math.max(1, shop.refs.length)] : undefined
    const ref = known ?? randomUUID()
    const { apiKey } = shop
    const answer = await send(writes, plannedAt, {
      url: urlOf(n),
      method: 'POST',
      path: '/orders',
      apiKey,
      body: order(ref, n),
    })
    if (!known && answer) shop.refs.push(ref)
  }
  const reader = async (i: number): Promise<void> => {
    await sleep((i / readers) * 1000)
    for (let n = i; !over(); n++) {
      const plannedAt = performance.now()
      const shop = shopOf(n * 7)
      const path = readPath(shop, n)
      const answer = await send(reads, plannedAt, { url: urlOf(n), method: 'GET', path, apiKey: shop.apiKey })
      if (path.startsWith('/orders?') && answer)
        shop.cursor = (JSON.parse(answer) as { next_cursor: string | null }).next_cursor
      await sleep(Math.max(0, 1000 - (performance.now() - plannedAt)))
    }
  }
  const owing = async (): Promise<void> => {
    for (let n = 0; !over(); await sleep(250)) {
      const count = Math.round(((performance.now() - began) / 1000) * webhooks) - n
      for (const id of await createPending(app, shopOf(n), count)) due.set(id, performance.now())
      n += count
    }
  }
  const weigher = async (): Promise<void> => {
    for (; !over(); await sleep(1000)) memory.push(residentMiB(fleet))
  }
  const [received, watching] = watchReceiver(receiver, due)
  await Promise.all([writer(), owing(), weigher(), ...Array.from({ length: readers }, (_, i) => reader(i))])
  const deadline = performance.now() + PATIENCE_MS
  while (received.size < due.size && performance.now() < deadline) await sleep(50)
  clearInterval(watching)
  const unsent = [...due.keys()].filter((id) => !received.has(id)).length
  if (unsent > 0) countFault(faults, `${unsent} webhooks were not received`)
  return loadFigures(writes, reads, [...received.values()], memory, faults)
}

function loadFigures(
  writes: number[],
  reads: number[],
  received: number[],
  memory: number[],
  faults: Map<string, number>,
): LoadResult {
  const fifth = Math.floor(memory.length / 5)
  return {
    writes: writes.length,
    writeP50Ms: quantile(writes, 0.5),
    writeP99Ms: quantile(writes, 0.99),
    reads: reads.length,
    readP99Ms: quantile(reads, 0.99),
    webhooks: received.length,
    webhookP99Ms: quantile(received, 0.99),
    memoryMiB: [quantile(memory.slice(fifth, 2 * fifth), 0.5), quantile(memory.slice(-Math.max(1, fifth)), 0.5)],
    faults: [...faults].map(([fault, times]) => `${fault} (${times} times)`),
  }
}

/** Returns the response body, empty if the request failed. Adds the milliseconds since it was planned to `into`. */
async function timedCall(
  agent: http.Agent,
  faults: Map<string, number>,
  into: number[],
  plannedAt: number,
  request: Request,
): Promise<string> {
  try {
    const { status, text } = await call(agent, request)
    into.push(performance.now() - plannedAt)
    if (status >= 300) countFault(faults, `${request.method} ${request.path.split('/')[1]} answered ${status}`)
    return status < 300 ? text : ''
  } catch (error) {
    countFault(faults, `${request.method} was not answered: ${error instanceof Error ? error.message : String(error)}`)
    return ''
  }
}

/** Records when each delivery was received, within about 5 ms. */
function watchReceiver(
  receiver: LoadSetup['receiver'],
  due: Map<string, number>,
): [Map<string, number>, NodeJS.Timeout] {
  const received = new Map<string, number>()
  const look = () => {
    const now = performance.now()
    for (const id of receiver.seen.keys()) {
      const since = due.get(id)
      if (since === undefined) continue
      receiver.seen.delete(id)
      received.set(id, now - since)
    }
  }
  return [received, setInterval(look, 5)]
}

function readPath(shop: Shop, n: number): string {
  const ref = shop.refs[(n * 31) % Math.max(1, shop.refs.length)]
  if (n % 5 === 0) return `/routes?date=${tomorrow()}`
  if (n % 5 === 1 || !ref) return `/orders?${shop.cursor ? `cursor=${shop.cursor}` : 'limit=50'}`
  return `/orders/${ref}`
}

const countFault = (faults: Map<string, number>, fault: string): void =>
  void faults.set(fault, (faults.get(fault) ?? 0) + 1)

async function createLoadShop(app: App, fleet: Fleet, hook: string): Promise<Shop> {
  const { businessId, apiKey } = await newShop(app)
  const own = createCaller(fleet.urls, apiKey, businessId)
  const { data } = await own.write('/webhooks/subscriptions', { url: hook }, 201)
  return { businessId, apiKey, endpointId: String(data.endpoint_uuid), refs: [], cursor: null }
}

/** Queues `count` webhooks for the shop's endpoint, each about a different stop, to be sent now. */
async function createPending(app: App, shop: Shop, count: number): Promise<string[]> {
  const rows = await app.db.query<{ deliveryId: string }>(
    `insert into webhook_deliveries (business_uuid, delivery_id, endpoint_uuid, event, facts, stop_uuid,
       next_attempt_at, created_at)
     select $1, gen_random_uuid(), $2, 'stop.en_route', '{"external_ref":"load","status":"EN_ROUTE"}', gen_random_uuid(),
       now(), now()
     from generate_series(1, $3::int) returning delivery_id`,
    [shop.businessId, shop.endpointId, count],
  )
  return rows.map((row) => row.deliveryId)
}

const residentMiB = ({ processes }: Fleet): number =>
  processes.reduce((sum, each) => {
    const status = readFileSync(`/proc/${each.pid()}/status`, 'utf8')
    return sum + Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  }, 0)

interface Request {
  url: string
  method: 'GET' | 'POST'
  path: string
  apiKey: string
  body?: string
}

const call = (agent: http.Agent, { url, method, path, apiKey, body }: Request) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers: http.OutgoingHttpHeaders = {
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': randomUUID(),
      }),
    }
    const request = http.request(`${url}/api/v1${path}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    request.on('error', reject)
    request.end(body)
  })

const order = (ref: string, n: number): string =>
  JSON.stringify({
    external_ref: ref,
    customer_name: `Load customer ${n}`,
    customer_phone: '+12025550143',
    address: { line1: `${n} Load Street`, city: 'Washington', postal_code: '20009', lat: 38.91, lng: -77.03 },
    instructions: 'Ring twice; leave with the front desk.',
    delivery_date: tomorrow(),
    window_start: '09:00',
    window_end: '12:00',
    items: [{ name: 'Rice, bag', quantity: 1, unit_weight_lbs: 20 }],
  })
