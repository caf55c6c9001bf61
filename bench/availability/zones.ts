// npm run bench zones
// Measures what large zones cost their own business and other businesses: checks of a location inside every zone, eight
// at a time, next to checks of another business and health requests. The caller is a separate thread.
//   --zones 8   --corners 99000   --orders 2000   --checks 40
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { createBusiness } from '../../src/app/business/create-business.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { createZone } from '../../src/app/zones/create-zone.ts'
import { extentOf, type ZoneGeometry } from '../../src/domain/zones/zone.ts'
import { migrate } from '../../src/store/migrate.ts'
import { seeded } from '../random.ts'
import { inProcess } from '../proof/in-process.ts'
import { startOwnDatabase } from '../proof/own-database.ts'
import { parseOptions } from '../given-options.ts'

const CENTER = { lat: 38.9, lng: -77.03 }
const CONCURRENT_REQUESTS = 8
const HOURS = Array.from({ length: 7 }, () => ({ start: '09:00', end: '17:00' }))

interface Caller {
  api: string
  large: string
  other: string
  checks: number
}
interface Measured {
  large: number[]
  other: number[]
  health: number[]
  failed: number
}

/** A circle with a rough outline, like a boundary along a river. */
function roughCircle(corners: number, radius: number, random: () => number): ZoneGeometry {
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const angle = (i / corners) * 2 * Math.PI
    const reach = radius * (1 + 0.02 * random())
    return [CENTER.lng + reach * Math.cos(angle), CENTER.lat + reach * Math.sin(angle)]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0] ?? [0, 0]]] }
}

async function serve(): Promise<void> {
  const options = parseOptions({ zones: 8, corners: 99000, orders: 2000, checks: 40 })
  const random = seeded(1)
  const database = await startOwnDatabase({ hasty: true })
  await migrate(database.url)
  const clock = () => new Date('2026-11-20T15:00:00Z')
  const service = await inProcess(database.url, { clock }, { RATE_LIMIT_SCALE: '1e6' })
  const { app, api } = service
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const [large, other] = [await shop('Large zones'), await shop('Another')]
    await insertZones(client, large.businessId, options, random)
    await createZone(app, other.businessId, {
      name: 'Zone',
      geometry: roughCircle(100, 0.2, random),
      hours: HOURS,
      capacity: 50,
      cutoffDays: null,
      cutoffTime: null,
    })
    await sendOrders(api, large.apiKey, options.orders, random)
    console.log(
      `| round | check of the large zones p50 / max ms | another's check | health | failed | longest hold, ms |`,
    )
    console.log('|---|---|---|---|---|---|')
    for (const round of ['first', 'second']) {
      const hold = watchEventLoop()
      const found = await call({ api, large: large.apiKey, other: other.apiKey, checks: options.checks })
      const figures = [found.large, found.other, found.health].map(
        (all) => `${valueAtShare(all, 0.5)} / ${valueAtShare(all, 1)} (${all.length})`,
      )
      console.log(`| ${round} | ${figures.join(' | ')} | ${found.failed} | ${hold().toFixed(0)} |`)
    }
  } finally {
    await client.end()
    await service.close()
    await database.end()
  }

  async function shop(name: string) {
    const { businessId } = await createBusiness(app, { name, timeZone: 'America/New_York' })
    const { apiKey } = await createKey(app, { businessId, name: 'benchmark' })
    return { businessId, apiKey }
  }
}

/** Writes the zones directly, because the API rejects zones of this size. */
async function insertZones(
  client: pg.Client,
  businessId: string,
  { zones, corners }: { zones: number; corners: number },
  random: () => number,
): Promise<void> {
  for (let i = 0; i < zones; i++) {
    const geometry = roughCircle(corners, 0.2 + i * 0.01, random)
    const { area, west, south, east, north } = extentOf(geometry)
    await client.query(
      `insert into zones (business_uuid, zone_uuid, name, geometry, area, west, south, east, north, hours, capacity)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, 100000)`,
      [businessId, `Zone ${i}`, JSON.stringify(geometry), area, west, south, east, north, JSON.stringify(HOURS)],
    )
  }
}

async function sendOrders(api: string, apiKey: string, count: number, random: () => number): Promise<void> {
  for (let i = 0; i < count; i++)
    await fetch(`${api}/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': `b${i}`,
      },
      body: JSON.stringify({
        external_ref: `B-${i}`,
        customer_name: 'Benchmark',
        address: {
          line1: `${i} Bench St`,
          lat: CENTER.lat + 0.4 * (random() - 0.5),
          lng: CENTER.lng + 0.4 * (random() - 0.5),
        },
        delivery_date: '11/23/2026',
      }),
    })
}

const valueAtShare = (all: readonly number[], share: number): string => {
  const sorted = all.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
}

/** Returns a function for the longest block of the event loop, measured by late timers. */
function watchEventLoop(): () => number {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5)
    last = performance.now()
  }, 5)
  return () => {
    clearInterval(timer)
    return longest
  }
}

const call = (caller: Caller): Promise<Measured> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: caller })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** Sends the checks and the other requests, and measures their times. Runs on the caller's thread. */
async function measure({ api, large, other, checks }: Caller): Promise<Measured> {
  const measured: Measured = { large: [], other: [], health: [], failed: 0 }
  let done = false
  const timed = async (into: number[], path: string, key: string): Promise<void> => {
    const began = performance.now()
    const answer = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${key}` } })
    await answer.arrayBuffer()
    into.push(performance.now() - began)
    if (answer.status >= 500) measured.failed++
  }
  const here = `/availability?lat=${CENTER.lat}&lng=${CENTER.lng}`
  let asked = 0
  const ask = async (): Promise<void> => {
    while (asked++ < checks) await timed(measured.large, here, large)
  }
  const beside = async (into: number[], path: string): Promise<void> => {
    while (!done) {
      await timed(into, path, other)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const others = [beside(measured.other, here), beside(measured.health, '/health')]
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, ask))
  done = true
  await Promise.all(others)
  return measured
}

if (isMainThread) await serve()
else parentPort?.postMessage(await measure(workerData as Caller), [])
