// Tests deliveries whose goods are ready at a time of the day: whatever changes, a route never departs before the goods
// of its load are ready.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRoute } from '../../../src/app/routes/start-route.ts'
import type { PlacesOut } from '../../../src/contract/stop-places.ts'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { ReplanOut } from '../../../src/contract/replan.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { testClock } from '../../helpers/clock.ts'
import { driverOf } from '../../helpers/driver.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

/** 07:00 in New York. */
const clock = testClock(new Date('2027-03-10T12:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const date = dateIn(service, 0)

const localTime = (instant: string | null): string =>
  new Date(instant ?? '').toLocaleTimeString('en-GB', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
  })

async function day() {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId)
  const sent = async (members: object = {}) => {
    const body = orderBody({ delivery_date: date, ...members })
    const answer = await shop.post<OrderOut>('/orders', body)
    assert.ok(answer.status < 300, answer.body.message)
    return { ...answer.body.data, body }
  }
  const build = async () => {
    const built = await shop.post<{
      routes: RouteWithStops[]
      unassigned: { reason: { code: string }; nearest_fix: string | null }[]
    }>('/routes/build', { date, options: { seed: 1 } })
    assert.equal(built.status, 201, built.body.message)
    return built.body.data
  }
  const shown = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data.routes[0] ?? assert.fail()
  return { shop, office, sent, build, shown }
}

test('a route leaves once all its goods are ready, also after an order joins by hand, and when that changes', async () => {
  const { shop, office, sent, build, shown } = await day()
  await sent()
  const order = await sent({ ready_at: '10:30' })
  assert.equal(order.ready_at, '10:30')
  const { routes } = await build()
  assert.equal(localTime(routes[0]?.planned_start ?? null), '10:30')
  const later = await sent({ ready_at: '11:45' })
  const { places } = (await office.get<PlacesOut>(`/orders/${later.order_uuid}/places`)).body.data
  assert.ok(localTime(places[0]?.arrival ?? null) > '11:45')
  const { route_uuid, version } = await shown()
  const moves = [{ order_uuids: [later.order_uuid], to: { route_uuid, position: 2 } }]
  const moved = await office.post<MovesOut>('/moves', { moves, versions: { [route_uuid]: version }, preview: false })
  assert.equal(moved.status, 200, moved.body.message)
  assert.equal(localTime((await shown()).planned_start), '11:45')
  const changed = await shop.post('/orders', { ...later.body, ready_at: '09:15' })
  assert.equal(changed.status, 200, changed.body.message)
  assert.equal(localTime((await shown()).planned_start), '10:30')
})

test('an order that is ready too late for its window is unassigned, with the required time', async () => {
  const { sent, build } = await day()
  await sent()
  await sent({ ready_at: '12:00', window_start: '09:00', window_end: '11:00' })
  const [left] = (await build()).unassigned
  assert.equal(left?.reason.code, 'READY')
})

test('a re-plan never adds it to a route that has left; by hand it joins with a warning', async () => {
  const { shop, office, sent, build, shown } = await day()
  await sent()
  const { routes } = await build()
  const routeId = routes[0]?.route_uuid ?? ''
  await shop.post(`/routes/${routeId}/dispatch`)
  await startRoute(driverOf(app, shop), routeId, clock.now())
  const late = await sent({ ready_at: '14:00' })
  const replan = await shop.post<ReplanOut>('/routes/replan', {
    date,
    order_uuids: [late.order_uuid],
    options: { seed: 1 },
  })
  assert.equal(replan.status, 201, replan.body.message)
  for (const { changes, left_off } of replan.body.data.plans) {
    assert.deepEqual(
      changes.filter(({ change }) => change === 'ADDED'),
      [],
    )
    assert.deepEqual(
      left_off.map(({ order_uuid }) => order_uuid),
      [late.order_uuid],
    )
  }
  const { version } = await shown()
  const moves = [{ order_uuids: [late.order_uuid], to: { route_uuid: routeId, position: 1 } }]
  const moved = await office.post<MovesOut>('/moves', { moves, versions: { [routeId]: version }, preview: false })
  assert.equal(moved.status, 200, moved.body.message)
  assert.deepEqual(moved.body.data.routes[0]?.warnings, [
    { code: 'READY', message: `${late.external_ref} is ready at 2:00 PM, after the route left` },
  ])
})
