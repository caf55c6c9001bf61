// A test side with a day's routes, and its simulated day driven to the end.
import assert from 'node:assert/strict'
import type { TestDayOut } from '../../src/contract/test-days.ts'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { driveTestDaysJob } from '../../src/jobs/drive-test-days.ts'
import { addDepot, addDriver, addVehicle } from './fleet.ts'
import { dateIn } from './routes.ts'
import type { Client, Service } from './service.ts'
import { testSide } from './test-side.ts'

/** `stops` deliveries on `vans` routes of tomorrow. Each test side has the same orders. */
export async function sideWithRoutes(
  service: Service,
  { stops, vans = 1 }: { stops: number; vans?: number },
): Promise<{ side: Client; date: string }> {
  const side = await testSide(service, await service.business())
  await changeSettings(service.app, side.businessId, {
    notifyScheduled: true,
    notifyOutcome: true,
    notifyOnTheWay: true,
  })
  await addDepot(service.app, side.businessId)
  for (let van = 1; van <= vans; van++) {
    const driverId = await addDriver(service.app, side.businessId, '+12025550100', `Driver ${van}`)
    await addVehicle(service.app, side.businessId, { name: `Van ${van}`, driverId, maxStops: Math.ceil(stops / vans) })
  }
  const date = dateIn(service, 1)
  for (let from = 0; from < stops; from += 500) {
    const orders = Array.from({ length: Math.min(500, stops - from) }, (_, i) => ({
      external_ref: `DAY-${from + i}`,
      customer_name: 'Test customer',
      customer_phone: '+12025550142',
      sms_consent: true,
      address: {
        line1: `${from + i} Test Street`,
        lat: 38.88 + ((from + i) % 17) / 400,
        lng: -77.06 + ((from + i) % 23) / 400,
      },
      delivery_date: date,
    }))
    const { status, body } = await side.post('/orders/batch', { orders })
    assert.equal(status, 200, body.message)
  }
  const { status, body } = await side.post('/routes/build', { date })
  assert.equal(status, 201, body.message)
  return { side, date }
}

export async function simulate({ app }: Service, side: Client, body: Record<string, unknown>): Promise<TestDayOut> {
  const begun = await side.post<TestDayOut>('/test/days', body)
  assert.equal(begun.status, 201, begun.body.message)
  while (await driveTestDaysJob.run(app));
  return (await side.get<TestDayOut>(`/test/days/${begun.body.data.test_day_uuid}`)).body.data
}
