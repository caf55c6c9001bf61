// Builds of later days give drivers the areas where they have delivered before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { addDepot, addDriver, addVehicle } from '../../helpers/fleet.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()
const AREAS = { north: 38.985, south: 38.835 }

/** Areas of each driver on a second day with these options, after a first day on which `north` drove the north. */
async function secondDay(north: 'Ann' | 'Bo', options?: object) {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  for (const name of ['Ann', 'Bo']) {
    const driverId = await addDriver(service.app, shop.businessId, null, name)
    await addVehicle(service.app, shop.businessId, { name: `Van of ${name}`, driverId })
  }
  const built = async (date: string, driverOf: (area: string) => object) => {
    for (const [area, lat] of Object.entries(AREAS))
      for (let i = 0; i < 3; i++) {
        const address = { line1: `${i} ${area}`, lat: lat + i / 2_000, lng: -77.035 }
        const sent = await shop.post('/orders', orderBody({ delivery_date: date, address, ...driverOf(area) }))
        assert.equal(sent.status, 201, sent.body.message)
      }
    const { status, body } = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date, options })
    assert.equal(status, 201, body.message)
    return body.data.routes
  }
  const south = north === 'Ann' ? 'Bo' : 'Ann'
  const first = await built(dateIn(service, 1), (area) => ({ required_drivers: [area === 'north' ? north : south] }))
  for (const { route_uuid, stops } of first) {
    assert.equal((await shop.post(`/routes/${route_uuid}/dispatch`)).status, 200)
    for (const { stop_uuid } of stops) {
      const done = await shop.post(`/routes/${route_uuid}/stops/${stop_uuid}/status`, { status: 'DELIVERED' })
      assert.equal(done.status, 200, done.body.message)
    }
  }
  const second = await built(dateIn(service, 2), () => ({}))
  return new Map(second.map(({ driver, stops }) => [driver?.name, stops.map(({ address }) => address.line1.slice(2))]))
}

test('each driver keeps the usual area, unless the option is off', async () => {
  const [north, south] = [Array(3).fill('north'), Array(3).fill('south')]
  const ann = await secondDay('Ann')
  assert.deepEqual([ann.get('Ann'), ann.get('Bo')], [north, south])
  const bo = await secondDay('Bo')
  assert.deepEqual([bo.get('Ann'), bo.get('Bo')], [south, north])
  const off = { usual_areas: false }
  const [annOff, boOff] = [await secondDay('Ann', off), await secondDay('Bo', off)]
  assert.deepEqual(annOff.get('Ann'), boOff.get('Ann'))
})
