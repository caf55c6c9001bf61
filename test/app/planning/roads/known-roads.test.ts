import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoadDistances } from '../../../../src/app/ports/roads.ts'
import { straightLineMeters } from '../../../../src/domain/geo/geo.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { builtRoute, shopWithOrders } from '../../../helpers/routes.ts'
import { startService } from '../../../helpers/service.ts'

let asked = 0
let down = false
/** Roads that are twice as long as the straight line, at 4 m/s. */
const provider: RoadDistances = {
  name: 'osrm',
  table: async (points) => {
    asked++
    if (down) throw new Error('down')
    const distances = Float64Array.from(points.flatMap((a) => points.map((b) => straightLineMeters(a, b) * 2)))
    return { distances, durations: distances.map((meters) => meters / 4) }
  },
  ways: async () => [],
}
const service = await startService({ replaced: { distances: provider } })

const again = (vehicleId: string, date: string) => ({ date, vehicle_ids: [vehicleId] })
interface Built {
  routes: { distance_miles: number; drive_minutes: number }[]
  distance_source: string
  distances_estimated: boolean
  estimate_reason: string | null
}

test('addresses planned before need no request to be planned again; a new address needs one', async () => {
  const { shop, date, vehicleId } = await shopWithOrders(service, 6)
  asked = 0
  await builtRoute(shop, date)
  assert.equal(asked, 1)
  const replanned = await shop.post<Built>('/routes/build', again(vehicleId, date))
  assert.equal(replanned.status, 201, replanned.body.message)
  assert.deepEqual(
    [asked, replanned.body.data.distance_source, replanned.body.data.distances_estimated],
    [1, 'osrm', false],
  )
  await shop.post('/orders', orderBody({ delivery_date: date, address: { line1: '1 New St', lat: 38.95, lng: -77.1 } }))
  await shop.post('/routes/build', again(vehicleId, date))
  assert.equal(asked, 2)
  const other = await shopWithOrders(service, 6)
  await builtRoute(other.shop, other.date)
  assert.equal(asked, 3, 'no business sees what another was told')
})

test('while the provider is down, estimates are calibrated by the roads seen before', async () => {
  const { shop, date, vehicleId } = await shopWithOrders(service, 15)
  const before = await builtRoute(shop, date)
  down = true
  await shop.post(
    '/orders',
    orderBody({ delivery_date: date, address: { line1: '2 New St', lat: 38.901, lng: -77.031 } }),
  )
  const { body } = await shop.post<Built>('/routes/build', again(vehicleId, date))
  down = false
  assert.deepEqual(
    [body.data.distance_source, body.data.distances_estimated, body.data.estimate_reason],
    ['straight_line', true, 'PROVIDER_DOWN'],
  )
  const [route] = body.data.routes
  const speed = (one: { distance_miles: number; drive_minutes: number }) => one.distance_miles / one.drive_minutes
  assert.ok(route && Math.abs(speed(route) / speed(before) - 1) < 0.1, JSON.stringify(route))
})
