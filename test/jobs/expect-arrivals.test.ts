// Times of a route whose driver is silent, and of a day that is built late.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { expectArrivalsJob } from '../../src/jobs/expect-arrivals.ts'
import { startRoute } from '../../src/app/routes/start-route.ts'
import { FREE_FLOW } from '../../src/domain/planning/traffic.ts'
import { driverOf } from '../helpers/driver.ts'
import { testClock } from '../helpers/clock.ts'
import { addDepot, addDriver, addVehicle } from '../helpers/fleet.ts'
import { signedIn } from '../helpers/office.ts'
import { orderBody } from '../helpers/orders.ts'
import { builtRoute, dateIn } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const clock = testClock(new Date('2026-11-23T17:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

/** A route of five stops that is built and sent at noon, four hours after its shift began. */
async function sentAtNoon() {
  const shop = await service.business()
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId, { driverId: await addDriver(app, shop.businessId), shift: ['08:00', '20:00'] })
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ notifyOnTheWay: true, quietStart: null, quietEnd: null }).execute(),
  )
  const date = dateIn(service, 0)
  for (const lat of [38.92, 38.93, 38.94, 38.95, 38.96]) {
    const address = { line1: `${lat} Test Street`, city: 'Washington', lat, lng: -77.03 }
    const customer = { customer_phone: '+12025550143', sms_consent: true }
    const { status, body } = await shop.post('/orders', orderBody({ delivery_date: date, address, ...customer }))
    assert.equal(status, 201, body.message)
  }
  const { route_uuid } = await builtRoute(shop, date)
  await shop.post(`/routes/${route_uuid}/dispatch`)
  const read = async () => (await shop.get<RouteWithStops>(`/routes/${route_uuid}`)).body.data
  const notices = () =>
    app.db.asBusiness(shop.businessId, (tx) =>
      tx.selectFrom('messages').select(['orderId', 'createdAt']).where('kind', '=', 'DELAYED').execute(),
    )
  return { shop, read, notices }
}

/** Every time that is shown is ahead, and in driving order. */
function assertPossible({ stops }: RouteWithStops): void {
  let before = clock.now().toISOString()
  for (const { sequence, eta, eta_from: from, eta_to: to } of stops) {
    assert.ok(eta && from && to && eta >= before && from <= eta && eta <= to, `stop ${sequence}: ${from} ${eta} ${to}`)
    before = eta
  }
}

test('a day that is built during its shift leaves after now, and its times follow the clock', async () => {
  const { shop, read, notices } = await sentAtNoon()
  const planned = await read()
  assert.ok(Date.parse(planned.planned_start ?? '') >= clock.now().getTime())
  assertPossible(planned)

  await startRoute(driverOf(app, shop), planned.route_uuid, clock.now())
  const first = await read()
  for (let minute = 0; minute < 90; minute += 5) {
    clock.advance(5 * 60)
    await expectArrivalsJob.run(app)
    assertPossible(await read())
  }
  const silent = await read()
  const moved = silent.stops.map(({ eta }, i) => Date.parse(eta ?? '') - Date.parse(first.stops[i]?.eta ?? ''))
  assert.ok(
    moved.every((ms) => ms > 30 * 60_000),
    moved.join(),
  )

  const told = Map.groupBy(await notices(), ({ orderId }) => orderId)
  assert.ok(told.size > 0, 'the ranges given at the start are broken')
  for (const rows of told.values()) {
    const times = rows.map(({ createdAt }) => createdAt.getTime()).toSorted((a, b) => a - b)
    assert.ok(
      times.every((at, i) => i === 0 || at - (times[i - 1] as number) >= 30 * 60_000),
      'two notices within half an hour',
    )
  }
})

test('a route that is sent days ahead has the arrivals of a route that is sent the evening before', async () => {
  const factors = FREE_FLOW.map((_, hour) => (hour < 7 ? 0.5 : 2))
  const date = dateIn(service, 4)
  const etas: (string | null | undefined)[][] = []
  for (const daysLater of [3, 0]) {
    const shop = await service.business()
    await addDepot(app, shop.businessId)
    const driverId = await addDriver(app, shop.businessId)
    await addVehicle(app, shop.businessId, { driverId, shift: ['08:00', '17:00'] })
    await (await signedIn(service, shop.businessId, 'DISPATCHER')).send('PATCH', '/traffic', { factors })
    for (const lat of [39.0, 39.1, 39.2]) {
      const address = { line1: `${lat} Test Street`, lat, lng: -77.03 }
      await shop.post('/orders', orderBody({ external_ref: `AHEAD-${lat}`, delivery_date: date, address }))
    }
    const { route_uuid } = await builtRoute(shop, date)
    await shop.post(`/routes/${route_uuid}/dispatch`)
    const { body } = await shop.get<RouteWithStops>(`/routes/${route_uuid}`)
    etas.push(body.data.stops.flatMap(({ eta, eta_from: from, eta_to: to }) => [eta, from, to]))
    clock.advance(daysLater * 86_400)
  }
  assert.deepEqual(etas[0], etas[1])
})
