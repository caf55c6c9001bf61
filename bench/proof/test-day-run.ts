// Simulates a day for two businesses with the same orders. Routes, events, webhooks and the change feed must be
// consistent, as on any day, and both days must be equal except for IDs.
import { setTimeout as sleep } from 'node:timers/promises'
import { openWebhookPost } from '../../src/adapters/webhooks/webhook-post.ts'
import type { App } from '../../src/app/context.ts'
import type { WebhookMessage } from '../../src/app/ports/webhook-post.ts'
import { openTestSide } from '../../src/app/business/test-side.ts'
import { createDriver } from '../../src/app/fleet/create-driver.ts'
import { createVehicle } from '../../src/app/fleet/create-vehicle.ts'
import { createDepot } from '../../src/app/fleet/create-depot.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { driveTestDaysJob } from '../../src/jobs/drive-test-days.ts'
import { sendWebhooksJob } from '../../src/jobs/send-webhooks.ts'
import { solve } from '../../src/engine/solve.ts'
import { randomUUID } from 'node:crypto'
import { tomorrow } from './mixed-load.ts'
import { type InProcess, inProcess } from './in-process.ts'
import { newShop } from './shops.ts'

export interface TestDayResult {
  stops: number
  /** Figures of the two days. */
  seconds: number[]
  virtualHours: number[]
  events: number
  webhooks: number
  messages: number
  undone: number
  faults: string[]
}

interface Options {
  stops: number
  vans: number
  seed: number
}

interface SeenEvent {
  event: string
  test?: boolean
  occurred_at: string
  data: Record<string, unknown> & { stop_uuid: string | null; route_uuid: string | null; status: string | null }
}

interface SeenOrder {
  external_ref: string
  status: string
  stop: { stop_uuid: string; status: string; settles_at: string | null } | null
}

type Call = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<unknown>

const SHARES = { failed_share: 0.1, late_share: 0.15, offline_share: 0.15, undone_share: 0.1 }
const SOLVER_STEPS = 3_000
const OUTCOMES = ['stop.delivered', 'stop.failed']

export async function testDayRun(databaseUrl: string, options: Options): Promise<TestDayResult> {
  const posted: WebhookMessage[] = []
  const post = openWebhookPost({ allowPrivate: false })
  const service = await inProcess(databaseUrl, {
    solver: { solve: async (_owner, problem) => solve(problem, { iterations: SOLVER_STEPS, seed: 1 }) },
    webhookPost: {
      ...post,
      post: async (message) => {
        posted.push(message)
        return { statusCode: 200, error: null, excerpt: null, durationMs: 0 }
      },
    },
  })
  const result: TestDayResult = {
    stops: options.stops,
    seconds: [],
    virtualHours: [],
    events: 0,
    webhooks: 0,
    messages: 0,
    undone: 0,
    faults: [],
  }
  const proof: Proof = {
    ...service,
    options,
    posted,
    result,
    must: (holds, otherwise) => {
      if (!holds) result.faults.push(otherwise)
    },
  }
  try {
    const told: string[] = []
    for (const day of ['first', 'second']) told.push(await live(proof, day))
    proof.must(told[0] === told[1], `the days differ: ${difference(told[0] ?? '', told[1] ?? '')}`)
    return result
  } finally {
    await service.close()
  }
}

interface Proof extends Pick<InProcess, 'app' | 'api'> {
  options: Options
  /** Webhooks of the latest day. */
  posted: WebhookMessage[]
  result: TestDayResult
  must: (holds: boolean, otherwise: string) => void
}

/** Simulates a day in a new business. Returns the day's events without IDs. */
async function live(proof: Proof, name: string): Promise<string> {
  const { app, options, posted, result, must } = proof
  const { businessId, call } = await sideWithRoutes(proof)
  posted.length = 0
  const begun = performance.now()
  const started = await call('POST', '/test/days', { date: tomorrow(), seed: options.seed, ...SHARES })
  const id = (started as { data: { test_day_uuid: string; virtual_now: string } }).data
  // Runs during the simulation, like the jobs of a server.
  let over = false
  const webhooks = (async () => {
    while (!over) {
      await sendWebhooksJob.run(app)
      await sleep(100)
    }
  })()
  while (await driveTestDaysJob.run(app));
  result.seconds.push(Number(((performance.now() - begun) / 1000).toFixed(1)))
  over = true
  await webhooks
  await sendWebhooksJob.run(app)
  const { data: day } = (await call('GET', `/test/days/${id.test_day_uuid}`)) as {
    data: { status: string; stop_count: number; stops_done: number; virtual_now: string }
  }
  result.virtualHours.push((Date.parse(day.virtual_now) - Date.parse(id.virtual_now)) / 3_600_000)
  must(day.status === 'FINISHED' && day.stops_done === options.stops, `${name}: ${JSON.stringify(day)}`)
  const events = await all<SeenEvent>(call, '/events')
  checkStops(proof, name, events, await all<SeenOrder>(call, '/orders'))
  checkRoutes(proof, name, events)
  checkWebhooks(proof, name, events)
  await checkMessages(proof, name, businessId)
  result.events = events.length
  return JSON.stringify(
    events.filter(({ event }) => !event.startsWith('order.')),
    (key, value: unknown) => (/_uuid$|_urls?$|urls_expire_at/.test(key) ? null : value),
  )
}

function checkStops({ options, must }: Proof, name: string, events: SeenEvent[], orders: SeenOrder[]): void {
  must(orders.length === options.stops, `${name}: ${orders.length} orders in the feed`)
  const ofStop = Map.groupBy(events, ({ data }) => data.stop_uuid)
  for (const { external_ref: ref, status, stop } of orders) {
    must(status === 'DELIVERED' || status === 'FAILED', `${name}: ${ref} is ${status}`)
    must(stop?.status === status && stop.settles_at === null, `${name}: the stop of ${ref} is not ${status} for good`)
    const told = ofStop.get(stop?.stop_uuid ?? '') ?? []
    const outcomes = told.filter(({ event }) => OUTCOMES.includes(event))
    must(outcomes.length === 1 && outcomes[0]?.data.status === status, `${name}: outcomes told of ${ref}`)
    must(told.at(-1) === outcomes[0], `${name}: something was told of ${ref} after its outcome`)
    must(told[0]?.event === 'stop.scheduled', `${name}: ${ref} was not scheduled first`)
    must(!told.some(({ event }) => event === 'stop.undone'), `${name}: an undo within its hold was told of ${ref}`)
  }
}

function checkRoutes({ must }: Proof, name: string, events: SeenEvent[]): void {
  for (const [routeId, ofRoute] of Map.groupBy(events, ({ data }) => data.route_uuid)) {
    if (routeId === null) continue
    const names = ofRoute.map(({ event }) => event)
    must(names.filter((event) => event === 'route.started').length === 1, `${name}: starts of ${routeId}`)
    must(names.at(-1) === 'route.completed', `${name}: ${routeId} ends with ${names.at(-1)}`)
    must(names.filter((event) => event === 'route.completed').length === 1, `${name}: ends of ${routeId}`)
  }
}

/** Each owed event was sent once as a webhook, and all are marked as a test. */
function checkWebhooks({ posted, result, must }: Proof, name: string, events: SeenEvent[]): void {
  must(
    events.every((event) => event.test === true),
    `${name}: an event does not say that it is a test`,
  )
  const sent = posted.map(({ body }) => JSON.parse(body.toString()) as { event: string; test?: boolean })
  const owed = events.filter(({ event }) => [...OUTCOMES, 'stop.scheduled', 'route.completed'].includes(event)).length
  must(
    sent.every((webhook) => webhook.test === true),
    `${name}: a webhook does not say that it is a test`,
  )
  must(sent.length === owed, `${name}: ${sent.length} webhooks for ${owed} events`)
  result.webhooks = sent.length
}

async function checkMessages({ app, result, must }: Proof, name: string, businessId: string): Promise<void> {
  const { messages, undone } = await app.db.asBusiness(businessId, async (tx) => ({
    messages: await tx.selectFrom('messages').select(['kind', 'status']).execute(),
    undone: await tx.selectFrom('stops').select('undoCount').where('undoCount', '>', 0).execute(),
  }))
  const left = messages.filter(({ status }) => status !== 'LOGGED' && status !== 'DROPPED')
  must(left.length === 0, `${name}: ${left.length} messages are neither logged nor dropped`)
  result.messages = messages.length
  result.undone = undone.length
}

async function sideWithRoutes(proof: Proof): Promise<{ businessId: string; call: Call }> {
  const { app, options, must } = proof
  const businessId = await openTestSide(app, (await newShop(app)).businessId)
  const notices = { notifyScheduled: true, notifyOutcome: true, notifyOnTheWay: true }
  await changeSettings(app, businessId, { ...notices, undoWindowSeconds: 120 })
  await createDepot(app, businessId, { name: 'Proof depot', address: null, lat: 38.9, lng: -77.03 })
  await createVans(app, businessId, options)
  const { apiKey } = await createKey(app, { businessId, name: 'proof' })
  const call = callerOf(proof, apiKey)
  const orders = Array.from({ length: options.stops }, (_, i) => ({
    external_ref: `DAY-${i}`,
    customer_name: 'Proof customer',
    customer_phone: '+12025550142',
    sms_consent: true,
    address: { line1: `${i} Proof Street`, lat: 38.85 + ((i * 37) % 101) / 900, lng: -77.08 + ((i * 53) % 97) / 900 },
    delivery_date: tomorrow(),
  }))
  for (let from = 0; from < orders.length; from += 500)
    await call('POST', '/orders/batch', { orders: orders.slice(from, from + 500) })
  const events = [...OUTCOMES, 'stop.scheduled', 'route.completed']
  await call('POST', '/webhooks/subscriptions', { url: 'https://192.0.32.7/hooks', events })
  const built = await call('POST', '/routes/build', { date: tomorrow() })
  const { unassigned } = (built as { data: { unassigned: unknown[] } }).data
  must(unassigned.length === 0, `${unassigned.length} deliveries got no route`)
  return { businessId, call }
}

async function createVans(app: App, businessId: string, { vans, stops }: Options): Promise<void> {
  for (let van = 1; van <= vans; van++) {
    const person = { phone: '+12025550100', email: null, language: null }
    const { driverId } = await createDriver(app, businessId, { name: `Driver ${van}`, ...person })
    await createVehicle(app, businessId, {
      name: `Van ${van}`,
      capacityLbs: null,
      temperatureClasses: ['DRY'],
      shiftStart: '07:00',
      shiftEnd: '19:00',
      maxStops: Math.ceil(stops / vans) + 2,
      driverId,
      depotId: null,
    })
  }
}

const callerOf =
  ({ api, must }: Proof, apiKey: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'idempotency-key': randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    must(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }

async function all<T>(call: Call, path: string): Promise<T[]> {
  const found: T[] = []
  for (let cursor: string | null = null; ; ) {
    const param: string = path === '/events' ? 'after' : 'cursor'
    const page = (await call('GET', `${path}?limit=100${cursor ? `&${param}=${encodeURIComponent(cursor)}` : ''}`)) as {
      data: T[]
      next_cursor: string | null
    }
    found.push(...page.data)
    if (page.next_cursor === null) return found
    cursor = page.next_cursor
  }
}

/** Returns the place where two texts begin to differ. */
function difference(a: string, b: string): string {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return `“${a.slice(Math.max(0, at - 60), at + 60)}” and “${b.slice(Math.max(0, at - 60), at + 60)}”`
}
