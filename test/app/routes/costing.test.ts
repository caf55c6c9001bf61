import assert from 'node:assert/strict'
import { test } from 'node:test'
import { osrm } from '../../../src/adapters/distances/osrm.ts'
import { valhalla } from '../../../src/adapters/distances/valhalla.ts'
import type { RoadDistances } from '../../../src/app/ports/roads.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { OrdersOut } from '../../../src/contract/office/orders.ts'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import { COSTINGS, type Costing } from '../../../src/domain/planning/costing.ts'
import type { RoadVehicle } from '../../../src/domain/planning/road-vehicle.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { StopOut } from '../../../src/contract/routes.ts'
import { straightLineMeters } from '../../../src/domain/geo/geo.ts'
import type { Point } from '../../../src/domain/orders/order.ts'
import { signedIn } from '../../helpers/office.ts'
import { builtRoute, shopWithOrders } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'
import { json, stubServer } from '../../helpers/stub-server.ts'

const asked: (Costing | undefined)[] = []
let roadMeters = 12
/** Latitudes without a road for trucks, and without any road. */
const NO_TRUCKS = 38.9501
const NOBODY = 38.9502
const roads: RoadDistances = {
  name: 'valhalla',
  costings: COSTINGS,
  table: async (points, _signal, vehicle) => {
    const costing = vehicle?.costing
    asked.push(costing)
    const open = ({ lat }: Point): boolean => lat !== NOBODY && (costing !== 'TRUCK' || lat !== NO_TRUCKS)
    const distances = Float64Array.from(
      points.flatMap((a) => points.map((b) => (open(a) && open(b) ? straightLineMeters(a, b) : Infinity))),
    )
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
const awayOrder = { customer_name: 'Test customer' }
const detail = async (shop: Client, order: string) => {
  const office = await signedIn(service, shop.businessId)
  return { office, data: (await office.get<OrderDetailOut>(`/orders/${order}`)).body.data }
}

test('a location far from any road is no longer flagged once the office confirms it', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  roadMeters = 812.4
  const route = await builtRoute(shop, date)
  const [stop] = route.stops
  assert.ok(stop)
  const { office } = await detail(shop, stop.order_uuid)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  await office.post(`/orders/${stop.order_uuid}/location`, { lat: stop.address.lat, lng: stop.address.lng })
  const again = { ...(await bodyOf(shop, stop.external_ref)), external_ref: 'AGAIN' }
  await shop.post('/orders', again)
  await shop.post('/orders', {
    ...again,
    external_ref: 'BESIDE',
    address: { line1: '9 Elsewhere', lat: 38.9, lng: -77 },
  })
  const { stops } = await builtRoute(shop, date)
  roadMeters = 12
  const far: Record<string, number | null> = {}
  for (const { external_ref, order_uuid } of stops)
    far[external_ref] = (await detail(shop, order_uuid)).data.far_from_road_meters
  assert.deepEqual(far, { [stop.external_ref]: null, AGAIN: null, BESIDE: 812 })
})

interface Built {
  routes: {
    drive_minutes: number
    distance_miles: number
    route_uuid: string
    vehicle: { name: string }
    stops: StopOut[]
  }[]
  unassigned: { reason: { code: string } }[]
}

/** A day with a van and a truck. */
async function mixedShop(count: number, truck: Partial<typeof vehicle> = {}) {
  const { shop, date } = await shopWithOrders(service, count)
  const office = await signedIn(service, shop.businessId)
  assert.equal((await office.post('/vehicles', { ...vehicle, ...truck, costing: 'TRUCK' })).status, 200)
  const build = async () => {
    const { vehicles } = (await office.get<FleetOut>('/fleet')).body.data
    const vehicle_ids = vehicles.map(({ vehicle_uuid }) => vehicle_uuid)
    const { status, body } = await shop.post<Built>('/routes/build', {
      date,
      vehicle_ids,
      options: { balance: 'STOPS' },
    })
    assert.equal(status, 201, body.message)
    const { routes, unassigned } = body.data
    const of = (name: string) => routes.find((route) => route.vehicle.name === name)
    return { van: of('Test van'), truck: of('Truck'), unassigned }
  }
  return { shop, date, build }
}

/** Driving speed in meters per second. */
const speedOf = (route: Built['routes'][number] | undefined): number =>
  ((route?.distance_miles ?? 0) * 1609.344) / ((route?.drive_minutes ?? 0) * 60)

test('in a plan of cars and trucks each route has the times of its own vehicle, requested once', async () => {
  asked.length = 0
  const { build } = await mixedShop(6)
  const { van, truck } = await build()
  assert.deepEqual(new Set(asked), new Set(['CAR', 'TRUCK']))
  assert.ok(van && truck)
  assert.ok(Math.abs(speedOf(van) - 10) < 0.2, `the van drives ${speedOf(van)} m/s`)
  assert.ok(Math.abs(speedOf(truck) - 5) < 0.1, `the truck drives ${speedOf(truck)} m/s`)
  await build()
  assert.deepEqual(new Set(asked), new Set(['CAR', 'TRUCK']), 'known by now')
})

test('a stop that only the van can reach in time is planned on the van', async () => {
  const { shop, date, build } = await mixedShop(4, { shift_start: '08:00' })
  // The drive of 24 km from the depot takes 40 minutes for the van, 80 for the truck.
  const far = { external_ref: 'FAR', delivery_date: date, address: { line1: 'Far', lat: 39.12, lng: -77.03 } }
  await shop.post('/orders', { ...awayOrder, ...far, window_start: '08:00', window_end: '09:00' })
  const { van, unassigned } = await build()
  assert.deepEqual(unassigned, [])
  assert.ok(van?.stops.some(({ external_ref }) => external_ref === 'FAR'))
})

test('a dispatched route uses the roads of the vehicle that it is moved to', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  const route = await builtRoute(shop, date)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const office = await signedIn(service, shop.businessId)
  await office.post('/vehicles', { ...vehicle, costing: 'TRUCK' })
  const truck = (await office.get<FleetOut>('/fleet')).body.data.vehicles.find(({ costing }) => costing === 'TRUCK')
  const [{ version } = assert.fail()] = (await office.get<DayOut>(`/day?date=${date}`)).body.data.routes
  const moved = await office.post(`/routes/${route.route_uuid}/vehicle`, { vehicle_uuid: truck?.vehicle_uuid, version })
  assert.equal(moved.status, 200, moved.body.message)
  const { costing } = await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('routes').select('costing').executeTakeFirstOrThrow(),
  )
  assert.equal(costing, 'TRUCK')
})

test('a stop that only the van can reach goes on the van; one that neither can reach is unassigned', async () => {
  const { shop, date, build } = await mixedShop(4, { temperature_classes: ['DRY', 'FROZEN'] })
  const away = (lat: number) => ({ ...awayOrder, delivery_date: date, address: { line1: `${lat}`, lat, lng: -77.03 } })
  await shop.post('/orders', { ...away(NO_TRUCKS), external_ref: 'NO-TRUCKS' })
  await shop.post('/orders', { ...away(NOBODY), external_ref: 'NOBODY' })
  await shop.post('/orders', { ...away(38.92), external_ref: 'FROZEN', temperature_class: 'FROZEN' })
  const { van, truck, unassigned } = await build()
  assert.ok(van?.stops.some(({ external_ref }) => external_ref === 'NO-TRUCKS'))
  assert.ok(truck?.stops.some(({ external_ref }) => external_ref === 'FROZEN'))
  assert.deepEqual(
    unassigned.map(({ reason }) => reason.code),
    ['UNREACHABLE'],
  )
})

test('a stop more than 500 m from any road is flagged until its pin or its address is moved', async () => {
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
  const moved = await office.post(`/orders/${stop.order_uuid}/location`, { lat: 38.95, lng: -77.02 })
  assert.equal(moved.status, 200, moved.body.message)
  assert.equal((await detail(shop, stop.order_uuid)).data.far_from_road_meters, null)
  assert.deepEqual(await farAway(), [])
  // An order on no route: a change keeps the distance to the road, and another location clears it.
  await service.app.db.query('update orders set road_meters = 900 where order_uuid = $1', [stop.order_uuid])
  const body = await bodyOf(shop, stop.external_ref)
  await shop.post('/orders', { ...body, instructions: 'Ring once' })
  assert.equal((await detail(shop, stop.order_uuid)).data.far_from_road_meters, 900)
  await shop.post('/orders', { ...body, address: { ...body.address, lat: 38.91, lng: -77.01 } })
  assert.equal((await detail(shop, stop.order_uuid)).data.far_from_road_meters, null)
})

async function bodyOf(shop: Client, ref: string) {
  const { data } = (await shop.get<Record<string, unknown> & { address: object }>(`/orders/${ref}`)).body
  const { external_ref, customer_name, address, delivery_date } = data
  return { external_ref, customer_name, address, delivery_date }
}

test('each provider gets the request for trucks in its own format', async () => {
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
  const soon = () => AbortSignal.timeout(60_000)
  const table = await osrm(cars.url, trucks.url).table(points, soon(), { costing: 'TRUCK' })
  assert.deepEqual([cars.asked.length, trucks.asked.length, table.roadMeters], [0, 1, [3, 700]])
  await osrm(cars.url).table(points, soon(), { costing: 'TRUCK' })
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
  const { roadMeters: snapped } = await valhalla(server.url).table(points, soon(), { costing: 'TRUCK' })
  assert.ok(bodies.every((body) => body.includes('"costing":"truck"') && !body.includes('options')))
  assert.ok((snapped?.[0] ?? 9) < 1 && (snapped?.[1] ?? 0) > 1_000)
  const sized = async (vehicle: RoadVehicle) => {
    bodies.length = 0
    await valhalla(server.url).table(points, soon(), vehicle)
    const options = bodies.map((body) => (JSON.parse(body) as { costing_options?: object }).costing_options)
    assert.equal(options.length, 2, 'locate and the table')
    assert.deepEqual(options[0], options[1])
    return options[0]
  }
  const size = { heightMeters: 3.2, weightTonnes: 7.5, axleTonnes: 5 }
  assert.deepEqual(await sized({ costing: 'TRUCK', size }), { truck: { height: 3.2, weight: 7.5, axle_load: 5 } })
  assert.deepEqual(await sized({ costing: 'CAR', size }), { auto: { height: 3.2 } })
  assert.deepEqual(await sized({ costing: 'TRUCK', size: { weightTonnes: 3.5 } }), {
    truck: { weight: 3.5, axle_load: 3.5 },
  })
  assert.equal(await sized({ costing: 'CAR', size: { weightTonnes: 3.5 } }), undefined)
})
