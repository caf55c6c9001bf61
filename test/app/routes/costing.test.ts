import assert from 'node:assert/strict'
import { test } from 'node:test'
import { osrm } from '../../../src/adapters/osrm.ts'
import { valhalla } from '../../../src/adapters/valhalla.ts'
import type { RoadDistances } from '../../../src/app/ports.ts'
import type { DayOut } from '../../../src/contract/office/day.ts'
import type { OrderDetailOut, OrdersOut } from '../../../src/contract/office/orders.ts'
import type { Costing } from '../../../src/domain/costing.ts'
import { straightLineMeters } from '../../../src/domain/geo.ts'
import { signedIn } from '../../helpers/office.ts'
import { builtRoute, shopWithOrders } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'
import { json, stubServer } from '../../helpers/stub-server.ts'

const asked: (Costing | undefined)[] = []
let roadMeters = 12
const roads: RoadDistances = {
  name: 'valhalla',
  table: async (points, _signal, costing) => {
    asked.push(costing)
    const distances = Float64Array.from(points.flatMap((a) => points.map((b) => straightLineMeters(a, b))))
    const speed = costing === 'TRUCK' ? 5 : 10
    return { distances, durations: distances.map((meters) => meters / speed), roadMeters: points.map(() => roadMeters) }
  },
  ways: async (chain) => chain.slice(1).map(() => null),
}
const service = await startService({ replaced: { distances: roads } })

const vehicle = {
  name: 'Truck',
  temperature_classes: ['DRY'],
  shift_start: '00:00',
  shift_end: '23:59',
  active: true,
}
const detail = async (shop: Client, order: string) => {
  const office = await signedIn(service, shop.businessId)
  return { office, data: (await office.get<OrderDetailOut>(`/orders/${order}`)).body.data }
}

test('a plan with a truck in it keeps to the trucks’ roads, remembered apart from the cars’', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  const car = await builtRoute(shop, date)
  assert.deepEqual(asked, ['CAR'])
  const office = await signedIn(service, shop.businessId)
  assert.equal((await office.post('/vehicles', { ...vehicle, costing: 'TRUCK' })).status, 200)
  const { body } = await office.get<{ vehicles: { vehicle_uuid: string; name: string; costing: string }[] }>('/fleet')
  assert.deepEqual(
    body.data.vehicles.map(({ costing }) => costing),
    ['CAR', 'TRUCK'],
  )
  assert.equal((await shop.post(`/routes/${car.route_uuid}/cancel`)).status, 200)
  const vehicle_ids = body.data.vehicles.map(({ vehicle_uuid }) => vehicle_uuid)
  const built = () =>
    shop.post<{ routes: { drive_minutes: number; distance_miles: number; route_uuid: string }[] }>('/routes/build', {
      date,
      vehicle_ids,
    })
  const both = (await built()).body.data.routes
  assert.deepEqual(asked, ['CAR', 'TRUCK'])
  const sum = (routes: { drive_minutes: number }[]) => routes.reduce((all, route) => all + route.drive_minutes, 0)
  assert.ok(Math.abs(sum(both) - 2 * car.drive_minutes) < 0.1)
  assert.equal((await built()).status, 201)
  assert.deepEqual(asked, ['CAR', 'TRUCK'], 'known by now')
})

test('a stop more than 500 m from any road is flagged until its pin is moved', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  roadMeters = 812.4
  const route = await builtRoute(shop, date)
  const [stop] = route.stops
  roadMeters = 12
  assert.ok(stop)
  const { office, data } = await detail(shop, stop.order_uuid)
  assert.equal(data.far_from_road_meters, 812)
  const day = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data
  assert.equal((await day()).routes[0]?.stops[0]?.far_from_road, true)
  const farAway = async (more = '') =>
    (await office.get<OrdersOut>(`/orders?placement=FAR_FROM_ROAD${more}`)).body.data.orders.map((order) => [
      order.external_ref,
      order.far_from_road,
    ])
  const unplaced = {
    ...(await bodyOf(shop, stop.external_ref)),
    external_ref: 'NOWHERE',
    address: { line1: 'Nowhere' },
  }
  await shop.post('/orders', unplaced)
  assert.deepEqual(await farAway(), [[stop.external_ref, true]])
  assert.equal((await farAway(',UNPLACED')).length, 2)
  await shop.post('/orders', { ...(await bodyOf(shop, stop.external_ref)), instructions: 'Ring twice' })
  assert.equal((await detail(shop, stop.order_uuid)).data.far_from_road_meters, 812, 'the point is the same')
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const pool = (await day()).pool.map((order) => [order.external_ref, order.placement, order.far_from_road])
  assert.deepEqual(pool, [
    ['NOWHERE', 'UNPLACED', false],
    [stop.external_ref, 'PLACED', true],
  ])
  const moved = await office.post(`/orders/${stop.order_uuid}/pin`, { lat: 38.95, lng: -77.02 })
  assert.equal(moved.status, 200, moved.body.message)
  assert.equal((await detail(shop, stop.order_uuid)).data.far_from_road_meters, null)
  assert.deepEqual(await farAway(), [])
})

async function bodyOf(shop: Client, ref: string) {
  const { data } = (await shop.get<Record<string, unknown>>(`/orders/${ref}`)).body
  const { external_ref, customer_name, address, delivery_date } = data
  return { external_ref, customer_name, address, delivery_date }
}

test('each provider is asked for trucks in its own way', async () => {
  const points = [
    { lat: 38.9, lng: -77.03 },
    { lat: 38.91, lng: -77.02 },
  ]
  const matrix = [
    [0, 1],
    [1, 0],
  ]
  const sources = [{ distance: 3 }, { distance: 700 }]
  const [cars, trucks] = [
    await stubServer(json({ code: 'Ok', durations: matrix, distances: matrix, sources })),
    await stubServer(json({ code: 'Ok', durations: matrix, distances: matrix, sources })),
  ]
  const soon = () => AbortSignal.timeout(5_000)
  const table = await osrm(cars.url, trucks.url).table(points, soon(), 'TRUCK')
  assert.deepEqual([cars.asked.length, trucks.asked.length, table.roadMeters], [0, 1, [3, 700]])
  await osrm(cars.url).table(points, soon(), 'TRUCK')
  assert.equal(cars.asked.length, 1)

  const bodies: string[] = []
  const server = await stubServer((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(String(chunk)))
    request.on('end', () => {
      const place = { edges: [{ correlated_lat: 38.9, correlated_lon: -77.03 }] }
      const leg = { time: 1, distance: 1 }
      const answer =
        request.url === '/locate'
          ? [place, place]
          : {
              sources_to_targets: [
                [leg, leg],
                [leg, leg],
              ],
            }
      json(answer)(request, response)
    })
  })
  const { roadMeters: snapped } = await valhalla(server.url).table(points, soon(), 'TRUCK')
  assert.ok(bodies.every((body) => body.includes('"costing":"truck"')))
  assert.ok((snapped?.[0] ?? 9) < 1 && (snapped?.[1] ?? 0) > 1_000)
})
