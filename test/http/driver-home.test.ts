// Tests the driver page: the routes that it shows with their progress, how the office shares its link, and when the
// link ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SendResult } from '../../src/domain/messages/message.ts'
import { sendMessagesJob } from '../../src/jobs/send-messages.ts'
import { expectAuditRow, expectNoAuditRow } from '../helpers/audit.ts'
import { testClock } from '../helpers/clock.ts'
import { addDriver } from '../helpers/fleet.ts'
import { driverToken, getPage } from '../helpers/links.ts'
import { type Office, signedIn } from '../helpers/office.ts'
import { builtRoute, shopWithOrders } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'

const clock = testClock()
const texts: { to: string; text: string }[] = []
const sms = {
  name: 'twilio' as const,
  from: '+12025550999',
  verifies: () => false,
  send: async (message: { to: string; text: string }): Promise<SendResult> => {
    texts.push(message)
    return { kind: 'sent', providerId: `text-${texts.length}` }
  },
}
// A fifth of each limit: six language changes per hour.
const service = await startService({ replaced: { clock: clock.now, sms }, env: { RATE_LIMIT_SCALE: '0.2' } })
const { app } = service

interface Home {
  url: string
  driver: string
  no_text: string | null
}

const driverOf = async ({ businessId }: Client) =>
  (await app.db.asBusiness(businessId, (tx) => tx.selectFrom('drivers').selectAll().executeTakeFirstOrThrow())).driverId
async function homePath(office: Office, driverId: string): Promise<string> {
  const { status, body } = await office.post<Home>(`/drivers/${driverId}/page`)
  assert.equal(status, 200, body.message)
  return new URL(body.data.url).pathname
}
const change = (office: Office, driverId: string, members: Record<string, unknown>) =>
  office.send('PATCH', `/drivers/${driverId}`, {
    name: 'Test driver',
    phone: '+12025550100',
    email: null,
    language: null,
    active: true,
    version: 1,
    ...members,
  })
const choose = (path: string, language: string) =>
  fetch(`${service.url}${path}/language`, {
    method: 'POST',
    body: new URLSearchParams({ language }),
    redirect: 'manual',
  })
const sectionOf = (page: string, day: 'today' | 'tomorrow') =>
  new RegExp(`<section aria-labelledby="${day}">([^]*?)</section>`).exec(page)?.[1] ?? ''

test('the page shows today’s and tomorrow’s routes of this driver only, each with its progress', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const driverId = await driverOf(shop)
  const path = await homePath(office, driverId)
  const page = async () => (await getPage(service, path)).text
  const empty = await page()
  assert.match(empty, /<h1>Test driver<\/h1>/)
  assert.match(sectionOf(empty, 'today'), /No route for today yet\./)
  assert.match(sectionOf(empty, 'tomorrow'), /No route for tomorrow yet\./)

  const route = await builtRoute(shop, date)
  const planned = sectionOf(await page(), 'tomorrow')
  assert.match(planned, /Not sent yet, may still change[^]*2 stops · Starts \d+:\d\d [AP]M/)
  assert.ok(!planned.includes('href='), 'a planned route has no link')
  const address = route.stops[0]?.address.line1 ?? ''
  assert.ok(address && !planned.includes(address))

  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const link = `/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const sent = sectionOf(await page(), 'tomorrow')
  assert.match(sent, /Ready to start/)
  assert.ok(sent.includes(`href="${link}"`))
  assert.equal((await getPage(service, link)).status, 200)
  const colleague = await homePath(office, await addDriver(app, shop.businessId, null, 'Colleague'))
  assert.match(sectionOf((await getPage(service, colleague)).text, 'tomorrow'), /No route/)

  clock.advance(86_400)
  const outcome = (index: number) =>
    shop.post(`/routes/${route.route_uuid}/stops/${route.stops[index]?.stop_uuid}/status`, { status: 'DELIVERED' })
  assert.equal((await outcome(0)).status, 200)
  const running = await page()
  assert.match(sectionOf(running, 'today'), /On the way<\/p>[^]*1 of 2 stops done/)
  assert.match(sectionOf(running, 'tomorrow'), /No route/)
  // The route continues past midnight.
  clock.advance(86_400)
  assert.ok(sectionOf(await page(), 'today').includes(`href="${link}"`))
  await outcome(1)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('routes').set({ status: 'COMPLETED', completedAt: clock.now() }).execute(),
  )
  assert.match(sectionOf(await page(), 'today'), /No route/, 'yesterday’s route is over')
})

test('a route that is canceled or given to another driver disappears from the page', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const driverId = await driverOf(shop)
  const path = await homePath(office, driverId)
  const route = await builtRoute(shop, date)
  const shown = async () => (await getPage(service, path)).text.includes(`>${route.name}<`)
  assert.ok(await shown())
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  assert.ok(!(await shown()))
})

test('the office shows, texts and renews the link, and the previous link shows that it has ended', async () => {
  const { shop } = await shopWithOrders(service, 0)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const driverId = await driverOf(shop)
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  for (const call of ['page', 'page/text', 'page/renew'])
    assert.equal((await viewer.post(`/drivers/${driverId}/${call}`)).status, 403)

  const path = await homePath(office, driverId)
  assert.equal(await homePath(office, driverId), path, 'the link stays the same when it is shown again')
  await expectAuditRow(service, shop, 'driver.home_shown', { entityId: driverId, times: 2 })
  assert.equal((await office.post(`/drivers/${driverId}/page/text`)).status, 200)
  await sendMessagesJob.run(app)
  const name = await nameOf(shop)
  assert.equal(texts.at(-1)?.text, `Your routes with ${name}, every day: ${app.publicUrl}${path}`)
  const { body } = await app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('messages').select('body').where('kind', '=', 'DRIVER_HOME').executeTakeFirstOrThrow(),
  )
  assert.match(body, /\{home_link\}$/, 'the link itself is not stored')
  const before = texts.length
  const byKey = await shop.post(`/drivers/${driverId}/page/text`)
  assert.deepEqual([byKey.status, byKey.body.data], [200, { driver: 'Test driver', no_text: null }])
  await sendMessagesJob.run(app)
  assert.equal(texts.length, before + 1)
  assert.ok(texts.at(-1)?.text.endsWith(path))

  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ contactPhone: '+1 202 555 0111' }).execute(),
  )
  assert.match((await getPage(service, path)).text, /href="tel:\+12025550111">Call the office/)
  // The office queues a text with the link, and renews the link before the text is sent.
  await office.post(`/drivers/${driverId}/page/text`)
  const renewed = await office.post<Home>(`/drivers/${driverId}/page/renew`)
  const fresh = new URL(renewed.body.data.url).pathname
  assert.notEqual(fresh, path)
  await sendMessagesJob.run(app)
  assert.ok(texts.at(-1)?.text.endsWith(fresh), 'the text contains the current link')
  const ended = await getPage(service, path)
  assert.equal(ended.status, 410)
  assert.match(ended.text, /Ask for the new link\. Questions\? Call \+1 202 555 0111\./)
  assert.equal((await getPage(service, `${path}/manifest.webmanifest`)).status, 410)
  assert.equal((await choose(path, 'de')).status, 410)
  assert.equal((await getPage(service, fresh)).status, 200)
  assert.equal((await getPage(service, `/d/home/${'x'.repeat(43)}`)).status, 404)
  await expectAuditRow(service, shop, 'driver.home_renewed', { entityId: driverId, detail: null })
  await expectAuditRow(service, shop, 'driver.home_texted', { entityId: driverId, times: 3 })
})

const nameOf = async ({ businessId }: Client) =>
  (await app.db.asBusiness(businessId, (tx) => tx.selectFrom('businesses').select('name').executeTakeFirstOrThrow()))
    .name

test('an inactive driver loses the page permanently, and a driver without a phone number can’t be texted', async () => {
  const { shop } = await shopWithOrders(service, 0)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const driverId = await driverOf(shop)
  const path = await homePath(office, driverId)
  assert.equal((await change(office, driverId, { phone: null })).status, 200)
  const silent = await office.post(`/drivers/${driverId}/page/text`)
  assert.deepEqual([silent.status, silent.body.details.code], [409, 'NO_PHONE'])
  assert.equal((await getPage(service, path)).status, 200)
  assert.equal((await change(office, driverId, { phone: null, active: false, version: 2 })).status, 200)
  assert.equal((await getPage(service, path)).status, 410)
  for (const call of ['page', 'page/text', 'page/renew']) {
    const refused = await office.post(`/drivers/${driverId}/${call}`)
    assert.deepEqual([refused.status, refused.body.details.code], [409, 'DRIVER_NOT_ACTIVE'], call)
  }
  assert.equal((await change(office, driverId, { phone: null, version: 3 })).status, 200)
  assert.equal((await getPage(service, path)).status, 410)
  assert.equal((await getPage(service, await homePath(office, driverId))).status, 200)
})

test('a driver of another business is unknown', async () => {
  const [own, theirs] = [await shopWithOrders(service, 0), await shopWithOrders(service, 0)]
  const office = await signedIn(service, own.shop.businessId, 'OWNER')
  const stranger = await driverOf(theirs.shop)
  for (const call of ['page', 'page/text', 'page/renew'])
    assert.equal((await office.post(`/drivers/${stranger}/${call}`)).status, 404, call)
  await expectNoAuditRow(service, theirs.shop, 'driver.home_shown')
})

test('a driver can change their own language within limits, and the office sees who chose it', async () => {
  const { shop } = await shopWithOrders(service, 0)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const driverId = await driverOf(shop)
  const path = await homePath(office, driverId)
  const chosen = await choose(path, 'de')
  assert.deepEqual([chosen.status, chosen.headers.get('location')], [303, path])
  assert.equal((await choose(path, 'de')).status, 303)
  await expectAuditRow(service, shop, 'driver.language_chosen', {
    entityId: driverId,
    by: { kind: 'DRIVER', id: driverId },
    detail: { changes: { language: [null, 'de'] } },
  })
  assert.match(
    (await getPage(service, path)).text,
    /<html lang="de">[^]*Noch keine Route für heute\.[^]*<option value="de" lang="de" selected>/,
  )
  const manifest = await fetch(`${service.url}${path}/manifest.webmanifest`)
  const { lang, id, start_url, scope } = (await manifest.json()) as Record<string, string>
  assert.deepEqual([lang, id, start_url, scope], ['de', path, path, '/d/'])
  assert.equal((await change(office, driverId, {})).status, 409, 'the office read the driver before the change')

  assert.equal((await choose(path, 'tlh')).status, 400)
  const large = await fetch(`${service.url}${path}/language`, {
    method: 'POST',
    body: new URLSearchParams({ language: 'x'.repeat(2_000) }),
  })
  assert.equal(large.status, 413)
  for (let i = 0; i < 2; i++) assert.equal((await choose(path, 'fr')).status, 303)
  const limited = await choose(path, 'es')
  assert.equal(limited.status, 429)
  assert.match(await limited.text(), /Trop de demandes|Demasiadas|Zu viele|Too many/)
  assert.equal((await getPage(service, path)).status, 200, 'the page still opens')
})
