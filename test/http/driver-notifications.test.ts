// Tests push notifications on a driver's phone: which changes of which route are sent to whom, each once, and when they
// stop.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { publicPushKey } from '../../src/app/driving/push-key.ts'
import { rotateSecret } from '../../src/app/operations/rotate-secret.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { sendPushesJob } from '../../src/jobs/send-pushes.ts'
import { expectAuditRow } from '../helpers/audit.ts'
import { testClock } from '../helpers/clock.ts'
import { addDriver } from '../helpers/fleet.ts'
import { driverToken, getPage, driverPageToken } from '../helpers/links.ts'
import { type Office, signedIn } from '../helpers/office.ts'
import { startPushService, type Subscribed } from '../helpers/push-service.ts'
import { builtRoute, dispatchedRoute, shopWithOrders, takeOff } from '../helpers/routes.ts'
import { type Client, type JsonBody, startService, TEST_SECRET } from '../helpers/service.ts'

const clock = testClock()
const env = { ALLOW_PRIVATE_WEBHOOKS: '1' }
const service = await startService({ replaced: { clock: clock.now }, env })
const { app } = service
const phones = await startPushService()

const call = async (path: string, body: unknown) => {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as JsonBody<null> }
}
const homeOf = async ({ businessId }: Client, driverId: string) =>
  `/d/home/${await driverPageToken(service, businessId, driverId)}`
const driverOf = ({ businessId }: Client) =>
  app.db.asBusiness(
    businessId,
    async (tx) => (await tx.selectFrom('drivers').select('driverId').executeTakeFirstOrThrow()).driverId,
  )

/** A phone on which the shop's driver has turned on notifications. */
async function phoneOf(shop: Client, driverId: string): Promise<Subscribed> {
  const phone = phones.subscribe()
  const { status, body } = await call(`${await homeOf(shop, driverId)}/notifications`, phone)
  assert.equal(status, 200, body.message)
  return phone
}

/** Notifications that the phone got since the last call, after the time in which changes are batched. */
async function told(phone: Subscribed, seconds = 16) {
  clock.advance(seconds)
  while (await sendPushesJob.run(app));
  const sent = phones.pushed.filter(({ endpoint }) => endpoint === phone.endpoint)
  phones.pushed = phones.pushed.filter(({ endpoint }) => endpoint !== phone.endpoint)
  return sent
}
const saidTo = async (phone: Subscribed, seconds?: number) =>
  (await told(phone, seconds)).map(({ text: { title, body } }) => `${title}: ${body}`)
/** The day in words: Tuesday, November 24, for 11/24/2026. */
const dayOf = (date: string) =>
  new Date(`${date} UTC`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })
const reassign = (office: Office, { route_uuid }: RouteWithStops, driver: string | null) =>
  office.post(`/routes/${route_uuid}/reassign`, { driver_uuid: driver })

test('a driver is notified once of a route that is sent, changed and taken away, without its customers', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  const driverId = await driverOf(shop)
  const home = await homeOf(shop, driverId)
  assert.match((await getPage(service, home)).text, new RegExp(`data-key="${await publicPushKey(app)}"`))
  const phone = await phoneOf(shop, driverId)
  await expectAuditRow(service, shop, 'driver.notifications_on', {
    entityId: driverId,
    by: { kind: 'DRIVER', id: driverId },
    detail: null,
  })
  const route = await builtRoute(shop, date)
  assert.deepEqual(await told(phone), [], 'a planned route causes no notification')

  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  assert.deepEqual(await told(phone, 10), [], 'changes are still being batched')
  const [given, ...more] = await told(phone)
  assert.equal(more.length, 0)
  assert.match(given?.text.body ?? '', /^.+ · 3 stops · \w+, \w+ \d+ · Starts \d+:\d\d [AP]M$/)
  const link = `/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  assert.deepEqual(given?.text, { ...given?.text, title: 'New route', lang: 'en', path: link, tag: route.route_uuid })
  assert.match(given?.headers.authorization ?? '', /^vapid t=[\w.-]+, k=[\w-]{87}$/)
  assert.deepEqual(
    ['ttl', 'urgency', 'content-encoding'].map((name) => given?.headers[name]),
    ['14400', 'high', 'aes128gcm'],
  )
  const known = route.stops.flatMap(({ customer_name, address }) => [customer_name, address.line1])
  for (const word of known) assert.ok(!JSON.stringify(given?.text).includes(word ?? ''), word ?? '')

  await takeOff(service, shop, route, 2)
  await takeOff(service, shop, route, 1)
  assert.match((await saidTo(phone)).join('\n'), /^Route changed: .+ · 1 stop · [^\n]*$/)
  await shop.post(`/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/arrive`)
  assert.deepEqual(await told(phone), [])
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const [taken] = await told(phone)
  assert.deepEqual(
    [taken?.text.title, taken?.text.body, taken?.text.path],
    ['Route taken away', `${route.name} · ${dayOf(date)}`, home],
  )
  assert.deepEqual(await told(phone, 3_600), [])
})

test('the old driver is notified that a route is gone, and the new one that it exists', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const [first, second] = [await driverOf(shop), await addDriver(app, shop.businessId, null, 'Another driver')]
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('drivers').set({ language: 'de' }).where('driverId', '=', second).execute(),
  )
  const [phone, other] = [await phoneOf(shop, first), await phoneOf(shop, second)]
  assert.equal((await reassign(office, route, second)).status, 200)
  assert.match((await saidTo(phone)).join('\n'), new RegExp(`^Route taken away: ${route.name} · \\w+, \\w+ \\d+$`))
  const [german] = await told(other)
  assert.deepEqual([german?.text.title, german?.text.lang], ['Neue Route', 'de'])

  assert.equal((await reassign(office, route, first)).status, 200)
  assert.equal((await reassign(office, route, second)).status, 200)
  assert.deepEqual(await saidTo(phone), [], 'a change that was reverted causes no notification')
  assert.match(
    (await saidTo(other, 0)).join('\n'),
    /^Route geändert: /,
    'a driver who may have seen the removal gets the change',
  )
})

test('a notification that is no longer true when it is due is dropped', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const phone = await phoneOf(shop, await driverOf(shop))
  await takeOff(service, shop, route, 1)
  await app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('routes').set({ status: 'COMPLETED' }).execute())
  assert.deepEqual(await told(phone), [])
})

test('a test side sends no notifications to a phone', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const phone = await phoneOf(shop, await driverOf(shop))
  await app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set({ testOf: randomUUID() }).execute())
  await takeOff(service, shop, route, 1)
  assert.deepEqual(await told(phone), [])
  const left = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('driverPushes').select('news').execute())
  assert.deepEqual(left, [], 'the notification is not retried')
})

test('a notification is retried for a limited time if the push service is unavailable', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  const phone = await phoneOf(shop, await driverOf(shop))
  const route = await builtRoute(shop, date)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  phones.answer = 503
  assert.equal((await told(phone)).length, 1)
  assert.equal((await told(phone, 20)).length, 0)
  assert.equal((await told(phone, 20)).length, 1)
  phones.answer = 201
  assert.equal((await told(phone, 130)).length, 1)
  assert.equal((await told(phone, 10_000)).length, 0)

  phones.answer = 429
  await takeOff(service, shop, route, 0)
  let tries = 0
  for (let i = 0; i < 20; i++) tries += (await told(phone, 1_900)).length
  assert.equal(tries, 5)
  phones.answer = 201
})

test('a phone is deleted if its browser ended the subscription, and gets nothing if the driver turns notifications off', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const driverId = await driverOf(shop)
  const home = await homeOf(shop, driverId)
  const [gone, off, on] = [await phoneOf(shop, driverId), await phoneOf(shop, driverId), await phoneOf(shop, driverId)]
  assert.equal((await call(`${home}/notifications`, on)).status, 200)
  assert.equal((await call(`${home}/notifications/off`, { endpoint: off.endpoint })).status, 200)
  assert.equal((await call(`${home}/notifications/off`, { endpoint: off.endpoint })).status, 200)
  await expectAuditRow(service, shop, 'driver.notifications_off', { entityId: driverId, detail: null })
  await takeOff(service, shop, route, 1)
  phones.answer = 410
  assert.equal((await told(gone)).length, 1)
  phones.answer = 201
  assert.equal((await told(on, 0)).length, 1, 'this phone was notified, too')
  assert.equal((await told(off)).length, 0)
  assert.equal(await subscriptions(shop), 0)
})

const subscriptions = async ({ businessId }: Client) =>
  (await app.db.asBusiness(businessId, (tx) => tx.selectFrom('pushSubscriptions').selectAll().execute())).length

test('a new link or an inactive driver ends notifications on all phones, and a driver can have only a few phones', async () => {
  const { shop } = await shopWithOrders(service, 0)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const driverId = await driverOf(shop)
  for (let i = 0; i < 7; i++) await phoneOf(shop, driverId)
  assert.equal(await subscriptions(shop), 5)
  const before = await homeOf(shop, driverId)
  assert.equal((await office.post(`/drivers/${driverId}/page/renew`)).status, 200)
  assert.equal(await subscriptions(shop), 0)
  assert.equal((await call(`${before}/notifications`, phones.subscribe())).status, 410)
  await phoneOf(shop, driverId)
  const driver = { name: 'Test driver', phone: null, email: null, language: null, active: false, version: 1 }
  assert.equal((await office.send('PATCH', `/drivers/${driverId}`, driver)).status, 200)
  assert.equal(await subscriptions(shop), 0)
})

test('an endpoint with a private or invalid address is refused, and the field is named', async () => {
  const strict = await startService({ beside: service, env: { ALLOW_PRIVATE_WEBHOOKS: '' } })
  const { shop } = await shopWithOrders(service, 0)
  const home = await homeOf(shop, await driverOf(shop))
  const good = phones.subscribe()
  const refused = async (body: unknown) => {
    const response = await fetch(`${strict.url}${home}/notifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as JsonBody<null>
    assert.equal(response.status, 400, JSON.stringify(body))
    return answer.details.fields
  }
  for (const endpoint of [
    'http://push.example/1',
    'https://127.0.0.1/push',
    'https://[::1]/p',
    'https://10.0.0.1:8443/',
    'no',
    '',
  ])
    assert.deepEqual(await refused({ ...good, endpoint }), ['endpoint'], endpoint)
  assert.deepEqual(await refused({ ...good, endpoint: `https://push.example/${'x'.repeat(1_024)}` }), ['endpoint'])
  assert.deepEqual(await refused({ ...good, keys: { ...good.keys, auth: 'short' } }), ['keys.auth'])
  const noPoint = `${good.keys.p256dh.slice(0, -4)}AAAA`
  assert.deepEqual(await refused({ ...good, keys: { ...good.keys, p256dh: noPoint } }), ['keys.p256dh'])
  assert.equal(await subscriptions(shop), 0)
})

test('the installation’s push key survives a rotation of the secret that encrypts it', async () => {
  const key = await publicPushKey(app)
  const NEW_SECRET = 'another secret for tests only, also long enough'
  const { shop, date } = await shopWithOrders(service, 1)
  const phone = await phoneOf(shop, await driverOf(shop))
  const route = await builtRoute(shop, date)
  const rotating = { ...env, APP_SECRET: NEW_SECRET, APP_SECRET_PREVIOUS: TEST_SECRET }
  await rotateSecret((await startService({ beside: service, env: rotating })).app)
  const after = await startService({
    beside: service,
    replaced: { clock: clock.now },
    env: { ...env, APP_SECRET: NEW_SECRET },
  })
  assert.equal(await publicPushKey(after.app), key)
  await shop.by(after).post(`/routes/${route.route_uuid}/dispatch`)
  clock.advance(16)
  await sendPushesJob.run(after.app)
  assert.match(phones.pushed.at(-1)?.headers.authorization ?? '', new RegExp(`k=${key}$`))
  assert.equal(phones.pushed.at(-1)?.endpoint, phone.endpoint)

  const lost = await startService({ beside: service, env: { ...env, APP_SECRET: `${NEW_SECRET}, lost` } })
  await rotateSecret(lost.app, { oldSecretLost: true })
  assert.notEqual(await publicPushKey(lost.app), key)
  assert.equal(await subscriptions(shop), 0)
})
