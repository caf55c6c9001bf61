// A failure affects only its row. All other work continues, and the failed work is retried automatically.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { cleanUpJob } from '../../src/jobs/clean-up.ts'
import { placeOrdersJob } from '../../src/jobs/place-orders.ts'
import { drawRoutesJob } from '../../src/jobs/draw-routes.ts'
import { sendMessagesJob } from '../../src/jobs/send-messages.ts'
import { sendWebhooksJob } from '../../src/jobs/send-webhooks.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { tickJob } from '../../src/jobs/tick.ts'
import type { App } from '../../src/app/context.ts'
import type { FailedWorkOut } from '../../src/contract/office/failed-work.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import { testClock } from '../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../helpers/events.ts'
import { signedIn } from '../helpers/office.ts'
import { orderBody } from '../helpers/orders.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'

const clock = testClock()
let found = false
const posted: string[] = []
const logged: string[] = []
const TOKEN = 'a token for tests only'
const service = await startService({
  env: { METRICS_TOKEN: TOKEN },
  replaced: {
    clock: clock.now,
    // Deliberate failures are logged as errors.
    log: { info: () => {}, warn: () => {}, error: (_fields, message) => void logged.push(message) },
    geocoder: {
      name: 'test',
      find: async () => {
        if (!found) throw new Error('down')
        return { found: true, point: { lat: 38.9, lng: -77 }, precision: 'PLACED', label: '' }
      },
    },
    distances: {
      name: 'osrm',
      table: async () => {
        throw new Error('down')
      },
      ways: async (points: readonly unknown[]) => points.slice(1).map(() => null),
    } as unknown as App['distances'],
    webhookPost: {
      urlFault: async () => null,
      post: async ({ url }: { url: string }) => {
        posted.push(url)
        return { statusCode: 200, error: null, excerpt: null, durationMs: 1 }
      },
    } as unknown as App['webhookPost'],
  },
})
const { app } = service
const admin = new pg.Client({ connectionString: service.databaseUrl })
await admin.connect()
service.besides.push(() => admin.end())

/** Makes rows of a table unwritable until the returned function is called. */
async function spoil(table: string, when: string, on = 'update'): Promise<() => Promise<unknown>> {
  await admin.query(
    `create or replace function spoilt() returns trigger language plpgsql as $$ begin raise exception 'spoilt'; end $$`,
  )
  await admin.query(
    `create trigger spoilt before ${on} on ${table} for each row when (${when}) execute function spoilt()`,
  )
  return () => admin.query(`drop trigger spoilt on ${table}`)
}

const health = async () =>
  ((await (await fetch(`${service.url}/api/v1/health`)).json()) as { data: { checks: { jobs_tick: Stuck } } }).data
    .checks.jobs_tick
interface Stuck {
  status: string
  failing_work: number
  detail?: string
}

test('a route that cannot be settled blocks no other, is shown, and settles automatically when it can', async () => {
  const delivered = async () => {
    const made = await dispatchedRoute(service, 2)
    await addEndpoint(app, made.shop.businessId)
    const [stop] = made.route.stops
    const path = `/routes/${made.route.route_uuid}/stops/${stop?.stop_uuid}/status`
    assert.equal((await made.shop.post(path, { status: 'DELIVERED' })).status, 200)
    return { ...made, ref: stop?.external_ref ?? '', stopId: stop?.stop_uuid }
  }
  const told = async (shop: Client) => (await pendingEvents(app, shop.businessId)).map(({ event }) => event)
  const settle = () => settleOutcomesJob.run(app)
  const bad = await delivered()
  const good = await delivered()
  const mend = await spoil('stops', `old.stop_uuid = '${bad.stopId}'`)
  clock.advance(121)
  assert.equal(await settle(), false)
  assert.deepEqual(await told(good.shop), ['stop.delivered', 'stop.en_route'], 'the other route is not blocked')
  assert.deepEqual(await told(bad.shop), [])
  const { body: held } = await bad.shop.get<OrderOut>(`/orders/${bad.ref}`)
  assert.ok(held.data.stop?.settles_at, 'the failed route is unchanged')

  const office = await signedIn(service, bad.shop.businessId, 'VIEWER')
  const notices = async () => (await office.get<FailedWorkOut>('/failed-work')).body.data.failing
  assert.equal((await health()).failing_work, 0, 'a temporary failure is not shown')
  assert.deepEqual(await notices(), [])
  const since = clock.now().toISOString()
  // The work is retried at growing intervals of up to five minutes.
  for (let seconds = 0; seconds < 900; seconds += 10) {
    clock.advance(10)
    await settle()
  }
  const { rows } = await admin.query<{ failures: number }>('select failures from failed_work')
  assert.ok(
    (rows[0]?.failures ?? 0) >= 8 && (rows[0]?.failures ?? 99) <= 14,
    `${rows[0]?.failures} tries in 15 minutes`,
  )
  assert.deepEqual(await notices(), [
    { job: 'settle-outcomes', since, route: { name: 'Test van', date: bad.date }, external_ref: null, file_name: null },
  ])
  const neighbor = await signedIn(service, good.shop.businessId, 'OWNER')
  assert.deepEqual((await neighbor.get<FailedWorkOut>('/failed-work')).body.data.failing, [])
  await tickJob.run(app)
  const shown = await health()
  assert.equal(shown.status, 'ok')
  assert.equal(shown.failing_work, 1)
  assert.match(shown.detail ?? '', /1 piece of work fails/)
  assert.doesNotMatch(JSON.stringify(shown), /Test van|[0-9a-f]{8}-/)
  const metrics = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  assert.match(await metrics.text(), /roundsman_failing_work\{job="settle-outcomes"\} 1/)
  assert.ok(logged.includes('work failed; it will be retried'))

  await mend()
  clock.advance(301)
  await settle()
  assert.deepEqual(await told(bad.shop), ['stop.delivered', 'stop.en_route'])
  clock.advance(121)
  assert.equal((await health()).failing_work, 0)
  assert.deepEqual(await notices(), [])
})

test('an order that cannot be geocoded blocks no other', async () => {
  const [one, other] = [await service.business(), await service.business()]
  const unplaced = { address: { line1: '1 Somewhere Road' } }
  const bodies = [orderBody(unplaced), orderBody(unplaced), orderBody(unplaced)]
  for (const [i, body] of bodies.entries()) await (i < 2 ? one : other).post('/orders', body)
  const placements = async () =>
    Promise.all(
      bodies.map(
        async ({ external_ref }, i) =>
          (await (i < 2 ? one : other).get<OrderOut>(`/orders/${external_ref}`)).body.data.placement,
      ),
    )
  assert.deepEqual(await placements(), ['PENDING', 'PENDING', 'PENDING'])
  found = true
  for (const what of ['new.place_after is distinct from old.place_after', 'new.lat is distinct from old.lat']) {
    await admin.query(`update orders set place_after = null, placement = 'PENDING', lat = null, lng = null`)
    const mend = await spoil('orders', `old.external_ref = '${bodies[0]?.external_ref}' and ${what}`)
    clock.advance(60)
    await placeOrdersJob.run(app)
    assert.deepEqual(await placements(), ['PENDING', 'PLACED', 'PLACED'], what)
    await mend()
    clock.advance(60)
    await placeOrdersJob.run(app)
    assert.deepEqual(await placements(), ['PLACED', 'PLACED', 'PLACED'], what)
  }
})

test('a route that cannot be drawn blocks no other', async () => {
  const lines = async () =>
    (await admin.query<{ business_uuid: string }>('select distinct business_uuid from leg_ways')).rows.map(
      ({ business_uuid }) => business_uuid,
    )
  await admin.query('update routes set ways_due_at = null')
  const bad = await dispatchedRoute(service, 1)
  const good = await dispatchedRoute(service, 1)
  for (const [table, on, when] of [
    ['routes', 'update', `old.business_uuid = '${bad.shop.businessId}'`],
    ['leg_ways', 'insert', `new.business_uuid = '${bad.shop.businessId}'`],
  ] as const) {
    await admin.query('delete from leg_ways')
    await admin.query(`update routes set ways_due_at = '-infinity' where ways_due_at is null`)
    const mend = await spoil(table, when, on)
    clock.advance(60)
    await drawRoutesJob.run(app)
    assert.deepEqual(await lines(), [good.shop.businessId], table)
    await mend()
    clock.advance(60)
    await drawRoutesJob.run(app)
    assert.equal((await lines()).length, 2, table)
  }
})

test('a message that cannot be written blocks no other', async () => {
  await admin.query(`update messages set status = 'DROPPED'`)
  const statuses = async () =>
    (
      await admin.query<{ status: string }>(`select status from messages where status <> 'DROPPED' order by created_at`)
    ).rows.map(({ status }) => status)
  const bad = await dispatchedRoute(service, 1)
  clock.advance(1)
  await dispatchedRoute(service, 1)
  for (const [when, halfway] of [
    ["new.status = 'SENDING'", 'PENDING'],
    ["new.status = 'LOGGED'", 'SENDING'],
    ["new.status = 'UNKNOWN'", 'SENDING'],
  ] as const) {
    const due = new Date(clock.now().getTime() - 1)
    const first = halfway === 'SENDING' && when.includes('UNKNOWN') ? 'SENDING' : 'PENDING'
    await admin.query(
      `update messages set status = case business_uuid when $2 then $3 else 'PENDING' end, due_at = $1
      where status <> 'DROPPED'`,
      [due, bad.shop.businessId, first],
    )
    const mend = await spoil('messages', `old.business_uuid = '${bad.shop.businessId}' and ${when}`)
    await sendMessagesJob.run(app)
    assert.deepEqual(await statuses(), [halfway, 'LOGGED'], when)
    await mend()
    clock.advance(180)
    await sendMessagesJob.run(app)
    assert.deepEqual(await statuses(), [halfway === 'PENDING' ? 'LOGGED' : 'UNKNOWN', 'LOGGED'], when)
  }
})

test('a webhook that cannot be claimed or recorded blocks no other webhook, even of its own business', async () => {
  await admin.query('delete from webhook_deliveries')
  const { shop, route } = await dispatchedRoute(service, 2)
  const { shop: other, route: theirs } = await dispatchedRoute(service, 1)
  await addEndpoint(app, shop.businessId)
  await addEndpoint(app, other.businessId)
  for (const [client, { route_uuid, stops }] of [
    [shop, route],
    [other, theirs],
  ] as const)
    for (const { stop_uuid } of stops)
      await client.post(`/routes/${route_uuid}/stops/${stop_uuid}/status`, { status: 'SKIPPED' })
  const pending = async () =>
    (
      await admin.query<{ id: string }>(`select delivery_id as id from webhook_deliveries
      where next_attempt_at is not null order by position`)
    ).rows.map(({ id }) => id)
  const before = await pending()
  assert.ok(before.length >= 5)
  const [bad] = before
  const mend = await spoil('webhook_deliveries', `old.delivery_id = '${bad}' and new.attempt_count > old.attempt_count`)
  await sendWebhooksJob.run(app)
  const left = await pending()
  // The failed webhook is left. Webhooks of the same route may be left too, because they wait for it.
  assert.ok(left.includes(bad ?? ''))
  assert.ok(left.length < before.length - 2, `${left.length} of ${before.length} are left`)
  const posts = posted.length
  await sendWebhooksJob.run(app)
  assert.equal(posted.length, posts, 'the failed webhook is delayed')
  await mend()
  clock.advance(60)
  await sendWebhooksJob.run(app)
  assert.deepEqual(await pending(), [])
})

test('a row that cannot be deleted blocks no other', async () => {
  const shop = await service.business()
  const keys = Array.from({ length: 9 }, (_, i) => `key-${i}`)
  for (const key of keys)
    await admin.query(
      `insert into idempotency_keys (business_uuid, scope, key, body_hash, status, reply, created_at)
       values ($1, 'POST /orders', $2, '', 200, '', $3)`,
      [shop.businessId, key, new Date(clock.now().getTime() - 8 * 86_400_000)],
    )
  const mend = await spoil('idempotency_keys', `old.key in ('key-2', 'key-7')`, 'delete')
  await cleanUpJob.run(app)
  const left = async () =>
    (
      await admin.query<{ key: string }>(`select key from idempotency_keys where key like 'key-%' order by key`)
    ).rows.map(({ key }) => key)
  assert.deepEqual(await left(), ['key-2', 'key-7'])
  await mend()
  await cleanUpJob.run(app)
  assert.deepEqual(await left(), [])
})
