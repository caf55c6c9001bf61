// Tests routes that start or end at another location than the depot: the setting of the vehicle, builds, and all
// computations of legs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRoute } from '../../../src/app/routes/start-route.ts'
import { straightLineMeters } from '../../../src/domain/geo/geo.ts'
import type { PlacesOut } from '../../../src/contract/stop-places.ts'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { AcceptOut, ReplanOut } from '../../../src/contract/replan.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { testClock } from '../../helpers/clock.ts'
import { driverOf } from '../../helpers/driver.ts'
import { addDepot, VAN_BODY as van } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

/** 07:00 in New York. */
const clock = testClock(new Date('2027-03-10T12:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const date = dateIn(service, 0)

const home = { address: '1 Home Lane', lat: 39.1, lng: -77.03 }
const namedHome = { name: home.address, lat: home.lat, lng: home.lng }

/** A van with these ends, and stops north of the depot in a row to its driver's home. */
async function day(ends: object) {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  await addDepot(app, shop.businessId)
  const made = await office.post('/vehicles', { ...van, ...ends })
  assert.equal(made.status, 200, made.body.message)
  const orderAt = async (lat: number) => {
    const address = { line1: `${lat} Test Street`, city: 'Washington', lat, lng: -77.03 }
    const sent = await shop.post<{ order_uuid: string }>('/orders', orderBody({ delivery_date: date, address }))
    assert.equal(sent.status, 201, sent.body.message)
    return sent.body.data.order_uuid
  }
  for (const lat of [38.93, 38.96, 38.99]) await orderAt(lat)
  const built = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date, options: { seed: 1 } })
  assert.equal(built.status, 201, built.body.message)
  const route = built.body.data.routes[0] ?? assert.fail()
  const read = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
  const shown = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data.routes[0] ?? assert.fail()
  const move = async (orderId: string, position: number, preview = false) => {
    const { status, body } = await office.post<MovesOut>('/moves', {
      moves: [{ order_uuids: [orderId], to: { route_uuid: route.route_uuid, position } }],
      versions: { [route.route_uuid]: (await shown()).version },
      preview,
    })
    assert.equal(status, 200, body.message)
    return body.data.added
  }
  return { shop, office, route, read, move, orderAt }
}

/** Straight-line length of the chain, in meters. */
const through = (places: readonly { lat: number; lng: number }[]): number =>
  places.slice(1).reduce((sum, to, i) => sum + straightLineMeters(places[i] ?? to, to), 0)

const placesOf = ({ stops }: RouteWithStops) =>
  stops.map(({ address }) => ({ lat: address.lat ?? 0, lng: address.lng ?? 0 }))

/** Returns the ratio of the route's distance to the straight lines. The ratio is the same for all estimates. */
const perMeter = (route: RouteWithStops, places: readonly { lat: number; lng: number }[]): number =>
  route.distance_miles / through(places)

test('home at the end: the last stop is the nearest to it, and the distance includes the leg to it', async () => {
  const { route, read, move } = await day({ end: home })
  const lats = (of: RouteWithStops) => placesOf(of).map(({ lat }) => lat)
  assert.deepEqual(lats(route), [38.93, 38.96, 38.99])
  assert.deepEqual([route.start, route.end], [undefined, namedHome])
  const ratio = perMeter(route, [route.depot, ...placesOf(route), home])
  await move(route.stops[0]?.order_uuid ?? '', 2)
  const moved = await read()
  assert.deepEqual(lats(moved), [38.96, 38.99, 38.93])
  assert.ok(Math.abs(perMeter(moved, [route.depot, ...placesOf(moved), home]) - ratio) < ratio / 50)
  const [last] = moved.stops.slice(-1)
  const back = Date.parse(moved.planned_end ?? '') - Date.parse(last?.planned_arrival ?? '')
  assert.ok(back > 10 * 60_000, 'home is far from the stop that is last now')
})

test('home at the start: the route leaves from there and ends at the depot', async () => {
  const { route, read, move } = await day({ start: home })
  assert.deepEqual([route.start, route.end], [namedHome, undefined])
  assert.deepEqual(
    placesOf(route).map(({ lat }) => lat),
    [38.99, 38.96, 38.93],
  )
  const ratio = perMeter(route, [home, ...placesOf(route), route.depot])
  await move(route.stops[0]?.order_uuid ?? '', 1)
  const moved = await read()
  assert.ok(Math.abs(perMeter(moved, [home, ...placesOf(moved), route.depot]) - ratio) < ratio / 50)
})

test('an open end: the route ends with its last stop; an offered position after it costs only the leg to it', async () => {
  const { office, route, read, move, orderAt } = await day({ open_end: true })
  assert.equal(route.end, null)
  const [last] = route.stops.slice(-1)
  assert.ok(last)
  const over = Date.parse(last.planned_arrival) + last.service_minutes * 60_000
  assert.ok(Math.abs(Date.parse(route.planned_end ?? '') - over) < 2_000)
  const ratio = perMeter(route, [route.depot, ...placesOf(route)])
  const next = await orderAt(39.0)
  const { places } = (await office.get<PlacesOut>(`/orders/${next}/places`)).body.data
  const offered = places[0] ?? assert.fail()
  assert.equal(offered.position, 3)
  assert.deepEqual(await move(next, 3), offered.added)
  const longer = await read()
  assert.equal(longer.stops.length, 4)
  assert.ok(Math.abs(perMeter(longer, [route.depot, ...placesOf(longer)]) - ratio) < ratio / 50)
})

test('a route in progress still ends at home when it is re-planned after its vehicle has changed', async () => {
  const { shop, office, route, read, orderAt } = await day({ end: home })
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  await startRoute(driverOf(app, shop), route.route_uuid, clock.now())
  const { vehicles } = (await office.get<{ vehicles: { vehicle_uuid: string }[] }>('/fleet')).body.data
  const { vehicle_uuid: id, ...record } = vehicles[0] ?? assert.fail()
  assert.equal((await office.send('PATCH', `/vehicles/${id}`, { ...record, end: null })).status, 200)
  const urgent = await orderAt(39.05)
  const replan = await shop.post<ReplanOut>('/routes/replan', { date, order_uuids: [urgent], options: { seed: 1 } })
  assert.equal(replan.status, 201, replan.body.message)
  const { replan_uuid: proposal, plans } = replan.body.data
  // Hardly a detour on the way home, but at least seven miles on the way to the depot.
  assert.ok((plans[0]?.after.distance_miles ?? 99) - (plans[0]?.before.distance_miles ?? 0) < 1)
  const accepted = await shop.post<AcceptOut>(`/routes/replan/${proposal}/accept`, { plan: plans[0]?.goals[0] })
  assert.equal(accepted.status, 200, accepted.body.message)
  const replanned = await read()
  assert.deepEqual(replanned.end, namedHome)
  assert.equal(replanned.stops.at(-1)?.order_uuid, urgent)
})

test('a vehicle ends at a location or at its last stop, not both; an invalid location is refused with its field', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const refused = async (ends: object) => {
    const { status, body } = await office.post('/vehicles', { ...van, ...ends })
    assert.equal(status, 400)
    return body.details.fields
  }
  assert.deepEqual(await refused({ end: home, open_end: true }), ['end'])
  assert.deepEqual(await refused({ start: { ...home, lat: 91 } }), ['start.lat'])
  assert.deepEqual(await refused({ end: 'home' }), ['end'])
})
