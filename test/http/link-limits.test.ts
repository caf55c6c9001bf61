// Tests limits on the holder of a link: calls per link across all processes, and stored rows.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { OrderOut } from '../../src/contract/order.ts'
import { testClock } from '../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../helpers/events.ts'
import { driverToken, getPage } from '../helpers/links.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type Client, type Service, startService } from '../helpers/service.ts'

const clock = testClock()
// A tenth of each limit: 60 taps in ten minutes, 3 changes per day.
const options = { replaced: { clock: clock.now }, env: { RATE_LIMIT_SCALE: '0.1' } }
const service = await startService(options)
const { app } = service

const tapBy = (by: Service, token: string, kind = 'START') =>
  fetch(`${by.url}/d/${token}/taps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ kind, at: clock.now().toISOString() }),
  })

const count = async (table: 'driver_taps' | 'audit_log', shop: Client, column: string, value: string) => {
  const [row] = await app.db.query<{ count: number }>(
    `select count(*)::int as count from ${table} where business_uuid = $1 and ${column} = $2`,
    [shop.businessId, value],
  )
  return row?.count
}

async function cancelledRoute() {
  const { shop, route } = await dispatchedRoute(service, 1)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  return { shop, route, token }
}

test('taps by one link are limited across two processes, whether the link works or not, and pass after Retry-After', async () => {
  const beside = await startService({ ...options, beside: service })
  const { shop, token } = await cancelledRoute()
  const answers = await Promise.all(Array.from({ length: 80 }, (_, i) => tapBy(i % 2 ? service : beside, token)))
  assert.equal(answers.filter(({ status }) => status === 410).length, 60)
  assert.equal(answers.filter(({ status }) => status === 429).length, 20)
  assert.equal(await count('driver_taps', shop, 'refused', 'LINK_ENDED'), 60)

  const refused = await tapBy(service, token)
  assert.equal(refused.headers.get('retry-after'), '10')
  clock.advance(9)
  assert.equal((await tapBy(service, token)).status, 429)
  clock.advance(1)
  assert.equal((await tapBy(service, token)).status, 410)
  assert.equal((await tapBy(service, token)).status, 429)

  const other = await dispatchedRoute(service, 1)
  const live = await driverToken(service, other.shop.businessId, other.route.route_uuid)
  assert.equal((await tapBy(service, live)).status, 200, 'each link has its own limits')
})

test('the audit log gets no more rows after 100 refused taps of a route, and after 2,000 nothing is stored', async () => {
  const { shop, route, token } = await cancelledRoute()
  const add = (taps: number) =>
    app.db.query(
      `insert into driver_taps (business_uuid, route_uuid, tap_key, kind, claimed_at, counted_at, received_at, refused)
       select $1, $2, gen_random_uuid(), 'START', $3, $3, $3, 'LINK_ENDED' from generate_series(1, $4)`,
      [shop.businessId, route.route_uuid, clock.now(), taps],
    )
  const kept = async () => [
    await count('driver_taps', shop, 'refused', 'LINK_ENDED'),
    await count('audit_log', shop, 'action', 'driver.tap_refused'),
  ]
  await add(99)
  for (let i = 0; i < 3; i++) assert.equal((await tapBy(service, token)).status, 410)
  assert.deepEqual(await kept(), [102, 1])
  await add(1_897)
  for (let i = 0; i < 3; i++) assert.equal((await tapBy(service, token)).status, 410)
  assert.deepEqual(await kept(), [2_000, 1])
})

test('reading the route and sending positions have limits of their own', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const read = () => fetch(`${service.url}/d/${token}/run`)
  for (let i = 0; i < 12; i++) assert.equal((await read()).status, 200)
  const limited = await read()
  assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '5'])
  assert.equal(((await limited.json()) as { details: { code: string } }).details.code, 'RATE_LIMITED')
  const send = () =>
    fetch(`${service.url}/d/${token}/position`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ lat: 38.9, lng: -77 }),
    })
  for (let i = 0; i < 3; i++) assert.equal((await send()).status, 200)
  assert.equal((await send()).status, 429)
  assert.equal((await tapBy(service, token)).status, 200)
})

test('the form of a tracking page is accepted a few times per day, because each change is a webhook and a permanent row', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  await addEndpoint(app, shop.businessId)
  const { body } = await shop.get<OrderOut>(`/orders/${route.stops[0]?.external_ref}`)
  const path = new URL(body.data.stop?.tracking_url ?? '').pathname
  const wish = (instructions: string) =>
    fetch(service.url + path, { method: 'POST', body: new URLSearchParams({ instructions }), redirect: 'manual' })
  for (const instructions of ['Ring', 'Ring', 'Knock']) assert.equal((await wish(instructions)).status, 303)
  assert.equal((await pendingEvents(app, shop.businessId)).length, 2, 'an unchanged form sends no event')
  const refused = await wish('Knock twice')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '28800'])
  assert.match(await refused.text(), /Please wait.*Try again in 8 hours/s)
  assert.equal((await pendingEvents(app, shop.businessId)).length, 2)
  assert.equal((await getPage(service, path)).status, 200, 'the page still opens')
})
