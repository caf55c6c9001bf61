// Tests the tracking page while an outcome is pending, when a delivery will not come, and after the end.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { DriverRoute } from '../../src/contract/driver.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import type { TrackingNow } from '../../src/contract/tracking.ts'
import { sendMessagesJob } from '../../src/jobs/send-messages.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { testClock } from '../helpers/clock.ts'
import { driverToken } from '../helpers/links.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type JsonBody, startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

async function tracked(stops: number) {
  const { shop, route } = await dispatchedRoute(service, stops, {
    customer_phone: '+12025550143',
    sms_consent: true,
    instructions: 'Gate code 4410',
  })
  await app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set({ notifyOnTheWay: true }).execute())
  const link = `${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const { body } = await shop.get<OrderOut>(`/orders/${route.stops[0]?.external_ref}`)
  const page = service.url + new URL(body.data.stop?.tracking_url ?? '').pathname
  return {
    shop,
    route,
    tap: async (kind: string, more: Record<string, unknown> = {}) => {
      const response = await fetch(`${link}/taps`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ kind, at: clock.now().toISOString(), stop_uuid: route.stops[0]?.stop_uuid, ...more }),
      })
      assert.equal(response.status, 200)
    },
    position: (lat: number, lng: number) =>
      fetch(`${link}/position`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ lat, lng }),
      }),
    photo: async () => {
      const content = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#8a9' } })
        .jpeg()
        .toBuffer()
      const form = new FormData()
      form.append('photo', new Blob([new Uint8Array(content)]), 'photo.jpg')
      const to = `${link}/stops/${route.stops[0]?.stop_uuid}/proof`
      const sent = await fetch(to, { method: 'POST', headers: { 'idempotency-key': randomUUID() }, body: form })
      assert.equal(sent.status, 200)
    },
    photoLink: async () => (await fetch(`${page}/photo`, { redirect: 'manual' })).headers.get('location') ?? '',
    path: new URL(page).pathname,
    run: async () => ((await (await fetch(`${link}/run`)).json()) as JsonBody<DriverRoute>).data,
    page: async () => (await fetch(page)).text(),
    now: async () => ((await (await fetch(`${page}/now`)).json()) as JsonBody<TrackingNow>).data,
  }
}

for (const status of ['DELIVERED', 'FAILED'])
  test(`while ${status} is pending, the page still shows the driver at the address, and not the driver’s new position`, async () => {
    const delivery = await tracked(2)
    await delivery.tap('START')
    await delivery.tap('ARRIVE')
    const before = await delivery.now()
    assert.match(before.html, /The driver is at your address[^]*has arrived/)
    await delivery.tap('OUTCOME', { status, reason: 'Nobody there' })
    await delivery.position(38.9, -77.03)
    const held = await delivery.now()
    assert.equal(held.html, before.html)
    assert.equal(held.map, null)
  })

test('a gate code and a phone number are hidden after the delivery', async () => {
  const delivery = await tracked(2)
  await delivery.tap('START')
  assert.match(await delivery.page(), /Gate code 4410/)
  await delivery.tap('OUTCOME', { status: 'DELIVERED' })
  const [held] = (await delivery.run()).stops
  assert.deepEqual(
    [held?.instructions, held?.customer_phone],
    ['Gate code 4410', '+12025550143'],
    'the outcome can be undone',
  )
  clock.advance(121)
  await settleOutcomesJob.run(app)
  assert.doesNotMatch(await delivery.page(), /Gate code/)
  const [first, second] = (await delivery.run()).stops
  assert.deepEqual([first?.instructions, first?.customer_phone], [null, null])
  assert.equal(second?.instructions, 'Gate code 4410', 'the second delivery is still ahead')
  await delivery.tap('END')
  assert.ok((await delivery.run()).stops.every((stop) => stop.instructions === null && stop.customer_phone === null))
})

test('the page shows that the delivery won’t come after the customer got that message', async () => {
  const delivery = await tracked(2)
  await delivery.tap('START')
  await sendMessagesJob.run(app)
  await delivery.tap('OUTCOME', { status: 'SKIPPED', reason: 'Closed right now' })
  assert.match((await delivery.now()).html, /being arranged/)
  clock.advance(121)
  await sendMessagesJob.run(app)
  assert.match((await delivery.now()).html, /won’t come as planned[^]*arranging a new time/)
})

test('a late delivery shows the planned range above the new one, and an early one shows only its range', async () => {
  const delivery = await tracked(2)
  await delivery.tap('START')
  assert.doesNotMatch((await delivery.now()).html, /Running late/)
  const planned = new Date(delivery.route.stops[0]?.planned_arrival ?? '')
  clock.advance((planned.getTime() - clock.now().getTime()) / 1000 + 3600)
  const { html, as_of } = await delivery.now()
  assert.match(html, /class="bar">Running late. It was planned for \d+[^<]*[AP]M\.<[^]*You’re next, arriving/)
  assert.match(as_of, /^As of \d+:\d\d [AP]M\.$/)
})

test('a driver’s link that has ended shows why', async () => {
  const delivery = await tracked(1)
  await app.db.asBusiness(delivery.shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ contactPhone: '+1 202 555 0100' }).execute(),
  )
  const token = await driverToken(service, delivery.shop.businessId, delivery.route.route_uuid)
  await delivery.shop.post(`/routes/${delivery.route.route_uuid}/cancel`)
  const ended = await fetch(`${service.url}/d/${token}/run`)
  assert.equal(ended.status, 410)
  const { message } = (await ended.json()) as { message: string }
  assert.equal(message, 'The office canceled this route. Questions? Call +1 202 555 0100.')
})

test('the photo link leads to the page until the page shows the photo, and then to the photo', async () => {
  const delivery = await tracked(2)
  await delivery.tap('START')
  await delivery.photo()
  await delivery.tap('OUTCOME', { status: 'DELIVERED' })
  await app.db.asBusiness(delivery.shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ shareProof: true }).execute(),
  )
  assert.equal(await delivery.photoLink(), delivery.path, 'the outcome can be undone')
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const link = await delivery.photoLink()
  assert.match(link, /^\/files\//)
  assert.equal((await fetch(service.url + link)).headers.get('content-type'), 'image/jpeg')
  await app.db.asBusiness(delivery.shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ shareProof: false }).execute(),
  )
  assert.equal(await delivery.photoLink(), delivery.path, 'photos are not shown')
})

test('the page is in the order’s language, else the browser’s, else the business’s', async () => {
  const delivery = await tracked(1)
  const read = async (accepted: string, path = '') =>
    (await fetch(service.url + delivery.path + path, { headers: { 'accept-language': accepted } })).text()
  assert.match(await read('it'), /<html lang="en">[^]*Planned for|<html lang="en">[^]*Arriving/)
  assert.match(await read('de-AT,de;q=0.9,en;q=0.5'), /<html lang="de">[^]*Ihre Lieferung von[^]*Eingeplant/)
  assert.match(await read('de', '/now'), /Eingeplant/)
  await app.db.asBusiness(delivery.shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ customerLanguage: 'fr' }).execute(),
  )
  assert.match(await read('it'), /<html lang="fr">[^]*Votre livraison de/)
  const { external_ref, ...order } = (
    await delivery.shop.get<OrderOut>(`/orders/${delivery.route.stops[0]?.external_ref}`)
  ).body.data
  assert.equal(order.language, null)
  const changed = await delivery.shop.post<OrderOut>('/orders', {
    external_ref,
    customer_name: order.customer_name,
    customer_phone: order.customer_phone,
    address: order.address,
    instructions: order.instructions,
    delivery_date: order.delivery_date,
    load_weight_lbs: order.load_weight_lbs,
    sms_consent: true,
    language: 'es',
  })
  assert.equal(changed.body.data?.language, 'es', JSON.stringify(changed.body))
  assert.match(await read('de'), /<html lang="es">[^]*Su entrega de/)
})
