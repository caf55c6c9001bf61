// Tests a day that is planned only by the API. An API key runs the same use cases as the office, with the same rules.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { testClock } from '../helpers/clock.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { orderBody } from '../helpers/orders.ts'
import { type Client, type Json, startService } from '../helpers/service.ts'

const clock = testClock(new Date('2026-11-23T11:00:00.000Z'))
const service = await startService({ replaced: { clock: clock.now } })
const DAY = '11/23/2026'
const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [-77.2, 38.8],
      [-76.9, 38.8],
      [-76.9, 39],
      [-77.2, 39],
      [-77.2, 38.8],
    ],
  ],
}

interface Vehicle extends Json {
  vehicle_uuid: string
  version: number
  name: string
}
interface Route extends Json {
  route_uuid: string
  version: string
  stops: { stop_uuid: string; order_uuid: string; external_ref: string; locked: boolean }[]
}
interface Day extends Json {
  routes: Route[]
  pool: { order_uuid: string; external_ref: string }[]
}

const vehicleBody = (name: string, members: Json = {}) => ({
  name,
  temperature_classes: ['DRY'],
  shift_start: '08:00',
  shift_end: '18:00',
  active: true,
  ...members,
})

async function done<T>(
  answer: Promise<{ status: number; body: { data: T; message: string } }>,
  status = 200,
): Promise<T> {
  const { status: got, body } = await answer
  assert.equal(got, status, body.message)
  return body.data
}

const dayOf = (shop: Client) => done(shop.get<Day>(`/day?date=${DAY}`))

/** A business set up only with its API key. */
async function setUp() {
  const shop = await service.business({ timeZone: 'America/New_York' })
  const depot = { name: 'Main', lat: 38.9, lng: -77 }
  await done(shop.post('/depots', depot), 201)
  const { driver_uuid } = await done(
    shop.post<{ driver_uuid: string }>('/drivers', { name: 'Ann', phone: '+1 202 555 0111', active: true }),
    201,
  )
  for (const name of ['Van 1', 'Van 2'])
    await done(shop.post('/vehicles', vehicleBody(name, name === 'Van 1' ? { driver_uuid } : {})), 201)
  const vehicles = await done(shop.get<Vehicle[]>('/vehicles'))
  return { shop, driver_uuid, vehicles }
}

const addOrder = async (shop: Client, external_ref: string, members: Json = {}) =>
  done(shop.post('/orders', orderBody({ external_ref, delivery_date: DAY, ...members })), 201)

test('the fleet is added once under its Idempotency-Key, listed in pages, and changed if the version matches', async () => {
  const { shop, vehicles, driver_uuid } = await setUp()
  const headers = { 'idempotency-key': 'van-3' }
  const first = await shop.post<Vehicle>('/vehicles', vehicleBody('Van 3'), headers)
  const again = await shop.post<Vehicle>('/vehicles', vehicleBody('Van 3'), headers)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body.data, first.body.data)
  for (const [path, body] of [
    ['/depots', { name: 'Other', lat: 38.8, lng: -77 }],
    ['/drivers', { name: 'Ben', active: true }],
  ] as const) {
    await done(shop.post(path, body, { 'idempotency-key': 'once' }), 201)
    await done(shop.post(path, body, { 'idempotency-key': 'once' }), 201)
    assert.equal((await done(shop.get<Json[]>(path))).length, 2, path)
  }

  const page = await shop.get<Vehicle[]>('/vehicles?limit=2')
  assert.deepEqual(
    page.body.data.map(({ name }) => name),
    ['Van 1', 'Van 2'],
  )
  const cursor = encodeURIComponent(page.body.next_cursor ?? '')
  const rest = await shop.get<Vehicle[]>(`/vehicles?limit=2&cursor=${cursor}`)
  assert.deepEqual(
    rest.body.data.map(({ name }) => name),
    ['Van 3'],
  )
  assert.equal(rest.body.next_cursor, null)
  assert.equal((await shop.get(`/drivers?cursor=${cursor}`)).status, 400)

  const [van] = vehicles
  const change = vehicleBody('Van 1', { driver_uuid, max_stops: 12, version: van?.version })
  await done(shop.patch(`/vehicles/${van?.vehicle_uuid}`, change))
  const second = await shop.patch(`/vehicles/${van?.vehicle_uuid}`, change)
  assert.equal(second.status, 409)
  assert.equal((second.body.details as Json).code, 'CHANGED_MEANWHILE')
  assert.equal((await shop.patch(`/vehicles/${randomUUID()}`, change)).status, 404)
  assert.equal((await shop.post('/vehicles', vehicleBody('', {}))).status, 400)
  const last = async <T>(list: string) => (await done(shop.get<T[]>(list))).at(-1)
  await done(shop.post('/vehicles', { name: 'By its name', shift_end: null, active: null }), 201)
  const bare = await last<Vehicle & Json>('/vehicles')
  assert.deepEqual(
    [bare?.name, bare?.temperature_classes, bare?.shift_start, bare?.shift_end, bare?.active],
    ['By its name', ['DRY'], '00:00', '23:59', true],
  )
  await done(shop.post('/drivers', { name: 'Dana' }), 201)
  assert.equal((await last<Json>('/drivers'))?.active, true)
  // A change contains all members, so that an omitted member can't reactivate anything.
  const cut = await shop.patch(`/vehicles/${bare?.vehicle_uuid}`, { name: 'By its name', version: 1 })
  assert.deepEqual(cut.body.details.fields, ['temperature_classes', 'shift_start', 'shift_end', 'active'])
  const listed = await shop.post('/vehicles', vehicleBody('Van', { temperature_classes: 'DRY' }))
  assert.equal(listed.body.message, 'temperature_classes must be a list.')
  const other = await service.business()
  assert.equal((await other.patch(`/vehicles/${van?.vehicle_uuid}`, { ...change, version: 2 })).status, 404)
  assert.deepEqual(await done(other.get('/vehicles')), [])

  const [depot] = await done(shop.get<{ depot_uuid: string; version: number }[]>('/depots'))
  await done(
    shop.patch(`/depots/${depot?.depot_uuid}`, { name: 'Main', lat: 38.91, lng: -77, version: depot?.version }),
  )
  const [driver] = await done(shop.get<{ driver_uuid: string; version: number }[]>('/drivers'))
  const body = { name: 'Ann B', phone: null, active: true, version: driver?.version }
  await done(shop.patch(`/drivers/${driver?.driver_uuid}`, body))
})

test('a key manages zones with closures, settings and traffic', async () => {
  const { shop } = await setUp()
  const hours = { start: '09:00', end: '17:00' }
  const zone = {
    name: 'Downtown',
    geometry: AREA,
    hours: [hours, hours, hours, hours, hours, null, null],
    active: true,
    closures: [],
  }
  const headers = { 'idempotency-key': 'zone' }
  const { zone_uuid } = await done(shop.post<{ zone_uuid: string }>('/zones', zone, headers), 201)
  assert.equal((await done(shop.post<{ zone_uuid: string }>('/zones', zone, headers), 201)).zone_uuid, zone_uuid)
  const bad = await shop.post('/zones', { ...zone, geometry: { type: 'Point', coordinates: [0, 0] } })
  assert.equal(bad.status, 400)
  assert.deepEqual((bad.body.details as { fields: string[] }).fields, ['geometry'])
  const closures = [{ date: '12/25/2026', note: 'Holiday' }]
  await done(shop.patch(`/zones/${zone_uuid}`, { ...zone, closures, version: 1 }))
  const { body } = await shop.get<(Json & { closures: unknown; version: number })[]>('/zones')
  assert.equal(body.next_cursor, null)
  assert.deepEqual(body.data[0]?.closures, closures)
  const { active: _active, closures: _closures, ...bare } = zone
  const { zone_uuid: bareId } = await done(shop.post<{ zone_uuid: string }>('/zones', { ...bare, name: 'Bare' }), 201)
  const kept = (await done(shop.get<Json[]>('/zones'))).find((one) => one.zone_uuid === bareId)
  assert.deepEqual([kept?.active, kept?.closures], [true, []])
  await done(shop.delete(`/zones/${bareId}?version=1`))
  assert.equal((await shop.delete(`/zones/${zone_uuid}?version=1`)).status, 409)
  assert.equal((await shop.delete(`/zones/${zone_uuid}`)).status, 400)
  await done(shop.delete(`/zones/${zone_uuid}?version=${body.data[0]?.version}`))
  assert.deepEqual(await done(shop.get('/zones')), [])

  const settings = await done(shop.get<{ version: number }>('/settings'))
  const change = { version: settings.version, undo_window_seconds: 60 }
  const once = { 'idempotency-key': 'settings' }
  const changed = await done(shop.patch<{ version: number }>('/settings', change, once))
  assert.deepEqual(await done(shop.patch('/settings', change, once)), changed)
  assert.deepEqual(await done(shop.get('/settings')), changed)
  assert.equal((await shop.patch('/settings', change)).status, 409)
  const factors = Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 1.4 : 1))
  assert.deepEqual((await done(shop.patch<{ factors: number[] }>('/traffic', { factors }))).factors, factors)
  assert.deepEqual((await done(shop.get<{ factors: number[] }>('/traffic'))).factors, factors)
})

test('a key opens a route by hand, fills it at the best position, reorders, locks, reverses, reassigns and empties it', async () => {
  const { shop, vehicles, driver_uuid } = await setUp()
  const [one, two] = vehicles
  for (const ref of ['A-1', 'A-2', 'A-3']) await addOrder(shop, ref)
  const opened = await done(shop.post<Route>('/routes', { date: DAY, vehicle_uuid: one?.vehicle_uuid }), 201)
  const { route_uuid } = opened
  const places = await done(shop.get<{ places: { route_uuid: string }[] }>('/orders/A-1/places'))
  assert.deepEqual(
    places.places.map((place) => place.route_uuid),
    [route_uuid],
  )
  const move = async (refs: string[], to: object | null, members: Json = {}) => {
    const day = await dayOf(shop)
    const known = [...day.pool, ...day.routes.flatMap(({ stops }) => stops)]
    const order_uuids = refs.map((ref) => known.find(({ external_ref }) => external_ref === ref)?.order_uuid)
    const versions = Object.fromEntries(day.routes.map((route) => [route.route_uuid, route.version]))
    return shop.post('/routes/moves', { moves: [{ order_uuids, to }], versions, preview: false, ...members })
  }
  const refs = async () => (await dayOf(shop)).routes.map(({ stops }) => stops.map((stop) => stop.external_ref))
  await done(move(['A-1', 'A-2', 'A-3'], { route_uuid, position: 0 }, { preview: true }))
  assert.deepEqual(await refs(), [[]])
  await done(move(['A-1', 'A-2', 'A-3'], { route_uuid, position: 0 }))
  await done(move(['A-3'], { route_uuid, position: 0 }))
  assert.deepEqual(await refs(), [['A-3', 'A-1', 'A-2']])
  const stale = await move(['A-1'], null, { versions: { [route_uuid]: 'older' } })
  assert.equal(stale.status, 409)
  assert.equal((stale.body.details as Json).code, 'ROUTE_CHANGED')

  const [route] = (await dayOf(shop)).routes
  const version = route?.version
  await done(shop.post(`/routes/${route_uuid}/reverse`, { version }))
  assert.deepEqual(await refs(), [['A-2', 'A-1', 'A-3']])
  const first = (await dayOf(shop)).routes[0]?.stops[0]
  await done(shop.post(`/routes/${route_uuid}/lock`, { stop_uuids: [first?.stop_uuid], locked: true }))
  assert.equal((await dayOf(shop)).routes[0]?.stops[0]?.locked, true)
  const now = (await dayOf(shop)).routes[0]?.version
  await done(shop.post(`/routes/${route_uuid}/vehicle`, { vehicle_uuid: two?.vehicle_uuid, version: now }))
  await done(shop.post(`/routes/${route_uuid}/driver`, { driver_uuid }))
  await done(move(['A-3'], null))
  assert.deepEqual(
    (await dayOf(shop)).pool.map(({ external_ref }) => external_ref),
    ['A-3'],
  )
  await done(shop.post(`/routes/${route_uuid}/dispatch`))
  await done(shop.post(`/routes/${route_uuid}/resend-link`))
})

test('a key accepts one of several plans, corrects an outcome, repeats a failed order, and reads the report', async () => {
  const { shop } = await setUp()
  for (const ref of ['B-1', 'B-2']) await addOrder(shop, ref)
  const headers = { 'idempotency-key': 'plans' }
  const proposed = await done(
    shop.post<{ plans: { build_uuid: string }[] }>('/routes/build/propose', { date: DAY }, headers),
    201,
  )
  assert.deepEqual(await done(shop.post('/routes/build/propose', { date: DAY }, headers), 201), proposed)
  const path = `/routes/build/${proposed.plans[0]?.build_uuid}/accept`
  const { routes } = await done(shop.post<{ routes: Route[] }>(path), 201)
  const again = await shop.post(path)
  assert.equal(again.status, 409)
  const stop = routes.flatMap((route) => route.stops.map((each) => ({ ...each, route })))[0]
  const at = `/routes/${stop?.route.route_uuid}/stops/${stop?.stop_uuid}`
  clock.advance(4 * 3600)
  await done(shop.post(`/routes/${stop?.route.route_uuid}/dispatch`))
  await done(shop.post(`${at}/status`, { status: 'FAILED', reason: 'Nobody home' }))
  assert.equal((await shop.post(`${at}/correct`, { status: 'DELIVERED' })).status, 409)
  clock.advance(15 * 60)
  await settleOutcomesJob.run(service.app)
  const corrected = await done(
    shop.post<{ stop: { reason: string } }>(`${at}/correct`, { status: 'FAILED', reason: 'Gate shut' }),
  )
  assert.equal(corrected.stop.reason, 'Gate shut')

  const repeat = { external_ref: 'B-9', delivery_date: '11/24/2026' }
  const made = await done(shop.post<{ repeat_of: string }>(`/orders/${stop?.external_ref}/repeat`, repeat), 201)
  assert.equal(made.repeat_of, stop?.external_ref)
  await done(shop.get(`/orders/B-9/days`))
  const details = await done(
    shop.get<{ repeat: { as: Json }; history: { action: string }[] }>(`/orders/${stop?.external_ref}/details`),
  )
  assert.equal(details.repeat.as.external_ref, 'B-9')
  assert.ok(details.history.some(({ action }) => action === 'stop.corrected'))
  const report = await done(shop.get<{ totals: { failed: number } }>(`/report?from=${DAY}&to=${DAY}`))
  assert.equal(report.totals.failed, 1)
  assert.equal((await shop.get(`/report?from=${DAY}&to=11/22/2026`)).status, 400)
  await done(shop.get(`/exceptions?date=${DAY}`))
  for (const part of ['details', 'days', 'places']) assert.equal((await shop.get(`/orders/none/${part}`)).status, 404)
})
