// Sends webhooks to endpoints that hang, or that send responses without end or drop by drop. Webhooks to other endpoints must
// stay fast, each bad attempt must end, and the server's memory must not grow.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../src/app/context.ts'
import { createCaller } from './caller.ts'
import { queueDeliveries } from './queue-webhooks.ts'
import { prepareServerProcess } from './server-process.ts'
import { openAppBeside, newShop } from './shops.ts'

export interface BadEndpointResult {
  /** Number of webhooks pending for the endpoint that hangs. */
  owed: number
  /** Number of webhooks to other endpoints, and seconds from their commit to their receiver. */
  others: number
  p50: number
  p95: number
  slowest: number
  /** Seconds of the longest attempt at each bad endpoint. */
  longestAttempts: Record<string, number>
  /** MB of the server: 2 s after the webhooks of the bad endpoints were queued, and the maximum after that. */
  memory: { before: number; most: number }
  faults: string[]
}

const PROMISED_P95 = 2
const PROMISED_ATTEMPT = 15
/** Maximum ratio of the server's memory to `before`. Generous, because the memory varies with garbage collection. */
const MAX_MEMORY_GROWTH = 1.5
const WEBHOOKS_PER_BAD_ENDPOINT = 200
/** Time limit for expected results, generous for a busy machine. */
const PATIENCE_MS = 120_000

type Answer = (response: ServerResponse) => void
const BAD_ANSWERS: Record<string, Answer> = {
  hanging: () => {},
  endless: (response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.writeHead(200).on('drain', more)
    more()
  },
  dripping: (response) => {
    response.writeHead(200)
    const dripping = setInterval(() => response.write('x'), 500)
    response.on('close', () => clearInterval(dripping))
  },
}

/** Queues `owed` webhooks for the endpoint that hangs, and 4 per second for the other endpoints, for `seconds`. */
export async function runBadEndpointProof(
  databaseUrl: string,
  owed: number,
  seconds: number,
): Promise<BadEndpointResult> {
  const running = await openAppBeside(databaseUrl)
  const server = await prepareServerProcess(databaseUrl)
  const arrived = new Map<string, number>()
  const receiver = await startEndpoints(arrived)
  const faults: string[] = []
  try {
    await server.start()
    const shopWith = async (path: string) => {
      const { businessId, apiKey } = await newShop(running.app)
      await createCaller([server.url], apiKey, businessId).write(
        '/webhooks/subscriptions',
        { url: `${receiver.url}/${path}` },
        201,
      )
      return businessId
    }
    const good = await shopWith('good')
    const bad = new Map<string, string>()
    for (const name of Object.keys(BAD_ANSWERS)) bad.set(name, await shopWith(name))
    for (const [name, businessId] of bad)
      await queueDeliveries(running.app, businessId, name === 'hanging' ? owed : WEBHOOKS_PER_BAD_ENDPOINT)
    await sleep(2_000)

    const memory = { before: memoryOf(server.pid()), most: 0 }
    const sent = await sendForOthers(running.app, good, seconds, () => {
      memory.most = Math.max(memory.most, memoryOf(server.pid()))
    })
    const deadline = performance.now() + PATIENCE_MS
    const until = async (holds: () => Promise<boolean> | boolean) => {
      while (!(await holds()) && performance.now() < deadline) await sleep(100)
    }
    await until(() => [...sent.keys()].every((ref) => arrived.has(ref)))
    const took = [...sent].map(([ref, at]) => ((arrived.get(ref) ?? Infinity) - at) / 1000).sort((a, b) => a - b)
    const at = (share: number) => Math.max(0, took[Math.floor(share * (took.length - 1))] ?? Infinity)
    if (at(0.95) > PROMISED_P95) faults.push(`others' 95th percentile is ${at(0.95).toFixed(2)} s`)

    const longestAttempts: Record<string, number> = {}
    for (const [name, businessId] of bad) {
      await until(async () => (await longestAttempt(running.app, businessId)) !== null)
      const longest = await longestAttempt(running.app, businessId)
      longestAttempts[name] = longest ?? 0
      if (longest === null) faults.push(`no attempt at the ${name} endpoint has ended`)
      else if (longest > PROMISED_ATTEMPT) faults.push(`an attempt at the ${name} endpoint took ${longest} s`)
    }
    if (memory.most > memory.before * MAX_MEMORY_GROWTH)
      faults.push(`memory grew from ${memory.before} to ${memory.most} MB`)
    return {
      owed,
      others: took.length,
      p50: at(0.5),
      p95: at(0.95),
      slowest: at(1),
      longestAttempts,
      memory,
      faults,
    }
  } finally {
    await server.stop('SIGKILL')
    receiver.close()
    await running.close()
  }
}

/** Starts the endpoints. Records when each webhook arrives at the good ones. */
async function startEndpoints(arrived: Map<string, number>): Promise<{ url: string; close: () => void }> {
  const receiver = http.createServer((request, response) => {
    const bad = BAD_ANSWERS[(request.url ?? '').slice(1)]
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (bad) return bad(response)
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { external_ref: string } }
      arrived.set(data.external_ref, performance.now())
      response.end()
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  return {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    close: () => {
      receiver.close()
      receiver.closeAllConnections()
    },
  }
}

/** Queues 4 webhooks per second for a good endpoint. Returns when each was queued. */
async function sendForOthers(
  app: App,
  businessId: string,
  seconds: number,
  onEach: () => void,
): Promise<Map<string, number>> {
  const sent = new Map<string, number>()
  const ends = performance.now() + seconds * 1000
  for (let i = 0; performance.now() < ends; i++) {
    await queueDeliveries(app, businessId, 1, `good ${i}`)
    sent.set(`good ${i}`, performance.now())
    await sleep(250)
    onEach()
  }
  return sent
}

/** Returns the seconds of the longest attempt at the endpoint. Null if none has ended. */
async function longestAttempt(app: App, businessId: string): Promise<number | null> {
  const [row] = await app.db.query<{ longest: number | null }>(
    'select max(duration_ms)::float8 / 1000 as longest from webhook_attempts where business_uuid = $1',
    [businessId],
  )
  return row?.longest ?? null
}

const memoryOf = (pid: number | null): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
