// Tests the pages behind the driver's and the customer's links, as a browser without scripts gets them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderOut } from '../../src/contract/order.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { renewDriverLink } from '../../src/app/routes/driver-link.ts'
import { makeContext } from '../../src/app/context.ts'
import { testClock } from '../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../helpers/events.ts'
import { driverToken, getPage } from '../helpers/links.ts'
import { orderBody } from '../helpers/orders.ts'
import { dispatchedRoute, dateIn, shopWithOrders, builtRoute } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'
import { replyByText, twilioEnv } from '../helpers/texts.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now }, env: twilioEnv() })
const { app } = service

const unknown = 'A'.repeat(43)
const driverPage = async (shop: Client, routeId: string) =>
  getPage(service, `/d/${await driverToken(service, shop.businessId, routeId)}`)
const trackingPath = async (shop: Client, ref: string | undefined) => {
  const { body } = await shop.get<OrderOut>(`/orders/${ref}`)
  return new URL(body.data.stop?.tracking_url ?? '').pathname
}
const record = (shop: Client, route: RouteWithStops, index: number, status: string) =>
  shop.post(`/routes/${route.route_uuid}/stops/${route.stops[index]?.stop_uuid}/status`, {
    status,
    ...(status === 'FAILED' && { reason: 'Nobody there' }),
  })

test('tracking shows that a delivery was canceled', async () => {
  const { shop } = await shopWithOrders(service, 0)
  const body = orderBody({ delivery_date: dateIn(service, 1) })
  const { body: made } = await shop.post<OrderOut>('/orders', body)
  await shop.post(`/orders/${body.external_ref}/cancel`)
  const token = app.secrets.linkToken('tracking', made.data.order_uuid, '')
  assert.match((await getPage(service, `/t/${token}`)).text, /canceled/)
})

test('the driver’s page lists the stops in order, and reading it changes nothing', async () => {
  const { shop, route } = await dispatchedRoute(service, 3, { instructions: 'Gate <4410>' })
  const page = await driverPage(shop, route.route_uuid)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/)
  const lines = route.stops.map((stop) => page.text.indexOf(stop.address.line1))
  assert.ok(lines.every((at) => at > 0))
  assert.deepEqual(
    lines,
    [...lines].sort((a, b) => a - b),
  )
  assert.match(page.text, /Gate &lt;4410&gt;/)
  const { body } = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.equal(body.data.status, 'DISPATCHED')
  assert.equal(body.data.started_at, null)
})

test('the tracking page shows the items unless the business turns them off', async () => {
  const { shop, route, refs } = await dispatchedRoute(service, 1, { items: [{ name: 'Secret gift', quantity: 2 }] })
  const path = await trackingPath(shop, refs[0])
  const short = [{ name: 'Secret gift', short: 1 }]
  const shows = async () => (await getPage(service, path)).text.match(/Secret gift/g)?.length ?? 0
  const show = (showItems: boolean) =>
    app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set({ showItems }).execute())
  assert.equal(await shows(), 1)
  await show(false)
  assert.equal(await shows(), 0)
  const stop = `/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}`
  assert.equal((await shop.post(`${stop}/status`, { status: 'DELIVERED', items: short })).status, 200)
  clock.advance(121)
  await settleOutcomesJob.run(app)
  assert.equal(await shows(), 0, 'missing items are hidden, too')
  await show(true)
  assert.equal(await shows(), 2)
})

test('an unknown link is 404, and a canceled, replaced or long finished one is 410', async () => {
  for (const token of [unknown, 'short', `${unknown}x`])
    assert.equal((await getPage(service, `/d/${token}`)).status, 404, token)

  const cancelled = await dispatchedRoute(service, 1)
  const token = await driverToken(service, cancelled.shop.businessId, cancelled.route.route_uuid)
  await cancelled.shop.post(`/routes/${cancelled.route.route_uuid}/cancel`)
  assert.equal((await getPage(service, `/d/${token}`)).status, 410)

  const replaced = await dispatchedRoute(service, 1)
  const { businessId } = replaced.shop
  const old = await driverToken(service, businessId, replaced.route.route_uuid)
  const operator = { kind: 'OPERATOR', id: null } as const
  const ctx = makeContext(app, { businessId, timeZone: 'UTC', actor: operator, requestId: null, idempotency: null })
  await ctx.write((tx) => renewDriverLink(ctx, tx, replaced.route.route_uuid))
  assert.equal((await getPage(service, `/d/${old}`)).status, 410)
  assert.equal((await driverPage(replaced.shop, replaced.route.route_uuid)).status, 200)

  const done = await dispatchedRoute(service, 1)
  await record(done.shop, done.route, 0, 'DELIVERED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  clock.advance(24 * 3600 - 60)
  assert.equal((await driverPage(done.shop, done.route.route_uuid)).status, 200)
  clock.advance(61)
  assert.equal((await driverPage(done.shop, done.route.route_uuid)).status, 410)
})

test('a client that tries invalid links is slowed down, but a valid link still opens', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const statuses = []
  for (let i = 0; i < 40; i++) statuses.push((await getPage(service, `/t/${unknown}`)).status)
  assert.deepEqual(new Set(statuses), new Set([404, 429]))
  assert.equal(statuses.at(-1), 429)
  assert.equal((await driverPage(shop, route.route_uuid)).status, 200)
  clock.advance(120)
})

test('tracking shows the day, then a time range, then that the driver is coming, then the time of delivery', async () => {
  const { shop, date } = await shopWithOrders(service, 2, { window_start: '09:00', window_end: '17:00' })
  const built = await builtRoute(shop, date)
  const path = await trackingPath(shop, built.stops[1]?.external_ref)
  const before = await getPage(service, path)
  assert.equal(before.status, 200)
  assert.match(before.text, /Planned for \w+, \w+ \d+/)
  assert.match(before.text, /9 <small>AM<\/small> – 5 <small>PM<\/small>[^]*the time you booked/)

  await shop.post(`/routes/${built.route_uuid}/dispatch`)
  assert.match(
    (await getPage(service, path)).text,
    /Arriving on .* between<\/span> <span class="time">\d+(:\d\d)?[^]*<small>[AP]M<\/small>/,
  )
  await record(shop, built, 0, 'DELIVERED')
  const during = await getPage(service, path)
  assert.match(during.text, /aria-current="step">Out for delivery/)
  assert.doesNotMatch(during.text, new RegExp(built.stops[0]?.address.line1 ?? '-'), 'no data of other stops')

  await record(shop, built, 1, 'DELIVERED')
  assert.doesNotMatch((await getPage(service, path)).text, /Delivered today at/, 'not during the undo window')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const after = await getPage(service, path)
  assert.match(after.text, /Delivered today at<\/span> <span class="time">\d+(:\d\d)? <small>[AP]M/)
  clock.advance(14 * 86_400)
  assert.equal((await getPage(service, path)).status, 410)
})

test('tracking shows that a delivery failed and why', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const path = await trackingPath(shop, route.stops[0]?.external_ref)
  await record(shop, route, 0, 'FAILED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const { text } = await getPage(service, path)
  assert.match(text, /We could not deliver/)
  assert.match(text, /Nobody there/)
})

const wish = (path: string, fields: Record<string, string>) =>
  fetch(service.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('the customer may leave instructions and end the texts until the driver starts, and the receiver gets the event', async () => {
  const { shop, route } = await dispatchedRoute(service, 2, { customer_phone: '+12025550143', sms_consent: true })
  const [first] = route.stops
  await addEndpoint(app, shop.businessId)
  const path = await trackingPath(shop, first?.external_ref)
  assert.match((await getPage(service, path)).text, /<textarea[^>]*><\/textarea>/)
  const saved = await wish(path, { instructions: ' Ring <twice> ', asked: 'texts' })
  assert.equal(saved.status, 303)
  assert.match((await getPage(service, path)).text, /Ring &lt;twice&gt;<\/textarea>/)
  const { body } = await shop.get<OrderOut>(`/orders/${first?.external_ref}`)
  assert.deepEqual([body.data.customer_instructions, body.data.sms_consent], ['Ring <twice>', false])
  const [event] = await pendingEvents(app, shop.businessId)
  assert.equal(event?.event, 'order.updated')
  assert.deepEqual(
    [event?.facts.source, event?.facts.changed_fields],
    ['CUSTOMER', ['customer_instructions', 'sms_consent']],
  )
  await wish(path, { instructions: 'Ring <twice>', asked: 'texts' })
  assert.equal((await pendingEvents(app, shop.businessId)).length, 1, 'repeating the same instructions is not a change')

  assert.equal((await wish(path, { instructions: 'x'.repeat(2_001) })).status, 400)
  await record(shop, route, 1, 'DELIVERED')
  assert.equal((await wish(path, { instructions: 'Too late' })).status, 409)
  assert.doesNotMatch((await getPage(service, path)).text, /<form/)
})

test('tracking explains STOP and START instead of asking for consent while the phone has answered STOP', async () => {
  const contact = { customer_phone: '(202) 555-0157', customer_email: 'customer@example.com', sms_consent: true }
  const { shop, route } = await dispatchedRoute(service, 2, contact)
  const path = await trackingPath(shop, route.stops[0]?.external_ref)
  const page = async () => (await getPage(service, path)).text
  const stopped = /number that ends in 57, because it replied STOP[^]*send START from that phone[^]*\+12025550199/
  assert.match(await page(), /Text me/)
  assert.doesNotMatch(await page(), /STOP/)

  await replyByText(service, '+12025550157', 'STOP')
  const ended = await page()
  assert.match(ended, stopped)
  assert.doesNotMatch(ended, /Text me/, 'consent would have no effect')
  assert.doesNotMatch(ended, /555-?0157/, 'the holder of the link does not get the number')
  assert.equal((await wish(path, { instructions: 'Ring', asked: 'mails', mails: 'yes' })).status, 303)
  const { body } = await shop.get<OrderOut>(`/orders/${route.stops[0]?.external_ref}`)
  assert.equal(body.data.sms_consent, true, 'the consent that the form lacks is unchanged')

  await record(shop, route, 1, 'DELIVERED')
  assert.match(await page(), stopped, 'also if the customer can change nothing any more')
  await replyByText(service, '+12025550157', 'START')
  assert.doesNotMatch(await page(), /STOP/)
  await replyByText(service, '+12025550157', 'STOP')
  await record(shop, route, 0, 'DELIVERED')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  assert.doesNotMatch(await page(), /STOP/, 'no more texts follow a finished delivery')
})

test('refusals and invalid links are explained in the customer’s language', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const path = await trackingPath(shop, route.stops[0]?.external_ref)
  await record(shop, route, 1, 'DELIVERED')
  const german = { 'accept-language': 'de' }
  const late = await fetch(service.url + path, {
    method: 'POST',
    body: new URLSearchParams({ instructions: 'Zu spät' }),
    headers: german,
  })
  assert.equal(late.status, 409)
  assert.match(await late.text(), /<html lang="de">[^]*unterwegs oder abgeschlossen/)
  const long = await fetch(service.url + path, {
    method: 'POST',
    body: new URLSearchParams({ instructions: 'x'.repeat(2_001) }),
    headers: german,
  })
  assert.match(await long.text(), /Eine Ihrer Eingaben/)
  const days = await fetch(`${service.url}${path}/days`, { headers: german })
  assert.match(await days.text(), /lässt sich hier nicht ändern/)
  const nowhere = await fetch(`${service.url}/t/${unknown}`, { headers: { 'accept-language': 'es' } })
  assert.match(await nowhere.text(), /<html lang="es">[^]*Aquí no hay nada/)
})
