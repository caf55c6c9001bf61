// Tests what drivers report about their day: that they run late, take a break, or have a problem with the vehicle.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { DayOut } from '../../src/contract/day.ts'
import type { ExceptionsOut } from '../../src/contract/exceptions.ts'
import { DriverRoute } from '../../src/contract/driver.ts'
import { expectAuditRow } from '../helpers/audit.ts'
import { testClock } from '../helpers/clock.ts'
import { driverToken } from '../helpers/links.ts'
import { fits } from '../helpers/matching.ts'
import { signedIn } from '../helpers/office.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type JsonBody, startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })

async function onTheRoad(stops: number, members: Record<string, unknown> = {}) {
  const { shop, route } = await dispatchedRoute(service, stops, members)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const send = async (path: string, body: unknown, key: string = randomUUID()) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const response = await fetch(`${service.url}/d/${token}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as JsonBody<DriverRoute> }
  }
  const tap = async (fields: Record<string, unknown>, key?: string): Promise<DriverRoute> => {
    const { status, body } = await send('taps', { at: clock.now().toISOString(), ...fields }, key)
    assert.equal(status, 200, body.message)
    assert.deepEqual(body.data, fits('the run', DriverRoute, body.data))
    return body.data
  }
  const day = async () => {
    const { body } = await office.get<DayOut>(`/day?date=${route.date}`)
    return body.data.routes.find(({ route_uuid }) => route_uuid === route.route_uuid) ?? assert.fail()
  }
  const by = { kind: 'DRIVER', id: route.driver?.driver_uuid ?? '' } as const
  return { shop, route, office, send, tap, day, by, id: (i: number) => route.stops[i]?.stop_uuid ?? assert.fail() }
}

const etas = ({ stops }: Pick<DriverRoute, 'stops'>) => stops.map(({ eta }) => Date.parse(eta ?? ''))
const minutesLater = (before: DriverRoute, after: DriverRoute) =>
  etas(after).map((eta, i) => Math.round((eta - (etas(before)[i] ?? 0)) / 60_000))

test('a driver who runs late moves every later arrival once, until the next event on the route', async () => {
  const { shop, route, tap, day, by, id } = await onTheRoad(3)
  const started = await tap({ kind: 'START' })
  clock.advance(1)
  const key = randomUUID()
  const late = { kind: 'DELAY', minutes: 20, at: clock.now().toISOString() }
  await tap(late, key)
  const after = await tap(late, key)
  assert.deepEqual(minutesLater(started, after), [20, 20, 20])
  assert.equal((await day()).held_until, after.held_until)
  const detail = { minutes: 20 }
  await expectAuditRow(service, shop, 'route.delayed', { entityId: route.route_uuid, by, detail })

  const later = await tap({ kind: 'DELAY', minutes: 10 })
  assert.deepEqual(minutesLater(started, later), [30, 30, 30], 'later than shown')
  const over = await tap({ kind: 'DELAY', minutes: 0 })
  assert.deepEqual([minutesLater(started, over), over.held_until], [[0, 0, 0], null])

  await tap({ kind: 'DELAY', minutes: 30 })
  clock.advance(60)
  assert.equal((await tap({ kind: 'ARRIVE', stop_uuid: id(0) })).held_until, null)
})

test('a delay adds to the time that a driver on the road still needs', async () => {
  const { route, send, tap, id } = await onTheRoad(2)
  await tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: id(0) })
  clock.advance(600)
  const { lat, lng } = route.stops[1]?.address ?? assert.fail()
  await send('position', { lat, lng: (lng ?? 0) + 0.01 })
  const near = await tap({ kind: 'DELAY', minutes: 0 })
  assert.deepEqual(minutesLater(near, await tap({ kind: 'DELAY', minutes: 20 }))[1], 20)
})

test('a customer whose time no longer holds because the driver runs late gets one message', async () => {
  const { shop, tap } = await onTheRoad(2, { customer_phone: '+12025550143', sms_consent: true })
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ notifyOnTheWay: true }).execute(),
  )
  await tap({ kind: 'START' })
  const told = async () => {
    const rows = await service.app.db.asBusiness(shop.businessId, (tx) =>
      tx.selectFrom('messages').select('orderId').where('kind', '=', 'DELAYED').execute(),
    )
    return new Set(rows.map(({ orderId }) => orderId)).size === rows.length ? rows.length : rows
  }
  await tap({ kind: 'DELAY', minutes: 10 })
  assert.equal(await told(), 0, 'within the range that the customers were given')
  for (let i = 0; i < 2; i++) await tap({ kind: 'DELAY', minutes: 120 })
  assert.equal(await told(), 2)
})

test('a delay must have minutes, and is refused after the end of the route but stored for the office', async () => {
  const { shop, route, send, day } = await onTheRoad(1)
  const at = clock.now().toISOString()
  for (const minutes of [undefined, -1, 241, 2.5]) {
    const { status, body } = await send('taps', { kind: 'DELAY', at, minutes })
    assert.deepEqual([status, body.details.fields], [400, ['minutes']])
  }
  assert.equal((await send('taps', { kind: 'START', at, minutes: 10 })).status, 400)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  assert.equal((await send('taps', { kind: 'DELAY', at, minutes: 10 })).status, 410)
  assert.equal((await day()).refused_taps, 1)
})

test('an additional break moves every later arrival by its length, until it ends', async () => {
  const { shop, route, tap, day, by } = await onTheRoad(3)
  const started = await tap({ kind: 'START' })
  const key = randomUUID()
  const start = { kind: 'BREAK_START', minutes: 30, at: clock.now().toISOString() }
  await tap(start, key)
  const on = await tap(start, key)
  assert.deepEqual(minutesLater(started, on), [30, 30, 30])
  assert.deepEqual(
    on.route.pauses?.map(({ kind, recorded, before_sequence }) => [kind, recorded, before_sequence]),
    [['BREAK', 'RUNNING', 1]],
  )
  assert.equal((await day()).pauses?.[0]?.recorded, 'RUNNING')
  const entityId = route.route_uuid
  await expectAuditRow(service, shop, 'route.break_started', { entityId, by, detail: { minutes: 30 } })
  clock.advance(600)
  const off = await tap({ kind: 'BREAK_END' })
  assert.ok(
    minutesLater(started, off).every((minutes) => minutes >= 9 && minutes <= 12),
    `${minutesLater(started, off).join()} after a break of 10 minutes`,
  )
  assert.equal(off.route.pauses?.[0]?.recorded, 'ENDED')
  await expectAuditRow(service, shop, 'route.break_ended', { entityId, by })
})

test('a break that the driver forgets to end is over at the next stop', async () => {
  const { tap, id } = await onTheRoad(2)
  await tap({ kind: 'START' })
  await tap({ kind: 'BREAK_START', minutes: 10 })
  clock.advance(3_000)
  const at = clock.now().toISOString()
  const arrived = await tap({ kind: 'ARRIVE', stop_uuid: id(0) })
  assert.deepEqual(
    arrived.route.pauses?.map(({ recorded, end }) => [recorded, end]),
    [['ENDED', at]],
  )
})

test('a break needs a route under way and a length', async () => {
  const { send } = await onTheRoad(1)
  const at = clock.now().toISOString()
  const early = await send('taps', { kind: 'BREAK_START', at, minutes: 10 })
  assert.deepEqual([early.status, early.body.details.code], [409, 'ROUTE_NOT_RUNNING'])
  assert.deepEqual((await send('taps', { kind: 'BREAK_START', at })).body.details.fields, ['minutes'])
  assert.deepEqual((await send('taps', { kind: 'BREAK_END', at, minutes: 5 })).body.details.fields, ['minutes'])
})

test('the office sees a problem with the vehicle until the driver continues or says that it is solved', async () => {
  const { shop, route, tap, day, by, id } = await onTheRoad(2)
  await tap({ kind: 'START' })
  const reported = { reason: 'Flat tire', driver_notes: 'Rear left', at: clock.now().toISOString() }
  const { problem } = await tap({ kind: 'PROBLEM', ...reported })
  assert.deepEqual(problem, { reason: 'Flat tire', notes: 'Rear left', at: reported.at })
  assert.deepEqual((await day()).problem, problem)
  const entityId = route.route_uuid
  await expectAuditRow(service, shop, 'route.problem_reported', { entityId, by, detail: { reason: 'Flat tire' } })
  clock.advance(60)
  assert.equal((await tap({ kind: 'PROBLEM' })).problem, null)
  await expectAuditRow(service, shop, 'route.problem_solved', { entityId, by })
  clock.advance(60)
  await tap({ kind: 'PROBLEM', reason: 'Accident' })
  clock.advance(60)
  assert.equal((await tap({ kind: 'ARRIVE', stop_uuid: id(0) })).problem, null)
  assert.equal((await day()).problem, null)
})

test('the office closes the problem on its screen, but not a later one', async () => {
  const { shop, route, office, tap, day } = await onTheRoad(2)
  await tap({ kind: 'START' })
  const solve = (at: string) => office.post<JsonBody<null>>(`/routes/${route.route_uuid}/problem/solve`, { at })
  const first = await tap({ kind: 'PROBLEM', reason: 'Flat tire' })
  clock.advance(60)
  const second = await tap({ kind: 'PROBLEM', reason: 'Accident' })
  const stale = await solve(first.problem?.at ?? '')
  assert.equal(stale.status, 409)
  assert.equal((await day()).problem?.reason, 'Accident')
  clock.advance(60)
  assert.equal((await solve(second.problem?.at ?? '')).status, 200)
  assert.equal((await day()).problem, null)
  assert.equal((await solve(second.problem?.at ?? '')).status, 409, 'it is closed already')
  await expectAuditRow(service, shop, 'route.problem_solved', { entityId: route.route_uuid, by: { kind: 'OFFICE' } })
  const at = new Date(Date.parse(second.problem?.at ?? '') + 30_000).toISOString()
  assert.equal((await tap({ kind: 'PROBLEM', reason: 'Flat tire', at })).problem?.reason, 'Flat tire', 'a later report')
})

const at = (): string => clock.now().toISOString()

test('a driver reports that a street is wrong once, and the office answers with the hours or dismisses it', async () => {
  const { shop, route, office, send, tap, by, id } = await onTheRoad(2)
  await tap({ kind: 'START' })
  const reports = async (date = route.date) =>
    (await office.get<ExceptionsOut>(`/exceptions?date=${date}`)).body.data.streets
  assert.deepEqual(await reports(), [])
  const key = randomUUID()
  const said = { kind: 'STREET', stop_uuid: id(1), reason: 'Closed at this time', driver_notes: 'Gate', at: at() }
  assert.equal((await send('taps', { ...said, reason: null })).status, 400, 'a report has a kind')
  for (let i = 0; i < 2; i++) await tap(said, key)
  const entityId = id(1)
  await expectAuditRow(service, shop, 'stop.street_reported', { entityId, by, detail: { reason: said.reason } })
  const stop = route.stops[1] ?? assert.fail()
  const { lat, lng } = stop.address
  assert.deepEqual(await reports(), [
    {
      route_uuid: route.route_uuid,
      route_name: route.name,
      date: route.date,
      stop_uuid: id(1),
      order_uuid: stop.order_uuid,
      external_ref: stop.external_ref,
      line1: stop.address.line1,
      reason: said.reason,
      notes: 'Gate',
      at: said.at,
      map_url: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=19/${lat}/${lng}`,
      address_street_hours: null,
    },
  ])
  assert.deepEqual(await reports('01/01/2020'), [], 'a past day has only its own reports')
  const hours = await office.post(`/orders/${stop.order_uuid}/street-hours`, { street_hours: '06:00-23:00' })
  assert.equal(hours.status, 200, hours.body.message)
  assert.deepEqual(await reports(), [])

  await tap({ ...said, reason: 'My vehicle doesn’t fit', driver_notes: null })
  assert.deepEqual(
    (await reports()).map(({ reason, notes, address_street_hours }) => [reason, notes, address_street_hours]),
    [['My vehicle doesn’t fit', null, '06:00-23:00']],
  )
  const dismiss = () => office.post(`/routes/${route.route_uuid}/street-reports/dismiss`, { stop_uuid: id(1) })
  assert.equal((await dismiss()).status, 200)
  assert.deepEqual([await reports(), (await dismiss()).status], [[], 404])
  const dismissedBy = { kind: 'OFFICE' } as const
  await expectAuditRow(service, shop, 'stop.street_report_dismissed', { entityId, by: dismissedBy })

  // A report after the end of the route is stored with the late taps.
  await tap({ kind: 'END' })
  assert.equal((await send('taps', { ...said, at: at() })).status, 409)
  assert.deepEqual(await reports(), [])
})
