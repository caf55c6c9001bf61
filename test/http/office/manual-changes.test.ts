// Tests manual changes of a day over real HTTP: a route's move to another vehicle, the best positions for an urgent
// delivery, and the totals of a running route. Also tests the driver's last position, and fixes for unassigned
// deliveries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takePosition } from '../../../src/app/driving/take-position.ts'
import { startRoute } from '../../../src/app/routes/start-route.ts'
import * as contract from '../../../src/contract/build.ts'
import type { PlacesOut } from '../../../src/contract/stop-places.ts'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { addEndpoint, pendingEvents } from '../../helpers/events.ts'
import { driverOf } from '../../helpers/driver.ts'
import { addVehicle } from '../../helpers/fleet.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { linesOf } from '../../helpers/office-conformity.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()
const { app } = service

const day = async (office: Office, date: string) => (await office.get<DayOut>(`/day?date=${date}`)).body.data
const routeNamed = (shown: DayOut, name: string): DayRoute => {
  const route = shown.routes.find((one) => one.name === name)
  assert.ok(route, name)
  return route
}

/** A route in progress, and one delivery in the pool. */
async function running(members: Record<string, unknown> = {}) {
  const made = await dispatchedRoute(service, 3)
  await startRoute(driverOf(app, made.shop), made.route.route_uuid, app.clock())
  const urgent = orderBody({ delivery_date: made.date, ...members })
  const { body } = await made.shop.post<{ order_uuid: string }>('/orders', urgent)
  const office = await signedIn(service, made.shop.businessId, 'DISPATCHER')
  return { ...made, office, urgent, urgentId: body.data.order_uuid }
}

test('a planned route moves to another vehicle with its name, shift and driver, unless that vehicle is busy', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  await builtRoute(shop, date)
  const other = await addVehicle(app, shop.businessId, { name: 'Short day', shift: ['10:00', '10:01'], capacityLbs: 1 })
  const busy = await addVehicle(app, shop.businessId, { name: 'Busy van' })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await shop.post('/orders', orderBody({ delivery_date: date }))
  await shop.post('/routes/build', { date, vehicle_ids: [busy] })
  const route = routeNamed(await day(office, date), 'Test van')
  const path = `/routes/${route.route_uuid}/vehicle`

  const taken = await office.post(path, { vehicle_uuid: busy, version: route.version })
  assert.equal(taken.body.details.code, 'VEHICLE_BUSY')
  const stale = await office.post(path, { vehicle_uuid: other, version: 'another' })
  assert.equal(stale.body.details.code, 'ROUTE_CHANGED')
  const moved = await office.post(path, { vehicle_uuid: other, version: route.version })
  assert.equal(moved.status, 200, moved.body.message)
  const now = routeNamed(await day(office, date), 'Short day')
  assert.equal(now.vehicle.vehicle_uuid, other)
  assert.equal(now.driver?.name, 'Test driver', 'a vehicle without a driver keeps the route’s driver')
  assert.ok(
    now.warnings.some(({ code }) => code === 'SHIFT'),
    'times are computed for the other shift',
  )
  assert.notEqual(now.planned_start, route.planned_start)
})

test('a preview shows the cost of a new route for a free vehicle and opens none; a foreign vehicle is unknown', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  await builtRoute(shop, date)
  const free = await addVehicle(app, shop.businessId, { name: 'Free van' })
  const foreign = await addVehicle(app, (await service.business()).businessId, { name: 'Foreign van' })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { stops, route_uuid, version } = routeNamed(await day(office, date), 'Test van')
  const send = (vehicle_uuid: string, preview = true) =>
    office.post<MovesOut>('/moves', {
      moves: [],
      new_route: { date, vehicle_uuid, order_uuids: stops.slice(1).map(({ order_uuid }) => order_uuid) },
      versions: { [route_uuid]: version },
      preview,
    })

  const shown = await send(free)
  assert.equal(shown.status, 200, shown.body.message)
  const { routes } = shown.body.data
  const counts = Object.fromEntries(routes.map((one) => [one.name, [one.before.stop_count, one.after.stop_count]]))
  assert.deepEqual(counts, { 'Free van': [0, 2], 'Test van': [3, 1] })
  const opened = routes.find(({ name }) => name === 'Free van')
  assert.equal(opened?.before.planned_end, null)
  assert.ok(opened?.after.planned_end && opened.after.distance_miles > 0)
  assert.deepEqual(
    (await day(office, date)).routes.map(({ name, stop_count }) => [name, stop_count]),
    [['Test van', 3]],
  )
  assert.equal((await send(foreign)).status, 404)
  assert.deepEqual((await send(free, false)).body.details.fields, ['new_route'])
})

test('an empty route is opened once for its vehicle, and a full route can replace it', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  const built = await builtRoute(shop, date)
  await addEndpoint(app, shop.businessId)
  const other = await addVehicle(app, shop.businessId, { name: 'Other van' })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const open = () => office.post<{ route_uuid: string }>('/routes', { date, vehicle_uuid: other })
  const opened = await Promise.all([open(), open(), open()])
  const [empty, ...rest] = new Set(opened.map(({ body }) => body.data.route_uuid))
  assert.ok(empty)
  assert.deepEqual(rest, [], 'concurrent requests open one route')
  assert.equal((await open()).body.data.route_uuid, empty)

  const route = routeNamed(await day(office, date), 'Test van')
  const moved = await office.post(`/routes/${built.route_uuid}/vehicle`, {
    vehicle_uuid: other,
    version: route.version,
  })
  assert.equal(moved.status, 200, moved.body.message)
  const { body: gone } = await shop.get<{ status: string }>(`/routes/${empty}`)
  assert.equal(gone.data.status, 'CANCELLED')
  await expectAuditRow(service, shop, 'route.cancelled', { entityId: empty, detail: { released: 0 } })
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event, facts }) => [event, facts.route_uuid]),
    [['route.cancelled', empty]],
  )
  assert.equal((await open()).body.details.code, 'VEHICLE_BUSY')
})

test('a vehicle that does not carry the goods can’t have the route', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  await addVehicle(app, shop.businessId, { name: 'Cold van', temperatureClasses: ['FROZEN'] })
  await shop.post('/orders', orderBody({ delivery_date: date, temperature_class: 'FROZEN' }))
  await shop.post('/routes/build', { date })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const dry = await addVehicle(app, shop.businessId, { name: 'Dry van' })
  const route = routeNamed(await day(office, date), 'Cold van')
  const { body } = await office.post(`/routes/${route.route_uuid}/vehicle`, {
    vehicle_uuid: dry,
    version: route.version,
  })
  assert.equal(body.details.code, 'TEMPERATURE')
})

test('a dispatched route keeps its driver in another vehicle', async () => {
  const { office, shop, date, route } = await running()
  const other = await addVehicle(app, shop.businessId, { name: 'Spare van' })
  const before = routeNamed(await day(office, date), 'Test van')
  const { status } = await office.post(`/routes/${route.route_uuid}/vehicle`, {
    vehicle_uuid: other,
    version: before.version,
  })
  assert.equal(status, 200)
  const now = routeNamed(await day(office, date), 'Spare van')
  assert.equal(now.driver?.name, 'Test driver')
  assert.deepEqual(
    now.stops.map(({ stop_uuid, eta }) => [stop_uuid, eta]),
    before.stops.map(({ stop_uuid, eta }) => [stop_uuid, eta]),
  )
})

for (const state of ['planned', 'under way'] as const)
  test(`the best position on a ${state} route has the offered cost and moves no other stop`, async () => {
    const made =
      state === 'planned'
        ? await (async () => {
            const shop = await shopWithOrders(service, 3)
            await builtRoute(shop.shop, shop.date)
            const { body } = await shop.shop.post<{ order_uuid: string }>(
              '/orders',
              orderBody({ delivery_date: shop.date }),
            )
            const office = await signedIn(service, shop.shop.businessId, 'DISPATCHER')
            return { ...shop, office, urgentId: body.data.order_uuid }
          })()
        : await running()
    const { office, date, urgentId } = made
    const { body } = await office.get<PlacesOut>(`/orders/${urgentId}/places`)
    const [place] = body.data.places
    assert.ok(place)
    const before = routeNamed(await day(office, date), 'Test van')
    const others = before.stops.map(({ order_uuid }) => order_uuid)

    // All other positions cost at least as much.
    const versions = { [before.route_uuid]: before.version }
    const cost = async (position: number, preview: boolean) =>
      office.post<MovesOut>('/moves', {
        moves: [{ order_uuids: [urgentId], to: { route_uuid: before.route_uuid, position } }],
        versions,
        preview,
      })
    const all = await Promise.all([0, 1, 2, 3].map(async (position) => (await cost(position, true)).body.data.added))
    assert.ok(Math.min(...all.map(({ distance_miles }) => distance_miles)) >= place.added.distance_miles - 0.02)

    const moved = await cost(place.position, false)
    assert.equal(moved.status, 200, moved.body.message)
    const { added } = moved.body.data
    assert.ok(Math.abs(added.distance_miles - place.added.distance_miles) <= 0.02, JSON.stringify([added, place.added]))
    assert.ok(Math.abs(added.minutes - place.added.minutes) <= 1, JSON.stringify([added, place.added]))
    assert.ok(added.distance_miles > 0 && added.minutes > 0)
    const after = routeNamed(await day(office, date), 'Test van')
    assert.deepEqual(
      after.stops.map(({ order_uuid }) => order_uuid).filter((id) => id !== urgentId),
      others,
    )
    assert.equal(after.stops[place.position]?.order_uuid, urgentId)
  })

test('the response lists routes that can’t take the delivery and why', async () => {
  const { office, urgentId, date } = await running({ temperature_class: 'FROZEN' })
  const { body } = await office.get<PlacesOut>(`/orders/${urgentId}/places`)
  assert.deepEqual(body.data.places, [])
  assert.match(body.data.refused[0]?.message ?? '', /needs a vehicle that carries frozen goods; Test van doesn’t/)
  assert.equal((await day(office, date)).pool_count, 1)
  const gone = await office.get(`/orders/${app.newId()}/places`)
  assert.equal(gone.status, 404)
})

test('the day shows the driver’s last position while the route is in progress', async () => {
  const { office, shop, date, route } = await running()
  assert.equal(routeNamed(await day(office, date), 'Test van').position, null)
  await takePosition(driverOf(app, shop), route.route_uuid, { lat: 38.91, lng: -77.02 })
  const { position } = routeNamed(await day(office, date), 'Test van')
  assert.deepEqual([position?.lat, position?.lng], [38.91, -77.02])
})

test('a build reports progress, and returns the fix for each unassigned delivery as data', async () => {
  const { shop, date, vehicleId } = await shopWithOrders(service, 2)
  await shop.post('/orders', orderBody({ delivery_date: date, temperature_class: 'FROZEN' }))
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const response = await fetch(`${service.url}/office/api/build`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ date, options: { time_limit_seconds: 1 } }),
  })
  const lines = linesOf<{ data?: { unassigned: OfficeUnassigned[] } }>(contract.buildRoutes, await response.text())
  const [left] = lines.at(-1)?.data?.unassigned ?? []
  assert.deepEqual(left?.fix, { kind: 'TEMPERATURE', vehicle_uuid: vehicleId, amount: 'FROZEN' })
})
