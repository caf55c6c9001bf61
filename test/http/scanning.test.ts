// Tests scans and hand-overs by drivers: the load before the start, the pieces at the door, and items that differ from
// the order.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { DriverRoute } from '../../src/contract/driver.ts'
import type { DayOut } from '../../src/contract/day.ts'
import type { OrderDetailOut } from '../../src/contract/order-actions.ts'
import type { RefusedTapsOut } from '../../src/contract/office/taps.ts'
import type { WebhookPayload } from '../../src/contract/events.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import type { RouteWithStops, StopOut } from '../../src/contract/routes.ts'
import { codeOf } from '../../src/domain/orders/pieces.ts'
import type { Scanning } from '../../src/domain/routes/scanning.ts'
import { sealReceiptsJob } from '../../src/jobs/seal-receipts.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { expectAuditRow } from '../helpers/audit.ts'
import { testClock } from '../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../helpers/events.ts'
import { driverToken } from '../helpers/links.ts'
import { fits } from '../helpers/matching.ts'
import { signedIn } from '../helpers/office.ts'
import { orderBody } from '../helpers/orders.ts'
import { pdfPages } from '../helpers/pdf.ts'
import { receiptsOf } from '../helpers/receipts.ts'
import { dispatchedRoute, takeOff } from '../helpers/routes.ts'
import { type JsonBody, startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const items = [
  { name: 'Apples', quantity: 3, sku: 'AP' },
  { name: 'Peas', quantity: 1, barcodes: ['OWN-77'] },
]

async function phone(stops: number, scanning: { loading?: Scanning; door?: Scanning } = {}) {
  const { shop, route } = await dispatchedRoute(service, stops, { items })
  await addEndpoint(app, shop.businessId)
  const office = await signedIn(service, shop.businessId)
  const { body } = await office.get<{ version: number }>('/settings')
  const { version } = body.data
  const { loading = 'OFF', door = 'OFF' } = scanning
  assert.equal(
    (await office.send('PATCH', '/settings', { version, scan_loading: loading, scan_door: door })).status,
    200,
  )
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const tap = async (tap: Record<string, unknown>, key: string = randomUUID()) => {
    const response = await fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ at: clock.now().toISOString(), ...tap }),
    })
    const answer = (await response.json()) as JsonBody<DriverRoute>
    if (response.ok) assert.deepEqual(answer.data, fits('the run', DriverRoute, answer.data))
    return { status: response.status, body: answer }
  }
  const stop = (index: number) => route.stops[index]?.stop_uuid ?? ''
  const codes = (index: number) => {
    const own = codeOf(route.stops[index]?.order_uuid ?? '')
    return [`${own}-1`, `${own}-2`, `${own}-3`, 'OWN-77']
  }
  const shoot = async (index: number, fields: Record<string, string>, key: string = randomUUID()) => {
    const response = await fetch(`${service.url}/d/${token}/stops/${stop(index)}/proof`, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: await photoForm(fields),
    })
    const answer = (await response.json()) as JsonBody<DriverRoute>
    if (response.ok) assert.deepEqual(answer.data, fits('the run', DriverRoute, answer.data))
    return { status: response.status, stop: answer.data?.stops[index] }
  }
  const deliver = (index: number, more: Record<string, unknown> = {}) =>
    tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(index), ...more })
  const day = async () => (await office.get<DayOut>(`/day?date=${route.date}`)).body.data.routes[0]
  return { shop, office, route, token, tap, shoot, stop, codes, deliver, day }
}

async function photoForm(fields: Record<string, string>): Promise<FormData> {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('photo', new Blob([new Uint8Array(picture)]), 'photo.jpg')
  return form
}

test('a load check is stored with its route, once under its key, and a newer one replaces it', async () => {
  const driver = await phone(2, { loading: 'REQUIRED' })
  const all = [...driver.codes(0), ...driver.codes(1).slice(0, 3)]
  const [gone = '', ...there] = all
  const load = {
    trip: 1,
    scanned: there.slice(1),
    by_hand: there.slice(0, 1),
    missing: [gone, 'NOT-OURS'],
    reason: 'No room',
  }
  const untold = await driver.tap({ kind: 'LOAD', load: { ...load, reason: null } })
  assert.deepEqual([untold.status, untold.body.details.fields], [400, ['load.reason']])
  assert.equal((await driver.tap({ kind: 'START', load })).status, 400)
  assert.equal((await driver.tap({ kind: 'LOAD' })).status, 400)

  const key = randomUUID()
  const tap = { kind: 'LOAD', load, at: clock.now().toISOString() }
  const { body } = await driver.tap(tap, key)
  const kept = {
    trip: 1,
    checked_at: clock.now().toISOString(),
    scanned: 5,
    by_hand: 1,
    missing: [{ code: gone, external_ref: driver.route.stops[0]?.external_ref }],
    order_uuids: driver.route.stops.map(({ order_uuid }) => order_uuid),
    reason: 'No room',
  }
  assert.deepEqual(body.data.route.load_checks, [kept])
  assert.equal(body.data.route.status, 'DISPATCHED', 'a check does not start the route')
  assert.equal((await driver.tap(tap, key)).status, 200)
  await expectAuditRow(service, driver.shop, 'route.load_checked', {
    entityId: driver.route.route_uuid,
    by: { kind: 'DRIVER' },
    detail: { load: 1, scanned: 5, by_hand: 1, missing: 1, reason: 'No room' },
  })
  assert.deepEqual((await driver.day())?.load_checks, [kept])

  const whole = { trip: 1, scanned: all, by_hand: [], missing: [], reason: null }
  const again = await driver.tap({ kind: 'LOAD', load: whole })
  assert.deepEqual(
    again.body.data.route.load_checks?.map(({ missing, scanned }) => [scanned, missing]),
    [[7, []]],
  )
  const api = await driver.shop.get<RouteWithStops>(`/routes/${driver.route.route_uuid}`)
  assert.equal(api.body.data.load_checks?.length, 1)
  // A piece of each order has the same code. The last stop is loaded first.
  const half = { trip: 1, scanned: ['OWN-77'], by_hand: [], missing: ['own-77'], reason: 'No room' }
  const { body: told } = await driver.tap({ kind: 'LOAD', load: half })
  assert.deepEqual(told.data.route.load_checks?.[0]?.missing, [
    { code: 'own-77', external_ref: driver.route.stops[0]?.external_ref },
  ])
  for (const trip of [7, 8]) await driver.tap({ kind: 'LOAD', load: { ...whole, trip } })
  const { load_checks } = (await driver.shop.get<RouteWithStops>(`/routes/${driver.route.route_uuid}`)).body.data
  assert.deepEqual(
    load_checks?.map(({ trip }) => trip),
    [1, 8],
    'the checks of the route’s loads, and the newest check',
  )
})

test('a driver scans each piece or gives a reason if the business requires scanning', async () => {
  const driver = await phone(3, { door: 'REQUIRED' })
  await driver.tap({ kind: 'START' })
  const [first, second] = [driver.codes(0), driver.codes(1)]
  for (const scanned of [undefined, first.slice(1), [...second, ...first.slice(1)]]) {
    const { status, body } = await driver.deliver(0, scanned && { scanned })
    assert.deepEqual([status, body.details.code], [409, 'SCAN_REQUIRED'])
  }
  assert.equal((await driver.day())?.refused_taps, 3, 'the office sees the refused taps')
  const { body } = await driver.deliver(0, { scanned: first.map((code) => code.toLowerCase()) })
  assert.equal(body.data.stops[0]?.status, 'DELIVERED')
  assert.equal((await driver.deliver(1, { scanned: second.slice(0, 1), not_scanned: 'No label' })).status, 200)
  const stops = (await driver.day())?.stops ?? []
  assert.deepEqual(stops[1]?.scanned, { codes: second.slice(0, 1), reason: 'No label' })
  const undone = await driver.tap({ kind: 'UNDO', stop_uuid: driver.stop(1) })
  assert.equal(undone.body.data.stops[1]?.scanned, undefined)
  const path = `/routes/${driver.route.route_uuid}/stops/${driver.stop(2)}/status`
  assert.equal((await driver.shop.post(path, { status: 'DELIVERED' })).status, 200)
})

test('a loader sees the contents of every other route of the day, but of no other business', async () => {
  const driver = await phone(1)
  const waiting = orderBody({
    delivery_date: driver.route.date,
    items: [{ name: 'Box', quantity: 1, barcodes: ['W-1'] }],
  })
  const { body: added } = await driver.shop.post<OrderOut>('/orders', waiting)
  const elsewhere = async () => {
    const response = await fetch(`${service.url}/d/${driver.token}/parcels`)
    return ((await response.json()) as { data: { route: string | null; codes: string[] }[] }).data
  }
  assert.deepEqual(await elsewhere(), [{ route: null, codes: [codeOf(added.data.order_uuid), 'W-1'] }])
  await phone(1)
  assert.equal((await elsewhere()).length, 1)
  // The server returns at most 20,000 codes of other deliveries, however many the business has.
  const barcodes = (at: number) => Array.from({ length: 200 }, (_, i) => `${at}-${i}`)
  const large = () => ({
    ...orderBody({ delivery_date: driver.route.date }),
    items: [0, 1].map((at) => ({ name: 'Box', quantity: 1, barcodes: barcodes(at) })),
  })
  await Promise.all(Array.from({ length: 51 }, () => driver.shop.post('/orders', large())))
  const [rest] = await elsewhere()
  assert.equal(rest?.codes.filter((code) => code.includes('-')).length, 20_000)
})

test('a partial delivery is reported to the API, the receiver and the office, and an undo reverts it', async () => {
  const driver = await phone(3)
  await driver.tap({ kind: 'START' })
  const differing = [{ name: 'Apples', sku: 'AP', short: 1, damaged: 1, reason: 'Box was wet' }]
  const outcomes = [
    { name: 'Apples', sku: 'AP', quantity: 3, delivered: 1, short: 1, damaged: 1, returned: 0, reason: 'Box was wet' },
    { name: 'Peas', sku: null, quantity: 1, delivered: 1, short: 0, damaged: 0, returned: 0, reason: null },
  ]
  await driver.deliver(0, { items: differing })
  const undone = await driver.tap({ kind: 'UNDO', stop_uuid: driver.stop(0) })
  assert.ok(!('item_outcomes' in (undone.body.data.stops[0] ?? {})))
  const { body } = await driver.deliver(0, { items: differing })
  assert.deepEqual(body.data.stops[0]?.item_outcomes, outcomes)
  await driver.deliver(1)
  clock.advance(600)
  await settleOutcomesJob.run(app)

  const events = (await pendingEvents(app, driver.shop.businessId)).filter(({ event }) => event === 'stop.delivered')
  assert.deepEqual(
    events.map(({ facts }) => facts.item_outcomes),
    [outcomes, undefined],
  )
  assert.ok(!('item_outcomes' in (events[1]?.facts ?? {})), 'the payload of a complete delivery has no item outcomes')
  const [partial, whole] = driver.route.stops
  const read = async (ref = '') => (await driver.shop.get<OrderOut>(`/orders/${encodeURIComponent(ref)}`)).body.data
  const order = await read(partial?.external_ref)
  assert.deepEqual([order.status, order.stop?.item_outcomes], ['DELIVERED', outcomes])
  assert.ok(!('item_outcomes' in ((await read(whole?.external_ref)).stop ?? {})))

  const tracking = await (await fetch(order.tracking_url.replace(app.publicUrl, service.url))).text()
  assert.match(tracking, /Not everything came as ordered:[\s\S]*1 of 3 × Apples/)
  assert.doesNotMatch(tracking, /of 1 × Peas|Box was wet/)

  const headers = { cookie: driver.office.cookie }
  const csv = await (await fetch(`${service.url}/office/api/orders.csv`, { headers })).text()
  assert.match(csv, /"?1 of 3 × Apples, 1 short, 1 damaged: Box was wet"?/)
  const proof = `/office/api/routes/${driver.route.route_uuid}/stops/${driver.stop(0)}/proof`
  assert.match(await (await fetch(service.url + proof, { headers })).text(), /Delivered in part[\s\S]*1 of 3 × Apples/)
  const pdf = Buffer.from(await (await fetch(`${service.url}${proof}.pdf`, { headers })).arrayBuffer())
  assert.match(pdfPages(pdf).flat().join(' '), /Delivered in part.*1 of 3 × Apples, 1 short, 1 damaged: Box was wet/)
  const detail = await driver.office.get<OrderDetailOut>(`/orders/${partial?.order_uuid}`)
  const told = detail.body.data.history.filter(({ action }) => action === 'stop.outcome')
  assert.deepEqual(told[0]?.detail?.items, outcomes.slice(0, 1))

  const correct = `/routes/${driver.route.route_uuid}/stops/${driver.stop(0)}/correct`
  await driver.office.post(correct, { status: 'DELIVERED', driver_notes: 'As told' })
  assert.deepEqual((await read(partial?.external_ref)).stop?.item_outcomes, outcomes, 'a note changes no item outcome')
  const counted = async (items: object[]) => {
    const { status, body: refused } = await driver.office.post(correct, { status: 'DELIVERED', items })
    const known = (await read(partial?.external_ref)).stop?.item_outcomes
    return status === 200 ? known?.map(({ delivered, short }) => [delivered, short]) : refused.details.fields
  }
  assert.deepEqual(await counted([{ name: 'Apples', short: 2 }]), [
    [1, 2],
    [1, 0],
  ])
  assert.deepEqual(await counted([{ name: 'Apples', short: 4 }]), ['items.0.short'])
  assert.equal(await counted([]), undefined)
  const failed = { status: 'FAILED', reason: 'Refused' }
  assert.equal((await driver.office.post(correct, { ...failed, items: [] })).status, 400)
  await counted([{ name: 'Peas', short: 1 }])
  await driver.office.post(correct, failed)
  assert.equal((await read(partial?.external_ref)).stop?.item_outcomes, undefined)
  const corrections = (await pendingEvents(app, driver.shop.businessId)).flatMap(
    ({ facts }) => facts.corrected_fields ?? [],
  )
  assert.ok(corrections.includes('item_outcomes'))
})

test('the API reports items that differ from the order, and names fields that do not fit it', async () => {
  const driver = await phone(2)
  const path = (index: number) => `/routes/${driver.route.route_uuid}/stops/${driver.stop(index)}/status`
  const record = (body: Record<string, unknown>, index = 0) =>
    driver.shop.post<{ stop: StopOut }>(path(index), { status: 'DELIVERED', ...body })
  for (const [sent, field] of [
    [{ items: [{ name: 'Pears', short: 1 }] }, 'items.0.name'],
    [
      {
        items: [
          { name: 'Peas', short: 1 },
          { name: 'Apples', short: 2, returned: 2 },
        ],
      },
      'items.1.short',
    ],
    [{ items: [{ name: 'Apples' }] }, 'items.0.short'],
    [{ items: [{ name: 'Apples', short: -1 }] }, 'items.0.short'],
    [{ status: 'FAILED', reason: 'Refused', items: [{ name: 'Apples', short: 1 }] }, 'items'],
  ] as const) {
    const { status, body } = await record(sent)
    assert.deepEqual([status, body.details.fields], [400, [field]], JSON.stringify(sent))
  }
  const { body } = await record({ items: [{ name: 'Apples', returned: 3 }] })
  assert.deepEqual(
    body.data.stop.item_outcomes?.map(({ name, delivered, returned }) => [name, delivered, returned]),
    [
      ['Apples', 0, 3],
      ['Peas', 1, 0],
    ],
  )
  assert.equal((await record({ items: [] }, 1)).body.data.stop.item_outcomes, undefined)
})

test('scans and counts at a stop that came off are in the outcome that the office records', async () => {
  const driver = await phone(2, { door: 'REQUIRED' })
  await driver.tap({ kind: 'START' })
  await takeOff(service, driver.shop, driver.route, 1)
  const said = { scanned: driver.codes(1), items: [{ name: 'Apples', sku: 'AP', short: 1 }] }
  assert.equal((await driver.deliver(1, said)).status, 404)
  const path = `/routes/${driver.route.route_uuid}/refused-taps/record`
  assert.equal((await driver.office.post(path, { stop_uuid: driver.stop(1) })).status, 200)
  const stop = (await driver.day())?.stops.find(({ order_uuid }) => order_uuid === driver.route.stops[1]?.order_uuid)
  assert.deepEqual([stop?.status, stop?.scanned?.codes], ['DELIVERED', driver.codes(1)])
  assert.deepEqual(
    stop?.item_outcomes?.map(({ delivered }) => delivered),
    [2, 1],
  )
})

test('the office records a driver’s counts even for items that the order no longer has', async () => {
  const driver = await phone(1, { door: 'REQUIRED' })
  await driver.tap({ kind: 'START' })
  assert.equal((await driver.deliver(0, { items: [{ name: 'Pears', returned: 2 }] })).status, 409)
  const path = `/routes/${driver.route.route_uuid}/refused-taps/record`
  assert.equal((await driver.office.post(path, { stop_uuid: driver.stop(0) })).status, 200)
  assert.equal((await driver.day())?.stops[0]?.item_outcomes?.[2]?.returned, 2)
})

test('a driver’s counts remain if the items change while the driver is at the door', async () => {
  const driver = await phone(1)
  await driver.tap({ kind: 'START' })
  const { body } = await driver.deliver(0, { items: [{ name: 'Pears', returned: 2, reason: 'Not wanted' }] })
  assert.deepEqual(
    body.data.stops[0]?.item_outcomes?.map(({ name, quantity, delivered, returned }) => [
      name,
      quantity,
      delivered,
      returned,
    ]),
    [
      ['Apples', 3, 3, 0],
      ['Peas', 1, 1, 0],
      ['Pears', 2, 0, 2],
    ],
  )
})

const ofApples = { item_name: 'Apples', item_sku: 'AP' }

test('a photo of an item belongs to the item and does not prove the delivery', async () => {
  const driver = await phone(1)
  await app.db.asBusiness(driver.shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ proofRequired: 'PHOTO', shareProof: true }).execute(),
  )
  await driver.tap({ kind: 'START' })
  const key = randomUUID()
  await driver.shoot(0, ofApples, key)
  const { stop } = await driver.shoot(0, ofApples, key)
  assert.deepEqual(
    [stop?.photos, stop?.photo_links?.map(({ item }) => item)],
    [0, [{ name: 'Apples', sku: 'AP' }]],
    'one photo, however often it is sent',
  )
  const [taken] = stop?.photo_links ?? []
  const differing = [{ name: 'Apples', sku: 'AP', damaged: 1 }]
  assert.equal((await driver.deliver(0, { items: differing })).body.details.code, 'PROOF_REQUIRED')
  const own = (await driver.shoot(0, {})).stop?.photo_links?.find(({ item }) => !item)
  await driver.shoot(0, ofApples)
  assert.equal((await driver.deliver(0, { items: differing })).status, 200)
  const remove = (proof: { proof_uuid: string } | undefined) =>
    driver.tap({ kind: 'REMOVE_PHOTO', stop_uuid: driver.stop(0), proof_uuid: proof?.proof_uuid })
  assert.equal((await remove(own)).body.details.code, 'PROOF_REQUIRED')
  assert.equal((await remove(taken)).status, 200, 'the delivery has its own photo')
  clock.advance(600)
  await settleOutcomesJob.run(app)

  const { body } = await driver.shop.get<RouteWithStops>(`/routes/${driver.route.route_uuid}`)
  const { photo_urls = [], item_photos = [] } = body.data.stops[0]?.proof ?? {}
  assert.deepEqual([photo_urls.length, item_photos.map(({ name, sku }) => [name, sku])], [1, [['Apples', 'AP']]])
  const url = (item_photos[0]?.url ?? '').replace(app.publicUrl, service.url)
  assert.equal((await fetch(url)).headers.get('content-type'), 'image/jpeg')
  const sent = (await driver.shop.get<WebhookPayload[]>('/events')).body.data
  const { proof } = sent.find(({ event }) => event === 'stop.delivered')?.data ?? {}
  assert.deepEqual([proof?.photo_urls.length, proof?.item_photos?.map(({ name }) => name)], [1, ['Apples']])
  await sealReceiptsJob.run(app)
  const [receipt] = await receiptsOf(driver.shop)
  const digest = createHash('sha256').update(Buffer.from(await (await fetch(url)).arrayBuffer()))
  const { signed } = JSON.parse(receipt?.file ?? '{}') as { signed: { photos: string[] } }
  assert.ok(signed.photos.length === 2 && signed.photos.includes(digest.digest('hex')))

  const headers = { cookie: driver.office.cookie }
  const page = `${service.url}/office/api/routes/${driver.route.route_uuid}/stops/${driver.stop(0)}/proof`
  const shown = await (await fetch(page, { headers })).text()
  assert.match(shown, /alt="Photo 1"[\s\S]*<figcaption>Photo of Apples[\s\S]*match the record/)
  const pdf = Buffer.from(await (await fetch(`${page}.pdf`, { headers })).arrayBuffer())
  assert.match(pdfPages(pdf).flat().join(' '), /Photo of Apples, /)
  const tracking = await fetch((body.data.stops[0]?.tracking_url ?? '').replace(app.publicUrl, service.url))
  assert.equal((await tracking.text()).split('<img src="/files/').length - 1, 1, 'only the delivery’s own photos')
})

test('a late photo of an item is stored for the office and attached to the outcome that it records', async () => {
  const driver = await phone(2)
  await driver.tap({ kind: 'START' })
  await takeOff(service, driver.shop, driver.route, 1)
  assert.equal((await driver.shoot(1, ofApples)).status, 404)
  await driver.deliver(1, { items: [{ name: 'Apples', sku: 'AP', returned: 1 }] })
  const path = `/routes/${driver.route.route_uuid}/refused-taps`
  const { body } = await driver.office.get<RefusedTapsOut>(path)
  assert.deepEqual(
    body.data.pictures.map(({ kind, item }) => [kind, item]),
    [['PHOTO', 'Apples']],
  )
  assert.equal((await driver.office.post(`${path}/record`, { stop_uuid: driver.stop(1) })).status, 200)
  const stop = (await driver.day())?.stops.find(({ order_uuid }) => order_uuid === driver.route.stops[1]?.order_uuid)
  assert.deepEqual(
    stop?.proof?.item_photos?.map(({ name, sku }) => [name, sku]),
    [['Apples', 'AP']],
  )
})

test('the API accepts only photos of the delivery’s items, and a driver may photograph any item', async () => {
  const driver = await phone(1)
  await driver.tap({ kind: 'START' })
  const send = async (fields: Record<string, string>) => {
    const path = `/api/v1/routes/${driver.route.route_uuid}/stops/${driver.stop(0)}/proof`
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${driver.shop.apiKey}`, 'idempotency-key': randomUUID() },
      body: await photoForm(fields),
    })
    return { status: response.status, body: (await response.json()) as JsonBody<{ stop: StopOut }> }
  }
  for (const [fields, named] of [
    [{ item_name: 'Pears' }, 'item_name'],
    [{ item_name: 'Apples', item_sku: 'OTHER' }, 'item_name'],
    [{ item_sku: 'AP' }, 'item_sku'],
  ] as const) {
    const { status, body } = await send(fields)
    assert.deepEqual([status, body.details.fields], [400, [named]], JSON.stringify(fields))
  }
  const { status, body } = await send({ item_name: 'Apples' })
  assert.deepEqual([status, body.data.stop.proof?.item_photos?.[0]?.name], [201, 'Apples'])
  assert.equal((await driver.shoot(0, { item_name: 'Pears' })).status, 200)
})
