import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoadDistances } from '../../../src/app/ports/roads.ts'
import { fetchDueGeometry, missingParts } from '../../../src/app/routes/route-geometry.ts'
import type { WaysOut } from '../../../src/contract/routes.ts'
import { straightLineMeters } from '../../../src/domain/geo/geo.ts'
import type { Point } from '../../../src/domain/orders/order.ts'
import { decodePolyline } from '../../../src/domain/geo/polyline.ts'
import { testClock } from '../../helpers/clock.ts'
import { driverToken } from '../../helpers/links.ts'
import { signedIn } from '../../helpers/office.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const clock = testClock()
let chains: Point[][] = []
let down = false
let changedAt: Date | null = null
/** Each region contains the locations north of its latitude. */
let regions: Record<string, number> = {}
/** Every leg goes around a corner. No road leads to the farthest north. */
const roads: RoadDistances = {
  name: 'osrm',
  regions: {
    changedAt: () => changedAt,
    marks: () => Object.keys(regions),
    marksAt: async (places) =>
      Object.keys(regions).filter((name) => places.some(({ lat }) => lat > (regions[name] as number))),
  },
  table: async (points) => {
    const distances = Float64Array.from(points.flatMap((a) => points.map((b) => straightLineMeters(a, b) * 1.4)))
    return { distances, durations: distances.map((meters) => meters / 8) }
  },
  ways: async (chain) => {
    chains.push([...chain])
    if (down) throw new Error('down')
    return chain.slice(1).map((to, i) => {
      const from = chain[i] as Point
      return to.lat > 38.99 ? null : [from, { lat: from.lat, lng: from.lng + 0.01 }, to]
    })
  },
}
const service = await startService({ replaced: { distances: roads, clock: clock.now } })
const drawAll = async (): Promise<void> => {
  while (await fetchDueGeometry(service.app));
}
const waysOf = async (businessId: string, date: string) => {
  const office = await signedIn(service, businessId, 'VIEWER')
  return (await office.get<WaysOut>(`/day/ways?date=${encodeURIComponent(date)}`)).body.data
}

test('a built route gets its geometry, and after a move only new legs are requested', async () => {
  const { shop, date } = await shopWithOrders(service, 4)
  const route = await builtRoute(shop, date)
  const before = await waysOf(shop.businessId, date)
  assert.deepEqual([before.pending, before.routes[0]?.legs], [true, [null, null, null, null, null]])
  await drawAll()
  const { routes, pending, attribution } = await waysOf(shop.businessId, date)
  assert.deepEqual([pending, attribution], [false, '© OpenStreetMap contributors'])
  const [ways] = routes
  assert.deepEqual(
    ways?.stop_uuids,
    route.stops.map(({ stop_uuid }) => stop_uuid),
  )
  assert.equal(ways?.legs.length, 5)
  const [first] = ways?.legs ?? []
  assert.equal(decodePolyline(first ?? '').length, 3, 'around the corner')

  chains = []
  const office = await signedIn(service, shop.businessId)
  const day = await office.get<{ routes: { version: string }[] }>(`/day?date=${encodeURIComponent(date)}`)
  const version = day.body.data.routes[0]?.version
  const order = route.stops[3]?.order_uuid
  const moved = await office.post('/moves', {
    moves: [{ order_uuids: [order], to: { route_uuid: route.route_uuid, position: 0 } }],
    versions: { [route.route_uuid]: version },
    preview: false,
  })
  assert.equal(moved.status, 200)
  await drawAll()
  assert.equal(
    chains.reduce((legs, chain) => legs + chain.length - 1, 0),
    3,
    'to the depot, from the depot and to the next one; the rest was known',
  )
  chains = []
  await drawAll()
  assert.deepEqual(chains, [], 'nothing is asked twice')
})

test('a leg without a road stays straight and is not requested again', async () => {
  const { shop, date } = await shopWithOrders(service, 1, { address: { line1: '1 Far St', lat: 39.5, lng: -77.02 } })
  await builtRoute(shop, date)
  await drawAll()
  const { routes, pending } = await waysOf(shop.businessId, date)
  assert.equal(pending, false)
  assert.deepEqual(
    routes[0]?.legs.map((leg) => leg !== null),
    [false, true],
  )
})

test('a provider that is down is not requested for a while, and requested again when it is back', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  await builtRoute(shop, date)
  down = true
  await drawAll()
  chains = []
  await drawAll()
  assert.deepEqual(chains, [])
  down = false
  clock.advance(31)
  await drawAll()
  assert.equal((await waysOf(shop.businessId, date)).pending, false)
})

test('the driver’s page gets the geometry of its route', async () => {
  const { route, shop } = await dispatchedRoute(service, 2)
  await drawAll()
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const answer = await fetch(`${service.url}/d/${token}/ways`)
  const { data } = (await answer.json()) as { data: WaysOut }
  assert.equal(answer.status, 200)
  assert.equal(data.routes[0]?.legs.filter(Boolean).length, 3)
  assert.equal(data.routes[0]?.route_uuid, route.route_uuid)
})

test('missing legs are requested together, at most 20 locations each', () => {
  const chain = Array.from({ length: 45 }, (_, i) => ({ lat: 38.9, lng: -77 + i / 1000 }))
  const none = chain.slice(1).map(() => null)
  assert.deepEqual(
    missingParts(chain, none).map((part) => part.length),
    [20, 20, 7],
  )
  const some = none.map((way, i) => (i === 3 || i === 10 ? way : 'known'))
  assert.deepEqual(missingParts(chain, some), [chain.slice(3, 5), chain.slice(10, 12)])
  assert.deepEqual(missingParts([], []), [])
})

test('a changed region has its routes drawn again, but not a process start; the old geometry stays until then', async () => {
  regions = { 'here 1': 0, 'far north 1': 80 }
  const { shop, date } = await shopWithOrders(service, 3, { address: { line1: '1 Road', lat: 38.911, lng: -77 } })
  await builtRoute(shop, date)
  await drawAll()
  const before = await waysOf(shop.businessId, date)
  const drawnAfter = async (change: () => void): Promise<boolean> => {
    chains = []
    change()
    changedAt = new Date(clock.now().getTime() + 1)
    assert.deepEqual(await waysOf(shop.businessId, date), before)
    clock.advance(1)
    await drawAll()
    const drawn = chains.some((chain) => chain.some(({ lat }) => lat === 38.911))
    chains = []
    await drawAll()
    assert.deepEqual(chains, [], 'once')
    return drawn
  }
  assert.equal(await drawnAfter(() => (regions = { 'here 1': 0, 'far north 2': 80 })), false, 'another region')
  assert.equal(await drawnAfter(() => (regions = { 'here 2': 0, 'far north 2': 80 })), true, 'its region')
  chains = []
  while (await fetchDueGeometry({ ...service.app }));
  assert.deepEqual(chains, [], 'another process')
  changedAt = null
})

test('a route that no region covers completely is drawn again when a region is added', async () => {
  regions = { 'here 1': 0 }
  await drawAll()
  const { shop, date } = await shopWithOrders(service, 3, { address: { line1: '1 Road', lat: 39, lng: -77 } })
  await builtRoute(shop, date)
  await drawAll()
  chains = []
  regions = { 'here 1': 0, 'north 1': 38.99 }
  changedAt = new Date(clock.now().getTime() + 1)
  clock.advance(1)
  await drawAll()
  assert.ok(chains.length > 0)
  changedAt = null
})
