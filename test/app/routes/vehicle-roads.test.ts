// Vehicles with their own size in a small region with a low bridge, a weak bridge and a street that is closed to trucks in
// the morning.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { addRegion } from '../../../src/adapters/regions/add-region.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { PlacesOut } from '../../../src/contract/stop-places.ts'
import type { StopOut } from '../../../src/contract/routes.ts'
import { addDepot } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { writeExtract } from '../../helpers/osm-extract.ts'
import { startService } from '../../helpers/service.ts'

const [WEST, EAST] = [-77.03, -77.02]
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rm-bridges-'))
after(() => rmSync(dataDir, { recursive: true }))
const extract = path.join(dataDir, 'bridges.osm.pbf')
await writeExtract(extract, {
  nodes: {
    1: [38.9, WEST],
    2: [38.91, WEST],
    3: [38.92, WEST],
    4: [38.93, WEST],
    5: [38.9, EAST],
    6: [38.89, WEST],
    7: [38.89, EAST],
    8: [38.9, EAST + 0.01],
    9: [38.88, EAST],
    10: [38.88, EAST + 0.01],
    11: [38.91, WEST - 0.01],
    12: [38.9, WEST - 0.01],
    13: [38.89, WEST - 0.01],
  },
  ways: {
    11: { refs: [1, 2], tags: { highway: 'residential', name: 'Main Street' } },
    12: { refs: [2, 3], tags: { highway: 'residential', name: 'Mill Lane', maxheight: '3.2' } },
    13: { refs: [3, 4], tags: { highway: 'residential', name: 'Far Street' } },
    14: { refs: [1, 5], tags: { highway: 'residential', name: 'Weak Bridge', maxweight: '7.5' } },
    15: { refs: [1, 6, 7, 5], tags: { highway: 'residential', name: 'Long Way' } },
    16: { refs: [5, 8], tags: { highway: 'secondary', name: 'Market', 'hgv:conditional': 'no @ (06:00-09:00)' } },
    18: {
      refs: [2, 11],
      tags: { highway: 'residential', name: 'Mill Hill', 'hgv:conditional': 'no @ (weight > 12 AND 07:00-12:00)' },
    },
    19: { refs: [1, 12], tags: { highway: 'residential', name: 'Out Street', oneway: 'yes' } },
    20: { refs: [12, 13, 6], tags: { highway: 'residential', name: 'Back Street', oneway: 'yes', maxheight: '3.2' } },
    17: { refs: [7, 9, 10, 8], tags: { highway: 'residential', name: 'Ring' } },
  },
})
// Sunday evening; routes are planned for Monday.
const clock = () => new Date('2026-11-22T20:00:00Z')
const addresses = { importedCount: async () => 0, replace: async () => 0 }
await addRegion({ dataDir, file: extract, clock, progress: () => {}, addresses })
const service = await startService({ replaced: { clock }, env: { DATA_DIR: dataDir } })

const MONDAY = '11/23/2026'
const BEHIND = { line1: '1 Far Street', lat: 38.928, lng: WEST }
const ACROSS = { line1: '1 Market', lat: 38.9, lng: EAST + 0.0005 }
const OUT = { line1: '7 Out Street', lat: 38.9, lng: WEST - 0.005 }
const UPHILL = { line1: '5 Mill Hill', lat: 38.91, lng: WEST - 0.008 }
const BEYOND = { line1: '9 Ring', lat: 38.8995, lng: EAST + 0.01 }

interface Built {
  distance_source: string
  routes: { route_uuid: string; distance_miles: number; vehicle: { name: string }; stops: StopOut[] }[]
  unassigned: { external_ref: string; reason: { code: string; message: string } }[]
}

/** A business with these trucks, and a delivery for Monday at each address. */
async function shopOf(trucks: Record<string, object>, addresses: Record<string, object>) {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId, { lat: 38.9005, lng: WEST })
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const truck = {
    temperature_classes: ['DRY'],
    shift_start: '08:00',
    shift_end: '17:00',
    active: true,
    costing: 'TRUCK',
  }
  for (const [name, members] of Object.entries(trucks)) {
    const { status, body } = await office.post('/vehicles', { ...truck, name, ...members })
    assert.equal(status, 200, body.message)
  }
  const { vehicles } = (await office.get<FleetOut>('/fleet')).body.data
  for (const [external_ref, address] of Object.entries(addresses))
    assert.equal((await shop.post('/orders', orderBody({ external_ref, delivery_date: MONDAY, address }))).status, 201)
  const build = async (...names: string[]) => {
    const vehicle_ids = vehicles.flatMap(({ name, vehicle_uuid }) => (names.includes(name) ? [vehicle_uuid] : []))
    const { status, body } = await shop.post<Built>('/routes/build', { date: MONDAY, vehicle_ids })
    assert.equal(status, 201, body.message)
    assert.equal(body.data.distance_source, 'local')
    const refsOf = (of: string) =>
      body.data.routes.find(({ vehicle }) => vehicle.name === of)?.stops.map(({ external_ref }) => external_ref)
    return { ...body.data, refsOf, miles: body.data.routes[0]?.distance_miles ?? 0 }
  }
  return { shop, office, build }
}

test('a delivery behind a low bridge goes on the truck that fits; without it, the reason names the bridge', async () => {
  const { build, office, shop } = await shopOf(
    { High: { height_feet: 11 }, Low: { height_feet: 10 } },
    { BEHIND, ACROSS },
  )
  const { refsOf, unassigned } = await build('High', 'Low')
  assert.deepEqual(unassigned, [])
  assert.ok(refsOf('Low')?.includes('BEHIND'))

  const day = async () => (await office.get<DayOut>(`/day?date=${MONDAY}`)).body.data
  const route = async (of: string) => (await day()).routes.find(({ vehicle }) => vehicle.name === of)
  const [high, low] = [await route('High'), await route('Low')]
  assert.ok(high && low)
  const order = low.stops.find(({ external_ref }) => external_ref === 'BEHIND') ?? assert.fail()
  const warning = 'BEHIND: Mill Lane, on the way there, has a height limit of 10.5 ft'
  const moves = await office.post<MovesOut>('/moves', {
    moves: [{ order_uuids: [order.order_uuid], to: { route_uuid: high.route_uuid, position: 0 } }],
    versions: { [high.route_uuid]: high.version, [low.route_uuid]: low.version },
    preview: true,
  })
  assert.equal(moves.status, 200, moves.body.message)
  const warningsOf = (routeId: string) =>
    moves.body.data.routes.find(({ route_uuid }) => route_uuid === routeId)?.warnings.map(({ message }) => message)
  assert.deepEqual(warningsOf(high.route_uuid), [warning])
  assert.deepEqual(warningsOf(low.route_uuid), [])
  const places = await shop.get<PlacesOut>(`/routes/${low.route_uuid}/stops/${order.stop_uuid}/places`)
  assert.deepEqual(
    places.body.data.places.map(({ name, warnings }) => [name, warnings.map(({ code, message }) => [code, message])]),
    [['High', [['UNREACHABLE', warning]]]],
  )

  for (const { route_uuid } of [high, low]) await shop.post(`/routes/${route_uuid}/cancel`)
  const units = (of: 'US' | 'METRIC') =>
    service.app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set({ units: of }).execute())
  const [reason] = (await build('High')).unassigned
  assert.deepEqual(reason?.reason, {
    code: 'UNREACHABLE',
    message: 'Mill Lane, on the way there, has a height limit of 10.5 ft',
  })
  await units('METRIC')
  const metric = await office.get<DayOut>(`/day?date=${MONDAY}`)
  assert.equal(metric.status, 200)
  const again = await office.get<PlacesOut>(`/orders/${order.order_uuid}/places`)
  assert.deepEqual(
    again.body.data.places.flatMap(({ warnings }) => warnings.map(({ message }) => message)),
    ['BEHIND: Mill Lane, on the way there, has a height limit of 3.2 m'],
  )
})

test('a heavy truck drives around a weak bridge, also after its route is changed by hand', async () => {
  const { build, office, shop } = await shopOf(
    { Light: { gross_weight_lbs: 16_500 }, Heavy: { gross_weight_lbs: 16_600 } },
    { ACROSS, NEAR: { line1: '2 Main Street', lat: 38.905, lng: WEST } },
  )
  const milesByHand = async () => {
    const route = async () => (await office.get<DayOut>(`/day?date=${MONDAY}`)).body.data.routes[0] ?? assert.fail()
    const { route_uuid, version } = await route()
    const { status, body } = await office.post(`/routes/${route_uuid}/reverse`, { version })
    assert.equal(status, 200, body.message)
    const { distance_miles } = await route()
    await shop.post(`/routes/${route_uuid}/cancel`)
    return distance_miles
  }
  const light = await build('Light')
  assert.ok(light.miles < 2.2, `${light.miles} miles over the bridge`)
  assert.ok(Math.abs((await milesByHand()) - light.miles) < 0.05)
  const heavy = await build('Heavy')
  assert.ok(heavy.miles > 4, `${heavy.miles} miles around it`)
  assert.ok(Math.abs((await milesByHand()) - heavy.miles) < 0.05)
})

test('a truck uses a larger road that is closed in the morning only if its shift begins later', async () => {
  const { build, shop } = await shopOf({ Early: {}, Late: { shift_start: '09:00' } }, { BEYOND })
  const early = await build('Early')
  for (const { route_uuid } of early.routes) await shop.post(`/routes/${route_uuid}/cancel`)
  const late = await build('Late')
  assert.ok(late.miles < early.miles - 0.3, `${late.miles} and ${early.miles} miles`)
})

test('a cargo bike is added, planned and timed on its own roads', async () => {
  const { build, office } = await shopOf({ Bike: { costing: 'BICYCLE' } }, { BEHIND })
  const { routes, unassigned, refsOf } = await build('Bike')
  assert.deepEqual([refsOf('Bike'), unassigned], [['BEHIND'], []])
  const day = async () => (await office.get<DayOut>(`/day?date=${MONDAY}`)).body.data.routes[0] ?? assert.fail()
  const { route_uuid, version, vehicle } = await day()
  const { costing } = (await office.get<FleetOut>('/fleet')).body.data.vehicles[0] ?? assert.fail()
  assert.deepEqual([route_uuid, vehicle.name, costing], [routes[0]?.route_uuid, 'Bike', 'BICYCLE'])
  assert.equal((await office.post(`/routes/${route_uuid}/reverse`, { version })).status, 200)
})

test('a heavy truck waits for a street that is closed to heavy trucks in the morning; a lighter one does not', async () => {
  const { build, shop } = await shopOf({ Heavy: { gross_weight_lbs: 40_000 }, Light: {} }, { UPHILL })
  const hourOf = ({ routes }: Built) => new Date(routes[0]?.stops[0]?.planned_arrival ?? 0).getUTCHours() - 5
  const heavy = await build('Heavy')
  assert.equal(hourOf(heavy), 12)
  const read = await shop.get<{ stops: StopOut[] }>(`/routes/${heavy.routes[0]?.route_uuid}`)
  assert.match(read.body.data.stops[0]?.street?.message ?? '', /open to trucks 12:00 AM to 7:00 AM, 12:00 PM to/)
  await shop.post(`/routes/${heavy.routes[0]?.route_uuid}/cancel`)
  const light = await build('Light')
  assert.equal(hourOf(light), 8)
  const other = await shop.get<{ stops: StopOut[] }>(`/routes/${light.routes[0]?.route_uuid}`)
  assert.equal(other.body.data.stops[0]?.street, undefined)
})

test('the reason and the warnings name a limit that keeps the vehicle from the way back', async () => {
  const message = 'Back Street, on the way back, has a height limit of 10.5 ft'
  const alone = await shopOf(
    { High: { height_feet: 11 } },
    { OUT, NEAR: { line1: '2 Main Street', lat: 38.905, lng: WEST } },
  )
  const { unassigned, refsOf } = await alone.build('High')
  assert.deepEqual(
    unassigned.map(({ external_ref, reason }) => [external_ref, reason.message]),
    [['OUT', message]],
  )
  assert.deepEqual(refsOf('High'), ['NEAR'])
  const { order_uuid } = (await alone.shop.get<{ order_uuid: string }>('/orders/OUT')).body.data
  const offered = await alone.office.get<PlacesOut>(`/orders/${order_uuid}/places`)
  assert.deepEqual(
    offered.body.data.places.map(({ warnings }) => warnings.map((warning) => warning.message)),
    [[`OUT: ${message}`]],
  )
})
