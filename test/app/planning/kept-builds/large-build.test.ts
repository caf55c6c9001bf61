// Builds a day of thousands of deliveries as one build: all solver threads share the tables, and the database gets all
// stops.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OfficeBuildOut } from '../../../../src/contract/build.ts'
import { addDepot, addVehicle } from '../../../helpers/fleet.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { dateIn } from '../../../helpers/routes.ts'
import { startService } from '../../../helpers/service.ts'

const STOPS = 3_300
const VEHICLES = 60
const PER_BATCH = 300

test('a day of 3,300 deliveries is built into routes; its result is stored, its tables are not', async () => {
  const service = await startService({ env: { BUILD_MAX_DELIVERIES: '5000' } })
  const date = dateIn(service, 1)
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  for (let i = 0; i < VEHICLES; i++) await addVehicle(service.app, shop.businessId, { name: `Van ${i}` })
  for (let first = 0; first < STOPS; first += PER_BATCH) {
    const orders = Array.from({ length: PER_BATCH }, (_, i) => {
      const at = first + i
      const address = {
        line1: `${at} Test Street`,
        lat: 38.85 + (at % 60) / 1000,
        lng: -77.08 + Math.floor(at / 60) / 1000,
      }
      return orderBody({ delivery_date: date, address, service_minutes: 1 })
    })
    const { status, body } = await shop.post('/orders/batch', { orders })
    assert.equal(status, 200, body.message)
  }
  const { status, body } = await shop.post<OfficeBuildOut>('/routes/build', { date })
  assert.equal(status, 201, body.message)
  const { build_uuid: buildId, routes, unassigned } = body.data
  const stops = routes.flatMap((route) => route.stops.map(({ external_ref }) => external_ref))
  assert.equal(new Set(stops).size, STOPS - unassigned.length)
  assert.equal(unassigned.length, 0)
  const kept = await shop.get<{ stop_count: number }[]>(`/routes/builds?date=${date}`)
  assert.deepEqual(
    kept.body.data.map(({ stop_count }) => stop_count),
    [STOPS],
  )
  const again = await shop.post(`/routes/builds/${buildId}/run-again`)
  assert.equal(again.status, 409)
  assert.equal(again.body.details?.code, 'BUILD_TOO_LARGE')
})
