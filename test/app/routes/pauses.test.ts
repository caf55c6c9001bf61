// Tests breaks of drivers: they are set in the office's form, planned by a build, and kept through all changes of the
// route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRoute } from '../../../src/app/routes/start-route.ts'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { AcceptOut, ReplanOut } from '../../../src/contract/replan.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { testClock } from '../../helpers/clock.ts'
import { driverOf } from '../../helpers/driver.ts'
import { addDepot, VAN_BODY as van } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

/** 07:00 in New York. */
const clock = testClock(new Date('2027-03-10T12:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const date = dateIn(service, 0)

const lunch = { window_start: '12:00', window_end: '13:00', minutes: 30, paid: false }

/** A van with these rules, its driver, and stops of one hour each from 10:00. */
async function day(rules: object, stops = 4) {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  await addDepot(app, shop.businessId)
  await office.post('/drivers', { name: 'Ann Lee', phone: null, email: null, active: true })
  const { drivers } = (await office.get<FleetOut>('/fleet')).body.data
  const made = await office.post('/vehicles', { ...van, driver_uuid: drivers[0]?.driver_uuid, ...rules })
  assert.equal(made.status, 200, made.body.message)
  const orderAt = async (lat: number, members: object = {}) => {
    const address = { line1: `${lat} Test Street`, city: 'Washington', lat, lng: -77.03 }
    const body = orderBody({ delivery_date: date, address, service_minutes: 60, ...members })
    const sent = await shop.post<{ order_uuid: string }>('/orders', body)
    assert.equal(sent.status, 201, sent.body.message)
    return sent.body.data.order_uuid
  }
  for (let i = 0; i < stops; i++)
    await orderAt(38.93 + i * 0.01, i === 0 ? { window_start: '10:00', window_end: '10:30' } : {})
  const built = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date, options: { seed: 1 } })
  assert.equal(built.status, 201, built.body.message)
  const route = built.body.data.routes[0] ?? assert.fail()
  const read = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
  const shown = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data.routes[0] ?? assert.fail()
  const move = async (orderId: string, position: number) => {
    const { status, body } = await office.post<MovesOut>('/moves', {
      moves: [{ order_uuids: [orderId], to: { route_uuid: route.route_uuid, position } }],
      versions: { [route.route_uuid]: (await shown()).version },
      preview: false,
    })
    assert.equal(status, 200, body.message)
    return body.data.routes[0] ?? assert.fail()
  }
  return { shop, office, route, read, shown, move, orderAt }
}

const minutesBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000
const localTime = (instant: string): string =>
  new Date(instant).toLocaleTimeString('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })

/** Checks that no stop is served during a break, and that `before_sequence` is the next stop. */
function restsBetweenStops({ pauses = [], stops }: RouteWithStops): void {
  for (const { start, end, before_sequence: before } of pauses) {
    for (const { sequence, eta, planned_arrival, service_minutes: minutes } of stops) {
      const arrival = Date.parse(eta ?? planned_arrival)
      if (before !== null && sequence >= before) assert.ok(arrival + minutes * 60_000 > Date.parse(end))
      else assert.ok(arrival + minutes * 60_000 <= Date.parse(start) + 1_000)
    }
  }
}

test('a break is planned in its window, returned with the route, and kept when stops are moved by hand', async () => {
  const { route, read, move, shown } = await day({ breaks: [lunch] })
  const [pause, ...more] = route.pauses ?? []
  assert.ok(pause)
  assert.deepEqual(more, [])
  assert.deepEqual([pause.kind, pause.paid, pause.late_minutes], ['BREAK', false, 0])
  assert.equal(minutesBetween(pause.start, pause.end), 30)
  assert.ok(localTime(pause.start) >= '12:00' && localTime(pause.end) <= '13:00', localTime(pause.start))
  restsBetweenStops(route)
  assert.deepEqual((await shown()).pauses, route.pauses)
  const { after } = await move(route.stops[3]?.order_uuid ?? '', 1)
  const moved = await read()
  assert.equal(moved.pauses?.length, 1)
  restsBetweenStops(moved)
  assert.equal(after.minutes, Math.round(minutesBetween(moved.planned_start ?? '', moved.planned_end ?? '')))
})

test('a route that is back before its break has none; one that gets longer by hand has it, late if necessary', async () => {
  const { route, read, move, orderAt, shown } = await day({ breaks: [{ ...lunch, paid: true }] }, 1)
  assert.equal(route.pauses, undefined)
  await move(await orderAt(38.96, { service_minutes: 120, window_start: '11:00', window_end: '11:15' }), 1)
  const long = await read()
  assert.deepEqual(
    long.pauses?.map(({ before_sequence: before, paid }) => [before, paid]),
    [[null, true]],
  )
  const { warnings } = await shown()
  const { late_minutes: late = 0 } = long.pauses?.[0] ?? {}
  assert.ok(late > 0)
  assert.deepEqual(
    warnings.filter(({ code }) => code === 'BREAK'),
    [{ code: 'BREAK', message: `Break over ${late} min after its window` }],
  )
})

test('an unpaid break is not overtime', async () => {
  const minutes = async (paid: boolean) => {
    const { shown, route } = await day({ breaks: [{ ...lunch, paid }], overtime_after_minutes: 120 })
    const { warnings } = await shown()
    const said = warnings.find(({ code }) => code === 'OVERTIME')?.message ?? ''
    return minutesBetween(route.planned_start ?? '', route.planned_end ?? '') - 120 - Number(/^\d+/.exec(said)?.[0])
  }
  assert.ok((await minutes(true)) < 1)
  assert.equal(Math.floor(await minutes(false)), 30)
})

test('the break stays after a late start and a re-plan, and keeps its time once it is over', async () => {
  const { shop, route, read, orderAt } = await day({ breaks: [lunch] })
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const driver = driverOf(app, shop)
  const start = new Date('2027-03-10T15:30:00Z')
  clock.advance((start.getTime() - clock.now().getTime()) / 1_000)
  await startRoute(driver, route.route_uuid, clock.now())
  const started = await read()
  assert.equal(started.pauses?.length, 1)
  restsBetweenStops(started)
  const urgent = await orderAt(38.95, { service_minutes: 5 })
  const replan = await shop.post<ReplanOut>('/routes/replan', { date, order_uuids: [urgent], options: { seed: 1 } })
  assert.equal(replan.status, 201, replan.body.message)
  const { replan_uuid: id, plans } = replan.body.data
  assert.deepEqual(plans[0]?.left_off, [])
  const accepted = await shop.post<AcceptOut>(`/routes/replan/${id}/accept`, { plan: plans[0]?.goals[0] })
  assert.equal(accepted.status, 200, accepted.body.message)
  const replanned = await read()
  assert.equal(replanned.stops.length, 5)
  assert.equal(replanned.pauses?.length, 1)
  restsBetweenStops(replanned)
  // The first stop is finished after lunch time, so the break counts as taken.
  clock.advance(3 * 3_600)
  const outcome = { status: 'DELIVERED', occurred_at: clock.now().toISOString() }
  const done = await shop.post(`/routes/${route.route_uuid}/stops/${replanned.stops[0]?.stop_uuid}/status`, outcome)
  assert.equal(done.status, 200, done.body.message)
  const after = await read()
  assert.deepEqual(after.pauses, replanned.pauses)
  const [, next] = after.stops
  assert.ok(minutesBetween(clock.now().toISOString(), next?.eta ?? '') < 30)
})

test('invalid breaks are refused with their field', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const refused = async (breaks: unknown) => {
    const { status, body } = await office.post('/vehicles', { ...van, breaks })
    assert.equal(status, 400)
    return body.details.fields
  }
  assert.deepEqual(await refused('at noon'), ['breaks'])
  assert.deepEqual(await refused([{ ...lunch, window_end: '11:00' }]), ['breaks.0.window_end'])
  assert.deepEqual(await refused([{ ...lunch, minutes: 90 }]), ['breaks.0.minutes'])
  const both = [lunch, { ...lunch, window_start: '12:15', minutes: 45 }]
  assert.deepEqual(await refused(both), ['breaks.1.window_end'])
})
