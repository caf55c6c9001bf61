// Tests the explanation why a stop is on its route: its cost there, and at the best positions on other routes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import type { PlacesOut } from '../../../src/contract/stop-places.ts'
import { addDepot, addDriver, addVehicle } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()
const date = dateIn(service, 1)

/** Two vans, one north and one south of the depot, with three stops each. */
async function twoRoutes() {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  for (const name of ['Ann', 'Bo']) {
    const driverId = await addDriver(service.app, shop.businessId, null, name)
    await addVehicle(service.app, shop.businessId, { name: `Van of ${name}`, driverId })
  }
  for (const lat of [38.95, 38.96, 38.97, 38.85, 38.84, 38.83]) {
    const address = { line1: `${lat} Test Street`, city: 'Washington', lat, lng: -77.03 }
    assert.equal((await shop.post('/orders', orderBody({ delivery_date: date, address }))).status, 201)
  }
  const built = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date })
  assert.equal(built.status, 201, built.body.message)
  const { routes } = built.body.data
  const [own, other] = routes
  assert.ok(own && other)
  const whyHere = async (index: number) => {
    const stop = own.stops[index]
    assert.ok(stop)
    const path = `/routes/${own.route_uuid}/stops/${stop.stop_uuid}/places`
    const { status, body } = await shop.get<PlacesOut>(path)
    assert.equal(status, 200, body.message)
    return { stop, ...body.data }
  }
  return { shop, own, other, whyHere }
}

test('a stop costs less on its route than on the other one, and as much as its removal would save', async () => {
  const { shop, own, other, whyHere } = await twoRoutes()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const day = (await office.get<DayOut>(`/day?date=${date}`)).body.data
  const versions = Object.fromEntries(day.routes.map(({ route_uuid, version }) => [route_uuid, version]))
  for (const index of own.stops.keys()) {
    const { stop, here, places, refused } = await whyHere(index)
    assert.ok(here)
    assert.deepEqual([here.route_uuid, here.position, here.cheaper_routes], [own.route_uuid, index, 0])
    assert.equal(here.after, own.stops[index - 1]?.address.line1 ?? null)
    assert.deepEqual(
      places.map(({ route_uuid }) => route_uuid),
      [other.route_uuid],
    )
    assert.deepEqual(refused, [])
    assert.ok((places[0]?.added.distance_miles ?? 0) > here.added.distance_miles)
    const moves = [{ order_uuids: [stop.order_uuid], to: null }]
    const { added } = (await office.post<MovesOut>('/moves', { moves, versions, preview: true })).body.data
    assert.ok(Math.abs(added.distance_miles + here.added.distance_miles) <= 0.02, JSON.stringify([added, here.added]))
    assert.ok(Math.abs(added.minutes + here.added.minutes) <= 1, JSON.stringify([added, here.added]))
  }
})

test('a finished stop has no other position; the stops after it are evaluated at theirs', async () => {
  const { shop, own, whyHere } = await twoRoutes()
  await shop.post(`/routes/${own.route_uuid}/dispatch`)
  const { stop } = await whyHere(0)
  assert.equal(
    (await shop.post(`/routes/${own.route_uuid}/stops/${stop.stop_uuid}/status`, { status: 'DELIVERED' })).status,
    200,
  )
  const done = await shop.get(`/routes/${own.route_uuid}/stops/${stop.stop_uuid}/places`)
  assert.deepEqual([done.status, done.body.details?.code], [409, 'STOP_FINISHED'])
  const later = await whyHere(1)
  assert.equal(later.here?.position, 1)
})

test('an offered position that overloads its vehicle comes after all others, however near it is', async () => {
  const { shop, own, other } = await twoRoutes()
  const address = { ...own.stops[0]?.address, line1: '1 Heavy Street' }
  const heavy = orderBody({ delivery_date: date, address, load_weight_lbs: 100 })
  const { order_uuid } = (await shop.post<{ order_uuid: string }>('/orders', heavy)).body.data
  const office = await signedIn(service, shop.businessId)
  const offered = async () => {
    const { places } = (await office.get<PlacesOut>(`/orders/${order_uuid}/places`)).body.data
    return places.map(({ route_uuid, warnings }) => [route_uuid, warnings.length])
  }
  assert.deepEqual(await offered(), [
    [own.route_uuid, 0],
    [other.route_uuid, 0],
  ])
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('vehicles').set({ capacityLbs: 50 }).where('vehicleId', '=', own.vehicle.vehicle_uuid).execute(),
  )
  assert.deepEqual(await offered(), [
    [other.route_uuid, 0],
    [own.route_uuid, 1],
  ])
})

test('an unknown stop or one of another business is not found', async () => {
  const { own } = await twoRoutes()
  const stranger = await service.business()
  const path = `/routes/${own.route_uuid}/stops/${own.stops[0]?.stop_uuid}/places`
  assert.equal((await stranger.get(path)).status, 404)
})
