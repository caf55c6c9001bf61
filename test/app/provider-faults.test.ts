// Tests every provider with every fault, end to end. Orders are accepted, builds respond within their limits, and
// health shows the fault. After the provider has recovered, orders are geocoded and builds use its distances again.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { geocodePendingOrders } from '../../src/app/orders/geocode-pending.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import { tick } from '../../src/store/jobs/job-ticks.ts'
import { testClock } from '../helpers/clock.ts'
import { orderBody } from '../helpers/orders.ts'
import { DISTANCES, GEOCODERS } from '../helpers/provider-answers.ts'
import { dateIn, shopWithOrders } from '../helpers/routes.ts'
import { type Client, type Service, startService } from '../helpers/service.ts'
import { half, hang, json, type Respond, stubServer } from '../helpers/stub-server.ts'

interface Fault {
  respond: Respond
  /** Pattern that the text of the health response matches. */
  says: RegExp
}

const html: Respond = (_request, response) => void response.writeHead(200).end('<html>Welcome')
const FAULTS: Record<string, Fault> = {
  down: { respond: (request) => void request.socket.destroy(), says: /missing or incomplete/ },
  'slow (30 s)': { respond: hang, says: /in time/ },
  '429': { respond: json({ error: 'slow down' }, 429), says: /responded with 429/ },
  '503': { respond: json({ error: 'sorry' }, 503), says: /responded with 503/ },
  garbage: { respond: html, says: /response was invalid/ },
  'another’s answer': { respond: json({ hello: 'world' }), says: /response was invalid/ },
  'half an answer': {
    respond: half({ status: 'OK', code: 'Ok', features: [], results: [] }),
    says: /missing or incomplete/,
  },
}

/** Factor by which waits for a missing response are shortened. */
const HURRY = 40

/** Records the timeouts that provider calls request. They are shortened if no response comes. */
function limitsAsked(t: TestContext, respond: Respond): number[] {
  const asked: number[] = []
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    asked.push(ms)
    return timeout(respond === hang ? ms / HURRY : ms)
  })
  return asked
}

interface Health {
  status: string
  distance_source: string
  checks: Record<string, { status: string; detail?: string }>
}

/** Simulates running jobs. Returns the health and the check of this provider. */
async function healthOf(service: Service, name: string) {
  await service.app.db.asSystem((tx) => tick(tx, 'tick', service.app.clock()))
  const response = await fetch(`${service.url}/api/v1/health`)
  assert.equal(response.status, 200)
  const { data } = (await response.json()) as { data: Health }
  return { status: data.status, check: data.checks[name]?.status, detail: data.checks[name]?.detail ?? '' }
}

async function assertUnwell(service: Service, name: string, says: RegExp): Promise<void> {
  const { status, check, detail } = await healthOf(service, name)
  assert.deepEqual([status, check], ['degraded', 'down'])
  assert.match(detail, says)
}
async function assertWell(service: Service, name: string): Promise<void> {
  const { status, check, detail } = await healthOf(service, name)
  assert.deepEqual([status, check, detail], ['ok', 'ok', ''])
}

const GEOCODER_CALLS = 5
let addresses = 0

/** Creates orders to addresses that no test has used before. */
async function ordersTo(shop: Client, count: number): Promise<OrderOut[]> {
  const orders = Array.from({ length: count }, async () => {
    const address = { line1: `${++addresses} Fault Street`, city: 'Washington' }
    const { status, body } = await shop.post<OrderOut>('/orders', orderBody({ address }))
    assert.equal(status, 201, body.message)
    return body.data
  })
  return Promise.all(orders)
}
const placements = async (shop: Client, orders: OrderOut[]): Promise<Set<string>> => {
  const read = orders.map(async ({ external_ref }) => (await shop.get<OrderOut>(`/orders/${external_ref}`)).body.data)
  return new Set((await Promise.all(read)).map(({ placement }) => placement))
}

for (const [kind, well] of Object.entries(GEOCODERS))
  test(`${kind} geocodes addresses, fails in every way, and geocodes the waiting orders after its recovery`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const clock = testClock()
    const provider = await stubServer(well)
    const service = await startService({
      env: { GEOCODER: kind, GEOCODER_URL: provider.url, GEOCODER_KEY: 'key' },
      replaced: { clock: clock.now },
    })
    const shop = await service.business()
    assert.deepEqual(await placements(shop, await ordersTo(shop, 1)), new Set(['PLACED']))
    await assertWell(service, 'geocoder')

    for (const [fault, { respond, says }] of Object.entries(FAULTS)) {
      const limits = limitsAsked(t, respond)
      provider.answer(respond)
      const waiting = await ordersTo(shop, GEOCODER_CALLS)
      assert.ok(limits.length > 0 && limits.every((ms) => ms <= 2_000), `${fault}: ${limits.join()}`)
      assert.deepEqual(await placements(shop, waiting), new Set(['PENDING']), fault)
      await assertUnwell(service, 'geocoder', says)
      const asked = provider.asked.length
      const later = await ordersTo(shop, 2)
      assert.equal(provider.asked.length, asked, `${fault}: not called for a moment`)
      clock.advance(20)
      assert.equal(await geocodePendingOrders(service.app), false, 'nothing can be geocoded yet')
      assert.deepEqual(await placements(shop, [...waiting, ...later]), new Set(['PENDING']), fault)
      t.mock.restoreAll()

      provider.answer(well)
      clock.advance(40)
      while (await geocodePendingOrders(service.app));
      assert.deepEqual(await placements(shop, [...waiting, ...later]), new Set(['PLACED']), fault)
      await assertWell(service, 'geocoder')
    }
  })

interface Built {
  routes: { distances_estimated: boolean; distance_source: string; stop_count: number }[]
  unassigned: unknown[]
  distance_source: string
  distances_estimated: boolean
  estimate_reason: string | null
}

for (const [kind, well] of Object.entries(DISTANCES))
  test(`builds use ${kind}’s roads, estimates while it fails in every way, and its roads after the recovery`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const clock = testClock()
    const provider = await stubServer(well)
    const service = await startService({
      env: { DISTANCES: kind, DISTANCES_URL: provider.url, DISTANCES_KEY: 'key' },
      replaced: { clock: clock.now },
    })
    // A new business each time, because a business remembers the road distances that it received.
    const built = async () => {
      const { shop, date } = await shopWithOrders(service, 4)
      const answer = await shop.post<Built>('/routes/build', { date, options: { time_limit_seconds: 1 } })
      assert.equal(answer.status, 201, answer.body.message)
      const { routes, unassigned, distances_estimated, distance_source, estimate_reason } = answer.body.data
      assert.deepEqual([routes[0]?.stop_count, unassigned.length], [4, 0])
      assert.equal(routes[0]?.distances_estimated, distances_estimated)
      return [distance_source, distances_estimated, estimate_reason]
    }
    assert.deepEqual(await built(), [kind, false, null])
    await assertWell(service, 'distances')
    for (const [fault, { respond, says }] of Object.entries(FAULTS)) {
      const limits = limitsAsked(t, respond)
      provider.answer(respond)
      assert.deepEqual(await built(), ['straight_line', true, 'PROVIDER_DOWN'], fault)
      assert.deepEqual(limits, [8_000], fault)
      await assertUnwell(service, 'distances', says)
      t.mock.restoreAll()

      provider.answer(well)
      assert.deepEqual(await built(), [kind, false, null], fault)
      await assertWell(service, 'distances')
    }
  })

test('health ignores a failure of more than a minute ago and a single bad request', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const clock = testClock()
  const provider = await stubServer(json({}, 503))
  const service = await startService({
    env: { DISTANCES: 'osrm', DISTANCES_URL: provider.url },
    replaced: { clock: clock.now },
  })
  provider.answer(json({}))
  await assertWell(service, 'distances')
  const build = async () => {
    const { shop } = await shopWithOrders(service, 1)
    await shop.post('/routes/build', { date: dateIn(service, 1) })
  }
  provider.answer(json({ code: 'NoSegment' }, 400))
  await build()
  await assertWell(service, 'distances')
  provider.answer(json({}, 503))
  await build()
  await assertUnwell(service, 'distances', /responded with 503/)
  clock.advance(61)
  await assertWell(service, 'distances')
})
