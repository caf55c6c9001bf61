// Hours of streets from the extract to the plan, the route and the order.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addRegion } from '../../../src/adapters/regions/add-region.ts'
import { openRegionRoads } from '../../../src/adapters/regions/region-roads.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { DriverRoute } from '../../../src/contract/driver.ts'
import type { PreviewOut, UploadOut } from '../../../src/contract/office/imports.ts'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { PlacesOut } from '../../../src/contract/stop-places.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { minuteOf } from '../../../src/domain/time-of-day.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { driverToken } from '../../helpers/links.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { writeExtract } from '../../helpers/osm-extract.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rm-hours-'))
after(() => rmSync(dataDir, { recursive: true }))
const service = await startService({ env: { DATA_DIR: dataDir } })

/** A square of streets around a pedestrian street, which is open to deliveries from 1 PM to 3 PM. */
const [SOUTH, WEST, STEP] = [38.9, -77.03, 0.002]
const at = (row: number, column: number) => ({ lat: SOUTH + row * STEP, lng: WEST + column * STEP })
const nodeAt = (row: number, column: number): number => 10 * row + column + 1
const PEDESTRIAN_WAY = 77
const CONDITION = 'delivery @ (13:00-15:00)'
const extract = path.join(dataDir, 'town.osm.pbf')
const street = { highway: 'residential' }
await writeExtract(extract, {
  nodes: Object.fromEntries(
    [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) => {
        const { lat, lng } = at(row, column)
        return [nodeAt(row, column), [lat, lng] as [number, number]] as const
      }),
    ),
  ),
  ways: {
    1: { refs: [nodeAt(0, 0), nodeAt(0, 1), nodeAt(0, 2)], tags: street },
    2: { refs: [nodeAt(0, 2), nodeAt(1, 2), nodeAt(2, 2)], tags: street },
    3: { refs: [nodeAt(2, 2), nodeAt(2, 1), nodeAt(2, 0)], tags: street },
    4: { refs: [nodeAt(2, 0), nodeAt(1, 0), nodeAt(0, 0)], tags: street },
    [PEDESTRIAN_WAY]: {
      refs: [nodeAt(1, 0), nodeAt(1, 1), nodeAt(1, 2)],
      tags: { highway: 'pedestrian', motor_vehicle: 'no', 'motor_vehicle:conditional': CONDITION },
    },
  },
})
const added = await addRegion({
  dataDir,
  file: extract,
  clock: service.app.clock,
  progress: () => {},
  addresses: { importedCount: async () => null, replace: async () => 0 },
})
while (!service.app.distances?.own) await sleep(50)
while (
  ((await (await fetch(`${service.url}/api/v1/health`)).json()) as { data: { distance_source: string } }).data
    .distance_source !== 'local'
)
  await sleep(50)

const inside = { ...at(1, 0.7), line1: '1 Market Lane' }
const outside = { ...at(0, 0.7), line1: '2 Open Street' }

type Built = {
  routes: RouteWithStops[]
  unassigned: { external_ref: string; reason: { code: string; message: string } }[]
}

/** Builds a day with one delivery on the pedestrian street and one on an open street. */
async function build(members: object = {}, other: object = {}) {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId, at(0, 0))
  await addVehicle(service.app, shop.businessId, { name: 'Van', shift: ['08:00', '17:00'] })
  const date = dateIn(service, 1)
  const bodies = [
    orderBody({ delivery_date: date, address: inside, ...members }),
    orderBody({ delivery_date: date, address: outside, ...other }),
  ]
  for (const body of bodies) assert.equal((await shop.post('/orders', body)).status, 201)
  const { body } = await shop.post<Built>('/routes/build', { date, options: { time_limit_seconds: 1 } })
  const [ref, otherRef] = bodies.map(({ external_ref }) => external_ref) as [string, string]
  const stop = body.data.routes[0]?.stops.find(({ external_ref }) => external_ref === ref)
  return { shop, ref, otherRef, stop, built: body.data, date }
}
const timeOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' }).format(new Date(instant))

test('the report of the region counts the hours', () => {
  assert.deepEqual(added.region.conditions, { hours: 1, seasonal: 0, unread: 0, unread_texts: [] })
})

test('a stop on a street with hours is planned within them, and the route and the order have the reason', async () => {
  const { shop, ref, otherRef, stop, built } = await build()
  assert.ok(stop)
  assert.ok(timeOf(stop.planned_arrival) >= '13:00' && timeOf(stop.planned_arrival) <= '15:00', stop.planned_arrival)
  const { body } = await shop.get<RouteWithStops>(`/routes/${built.routes[0]?.route_uuid}`)
  const expected = {
    open: [{ window_start: '13:00', window_end: '15:00' }],
    fits: true,
    message: 'The street is open to deliveries 1:00 PM to 3:00 PM.',
    hours_from: 'MAP',
    sources: [
      {
        url: `https://www.openstreetmap.org/way/${PEDESTRIAN_WAY}`,
        text: `motor_vehicle:conditional=${CONDITION}`,
      },
    ],
  }
  const streets = new Map(body.data.stops.map((one) => [one.external_ref, one.street]))
  assert.deepEqual([streets.get(ref), streets.get(otherRef)], [expected, undefined])
  assert.deepEqual((await shop.get<OrderOut>(`/orders/${ref}`)).body.data.street, expected)
  assert.equal((await shop.get<OrderOut>(`/orders/${otherRef}`)).body.data.street, undefined)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const detail = await office.get<OrderDetailOut>(`/orders/${stop.order_uuid}`)
  assert.deepEqual(detail.body.data.street, expected)
})

test('a delivery whose window lies outside the hours is left off with the reason, and the order shows it', async () => {
  const { shop, ref, built } = await build({ window_start: '08:00', window_end: '10:00' })
  const left = built.unassigned.find(({ external_ref }) => external_ref === ref)
  assert.deepEqual(left?.reason, {
    code: 'STREET_HOURS',
    message: 'its street is open to deliveries 1:00 PM to 3:00 PM, outside its windows',
  })
  const { street: hours } = (await shop.get<OrderOut>(`/orders/${ref}`)).body.data
  assert.equal(hours?.fits, false)
  assert.match(hours?.message ?? '', /1:00 PM to 3:00 PM, outside the windows of this delivery/)
})

test('the response to an entered delivery shows that its windows lie outside the hours', async () => {
  const shop = await service.business()
  const late = { window_start: '16:00', window_end: '17:00' }
  const body = orderBody({ delivery_date: dateIn(service, 1), address: inside, ...late })
  const key = { 'idempotency-key': 'street' }
  const entered = await shop.post<OrderOut>('/orders', body, key)
  assert.equal(entered.status, 201)
  const { street: hours } = entered.body.data
  assert.deepEqual([hours?.fits, hours?.open], [false, [{ window_start: '13:00', window_end: '15:00' }]])
  assert.deepEqual((await shop.post<OrderOut>('/orders', body, key)).body.data, entered.body.data)
  const fits = await shop.post<OrderOut>('/orders', { ...body, window_start: '12:00', window_end: '14:00' })
  assert.equal(fits.body.data.street?.fits, true)
  const open = await shop.post<OrderOut>(
    '/orders',
    orderBody({ delivery_date: dateIn(service, 1), address: outside, ...late }),
  )
  assert.deepEqual([open.status, open.body.data.street], [201, undefined])
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const byHand = orderBody({ delivery_date: dateIn(service, 1), address: inside, ...late })
  const added = await office.post<OrderOut>('/orders', { order: byHand, override: null })
  assert.deepEqual([added.status, added.body.data.street?.fits], [200, false], added.body.message)
})

test('the preview of an import lists the rows whose windows lie outside the hours', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const rows = [
    ['late', '16:00-17:00', inside],
    ['in time', '14:00-17:00', inside],
    ['any time', '', inside],
    ['on an open street', '16:00-17:00', outside],
  ] as const
  const content = [
    'Ref,Name,Address,City,Window,Latitude,Longitude',
    ...rows.map(([ref, window, { line1, lat, lng }], i) =>
      [ref, `Customer ${i}`, line1, 'Washington', window, lat, lng].join(','),
    ),
  ].join('\n')
  const response = await fetch(`${service.url}/office/api/imports?name=a.csv`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/octet-stream',
    },
    body: content,
  })
  const { file } = ((await response.json()) as { data: UploadOut }).data
  const body = { mapping: file?.mapping, default_date: dateIn(service, 1) }
  const { data } = (await office.post<PreviewOut>(`/imports/${file?.import_uuid}/preview`, body)).body
  const message = 'The street is open to deliveries 1:00 PM to 3:00 PM, outside the windows of this delivery.'
  assert.deepEqual([data.good, data.outside_hours], [4, 1])
  assert.deepEqual(data.outside_hours_rows, [{ line: 2, name: 'Customer 0', message }])
})

test('the response to a batch shows each order whose windows lie outside the hours', async (t) => {
  const shop = await service.business()
  const delivery_date = dateIn(service, 1)
  const late = { delivery_date, window_start: '16:00', window_end: '17:00' }
  const own = service.app.distances?.own
  assert.ok(own)
  const asked = t.mock.method(own, 'hours')
  const orders = [
    orderBody({ ...late, address: inside }),
    orderBody({ ...late, address: outside }),
    orderBody({ delivery_date: '02/30/2026', address: inside }),
    orderBody({ delivery_date, address: inside, window_start: '14:00', window_end: '17:00' }),
    orderBody({ ...late, address: inside, street_hours: '24/7' }),
  ]
  type Results = { results: { order?: OrderOut }[] }
  const sent = await shop.post<Results>('/orders/batch', { orders })
  assert.equal(sent.status, 200, sent.body.message)
  const fits = sent.body.data.results.map(({ order }) => order?.street?.fits)
  assert.deepEqual(fits, [false, undefined, undefined, true, undefined])
  assert.deepEqual(
    asked.mock.calls.map(({ arguments: [points, , vehicle] }) => [points.length, vehicle?.costing]),
    [
      [4, 'CAR'],
      [4, 'TRUCK'],
    ],
  )
  asked.mock.mockImplementation(async () => {
    throw new Error('slow')
  })
  const again = await shop.post<Results>('/orders/batch', { orders: orders.slice(0, 1) })
  assert.deepEqual([again.status, again.body.data.results[0]?.order?.street], [200, undefined])
})

test('hours of the delivery replace those of the map', async () => {
  const open = await build({ street_hours: '24/7' })
  assert.ok(open.stop && timeOf(open.stop.planned_arrival) < '09:00', open.stop?.planned_arrival)
  const order = (await open.shop.get<OrderOut>(`/orders/${open.ref}`)).body.data
  assert.deepEqual([order.street_hours, order.street], ['24/7', undefined])
  const whole = await open.shop.post<OrderOut>('/orders', orderBody({ address: inside, street_hours: '00:00-24:00' }))
  assert.deepEqual([whole.body.data.street_hours, whole.body.data.street], ['00:00-24:00', undefined])
  const early = await build({ street_hours: '10:00-11:00, 15:30-16:00' })
  assert.ok(early.stop && timeOf(early.stop.planned_arrival).startsWith('10:'), early.stop?.planned_arrival)
  const shown = (await early.shop.get<OrderOut>(`/orders/${early.ref}`)).body.data
  assert.equal(shown.street_hours, '10:00-11:00,15:30-16:00')
  assert.deepEqual(shown.street?.sources, [])
  for (const street_hours of [
    '11:00-10:00',
    '10:00',
    'Mo 10:00-11:00',
    '10:00-11:00,10:30-12:00',
    '10:00-24:01',
    '10:70-11:00',
  ])
    assert.equal((await early.shop.post('/orders', orderBody({ street_hours }))).status, 400, street_hours)
})

test('a stop that is moved by hand waits for its street, and is late after it closes', async () => {
  const { shop, built, stop, date } = await build()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const shown = await office.get<{ routes: { route_uuid: string; version: string }[] }>(
    `/day?date=${encodeURIComponent(date)}`,
  )
  const route = built.routes[0] as RouteWithStops
  const { version } = shown.body.data.routes[0] ?? {}
  const reversed = await office.post<RouteWithStops>(`/routes/${route.route_uuid}/reverse`, { version })
  assert.equal(reversed.status, 200, reversed.body.message)
  const again = reversed.body.data.stops.find(({ stop_uuid }) => stop_uuid === stop?.stop_uuid)
  assert.ok(again && timeOf(again.planned_arrival) >= '12:30', again?.planned_arrival)
})

/** Dispatches the built route, and returns how its driver and the office see the stop on the street. */
async function dispatched({
  shop,
  ref,
  built,
  date,
}: Pick<Awaited<ReturnType<typeof build>>, 'shop' | 'ref' | 'built' | 'date'>) {
  const id = built.routes[0]?.route_uuid ?? ''
  const sent = await shop.post<{ route: RouteWithStops }>(`/routes/${id}/dispatch`)
  assert.equal(sent.status, 200, sent.body.message)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const day = async () => {
    const { body } = await office.get<DayOut>(`/day?date=${encodeURIComponent(date)}`)
    const route = body.data.routes[0] ?? assert.fail()
    return { route, stop: route.stops.find(({ external_ref }) => external_ref === ref) ?? assert.fail() }
  }
  const token = await driverToken(service, shop.businessId, id)
  const delay = async (minutes: number): Promise<void> => {
    const { status } = await fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `delay ${minutes}` },
      body: JSON.stringify({ kind: 'DELAY', minutes, at: service.app.clock().toISOString() }),
    })
    assert.equal(status, 200)
  }
  const streets = async () => {
    const response = await fetch(`${service.url}/d/${token}/run`)
    const { data } = (await response.json()) as { data: DriverRoute }
    return new Map(data.stops.map(({ external_ref, street_hours }) => [external_ref, street_hours]))
  }
  const page = async () => (await fetch(`${service.url}/d/${token}`)).text()
  return { day, delay, streets, page }
}

test('the expected arrival of a sent route waits for the street to open', async () => {
  const { day } = await dispatched(await build({}, { window_start: '08:00', window_end: '09:00' }))
  const { stop } = await day()
  assert.deepEqual([timeOf(stop.eta ?? ''), stop.late_minutes, stop.street_fault], ['13:00', 0, undefined])
  assert.equal(stop.street?.sources[0]?.url, `https://www.openstreetmap.org/way/${PEDESTRIAN_WAY}`)
})

test('a stop that is expected after its street closes is late, with the reason', async () => {
  const shown = await build({ street_hours: '08:00-08:30' })
  const { day, delay } = await dispatched(shown)
  const before = await day()
  assert.deepEqual([before.stop.late_minutes, before.route.warnings], [0, []])
  await delay(60)
  const { route, stop } = await day()
  assert.match(timeOf(stop.eta ?? ''), /^09:/)
  const closing = Date.parse(stop.eta ?? '') - new Date(stop.eta ?? '').setUTCMinutes(30, 0, 0)
  assert.equal(stop.late_minutes, Math.floor(closing / 60_000) + 60)
  assert.match(stop.street_fault ?? '', /^Expected at 9:\d\d AM, after the street closes at 8:30 AM\.$/)
  assert.deepEqual(
    route.warnings.filter(({ code }) => code === 'LATE' || code === 'STREET_HOURS'),
    [
      { code: 'LATE', message: `1 stop late, by up to ${stop.late_minutes} min` },
      { code: 'STREET_HOURS', message: `${shown.ref}: ${stop.street_fault}` },
    ],
  )
})

test('hours of an address replace those of the map for all its deliveries, until they are cleared', async () => {
  const { shop, ref, built, date, stop } = await build({}, { window_start: '08:00', window_end: '09:00' })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const id = built.routes[0]?.route_uuid ?? ''
  const end = async () => timeOf((await shop.get<RouteWithStops>(`/routes/${id}`)).body.data.planned_end ?? '')
  const set = (street_hours: string | null) =>
    office.post<OrderOut>(`/orders/${stop?.order_uuid}/street-hours`, { street_hours })
  assert.equal((await set('10:00')).status, 400)
  const early = await set('10:00-11:00, 15:30-16:00')
  assert.equal(early.status, 200, early.body.message)
  assert.deepEqual(early.body.data.street?.open, [
    { window_start: '10:00', window_end: '11:00' },
    { window_start: '15:30', window_end: '16:00' },
  ])
  assert.equal(early.body.data.street?.hours_from, 'ADDRESS')
  await expectAuditRow(service, shop, 'order.street_hours_set', {
    entityId: stop?.order_uuid ?? '',
    by: { kind: 'OFFICE' },
    detail: { changes: { street_hours: [null, '10:00-11:00,15:30-16:00'] } },
  })
  assert.match(await end(), /^10:/)

  // Other deliveries to the address have these hours in responses and plans, unless they have hours of their own.
  const spelled = { ...inside, line1: '1 market ln' }
  const next = dateIn(service, 2)
  const later = orderBody({ delivery_date: next, address: spelled, window_start: '13:00', window_end: '14:00' })
  const own = orderBody({ delivery_date: next, address: inside, street_hours: '13:00-14:00' })
  const sent = await shop.post<OrderOut>('/orders', later)
  assert.deepEqual([sent.body.data.street?.fits, sent.body.data.street?.hours_from], [false, 'ADDRESS'])
  type Results = { results: { order?: OrderOut }[] }
  const batch = await shop.post<Results>('/orders/batch', { orders: [later, own] })
  const froms = batch.body.data.results.map(({ order }) => order?.street?.hours_from)
  assert.deepEqual(froms, ['ADDRESS', 'DELIVERY'])
  assert.equal((await shop.get<OrderOut>(`/orders/${later.external_ref}`)).body.data.street?.hours_from, 'ADDRESS')
  const again = await shop.post<Built>('/routes/build', { date: next, options: { time_limit_seconds: 1 } })
  const left = again.body.data.unassigned.map(({ external_ref, reason }) => [external_ref, reason.code])
  assert.deepEqual(left, [[later.external_ref, 'STREET_HOURS']])

  // Another business has the hours of the map.
  const other = await service.business()
  const elsewhere = await other.post<OrderOut>('/orders', orderBody({ delivery_date: date, address: inside }))
  assert.equal(elsewhere.body.data.street?.hours_from, 'MAP')

  const { day } = await dispatched({ shop, ref, built, date })
  assert.equal(timeOf((await day()).stop.eta ?? ''), '10:00')
  const byKey = await shop.post<OrderOut>(`/orders/${ref}/street-hours`, { street_hours: '24/7' })
  assert.deepEqual([byKey.status, byKey.body.data.street], [200, undefined])
  const detail = await office.get<OrderDetailOut>(`/orders/${stop?.order_uuid}`)
  assert.deepEqual([detail.body.data.street, detail.body.data.address_street_hours], [null, '24/7'])
  const cleared = await set(null)
  assert.equal(cleared.body.data.street?.hours_from, 'MAP')
  assert.equal(timeOf((await day()).stop.eta ?? ''), '13:00')
})

test('the driver gets the hours of streets on the day of the route, from the map, the address or the delivery', async (t) => {
  const whole = await build({}, { street_hours: '06:00-11:00, 18:00-20:00' })
  const { shop, ref, otherRef, stop } = whole
  const { streets, page } = await dispatched(whole)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const set = async (street_hours: string | null) =>
    assert.equal((await office.post(`/orders/${stop?.order_uuid}/street-hours`, { street_hours })).status, 200)
  const fromMap = [{ window_start: '13:00', window_end: '15:00' }]
  const ofDelivery = [
    { window_start: '06:00', window_end: '11:00' },
    { window_start: '18:00', window_end: '20:00' },
  ]
  const both = await streets()
  assert.deepEqual([both.get(ref), both.get(otherRef)], [fromMap, ofDelivery])
  assert.match(await page(), /Street open to deliveries 6:00 AM – 11:00 AM and 6:00 PM – 8:00 PM/)
  await set('12:00-14:00')
  assert.deepEqual((await streets()).get(ref), [{ window_start: '12:00', window_end: '14:00' }])
  await set('24/7')
  assert.equal((await streets()).get(ref), undefined)
  assert.equal((await streets()).size, 2)
  await set(null)

  const own = service.app.distances?.own ?? assert.fail()
  const asked = t.mock.method(own, 'hours')
  assert.deepEqual((await streets()).get(ref), fromMap)
  assert.deepEqual(
    asked.mock.calls.map(({ arguments: [points] }) => points.length),
    [2],
    'one question for all stops',
  )
  asked.mock.mockImplementation(async (points) => points.map(() => ({ week: [], sources: [] })))
  assert.deepEqual((await streets()).get(ref), [], 'closed all day')
  assert.match(await page(), /Street closed to deliveries all day/)
})

test('the driver of a stop without hours of its street gets none', async () => {
  const { streets, page } = await dispatched(await build({ street_hours: '24/7' }))
  assert.deepEqual([...(await streets()).values()], [undefined, undefined])
  assert.doesNotMatch(await page(), /to deliveries/)
})

test('a position on a route after the street closes is late', async () => {
  const { shop, ref, built } = await build({ street_hours: '06:00-07:00' })
  assert.equal(built.unassigned[0]?.external_ref, ref)
  const { body } = await shop.get<PlacesOut>(`/orders/${ref}/places`)
  const { arrival, late_minutes } = body.data.places[0] ?? assert.fail()
  assert.equal(late_minutes, minuteOf(timeOf(arrival)) - minuteOf('07:00'))
})

test('the setting turns the hours off', async () => {
  const roads = openRegionRoads(dataDir, undefined, { keepsHours: false })
  after(() => roads.close())
  const soon = () => AbortSignal.timeout(60_000)
  assert.equal((await roads.table([inside, outside], soon())).hours, undefined)
  assert.deepEqual(await roads.own?.hours([inside, outside], soon()), [null, null])
  const [leg] = (await roads.own?.legs([outside, inside], soon())) ?? []
  assert.ok(leg && leg.hours === undefined)
})
