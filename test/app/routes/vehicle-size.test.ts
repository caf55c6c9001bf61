// Vehicles with their own size: each is planned, timed again and drawn on the roads on which it fits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoadDistances } from '../../../src/app/ports/roads.ts'
import { fetchDueGeometry } from '../../../src/app/routes/route-geometry.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { StopOut, WaysOut } from '../../../src/contract/routes.ts'
import { straightLineMeters } from '../../../src/domain/geo/geo.ts'
import type { Point } from '../../../src/domain/orders/order.ts'
import { type RoadVehicle, roadVehicleKey } from '../../../src/domain/planning/road-vehicle.ts'
import { signedIn } from '../../helpers/office.ts'
import { shopWithOrders } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

/** All roads to the north of this latitude lead through a tunnel of 3.5 m. */
const TUNNEL = 38.95
const TUNNEL_METERS = 3.5
const asked: string[] = []
const speedOf = ({ size }: RoadVehicle): number => ((size?.heightMeters ?? 4) > TUNNEL_METERS ? 5 : 10)
const roads: RoadDistances = {
  name: 'valhalla',
  costings: ['CAR', 'TRUCK'],
  knowsSizes: true,
  table: async (points, _signal, vehicle = { costing: 'CAR' }) => {
    asked.push(roadVehicleKey(vehicle))
    const fits = speedOf(vehicle) === 10
    const open = ({ lat }: Point): boolean => fits || lat < TUNNEL
    const distances = Float64Array.from(
      points.flatMap((a) => points.map((b) => (a === b || (open(a) && open(b)) ? straightLineMeters(a, b) : Infinity))),
    )
    return { distances, durations: distances.map((meters) => meters / speedOf(vehicle)) }
  },
  ways: async (chain, _signal, vehicle = { costing: 'CAR' }) => {
    const aside = speedOf(vehicle) === 10 ? 0 : 0.01
    return chain.slice(1).map((to, i) => {
      const from = chain[i] as Point
      return [from, { lat: from.lat, lng: from.lng - aside }, to]
    })
  },
}
const service = await startService({ replaced: { distances: roads } })

interface Built {
  routes: {
    route_uuid: string
    distance_miles: number
    drive_minutes: number
    vehicle: { name: string }
    stops: StopOut[]
  }[]
  unassigned: { external_ref: string; reason: { code: string } }[]
}

/** A day with a high and a low truck, and one delivery behind the tunnel. */
async function trucks() {
  const { shop, date, vehicleId } = await shopWithOrders(service, 4)
  const office = await signedIn(service, shop.businessId)
  const fleet = async () => (await office.get<FleetOut>('/fleet')).body.data.vehicles
  const truck = {
    temperature_classes: ['DRY'],
    shift_start: '00:00',
    shift_end: '23:59',
    active: true,
    costing: 'TRUCK',
  }
  for (const [name, height_feet] of [
    ['High', 12],
    ['Low', 11],
  ] as const)
    assert.equal((await office.post('/vehicles', { ...truck, name, height_feet })).status, 200)
  const behind = { line1: '1 North Road', lat: TUNNEL + 0.01, lng: -77.03 }
  const order = { external_ref: 'BEHIND', customer_name: 'Test customer', delivery_date: date, address: behind }
  assert.equal((await shop.post('/orders', order)).status, 201)
  const vehicle = async (name: string) => (await fleet()).find((one) => one.name === name) ?? assert.fail(name)
  const change = async (name: string, members: object) => {
    const { vehicle_uuid, ...same } = await vehicle(name)
    const { status } = await office.send('PATCH', `/vehicles/${vehicle_uuid}`, { ...same, ...members })
    assert.equal(status, 200)
  }
  const build = async (...names: string[]) => {
    const vehicle_ids = await Promise.all(names.map(async (name) => (await vehicle(name)).vehicle_uuid))
    const { status, body } = await shop.post<Built>('/routes/build', {
      date,
      vehicle_ids,
      options: { balance: 'STOPS' },
    })
    assert.equal(status, 201, body.message)
    const of = (name: string) => body.data.routes.find((route) => route.vehicle.name === name) ?? assert.fail(name)
    return { of, unassigned: body.data.unassigned }
  }
  return { shop, office, date, vehicleId, change, build, vehicle }
}

/** Speed on the route in meters per second. */
const driven = ({ distance_miles, drive_minutes }: { distance_miles: number; drive_minutes: number }): number =>
  Math.round((distance_miles * 1609.344) / (drive_minutes * 60))
const refsOf = ({ stops }: { stops: StopOut[] }) => stops.map(({ external_ref }) => external_ref)

test('a delivery goes on the truck that fits; each truck has the times of its own size, requested once', async () => {
  const { build, change } = await trucks()
  asked.length = 0
  const { of, unassigned } = await build('High', 'Low')
  assert.deepEqual(unassigned, [])
  assert.ok(refsOf(of('Low')).includes('BEHIND'))
  assert.deepEqual([driven(of('High')), driven(of('Low'))], [5, 10])
  assert.deepEqual(asked.toSorted(), ['TRUCK 3.3528////', 'TRUCK 3.6576////'])
  await build('High', 'Low')
  assert.deepEqual(asked.slice(2), ['TRUCK 3.6576////'], 'the complete table of the low truck is stored')
  asked.length = 0
  await change('Low', { height_feet: 12 })
  assert.deepEqual(
    (await build('High', 'Low')).unassigned.map(({ external_ref, reason }) => [external_ref, reason.code]),
    [['BEHIND', 'UNREACHABLE']],
  )
  assert.deepEqual(asked, ['TRUCK 3.6576////'], 'both trucks share one table')
})

test('a route keeps the size of its vehicle when it is timed again, drawn, or moved to another vehicle', async () => {
  const { build, shop, office, date, vehicle, change } = await trucks()
  const { of } = await build('Low')
  const low = of('Low')
  await change('Low', { height_feet: 12 })
  const day = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data.routes[0] ?? assert.fail()
  const reverse = async () => {
    const { version } = await day()
    const { status, body } = await office.post(`/routes/${low.route_uuid}/reverse`, { version })
    assert.equal(status, 200, body.message)
    return day()
  }
  assert.equal(driven(await reverse()), 10, 'the plan was made for 11 feet')
  asked.length = 0
  const replan = await shop.post('/routes/replan', { date, late: [{ route_uuid: low.route_uuid, minutes: 5 }] })
  assert.equal(replan.status, 201, replan.body.message)
  assert.deepEqual(asked, [], 'the legs for 11 feet are stored')
  const isAside = async () => {
    while (await fetchDueGeometry(service.app));
    const { body } = await office.get<WaysOut>(`/day/ways?date=${date}`)
    return body.data.routes[0]?.legs[0] ?? null
  }
  const straight = await isAside()
  assert.ok(straight)
  await shop.post(`/routes/${low.route_uuid}/dispatch`)
  const { vehicle_uuid } = await vehicle('High')
  const moved = await office.post(`/routes/${low.route_uuid}/vehicle`, { vehicle_uuid, version: (await day()).version })
  assert.equal(moved.status, 200, moved.body.message)
  const terms = await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('routes').select('terms').executeTakeFirstOrThrow(),
  )
  assert.deepEqual(terms, { terms: { size: { heightMeters: 3.6576 } } })
  const aside = await isAside()
  assert.ok(aside && aside !== straight)
})
