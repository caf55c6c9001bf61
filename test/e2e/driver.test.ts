// Tests the driver's page on a phone with the real server: a driver works a route online and offline, undoes outcomes,
// adds proof and completes the route.
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { RoadDistances } from '../../src/app/ports/roads.ts'
import { fetchDueGeometry } from '../../src/app/routes/route-geometry.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverToken } from '../helpers/links.ts'
import { axeFaults } from '../helpers/axe.ts'
import { untilSent, untilStored, openPhone, pass, phoneTime, picture, settled, tap, touch } from '../helpers/phone.ts'
import { dispatchedRoute, takeOff } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'
import { stubServer } from '../helpers/stub-server.ts'
import { until } from '../helpers/until.ts'

/** Milliseconds after which the page retries unsent taps. */
const RETRY_MS = 5_000
/** Milliseconds after which it stops waiting for a response or for the map. */
const PATIENCE_MS = 5_000

const browser = await startBrowser()
const service = await startService({ jobs: true, replaced: { clock: phoneTime }, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
const { app } = service

const received: {
  event: string
  data: { route_uuid: string; external_ref: string; status: string; driver_notes: string | null }
}[] = []
const receiver = await stubServer((request, response) => {
  void text(request).then((body) => {
    received.push(JSON.parse(body))
    response.end()
  })
})

const details = {
  customer_phone: '+1 202 555 0143',
  instructions: 'Gate code 4410, round the back.',
  window_start: '09:00',
  window_end: '17:00',
  items: [
    { name: 'Rice, bag', quantity: 2, unit_weight_lbs: 20 },
    { name: 'Beans, case', quantity: 1, unit_weight_lbs: 12 },
  ],
}

interface Road {
  shop: Client
  route: RouteWithStops
  path: string
  page: Page
  offline(on: boolean): Promise<void>
  faults: string[]
}

const change = (shop: Client, settings: Record<string, unknown>) =>
  app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set(settings).execute())

/** A dispatched route opened on its own phone, with a webhook receiver. */
async function onTheRoad(
  stops: number,
  settings: Record<string, unknown> = {},
  held: Parameters<typeof openPhone>[1] = {},
  orders: readonly Record<string, unknown>[] = [],
): Promise<Road> {
  const { shop, route } = await dispatchedRoute(service, stops, details, orders)
  await change(shop, { undo_window_seconds: 120, ...settings })
  const { status } = await shop.post('/webhooks/subscriptions', { url: `${receiver.url}/hook` })
  assert.equal(status, 201)
  const path = `/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const phone = await openPhone(browser, { ...held, jumps: true })
  const page = await phone.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(service.url + path)
  await page.getByRole('button', { name: 'Start route' }).waitFor()
  return { shop, route, path, page, faults, offline: (on) => phone.setOffline(on) }
}

async function skip(page: Page): Promise<void> {
  await tap(page, 'Skip')
  await touch(page, page.getByText('Closed right now'))
  await tap(page, 'Skip stop')
}
const statuses = async ({ shop, route }: Road) =>
  (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data.stops.map(({ status }) => status)
const taps = ({ shop }: Road) =>
  app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('driverTaps').select(['kind', 'stopId', 'claimedAt']).orderBy('receivedAt').execute(),
  )
const heard = ({ route }: Road) =>
  received.filter(({ data }) => data.route_uuid === route.route_uuid).map(({ event }) => event)

test('a whole route online is started, worked, undone once and completed, and the receiver gets each outcome once', async () => {
  const road = await onTheRoad(2, { undo_window_seconds: 599 })
  const { page, route } = road
  await picture(page, 'driver-start')
  await tap(page, 'Start route')
  assert.deepEqual(await axeFaults(page), [])
  await tap(page, 'Arrived')
  await tap(page, 'Delivered')
  await tap(page, /^Undo \d:[0-5]\d$/)
  await page.getByText('Arrived', { exact: false }).first().waitFor()
  await until('the undo is sent', async () => (await statuses(road))[0] === 'ARRIVED')
  await change(road.shop, { undo_window_seconds: 1 })
  await tap(page, 'Delivered')
  await until('the driver is on the way to the next stop', async () => (await statuses(road))[1] === 'EN_ROUTE')
  await tap(page, 'Could not deliver')
  assert.deepEqual(await axeFaults(page), [])
  await touch(page, page.getByText('Nobody there'))
  await picture(page, 'driver-failure')
  await tap(page, 'Not delivered')
  await page.getByRole('heading', { name: 'Route finished' }).waitFor()
  await until('the route is completed', () => heard(road).includes('route.completed'))
  assert.deepEqual(
    heard(road).filter((event) => !['stop.en_route', 'stop.scheduled'].includes(event)),
    ['stop.delivered', 'stop.failed', 'route.completed'],
  )
  const { body } = await road.shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.equal(body.data.stops[1]?.reason, 'Nobody there')
  assert.deepEqual(road.faults, [])
})

test('deliveries to one door are finished together with one photo and separate outcomes, also offline', async () => {
  const door = { line1: '7 Shared Street', city: 'Washington', lat: 38.912, lng: -77.03 }
  const road = await onTheRoad(4, { proof_required: 'PHOTO', contact_phone: '+1 202 555 0100' }, { small: true }, [
    { address: door, customer_name: 'First floor' },
    { address: door, customer_name: 'Second floor' },
    { address: { ...door, line1: '7 SHARED STREET' }, customer_name: 'Third floor' },
  ])
  const { page } = road
  await tap(page, 'Start route')
  while (!(await page.locator('.card h2').first().textContent())?.match(/7 shared street/i)) await skip(page)
  await tap(page, 'Arrived')
  const here = page.getByRole('group', { name: 'Also at this door' })
  await here.getByRole('checkbox').first().waitFor()
  assert.equal(await here.getByRole('checkbox').count(), 2)
  assert.deepEqual(await axeFaults(page), [])
  await here.scrollIntoViewIfNeeded()
  await picture(page, 'driver-same-door')
  await road.offline(true)
  await touch(page, here.getByRole('checkbox').first())
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer()
  await page.locator('.actions input[type=file]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await tap(page, 'Delivered: all 2')
  await road.offline(false)
  const outcomes = async () => {
    const { body } = await road.shop.get<RouteWithStops>(`/routes/${road.route.route_uuid}`)
    return body.data.stops
      .filter(({ address }) => /7 shared street/i.test(address.line1))
      .map(({ status, proof }) => `${status} ${proof?.photo_urls.length ?? 0}`)
      .sort()
  }
  await until('both outcomes are sent, with the photo', async () =>
    isDeepStrictEqual(await outcomes(), ['DELIVERED 1', 'DELIVERED 1', 'EN_ROUTE 0']),
  )
  await tap(page, 'All stops')
  assert.equal(await page.getByRole('link', { name: 'Call the office' }).getAttribute('href'), 'tel:+12025550100')
  assert.deepEqual(road.faults, [])
})

test('only the office can undo an outcome after its undo window; the receiver gets both events, and the phone follows', async () => {
  const road = await onTheRoad(2, { undo_window_seconds: 1 })
  await tap(road.page, 'Start route')
  await tap(road.page, 'Arrived')
  await tap(road.page, 'Delivered')
  await until('the receiver gets the delivery', () => heard(road).includes('stop.delivered'))
  await road.page.getByRole('button', { name: /^Undo/ }).waitFor({ state: 'detached' })
  const [stop] = road.route.stops
  await road.shop.post(`/routes/${road.route.route_uuid}/stops/${stop?.stop_uuid}/undo`)
  await until('the receiver gets the undo', () => heard(road).includes('stop.undone'))
  assert.deepEqual(
    heard(road).filter((event) => !['stop.en_route', 'stop.scheduled'].includes(event)),
    ['stop.delivered', 'stop.undone'],
  )
  await road.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await road.page.getByRole('heading', { name: stop?.address.line1 ?? '-' }).waitFor()
})

test('a whole route offline with a reload is sent later in order, once each, with the original times', async () => {
  const road = await onTheRoad(2, { undo_window_seconds: 1 })
  const { page } = road
  await untilStored(page)
  await road.offline(true)
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await tap(page, 'Delivered')
  await page.getByText('1 stop waiting to send').waitFor()
  await picture(page, 'driver-offline')
  await page.reload()
  await page.getByText('1 stop waiting to send').waitFor()
  await tap(page, 'Arrived')
  await tap(page, 'Delivered')
  await page.getByRole('heading', { name: 'Route finished' }).waitFor()
  assert.deepEqual(await taps(road), [])

  await road.offline(false)
  await page.getByText('Everything is sent. You can close this page.').waitFor()
  const sent = await taps(road)
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ['START', 'ARRIVE', 'DELIVERED', 'ARRIVE', 'DELIVERED'],
  )
  const times = sent.map(({ claimedAt }) => claimedAt.getTime())
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  )
  assert.deepEqual(await statuses(road), ['DELIVERED', 'DELIVERED'])
  await until('the route is completed', () => heard(road).includes('route.completed'))
  const outcomes = received
    .filter(({ event, data }) => event === 'stop.delivered' && data.route_uuid === road.route.route_uuid)
    .map(({ data }) => data.external_ref)
  assert.deepEqual(
    outcomes,
    road.route.stops.map(({ external_ref }) => external_ref),
  )
})

test('the phone keeps its taps, shows no refusals, and sends each tap once if it is asked to retry later', async () => {
  const road = await onTheRoad(2)
  const { page } = road
  let asked = 0
  const busy = `**${road.path}/taps`
  const body = '{"message":"Too many requests."}'
  // The next response is from a proxy that sends no Retry-After.
  await page.route(busy, (request) =>
    asked++ === 0
      ? request.fulfill({ status: 429, headers: { 'Retry-After': '1' }, body })
      : request.fulfill({ status: 429, body }),
  )
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await pass(page, RETRY_MS)
  await until('two requests were refused', () => asked >= 2)
  assert.equal(await page.getByText('not taken').count(), 0)
  assert.equal(await page.getByText('No reception').count(), 0, 'the server is reachable')
  assert.deepEqual(await taps(road), [])
  await page.unroute(busy)
  await pass(page, RETRY_MS)
  await until('the taps arrive', async () => (await taps(road)).length === 2)
  assert.deepEqual(
    (await taps(road)).map(({ kind }) => kind),
    ['START', 'ARRIVE'],
  )
  assert.deepEqual(road.faults, [])
})

test('a note on an offline delivery remains during other screens and a reload, and is sent with the tap', async () => {
  const road = await onTheRoad(2, { undo_window_seconds: 1 })
  const { page, route } = road
  await tap(page, 'Start route')
  assert.equal(await page.getByText('Add a note').count(), 0, 'the note appears after the arrival')
  await tap(page, 'Arrived')
  const note = page.getByLabel('Note for the office (optional)')
  assert.equal(await note.isVisible(), false)
  await picture(page, 'driver-note-closed')
  await untilStored(page)
  await road.offline(true)
  await touch(page, page.getByText('Add a note'))
  await note.fill('Left with the front desk, second door.')
  await picture(page, 'driver-note')
  assert.deepEqual(await axeFaults(page), [])
  await tap(page, 'Signature')
  await tap(page, 'Back')
  assert.equal(await note.inputValue(), 'Left with the front desk, second door.')
  await page.reload()
  assert.equal(await note.inputValue(), 'Left with the front desk, second door.')
  await tap(page, 'Could not deliver')
  assert.equal(await note.inputValue(), 'Left with the front desk, second door.', 'the note stays for every outcome')
  await tap(page, 'Back')
  await page.getByLabel('Left where').selectOption('Reception')
  await picture(page, 'driver-left-where')
  await page.reload()
  assert.equal(await page.getByLabel('Left where').inputValue(), 'Reception')
  await tap(page, 'Delivered')
  await page.getByRole('heading', { name: route.stops[1]?.address.line1 ?? '-' }).waitFor()
  await tap(page, 'Arrived')
  assert.equal(await page.getByLabel('Left where').inputValue(), '', 'handed over by default')
  await touch(page, page.getByText('Add a note'))
  assert.equal(await note.inputValue(), '', 'the next stop has its own note')
  await tap(page, 'Delivered')

  await road.offline(false)
  await until('the route is completed', () => heard(road).includes('route.completed'))
  const { body } = await road.shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  const notes = ['Left with the front desk, second door.', null]
  assert.deepEqual(
    body.data.stops.map(({ driver_notes }) => driver_notes),
    notes,
  )
  assert.deepEqual(
    body.data.stops.map(({ left_where }) => left_where),
    ['Reception', null],
  )
  assert.deepEqual(
    received.flatMap(({ event, data }) =>
      event === 'stop.delivered' && data.route_uuid === route.route_uuid ? [data.driver_notes] : [],
    ),
    notes,
  )
  assert.deepEqual(road.faults, [])
})

test('the proof rule is shown before the tap and met by a photo and a signature', async () => {
  const road = await onTheRoad(1, { proof_required: 'BOTH' })
  const { page } = road
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await page.getByText('Needs a photo and a signature before “Delivered”.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Delivered', exact: true }).count(), 0)
  await picture(page, 'driver-proof-wanted')
  const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer()
  // A server that can't store a picture now is not offline. The phone retries when Retry-After allows.
  let refused = 0
  await page.route('**/proof', (request) =>
    refused++ === 0
      ? request.fulfill({ status: 503, headers: { 'Retry-After': '1' }, body: '{"message":"Too many pictures."}' })
      : request.fallback(),
  )
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByText('Photos 1 ✓').waitFor()
  await page.getByText('1 photo waiting to send. The server is busy.').waitFor()
  assert.equal(await page.getByText('No reception').count(), 0, 'the server is reachable')
  await pass(page, RETRY_MS)
  await page.getByText('The server is busy').waitFor({ state: 'detached' })
  assert.equal(refused, 2)
  await tap(page, 'Get signature')
  await page.getByLabel('Signed by').fill('Test signer')
  const box = await page.locator('canvas').boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 40, box.y + 120)
  await page.mouse.down()
  for (let x = 40; x < 300; x += 10) await page.mouse.move(box.x + x, box.y + 110 + 40 * Math.sin(x / 25))
  await page.mouse.up()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-signature')
  await tap(page, 'Save signature')
  await page.getByText('Signed ✓').waitFor()
  await tap(page, 'Delivered')
  await until('the outcome is sent', async () => (await statuses(road))[0] === 'DELIVERED')
  const { body } = await road.shop.get<RouteWithStops>(`/routes/${road.route.route_uuid}`)
  const { proof } = body.data.stops[0] ?? {}
  assert.equal(proof?.photo_urls.length, 1)
  assert.ok(proof?.signature_url)
})

test('a photo that is deleted during its upload is deleted after the server has it', async () => {
  const road = await onTheRoad(1)
  const { page, shop } = road
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isUnderWay, resolve: underWay } = Promise.withResolvers<void>()
  await page.route('**/proof', async (request) => {
    underWay()
    await mayGo
    await request.fallback()
  })
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await isUnderWay
  await tap(page, 'See photos: 1')
  await tap(page, 'Delete: Photo 1')
  letGo()
  await page.getByText('No photo yet.').waitFor()
  await untilSent(page)
  assert.equal((await taps(road)).at(-1)?.kind, 'REMOVE_PHOTO', 'the photo had been sent')
  const proofs = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('proofs').select('proofId').execute())
  assert.deepEqual(proofs, [])
})

test('“Not delivered” waits for a photo if a failed stop needs one, and is recorded with it', async () => {
  const road = await onTheRoad(1, { proof_required_failed: true, undo_window_seconds: 1 })
  const { page } = road
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await tap(page, 'Could not deliver')
  await touch(page, page.getByText('Nobody there'))
  await page.getByText('Needs a photo before “Not delivered”.').waitFor()
  const record = page.getByRole('button', { name: 'Not delivered', exact: true })
  assert.equal(await record.isDisabled(), true)
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-failure-photo')
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#68a' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByText('Photos 1 ✓').waitFor()
  await page.getByText('Needs a photo').waitFor({ state: 'detached' })
  await touch(page, record)
  await until('the receiver gets the failure', () => heard(road).includes('stop.failed'))
  const { body } = await road.shop.get<RouteWithStops>(`/routes/${road.route.route_uuid}`)
  const [stop] = body.data.stops
  assert.deepEqual([stop?.status, stop?.reason, stop?.proof?.photo_urls.length], ['FAILED', 'Nobody there', 1])
  const kept = (await taps(road)).map(({ kind }) => kind)
  assert.deepEqual(kept, ['START', 'ARRIVE', 'FAILED'])
  assert.deepEqual(road.faults, [])
})

test('the driver sees that the office canceled the route while the phone was offline, and which taps were not saved', async () => {
  const road = await onTheRoad(1)
  const { page } = road
  await road.offline(true)
  await tap(page, 'Start route')
  await road.shop.post(`/routes/${road.route.route_uuid}/cancel`)
  await road.offline(false)
  await page.locator('.unsaved', { hasText: 'Not saved:Start of the route' }).waitFor()
  await page.getByText('The office canceled this route').first().waitFor()
  await picture(page, 'driver-ended')
  assert.equal((await fetch(service.url + road.path)).status, 410)
})

test('the page asks once for the location, sends nothing if refused, and otherwise suggests the arrival', async () => {
  const positions: string[] = []
  const start = async (at?: { latitude: number; longitude: number }) => {
    const road = await onTheRoad(1, {}, { shares: null, at: at ?? { latitude: 38.9, longitude: -77.03 } })
    road.page.on('request', (request) => {
      if (request.url().endsWith('/position')) positions.push(request.url())
    })
    await tap(road.page, 'Start route')
    await road.page.getByRole('heading', { name: 'Share your location during the route?' }).waitFor()
    assert.deepEqual(await axeFaults(road.page), [])
    return road
  }
  const unwilling = await start()
  await picture(unwilling.page, 'driver-share')
  await tap(unwilling.page, 'Don’t share')
  await tap(unwilling.page, 'Arrived')
  await until('the tap is sent', async () => (await statuses(unwilling))[0] === 'ARRIVED')
  assert.deepEqual(positions, [])
  const { lat } = await app.db.asBusiness(unwilling.shop.businessId, (tx) =>
    tx.selectFrom('driverTaps').select('lat').where('kind', '=', 'ARRIVE').executeTakeFirstOrThrow(),
  )
  assert.equal(lat, null)

  const willing = await start()
  await tap(willing.page, 'Share')
  await until('the position is sent', () => positions.length > 0)
  const [stop] = willing.route.stops
  await willing.page.context().setGeolocation({ latitude: stop?.address.lat ?? 0, longitude: stop?.address.lng ?? 0 })
  await willing.page.getByText(`You seem to be at ${stop?.address.line1}. Arrived?`).waitFor()
  await picture(willing.page, 'driver-arrived-hint')
  await tap(willing.page, 'Arrived')
  await until('the tap is sent', async () => (await statuses(willing))[0] === 'ARRIVED')
  const { accuracyMeters } = await app.db.asBusiness(willing.shop.businessId, (tx) =>
    tx.selectFrom('driverTaps').select('accuracyMeters').where('kind', '=', 'ARRIVE').executeTakeFirstOrThrow(),
  )
  assert.notEqual(accuracyMeters, null)
  assert.deepEqual(await axeFaults(willing.page), [])
})

test('the map loads only on request, and a sketch replaces a map that can’t be drawn', async () => {
  const road = await onTheRoad(3)
  const { page, route } = road
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  assert.ok(!loaded.some((url) => url.includes('map')))
  await tap(page, 'Map')
  await page.locator('canvas.maplibregl-canvas').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-map')
  await page.getByRole('button', { name: new RegExp(`^3\\. ${route.stops[2]?.address.line1}, Planned`) }).tap()
  await page.getByRole('button', { name: new RegExp(`^3\\. ${route.stops[2]?.address.line1} ·`) }).tap()
  await page.getByRole('heading', { name: route.stops[2]?.address.line1 ?? '-' }).waitFor()
  await tap(page, 'Go here next')
  await until('the driver is on the way to that stop', async () => (await statuses(road))[2] === 'EN_ROUTE')

  const phone = await openPhone(browser, { jumps: true })
  await phone.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  const without = await phone.newPage()
  await without.goto(service.url + road.path)
  await tap(without, 'Map')
  await without.getByRole('img', { name: 'Sketch of the route; north is up' }).waitFor()
  assert.deepEqual(road.faults, [])
})

test('the map draws the route geometry along known roads, with their attribution', async () => {
  const roads: RoadDistances = {
    name: 'osrm',
    table: async (points) => {
      const distances = Float64Array.from(points.flatMap((a) => points.map((b) => straightLineMeters(a, b) * 1.4)))
      return { distances, durations: distances.map((meters) => meters / 8) }
    },
    ways: async (chain) =>
      chain.slice(1).map((to, i) => {
        const from = chain[i] ?? to
        return [from, { lat: from.lat, lng: from.lng + 0.01 }, to]
      }),
  }
  const withRoads = await startService({ replaced: { clock: phoneTime, distances: roads } })
  const { shop, route } = await dispatchedRoute(withRoads, 2, details)
  await fetchDueGeometry(withRoads.app)
  const page = await (await openPhone(browser, { jumps: true })).newPage()
  await page.goto(`${withRoads.url}/d/${await driverToken(withRoads, shop.businessId, route.route_uuid)}`)
  await tap(page, 'Map')
  await page.getByText('© OpenStreetMap contributors').waitFor()
  await picture(page, 'driver-map-roads')
})

test('stops that the office adds and takes off are announced on the phone', async () => {
  const road = await onTheRoad(3)
  const { page, route } = road
  await tap(page, 'Start route')
  await until('the route is started', async () => (await statuses(road))[0] === 'EN_ROUTE')
  await takeOff(service, road.shop, route, 1)
  // Starts to observe the next notice. The result in `window.settling` is awaited below, after the notice has appeared.
  await page.evaluate(`void (window.settling = new Promise((resolve) => {
    new MutationObserver(() => {
      if (document.querySelector('.notice')) resolve(document.querySelector('main').dataset.settling)
    }).observe(document.body, { subtree: true, childList: true })
  }))`)
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await page.getByText(`The office removed ${route.stops[1]?.address.line1} from your route.`).waitFor()
  assert.equal(await page.evaluate('window.settling'), 'true', 'a notice moves the buttons, so taps are ignored')
  await page.reload()
  await page.getByText(`The office removed ${route.stops[1]?.address.line1} from your route.`).waitFor()
  await picture(page, 'driver-changed')
  assert.deepEqual(await axeFaults(page), [])
  // While it ignores taps, the next button does not look as if it accepted them.
  const look = () =>
    page.evaluate<string>("getComputedStyle(document.querySelector('.actions .primary')).backgroundColor")
  await settled(page)
  const ready = await look()
  await page.getByRole('button', { name: 'All stops' }).tap()
  await page.getByRole('button', { name: 'Back' }).waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Back' }).tap()
  await page.locator('main[data-settling=true] .actions .primary').waitFor()
  const settling = await look()
  const blinking = await page.evaluate<string[]>(
    "(document.querySelector('main[data-settling=true] .actions .primary')?.click(), document.getAnimations().map(({ id }) => id))",
  )
  assert.ok(blinking.includes('ignored'), 'an ignored tap is shown')
  await settled(page)
  assert.ok(settling !== ready && (await look()) === ready, `${settling} ${ready}`)
  await tap(page, 'OK')
  await page.getByText('The office took').waitFor({ state: 'detached' })
  // With reduced motion, nothing may move. Even the shortest transition would show a frame with everything in its old
  // position.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const what of ['main', 'button'])
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('${what}')).transitionDuration`), '0s')
})

test('an update of the page during the route loses nothing, and an unavailable server does not empty the page', async () => {
  const road = await onTheRoad(2)
  const { page } = road
  await untilStored(page)
  await tap(page, 'Start route')
  await until('the route is started', async () => (await statuses(road))[0] === 'EN_ROUTE')
  // During its update, the server is unavailable: every request fails, and pages get 502.
  const phone = page.context()
  await phone.route(`${service.url}${road.path}*`, (request) => request.fulfill({ status: 502, body: 'away' }))
  await phone.route(`${service.url}${road.path}/**`, (request) => request.fulfill({ status: 502, body: '{}' }))
  await tap(page, 'Arrived')
  await tap(page, 'Delivered')
  await page.getByText('1 stop waiting to send').waitFor()
  await page.reload()
  await page.getByText('1 stop waiting to send').waitFor()
  // The server returns with other scripts and another service worker.
  await phone.unrouteAll()
  const worker = await (await fetch(`${service.url}/d/sw.js`)).text()
  await phone.route(`${service.url}/d/sw.js`, (request) =>
    request.fulfill({ contentType: 'text/javascript', body: `${worker}// another release` }),
  )
  await page.reload()
  await until('all taps are sent', async () => (await taps(road)).length === 3)
  assert.deepEqual(await statuses(road), ['DELIVERED', 'EN_ROUTE'])
  await road.offline(true)
  await page.reload()
  await page.getByRole('heading', { name: road.route.stops[1]?.address.line1 ?? '-' }).waitFor()
  assert.deepEqual(road.faults, [])
})

test('every screen in dark mode on the smallest phone passes axe and fits the width', async () => {
  const road = await onTheRoad(
    2,
    { proof_required: 'BOTH', drivers_may_reorder: true },
    { dark: true, small: true, shares: null },
  )
  const { page } = road
  const check = async (screen: string): Promise<void> => {
    assert.deepEqual(await axeFaults(page), [], screen)
    assert.ok(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
      `${screen} is too wide`,
    )
    await picture(page, `small-dark-${screen}`)
  }
  await check('start')
  await tap(page, 'Start route')
  await page.getByRole('button', { name: 'Share', exact: true }).waitFor()
  await check('share')
  await tap(page, 'Don’t share')
  await tap(page, 'Arrived')
  await check('arrived')
  await tap(page, 'Signature')
  await page.getByLabel('Signed by').waitFor()
  await check('signature')
  await tap(page, 'Back')
  await tap(page, 'Could not deliver')
  await check('failure')
  await touch(page, page.getByText('Nobody there'))
  await tap(page, 'Not delivered')
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
  await check('undo')
  await tap(page, 'All stops')
  await check('list')
  await tap(page, 'Map')
  await page.locator('canvas.maplibregl-canvas').waitFor()
  await check('map')
  await tap(page, 'Back')
  await tap(page, 'Skip')
  await page.getByText('Closed right now').waitFor()
  await check('skip')
  await touch(page, page.getByText('Closed right now'))
  await tap(page, 'Skip stop')
  await page.getByRole('heading', { name: 'Route finished' }).waitFor()
  await check('done')
  await road.shop.post(`/routes/${road.route.route_uuid}/cancel`)
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await check('ended')
})

test('the list shows every stop and the load order, goes to another stop next, and ends early', async () => {
  const road = await onTheRoad(3)
  const { page, route } = road
  await tap(page, 'Start route')
  await tap(page, 'All stops')
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-list')
  await touch(page, page.getByLabel('Load list: last stop first'))
  const first = page.locator('ol.stops li').first()
  assert.match((await first.textContent()) ?? '', new RegExp(`3\\. ${route.stops[2]?.address.line1}`))
  await touch(page, page.getByLabel('Load list: last stop first'))
  await tap(page, `Go next: ${route.stops[2]?.address.line1}`)
  await page.getByRole('heading', { name: route.stops[2]?.address.line1 ?? '-' }).waitFor()
  await picture(page, 'driver-stop')
  const endRoute = async () => {
    await tap(page, 'All stops')
    await tap(page, 'End route early')
    await tap(page, 'End route')
    await page.locator('.counts > *').filter({ hasText: 'skipped' }).getByText('3', { exact: true }).waitFor()
  }
  await endRoute()
  await picture(page, 'driver-ended-early')
  await tap(page, /^Undo 0:/)
  await page.getByRole('heading', { name: route.stops[2]?.address.line1 ?? '-' }).waitFor()
  await tap(page, 'Arrived')
  await until('the arrival is sent', async () => (await statuses(road))[2] === 'ARRIVED')
  assert.deepEqual(
    (await taps(road)).map(({ kind }) => kind),
    ['START', 'HEAD', 'ARRIVE'],
    'the end was not sent',
  )
  await endRoute()
  // A locked phone runs no timers.
  await page.evaluate(`{
    const last = setTimeout(() => {})
    for (let id = last; id > last - 10_000; id--) clearTimeout(id)
  }`)
  await leave(page)
  await until('the stops are released', async () => (await statuses(road)).every((status) => status === 'SKIPPED'))
})

/** Hides the page, like a locked phone or another tab does. */
const leave = (page: Page): Promise<unknown> =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))`)

test('the phone reads the route at once and reports both if the office’s change overtook a new stop sequence', async () => {
  const road = await onTheRoad(3, { drivers_may_reorder: true })
  const { page, route } = road
  const [, second, third] = route.stops.map(({ address }) => address.line1)
  await road.offline(true)
  await tap(page, 'All stops')
  await tap(page, `Move up: ${second}`)
  assert.equal((await takeOff(service, road.shop, route, 2)).status, 200)
  // A hidden page does not poll.
  await leave(page)
  await road.offline(false)
  await page.locator('.unsaved', { hasText: 'Not saved:New stop sequenceThe stops have changed since.' }).waitFor()
  await page.getByText(`The office removed ${third} from your route.`).waitFor()
  assert.equal(await page.locator('ol.stops li').count(), 2)
})

test('a stop moves up if the business lets drivers reorder, and a skip can be undone for a while', async () => {
  const road = await onTheRoad(2, { drivers_may_reorder: true })
  const { page, route } = road
  const [first, second] = route.stops
  await tap(page, 'All stops')
  await tap(page, `Move up: ${second?.address.line1}`)
  await tap(page, 'Back')
  await page.getByRole('heading', { name: second?.address.line1 ?? '-' }).waitFor()
  await tap(page, 'Start route')
  await skip(page)
  await page.getByRole('heading', { name: first?.address.line1 ?? '-' }).waitFor()
  await tap(page, /^Undo/)
  await until('the undo is sent', async () => (await taps(road)).length === 4)
  assert.ok((await statuses(road)).every((status) => status !== 'SKIPPED'))
  assert.deepEqual(
    (await taps(road)).map(({ kind }) => kind),
    ['REORDER', 'START', 'SKIPPED', 'UNDO'],
  )
})

test('a double tap acts once, an arrival can be undone, and before the start there is only Start', async () => {
  const road = await onTheRoad(2, {}, { shares: null })
  const { page, route } = road
  for (const name of ['Skip', 'Could not deliver']) assert.equal(await page.getByRole('button', { name }).count(), 0)
  const twice = async (name: string, taps = 3): Promise<void> => {
    await settled(page)
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    assert.ok(box)
    for (let i = 0; i < taps; i++) {
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
      // The taps follow each other quickly. With longer pauses, as on a busy machine, the page would treat the second
      // tap as intended.
      await page.waitForTimeout(30)
    }
  }
  await twice('Start route')
  await until('the route is started', async () => (await statuses(road))[0] === 'EN_ROUTE')
  await page.getByRole('heading', { name: 'Share your location' }).waitFor()
  assert.equal(await page.evaluate("localStorage.getItem('roundsman-share-position')"), null, 'not answered yet')
  await twice('Don’t share')
  await page.getByRole('button', { name: 'Arrived', exact: true }).waitFor()
  await twice('Arrived')
  await until('the driver has arrived', async () => (await statuses(road))[0] === 'ARRIVED')
  await tap(page, /^Undo/)
  await until('the arrival is undone', async () => (await statuses(road))[0] === 'EN_ROUTE')
  // On a slow phone, the second tap is handled only after the wait that follows the first.
  await page.evaluate(`addEventListener('click', () => setTimeout(() => {
    for (const end = performance.now() + 1_200; performance.now() < end; );
  }, 60), { once: true, capture: true })`)
  await twice('Arrived', 2)
  await until('the driver has arrived again', async () => (await statuses(road))[0] === 'ARRIVED')
  await twice('Delivered')
  await page.getByRole('heading', { name: route.stops[1]?.address.line1 ?? '-' }).waitFor()
  await until('the outcome is sent', async () => (await statuses(road))[0] === 'DELIVERED')
  assert.equal((await statuses(road))[1], 'EN_ROUTE')
  assert.deepEqual(
    (await taps(road)).map(({ kind }) => kind),
    ['START', 'ARRIVE', 'UNDO', 'ARRIVE', 'DELIVERED'],
  )
})

test('a screen that fails to load is reported, and reopening the page continues at the same stop', async () => {
  const { page, path } = await onTheRoad(1, {}, { serviceWorkers: 'block' })
  const screens = /assets\/signature-panel-.*\.js$/
  await page.route(screens, (route) => route.abort())
  await page.goto(service.url + path)
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await tap(page, 'Signature')
  await page.getByRole('heading', { name: 'This can’t be shown' }).waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'driver-not-opened')
  await page.unroute(screens)
  await page.getByRole('button', { name: 'Open the page again' }).tap()
  await tap(page, 'Signature')
  await page.locator('canvas').waitFor()
})

test('a signature survives turning the phone and other screens, and Back goes one screen back', async () => {
  const road = await onTheRoad(1)
  const { page } = road
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await tap(page, 'Signature')
  await page.locator('canvas').waitFor()
  await page.setViewportSize({ width: 844, height: 390 })
  const ink = () =>
    page.evaluate<number>(
      `(() => {
        const canvas = document.querySelector('canvas')
        if (!canvas) return 0
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        let dark = 0
        let right = 0
        for (let i = 0; i < data.length; i += 4) if (data[i] < 100) { dark++; right = Math.max(right, (i / 4) % canvas.width) }
        return dark === 0 ? 0 : right / canvas.width
      })()`,
    )
  await until('the canvas fits', () => page.evaluate<boolean>("document.querySelector('canvas').width > 900"))
  await page.locator('canvas').scrollIntoViewIfNeeded()
  const box = await page.locator('canvas').boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  // The pointer moves as slowly as a hand, because the page drops points less than 16 ms after the previous one.
  for (let x = 40; x < box.width - 10; x += 20) {
    await page.mouse.move(box.x + x, box.y + 60)
    await page.waitForTimeout(20)
  }
  await page.mouse.up()
  assert.ok((await ink()) > 0.9, 'the signature reaches the right edge')
  await page.setViewportSize({ width: 390, height: 844 })
  await until('the signature is drawn again', async () => (await ink()) > 0.9)
  await page.goBack()
  await page.getByRole('button', { name: 'Delivered', exact: true }).waitFor()
  await tap(page, 'Signature')
  await until('the signature is still shown', async () => (await ink()) > 0.9)
  await tap(page, 'Save signature')
  await page.getByText('Signed ✓').waitFor()
  await tap(page, 'Could not deliver')
  await page.goBack()
  await tap(page, 'All stops')
  await page.goBack()
  await tap(page, 'Delivered')
  await until('the outcome is sent', async () => (await statuses(road))[0] === 'DELIVERED')
})

test('a phone that can’t store anything shows that, and works as long as the page is open', async () => {
  const { shop, route } = await dispatchedRoute(service, 1, details)
  const phone = await openPhone(browser, { jumps: true })
  await phone.addInitScript("IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }")
  await phone.addInitScript('StorageManager.prototype.persist = async () => (window.asksToKeep = true)')
  const page = await phone.newPage()
  await page.goto(`${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  await tap(page, 'Start route')
  await page.getByText('this phone has no room to store your work').waitFor()
  assert.ok(await page.evaluate('window.asksToKeep'), 'the page asks the browser not to delete its data')
  await tap(page, 'Arrived')
  await tap(page, 'Delivered')
  await page.getByText('Everything is sent. You can close this page.').waitFor()
  const { body } = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.equal(body.data.stops[0]?.status, 'DELIVERED')
})

test('language, note and answer last as long as the page if the phone refuses to store them', async () => {
  const { shop, route } = await dispatchedRoute(service, 1, details)
  const phone = await openPhone(browser, { jumps: true })
  await phone.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } })`)
  const page = await phone.newPage()
  await page.goto(`${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  await tap(page, 'All stops')
  await page.getByLabel('Language').selectOption('es')
  await page.getByLabel('Idioma').selectOption('en')
  await tap(page, 'Back')
  await tap(page, 'Start route')
  await tap(page, 'Don’t share')
  await tap(page, 'Arrived')
  await touch(page, page.getByText('Add a note'))
  await page.getByLabel('Note for the office (optional)').fill('Gate was open')
  await tap(page, 'Delivered')
  await page.getByText('Everything is sent. You can close this page.').waitFor()
  const { body } = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.equal(body.data.stops[0]?.driver_notes, 'Gate was open')
})

test('goods are picked up on the way, for the depot and for another stop', async () => {
  const bakery = { external_ref: 'BAKERY', pickup_weight_lbs: 40, pickup_pieces: 1 }
  const { shop, route } = await dispatchedRoute(service, 2, details, [bakery, { goods_from: 'BAKERY' }])
  const [first, second] = route.stops
  assert.equal(first?.external_ref, 'BAKERY')
  const phone = await openPhone(browser, { jumps: true })
  const page = await phone.newPage()
  await page.goto(`${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  await tap(page, 'Start route')
  await page.getByText('Pick up and bring back: 1 piece, 40 lb').waitFor()
  await page.getByText(`Pick up the goods for stop 2, ${second?.address.line1}`).waitFor()
  await picture(page, 'driver-goods')
  await tap(page, 'Arrived')
  await tap(page, 'Delivered')
  await page.getByText(`Goods from stop 1, ${first.address.line1}`).waitFor()
})

test('a phone with full storage keeps the work in the page, and shows that until it is sent', async () => {
  const road = await onTheRoad(1)
  const { page } = road
  await page.evaluate("IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError') }")
  await road.offline(true)
  await tap(page, 'Start route')
  await page.getByText('this phone has no room to store your work').waitFor()
  await picture(page, 'driver-full')
  await tap(page, 'Arrived')
  const buffer = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#68a' } })
    .jpeg()
    .toBuffer()
  await page.locator('.proof input[type=file]').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByText('Stay on this page until it has sent 1 stop, 1 photo').waitFor()
  await road.offline(false)
  await until('both taps are sent', async () => (await taps(road)).length === 2)
  await page.getByRole('button', { name: 'See photos: 1' }).waitFor()
  await page.getByText('no room').waitFor({ state: 'detached' })
})

test('a page closed right after the server accepted a tap shows the current stop when reopened, also without reception', async () => {
  const road = await onTheRoad(2)
  const { page } = road
  await untilStored(page)
  await tap(page, 'Start route')
  await tap(page, 'Arrived')
  await until('both taps are sent', async () => (await taps(road)).length === 2)
  await untilSent(page)
  // Simulates a browser that closes the page before the page has stored the route.
  await page.evaluate(`{
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given)
      if (this.name === 'runs') this.transaction.abort()
      return request
    }
  }`)
  await tap(page, 'Delivered')
  await until('the outcome is sent', async () => (await taps(road)).length === 3)
  const [, second] = road.route.stops.map(({ address }) => address.line1)
  await page.getByRole('heading', { name: second }).waitFor()
  await road.offline(true)
  await page.reload()
  await page.getByRole('heading', { name: second }).waitFor()
  await road.offline(false)
  await tap(page, 'Arrived')
  await tap(page, 'Delivered')
  await page.getByText('Everything is sent. You can close this page.').waitFor()
  assert.deepEqual(await statuses(road), ['DELIVERED', 'DELIVERED'])
})

test('a network that hangs is reported long before requests time out', async () => {
  const road = await onTheRoad(1, {}, { serviceWorkers: 'block' })
  const { page } = road
  await page.route('**/taps', () => {})
  let givenUp = 0
  page.on('requestfailed', () => givenUp++)
  await tap(page, 'Start route')
  await pass(page, PATIENCE_MS)
  await page.getByText('No reception.').waitFor()
  assert.equal(givenUp, 0, 'the request is still in progress')
  await page.route('**/assets/route-map*', () => {})
  await tap(page, 'Map')
  await pass(page, PATIENCE_MS)
  await page.getByText('The map isn’t available now').waitFor()
})

test('the page reports that the browser blocks the location', async () => {
  const road = await onTheRoad(1, {}, { shares: true })
  await tap(road.page, 'Start route')
  await road.page.getByText('Your location isn’t shared').waitFor()
  await tap(road.page, 'OK')
  await tap(road.page, 'All stops')
  await road.page.getByText('It isn’t shared now').waitFor()
})

test('taps of a phone with a clock two hours slow count at their real time, and the undo lasts as long', async () => {
  const { shop, route } = await dispatchedRoute(service, 2, details)
  const phone = await openPhone(browser, { jumps: true })
  await phone.addInitScript(`{
    const now = Date.now
    Date.now = () => now() - 7_200_000
    window.Date = class extends Date { constructor(...given) { given.length > 0 ? super(...given) : super(Date.now()) } }
  }`)
  const page = await phone.newPage()
  await page.goto(`${service.url}/d/${await driverToken(service, shop.businessId, route.route_uuid)}`)
  await tap(page, 'Start route')
  await until('the clocks are compared', async () => {
    const { body } = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
    return body.data.status === 'IN_PROGRESS'
  })
  await tap(page, 'Arrived')
  await phone.setOffline(true)
  await tap(page, 'Delivered')
  await page.getByRole('button', { name: /^Undo [12]:/ }).waitFor()
  await pass(page, 2_000)
  await phone.setOffline(false)
  const kept = () =>
    app.db.asBusiness(shop.businessId, (tx) =>
      tx
        .selectFrom('driverTaps')
        .select(['claimedAt', 'countedAt', 'receivedAt'])
        .where('kind', '=', 'DELIVERED')
        .executeTakeFirst(),
    )
  await until('the outcome is stored on the phone', async () => (await kept()) !== undefined)
  const delivered = await kept()
  assert.ok(delivered)
  const ahead = delivered.countedAt.getTime() - delivered.claimedAt.getTime()
  assert.ok(Math.abs(ahead - 7_200_000) < 60_000, `${ahead} ms`)
  assert.ok(delivered.countedAt < delivered.receivedAt)
})

test('the first load is small', async () => {
  const { path } = await onTheRoad(1)
  const page = await (await openPhone(browser)).newPage()
  // Files that load after the page can be used don't count, however slow the machine is.
  await page.addInitScript(`new MutationObserver(() => {
    const isUsable = [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Start route')
    if (isUsable && performance.getEntriesByName('usable').length === 0) performance.mark('usable')
  }).observe(document, { childList: true, subtree: true })`)
  const session = await page.context().newCDPSession(page)
  // Shows requests that a fast machine makes only after the page can be used.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await page.goto(service.url + path)
  await page.getByRole('button', { name: 'Start route' }).waitFor()
  const [bytes, ms] = await page.evaluate<[number, number]>(`(() => {
    const [{ startTime: usable }] = performance.getEntriesByName('usable')
    const loads = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const before = loads.filter(({ startTime }) => startTime <= usable)
    return [before.reduce((sum, { transferSize }) => sum + transferSize, 0), usable]
  })()`)
  console.log(`first load: ${Math.round(bytes / 1024)} KB, on slow 3G usable in ${Math.round(ms)} ms`)
  assert.ok(bytes > 50 * 1024 && bytes < 130 * 1024, `${bytes} bytes`)
})
