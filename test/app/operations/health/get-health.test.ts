import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { watchProviders } from '../../../../src/adapters/provider-watch.ts'
import type { Database } from '../../../../src/store/database.ts'
import { tick } from '../../../../src/store/jobs/job-ticks.ts'
import { type Service, startService } from '../../../helpers/service.ts'
import { hang, json, closedPort, stubServer } from '../../../helpers/stub-server.ts'

const provider = await stubServer(json({ status: 0 }))
const service = await startService({
  env: {
    GEOCODER: 'nominatim',
    GEOCODER_URL: provider.url,
    DISTANCES: 'osrm',
    DISTANCES_URL: provider.url,
    MAP_STYLE_URL: `${provider.url}/style.json`,
  },
})

interface Block {
  status: string
  version: string
  checks: Record<
    string,
    { status: string; latency_ms?: number; checked_at: string; detail?: string; last_tick_at?: string }
  >
  distance_source: string
}
async function health({
  url,
}: Service): Promise<{ status: number; body: { data: Block; details: Block & { code: string } } }> {
  const response = await fetch(`${url}/api/v1/health`)
  return {
    status: response.status,
    body: (await response.json()) as { data: Block; details: Block & { code: string } },
  }
}
const statuses = ({ checks }: Block) =>
  Object.fromEntries(Object.entries(checks).map(([name, { status }]) => [name, status]))
const tickNow = (ago = 0) => service.app.db.asSystem((tx) => tick(tx, 'tick', new Date(Date.now() - ago)))

test('200 without a key, with every check, the version and the configured distance source', async () => {
  await tickNow()
  const { status, body } = await health(service)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  assert.equal(status, 200)
  assert.deepEqual([body.data.status, body.data.version, body.data.distance_source], ['ok', version, 'osrm'])
  assert.deepEqual(statuses(body.data), {
    database: 'ok',
    geocoder: 'ok',
    distances: 'ok',
    map_tiles: 'ok',
    disk: 'ok',
    jobs_tick: 'ok',
  })
  assert.ok(Date.parse(body.data.checks.jobs_tick?.last_tick_at ?? '') > Date.now() - 10_000)
})

test('requests don’t call providers', async () => {
  const before = provider.asked.length
  await Promise.all([health(service), health(service), health(service)])
  assert.equal(provider.asked.length, before)
})

test('degraded if the tick is old', async () => {
  await tickNow(60_000)
  const { status, body } = await health(service)
  assert.deepEqual([status, body.data.status, body.data.checks.jobs_tick?.status], [200, 'degraded', 'down'])
  await tickNow()
})

test('a provider that is down, faulty or hangs is detected at the next check, and so is its recovery', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const server = await stubServer(json({}))
  const watch = watchProviders({
    geocoder: server.url,
    distances: null,
    map_tiles: await closedPort(),
    disk: null,
    replica: null,
    solvers: null,
  })
  assert.equal((await watch.check('geocoder')).status, 'ok')
  assert.equal((await watch.check('map_tiles')).status, 'down')
  const afterNextLook = async (status: string) => {
    t.mock.timers.tick(10_000)
    for (let i = 0; i < 500 && (await watch.check('geocoder')).status !== status; i++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    assert.equal((await watch.check('geocoder')).status, status)
  }
  server.answer(json({}, 503))
  await afterNextLook('down')
  server.answer(json({}, 404))
  await afterNextLook('ok')
  server.answer(json({}, 429))
  await afterNextLook('down')
  server.answer(json({}))
  await afterNextLook('ok')
  server.answer(hang)
  await afterNextLook('down')
  watch.stop()
})

test('without configuration, providers are not_configured, road distances are absent and the source is straight_line', async () => {
  const plain = await startService()
  const { status, body } = await health(plain)
  assert.equal(status, 200)
  assert.deepEqual(statuses(body.data), {
    database: 'ok',
    geocoder: 'not_configured',
    map_tiles: 'not_configured',
    disk: 'ok',
    jobs_tick: 'down',
  })
  assert.equal(body.data.distance_source, 'straight_line')
})

test('503 with the same block in details if the database refuses or hangs', async () => {
  const refused = (): Promise<never> => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
  const faults: Record<string, () => Promise<never>> = { refused, hanging: () => new Promise(() => {}) }
  for (const [name, asSystem] of Object.entries(faults)) {
    const db = { ...service.app.db, asSystem } as Database
    const broken = await startService({ replaced: { db } })
    const { status, body } = await health(broken)
    assert.equal(status, 503, name)
    assert.equal(body.details.code, 'DATABASE_UNREACHABLE')
    assert.deepEqual([body.details.checks.database?.status, body.details.checks.jobs_tick?.status], ['down', 'down'])
    assert.equal(body.details.distance_source, 'straight_line')
  }
})
