// Tests that positions near a stop count as a visit: drivers send positions, and nobody taps.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { DayOut } from '../../src/contract/day.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { testClock } from '../helpers/clock.ts'
import { addVehicle } from '../helpers/fleet.ts'
import { driverToken } from '../helpers/links.ts'
import { signedIn } from '../helpers/office.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

/** A started route whose stops are 1.1 km apart, unless `latitudes` are given. */
async function started(latitudes = [38.92, 38.93, 38.94, 38.95]) {
  const each = latitudes.map((lat, i) => ({
    address: { line1: `${i + 1} Long Street`, city: 'Washington', lat, lng: -77.03 },
  }))
  const { shop, route } = await dispatchedRoute(service, latitudes.length, {}, each)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const send = async (path: string, body: object) => {
    const response = await fetch(`${service.url}/d/${token}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    assert.equal(response.status, 200)
  }
  const read = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data.stops
  const stays = async () => {
    const rows = await app.db.asBusiness(shop.businessId, (tx) =>
      tx.selectFrom('stops').select(['nearFrom', 'nearUntil']).orderBy('sequence').execute(),
    )
    return rows.map(({ nearFrom, nearUntil }) => nearFrom && nearUntil && (+nearUntil - +nearFrom) / 1000)
  }
  const driver = {
    shop,
    route,
    read,
    stays,
    tap: (kind: string, index?: number, more: object = {}) =>
      send('taps', {
        kind,
        at: clock.now().toISOString(),
        ...(index !== undefined && { stop_uuid: route.stops[index]?.stop_uuid }),
        ...more,
      }),
    /** Sends a position `seconds` after the last one, some meters north of a stop. */
    seen: async (seconds: number, index: number, north = 0, accuracy_meters?: number) => {
      clock.advance(seconds)
      const { lat, lng } = (route.stops[index] as RouteWithStops['stops'][number]).address
      assert.ok(lat !== null)
      await send('position', { lat: lat + north / 111_195, lng, ...(accuracy_meters && { accuracy_meters }) })
    },
    /** Returns the minutes from now to the expected arrival at each stop. */
    minutes: async () => (await read()).map(({ eta }) => (Date.parse(eta ?? '') - clock.now().getTime()) / 60_000),
  }
  await driver.tap('START')
  return driver
}

test('positions at stops count as visits, and later arrivals move although nobody taps', async () => {
  const driver = await started()
  await driver.seen(30, 0, 400)
  await driver.seen(60, 0)
  await driver.seen(70, 0, 10)
  const [here = -1, second = -1] = await driver.minutes()
  assert.equal(here, 0, 'the van stands there now')
  assert.ok(second > 1)
  assert.deepEqual(await driver.stays(), [70, null, null, null])

  await driver.seen(60, 0, 300)
  const left = await driver.minutes()
  assert.equal(left[0], 0)
  assert.ok((left[1] as number) < second, `${left[1]} minutes after ${second}`)
  await driver.seen(60, 1)
  await driver.seen(70, 1)
  await driver.seen(60, 1, 300)
  const minutes = await driver.minutes()
  assert.deepEqual(minutes.slice(0, 2), [0, 0])
  assert.ok((minutes[2] as number) > 0 && (minutes[2] as number) < 6, `third stop in ${minutes[2]} minutes`)
  assert.deepEqual(
    minutes,
    minutes.toSorted((a, b) => a - b),
  )
  const stops = await driver.read()
  assert.ok(stops.every(({ status, arrived_at }) => status !== 'ARRIVED' && arrived_at === null))
  assert.ok(stops.every(({ eta_from, eta, eta_to }) => eta && eta_from && eta_to && eta_from <= eta && eta <= eta_to))

  await driver.tap('OUTCOME', 0, { status: 'DELIVERED' })
  assert.deepEqual(await driver.stays(), [null, 70, null, null])
})

test('a van that leaves a closed stop without a tap has not visited it, and its times stay in order', async () => {
  const driver = await started()
  await app.db.asBusiness(driver.shop.businessId, (tx) =>
    tx
      .updateTable('orders')
      .set({ windowStart: '23:30', windowEnd: '23:59' })
      .where('stopId', '=', driver.route.stops[0]?.stop_uuid as string)
      .execute(),
  )
  await driver.seen(60, 0)
  await driver.seen(70, 0)
  await driver.seen(60, 0, 400)
  const minutes = await driver.minutes()
  assert.ok((minutes[0] as number) > 60, `the closed stop in ${minutes[0]} minutes`)
  assert.deepEqual(
    minutes,
    minutes.toSorted((a, b) => a - b),
  )
})

test('a van that only passes a stop changes nothing', async () => {
  const driver = await started()
  await driver.seen(30, 0, -400)
  await driver.seen(60, 0)
  await driver.seen(60, 0, 400)
  assert.deepEqual(await driver.stays(), [null, null, null, null])
  assert.ok(((await driver.minutes())[0] as number) > 0)
})

test('a position near two stops belongs to the first, and to the second after the first is done', async () => {
  const driver = await started([38.92, 38.9204, 38.94])
  const [first, second] = driver.route.stops.findIndex(({ address }) => address.lat === 38.94) === 0 ? [1, 2] : [0, 1]
  if (first === 1) await driver.tap('OUTCOME', 0, { status: 'DELIVERED' })
  await driver.seen(60, first, 15)
  await driver.seen(70, first, 15)
  assert.deepEqual((await driver.stays()).slice(first, first + 2), [70, null])
  await driver.tap('OUTCOME', first, { status: 'DELIVERED' })
  await driver.seen(70, first, 15)
  assert.deepEqual((await driver.stays()).slice(first, first + 2), [null, 70])
  assert.equal((await driver.minutes())[second], 0)
})

test('inaccurate positions don’t count as a visit', async () => {
  const driver = await started()
  await driver.seen(30, 0, 0, 900)
  await driver.seen(70, 0, 0, 900)
  assert.deepEqual(await driver.stays(), [null, null, null, null])
})

test('a stay ends if the driver takes back the arrival or heads to the stop again', async () => {
  const driver = await started()
  const stand = async () => {
    await driver.seen(60, 0)
    await driver.seen(70, 0)
    assert.equal((await driver.stays())[0], 70)
  }
  await driver.seen(60, 0, 400)
  await stand()
  await driver.tap('ARRIVE', 0)
  assert.equal((await driver.stays())[0], 70)
  await driver.tap('UNDO', 0)
  assert.equal((await driver.stays())[0], null)
  await driver.seen(60, 0, 600)
  await stand()
  await driver.seen(60, 0, 600)
  await driver.tap('HEAD', 1)
  assert.equal((await driver.stays())[0], 70)
  await driver.tap('HEAD', 0)
  assert.equal((await driver.stays())[0], null)
  assert.ok(((await driver.minutes())[0] as number) > 0)
})

test('a stop that moves to another route keeps no stay, nor when it comes back', async () => {
  const driver = await started()
  const { shop, route } = driver
  await driver.seen(60, 0)
  await driver.seen(70, 0)
  assert.equal((await driver.stays())[0], 70)
  const vehicle_uuid = await addVehicle(app, shop.businessId, { name: 'Free van' })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const opened = await office.post<{ route_uuid: string }>('/routes', { date: route.date, vehicle_uuid })
  for (const route_uuid of [opened.body.data.route_uuid, route.route_uuid]) {
    const day = (await office.get<DayOut>(`/day?date=${route.date}`)).body.data
    const versions = Object.fromEntries(day.routes.map((one) => [one.route_uuid, one.version]))
    const moves = [{ order_uuids: [route.stops[0]?.order_uuid], to: { route_uuid, position: 0 } }]
    const moved = await office.post('/moves', { moves, versions, preview: false })
    assert.equal(moved.status, 200, moved.body.message)
    assert.deepEqual(await driver.stays(), [null, null, null, null])
  }
})
