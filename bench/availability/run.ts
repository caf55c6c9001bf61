// npm run bench availability
// Measures the duration of an availability check for a day of 300 stops on 10 vehicles, and how long it blocks the event
// loop. Varies three conditions: with and without the trial of the plan, with all stops on routes or all unassigned, and
// with straight-line estimates or the roads of the demo's extract.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { addRegion } from '../../src/adapters/regions/add-region.ts'
import { createZone } from '../../src/app/zones/create-zone.ts'
import { createBusiness } from '../../src/app/business/create-business.ts'
import { createDepot } from '../../src/app/fleet/create-depot.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { createVehicle } from '../../src/app/fleet/create-vehicle.ts'
import { WASHINGTON } from '../../test/helpers/data.ts'
import type { App } from '../../src/app/context.ts'
import { migrate } from '../../src/store/migrate.ts'
import { seeded } from '../random.ts'
import { inProcess } from '../proof/in-process.ts'
import { startOwnDatabase } from '../proof/own-database.ts'

const STOPS = 300
const VEHICLES = 10
const CHECKS = 60
const DAY = '11/23/2026'
const QUERY = 'from=2026-11-23&days=1'

const database = await startOwnDatabase({ hasty: true })
await migrate(database.url)
const clock = () => new Date('2026-11-20T15:00:00Z')
const random = seeded(1)
const randomLocation = () => ({ lat: 38.89 + random() * 0.07, lng: -77.09 + random() * 0.11 })

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

const callerOf =
  (api: string, apiKey: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${String(answer.message)}`)
    return answer
  }

/** Creates a depot, its vehicles, and a zone around all deliveries. */
async function createFleet(app: App, businessId: string): Promise<void> {
  await createDepot(app, businessId, { name: 'Depot', address: null, lat: 38.91, lng: -77.03 })
  for (let i = 1; i <= VEHICLES; i++)
    await createVehicle(app, businessId, {
      name: `Van ${i}`,
      capacityLbs: 2_000,
      temperatureClasses: ['DRY'],
      shiftStart: '08:00',
      shiftEnd: '18:00',
      maxStops: null,
      driverId: null,
      depotId: null,
    })
  const corners: [number, number][] = [
    [-78, 38],
    [-76, 38],
    [-76, 40],
    [-78, 40],
    [-78, 38],
  ]
  await createZone(app, businessId, {
    name: 'Zone',
    geometry: { type: 'Polygon', coordinates: [corners] },
    hours: Array.from({ length: 7 }, () => ({ start: '09:00', end: '17:00' })),
    capacity: null,
    cutoffDays: null,
    cutoffTime: null,
  })
}

async function createOrders(call: Call): Promise<void> {
  for (let i = 0; i < STOPS; i++)
    await call('POST', '/orders', {
      external_ref: `B-${i}`,
      customer_name: 'Benchmark',
      address: { line1: `${i} Bench St`, ...randomLocation() },
      delivery_date: DAY,
      load_weight_lbs: 20,
      ...(i % 3 === 0 && { window_start: '10:00', window_end: '14:00' }),
    })
}

/** Prints the durations and results of checks. `more`: further parameters of the query. */
async function measureChecks(call: Call, round: string, more: string): Promise<void> {
  const times: number[] = []
  const answers = new Map<string, number>()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  for (let i = 0; i < CHECKS; i++) {
    const { lat, lng } = randomLocation()
    if (i === 20) delay.enable()
    const started = performance.now()
    const { data } = await call('GET', `/availability?lat=${lat}&lng=${lng}&${QUERY}${more}`)
    times.push(performance.now() - started)
    const { zones } = data as { zones: { days: { feasible?: boolean | null }[] }[] }
    const answer = String(zones[0]?.days[0]?.feasible)
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  delay.disable()
  const first = (times[0] ?? 0).toFixed(0)
  const sorted = times.slice(20).sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  const said = [...answers].map(([answer, count]) => `${count} ${answer}`).join(', ')
  console.log(`| ${round} | ${first} | ${at(0.5)} | ${at(0.95)} | ${(delay.max / 1e6).toFixed(1)} | ${said} |`)
}

async function measureRound(title: string, env: Record<string, string>): Promise<void> {
  const service = await inProcess(database.url, { clock }, { RATE_LIMIT_SCALE: '1e6', ...env })
  const { app, api } = service
  const { businessId } = await createBusiness(app, { name: 'Benchmark', timeZone: 'America/New_York' })
  const { apiKey } = await createKey(app, { businessId, name: 'benchmark' })
  const call = callerOf(api, apiKey)
  await createFleet(app, businessId)
  await createOrders(call)
  const measure = (check: string, more: string) => measureChecks(call, `${title} | ${check}`, more)
  await measure('without a trial', '')
  await measure(`${STOPS} waiting`, '&weight=20')
  await call('POST', '/routes/build', { date: DAY, options: { time_limit_seconds: 5 } })
  await measure(`${STOPS} on ${VEHICLES} routes`, '&weight=20')
  await measure('too heavy for any vehicle', '&weight=5000')
  await service.close()
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rm-bench-'))
try {
  const addresses = { importedCount: async () => 0, replace: async () => 0 }
  await addRegion({ dataDir, file: WASHINGTON, clock, progress: () => {}, addresses })
  console.log('| distances | check | first, ms | p50 ms | p95 ms | longest hold of the event loop, ms | feasible |')
  console.log('|---|---|---|---|---|---|---|')
  await measureRound('estimates', { DISTANCES: 'none' })
  await measureRound('own roads', { DISTANCES: 'local', DATA_DIR: dataDir })
} finally {
  rmSync(dataDir, { recursive: true })
  await database.end()
}
