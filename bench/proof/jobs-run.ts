// A process dies, or stands still beyond its leases, during webhooks and geocoding. Another process must repeat that
// work within a minute, and the first one must change nothing when it continues.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../src/app/context.ts'
import { createCaller } from './caller.ts'
import { tomorrow } from './mixed-load.ts'
import { queueDeliveries } from './queue-webhooks.ts'
import { seeded } from '../random.ts'
import { prepareServerProcess } from './server-process.ts'
import { openAppBeside, newShop } from './shops.ts'

export interface JobsResult {
  kills: number
  stops: number
  /** Webhooks and geocodings in progress when their process was lost. */
  lost: number
  /** Longest time until all of them were repeated. */
  slowestSeconds: number
  faults: string[]
}

const WEBHOOKS = 30
const ADDRESSES = 5
const PROMISED_SECONDS = 60

export async function runJobsProof(databaseUrl: string, rounds: number, seed: number): Promise<JobsResult> {
  const random = seeded(seed)
  const outside = await startExternalServices()
  const running = await openAppBeside(databaseUrl)
  const env = { GEOCODER: 'photon', GEOCODER_URL: outside.url, GEOCODER_PER_SECOND: '100', LOG_LEVEL: 'fatal' }
  const result: JobsResult = { kills: 0, stops: 0, lost: 0, slowestSeconds: 0, faults: [] }
  try {
    for (let round = 0; round < rounds; round++) await lose(round % 2 === 0 ? 'SIGKILL' : 'SIGSTOP')
    return result
  } finally {
    outside.close()
    await running.close()
  }

  async function lose(signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
    const [first, second] = await Promise.all([
      prepareServerProcess(databaseUrl, { env }),
      prepareServerProcess(databaseUrl, { env }),
    ])
    try {
      await first.start()
      const { businessId, apiKey } = await newShop(running.app)
      const shop = createCaller([first.url], apiKey, businessId)
      await shop.write('/webhooks/subscriptions', { url: `${outside.url}/hooks` }, 201)
      outside.hold()
      await Promise.all(Array.from({ length: ADDRESSES }, () => shop.write('/orders', unplacedOrder(), 201)))
      await queueDeliveries(running.app, businessId, WEBHOOKS)
      await waitUntil(
        async () => (await remainingWork(running.app, businessId)).taken >= WEBHOOKS + 1,
        'nothing was taken up',
      )
      await sleep(random() * 500)
      if (signal === 'SIGKILL') await first.stop('SIGKILL')
      else first.signal('SIGSTOP')
      const began = performance.now()
      result.lost += (await remainingWork(running.app, businessId)).taken
      outside.answer()
      await second.start()
      await waitUntil(async () => (await remainingWork(running.app, businessId)).open === 0, 'not all was done again')
      const seconds = (performance.now() - began) / 1000
      result.slowestSeconds = Math.max(result.slowestSeconds, seconds)
      if (seconds > PROMISED_SECONDS) result.faults.push(`repeated only after ${seconds.toFixed(1)} s`)
      if (signal === 'SIGKILL') result.kills++
      else {
        result.stops++
        await second.stop('SIGTERM')
        const before = await readJobRows(running.app, businessId)
        first.signal('SIGCONT')
        // After SIGTERM, the continued process first finishes its work in progress, so that wrong changes would show.
        const { code } = await first.stop('SIGTERM')
        if (code !== 0) result.faults.push(`the frozen process ended with ${code}`)
        const after = await readJobRows(running.app, businessId)
        if (after !== before) result.faults.push('the frozen process changed rows when it continued')
      }
      result.faults.push(...shop.faults)
    } finally {
      first.signal('SIGCONT')
      await Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')])
    }
  }
}

async function waitUntil(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + 3 * PROMISED_SECONDS * 1000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(otherwise)
    await sleep(100)
  }
}

/** Returns the amount of remaining work, and of work in progress. */
async function remainingWork(app: App, businessId: string): Promise<{ open: number; taken: number }> {
  const [row] = await app.db.query<{ open: number; taken: number }>(
    `select (select count(*) from webhook_deliveries where business_uuid = $1 and next_attempt_at is not null)::int
          + (select count(*) from orders where business_uuid = $1 and placement = 'PENDING')::int as open,
            (select count(*) from webhook_deliveries where business_uuid = $1 and leased_until > $2)::int
          + (select count(*) from orders where business_uuid = $1 and placement = 'PENDING' and place_after > $2)::int
          as taken`,
    [businessId, new Date()],
  )
  return row ?? { open: 1, taken: 0 }
}

/** Returns all rows that jobs write. */
async function readJobRows(app: App, businessId: string): Promise<string> {
  const tables = ['webhook_deliveries', 'webhook_attempts', 'webhook_endpoints', 'orders', 'audit_log']
  const texts = await Promise.all(
    tables.map((table) =>
      app.db.query<{ text: string | null }>(
        `select string_agg(t::text, '|' order by t::text) as text from ${table} t where business_uuid = $1`,
        [businessId],
      ),
    ),
  )
  return JSON.stringify(texts)
}

const unplacedOrder = () => ({
  external_ref: randomUUID(),
  customer_name: 'Proof customer',
  address: { line1: `${randomUUID()} Street` },
  delivery_date: tomorrow(),
})

/** Starts a receiver and a geocoder. `hold` makes them leave requests without a response, until `answer` is called. */
async function startExternalServices() {
  let holding = false
  const server = http.createServer((request, response) => {
    if (holding && request.url !== '/status') return
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"features":[]}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      holding = true
    },
    /** Responds to requests from now on. Requests held until now stay without a response. */
    answer: () => {
      holding = false
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
