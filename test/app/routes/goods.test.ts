// Tests goods that are picked up during a route: brought back to the depot, or on to another delivery of the same
// route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRoute } from '../../../src/app/routes/start-route.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { OptimizeOut } from '../../../src/contract/optimize.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { AcceptOut, ReplanOut } from '../../../src/contract/replan.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../helpers/clock.ts'
import { driverOf } from '../../helpers/driver.ts'
import { addDepot, addDriver, addVehicle } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

/** 07:00 in New York. */
const clock = testClock(new Date('2027-03-10T12:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const date = dateIn(service, 1)

interface Built {
  routes: RouteWithStops[]
  unassigned: { external_ref: string; reason: { code: string; message: string }; nearest_fix: string | null }[]
}

/** A business with this number of vans for 100 lb each, and orders north of the depot. */
async function shopWith(vans: number, day = date) {
  const shop = await service.business()
  await addDepot(app, shop.businessId)
  const driverId = await addDriver(app, shop.businessId)
  for (let i = 1; i <= vans; i++)
    await addVehicle(app, shop.businessId, { name: `Van ${i}`, driverId, capacityLbs: 100 })
  const sent = async (lat: number, members: Record<string, unknown> = {}) => {
    const address = { line1: `${lat} Test Street`, city: 'Washington', lat, lng: -77.03 }
    const { status, body } = await shop.post<OrderOut>(
      '/orders',
      orderBody({ delivery_date: day, address, ...members }),
    )
    assert.equal(status, 201, body.message)
    return body.data
  }
  const built = async (members: Record<string, unknown> = {}) => {
    const { status, body } = await shop.post<Built>('/routes/build', { date: day, ...members })
    assert.ok([201, 409].includes(status), body.message)
    return body.data ?? { routes: [], unassigned: body.details?.unassigned as Built['unassigned'] }
  }
  return { shop, sent, built }
}

const refs = ({ stops }: RouteWithStops) => stops.map(({ external_ref }) => external_ref)

test('picked-up goods need capacity until the end of the trip, so deliveries that free capacity come first', async () => {
  const { shop, sent, built } = await shopWith(1)
  // The stops are in a line from the depot, so the distance is the same in both driving orders.
  const near = await sent(38.93, { load_weight_lbs: 40, pickup_weight_lbs: 90, pickup_pieces: 2 })
  const far = await sent(38.96, { load_weight_lbs: 60 })
  const { routes, unassigned } = await built()
  assert.deepEqual(unassigned, [])
  assert.deepEqual(routes.map(refs), [[far.external_ref, near.external_ref]])
  const read = (await shop.get<OrderOut>(`/orders/${near.external_ref}`)).body.data
  assert.deepEqual([read.pickup_weight_lbs, read.pickup_pieces, 'pickup_cubic_feet' in read], [90, 2, false])

  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const day = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data
  const [route] = (await day()).routes
  const moved = await office.post('/moves', {
    moves: [{ order_uuids: [near.order_uuid], to: { route_uuid: route?.route_uuid, position: 0 } }],
    versions: { [route?.route_uuid ?? '']: route?.version },
    preview: false,
  })
  assert.equal(moved.status, 200, moved.body.message)
  assert.deepEqual(
    (await day()).routes[0]?.warnings.map(({ message }) => message),
    ['50 lb more than Van 1 carries (150 of 100 lb)'],
  )
})

test('a pickup above the capacity is unassigned, with its reason and fix', async () => {
  const { sent, built } = await shopWith(1)
  await sent(38.93, { pickup_weight_lbs: 120 })
  const { unassigned } = await built()
  assert.deepEqual(
    unassigned.map(({ reason, nearest_fix }) => [reason.code, nearest_fix]),
    [['CAPACITY', 'add 20 lb of capacity to vehicle Van 1']],
  )
})

test('goods of another stop: on the same vehicle, after that stop', async () => {
  const { shop, sent, built } = await shopWith(2)
  const bakery = await sent(38.99, { external_ref: 'BAKERY', load_weight_lbs: 0 })
  const cafe = await sent(38.92, { goods_from: 'BAKERY', max_ride_minutes: 90, load_weight_lbs: 50 })
  const other = await sent(38.95, { load_weight_lbs: 90 })
  const { routes, unassigned } = await built()
  assert.deepEqual(unassigned, [])
  const route = routes.find((one) => refs(one).includes('BAKERY')) ?? assert.fail()
  assert.deepEqual(
    refs(route).filter((ref) => ref !== other.external_ref),
    [bakery.external_ref, cafe.external_ref],
  )

  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const day = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data
  const before = await day()
  const elsewhere = before.routes.find(({ route_uuid }) => route_uuid !== route.route_uuid) ?? assert.fail()
  const moved = await office.post('/moves', {
    moves: [{ order_uuids: [bakery.order_uuid], to: { route_uuid: elsewhere.route_uuid, position: 0 } }],
    versions: Object.fromEntries(before.routes.map(({ route_uuid, version }) => [route_uuid, version])),
    preview: false,
  })
  assert.equal(moved.status, 200, moved.body.message)
  const warned = (await day()).routes.flatMap(({ warnings }) => warnings)
  assert.deepEqual(
    warned.map(({ code, message }) => [code, message]),
    [['PAIR', `${cafe.external_ref} has its goods from BAKERY, which is not on this route`]],
  )
})

test("a stop whose goods come from another stop can't give goods, also if two name each other", async () => {
  const { sent, built } = await shopWith(1)
  await sent(38.92, { external_ref: 'EGG', goods_from: 'HEN' })
  await sent(38.93, { external_ref: 'HEN', goods_from: 'EGG' })
  await sent(38.94, { external_ref: 'MILL' })
  await sent(38.95, { external_ref: 'BAKERY', goods_from: 'MILL' })
  await sent(38.96, { external_ref: 'CAFE', goods_from: 'BAKERY' })
  const { routes, unassigned } = await built()
  assert.deepEqual(routes.map(refs), [['MILL', 'BAKERY']])
  const why = (giver: string) => `its goods are picked up at ${giver}, whose own goods are also picked up on the way`
  assert.deepEqual(
    unassigned.map(({ external_ref, reason, nearest_fix }) => [external_ref, reason.message, nearest_fix]),
    [
      ['EGG', why('HEN'), 'name another delivery, or none'],
      ['HEN', why('EGG'), 'name another delivery, or none'],
      ['CAFE', why('BAKERY'), 'name another delivery, or none'],
    ],
  )
})

test('an order whose goods come from a stop outside the build is unassigned with a fix', async () => {
  const { shop, sent, built } = await shopWith(1)
  const said = async (ref: string) => {
    const { unassigned } = await built({ external_refs: [ref] })
    const left = unassigned.find(({ external_ref }) => external_ref === ref)
    return [left?.reason.code, left?.reason.message, left?.nearest_fix]
  }
  const cafe = await sent(38.92, { external_ref: 'CAFE', goods_from: 'BAKERY' })
  assert.deepEqual(await said('CAFE'), ['PAIR', 'its goods are picked up at BAKERY, which is not known', null])
  const bakery = await sent(38.93, { external_ref: 'BAKERY' })
  assert.deepEqual(await said('CAFE'), [
    'PAIR',
    'its goods are picked up at BAKERY, which is not in this build',
    'build both together',
  ])
  await sent(38.94, { external_ref: 'DELI', goods_from: 'BAKERY' })
  const { routes, unassigned } = await built()
  assert.deepEqual(routes.map(refs), [['BAKERY', 'CAFE']])
  assert.deepEqual(
    unassigned.map(({ external_ref, reason }) => [external_ref, reason.message]),
    [['DELI', 'its goods are picked up at BAKERY, where the goods of another delivery are picked up already']],
  )
  await shop.post(`/orders/${bakery.external_ref}/cancel`)
  await shop.post(`/routes/${routes[0]?.route_uuid}/cancel`)
  assert.deepEqual(await said(cafe.external_ref), [
    'PAIR',
    'its goods are picked up at BAKERY, which is canceled',
    null,
  ])
})

test('an urgent delivery whose goods are on a route in progress joins that route, after their pickup', async () => {
  const today = dateIn(service, 0)
  const { shop, sent, built } = await shopWith(2, today)
  await sent(38.99, { external_ref: 'BAKERY', load_weight_lbs: 0 })
  await sent(38.85)
  const { routes } = await built()
  for (const { route_uuid } of routes) {
    await shop.post(`/routes/${route_uuid}/dispatch`)
    await startRoute(driverOf(app, shop), route_uuid, clock.now())
  }
  const cafe = await sent(38.86, { external_ref: 'CAFE', goods_from: 'BAKERY', load_weight_lbs: 10 })
  const options = { time_limit_seconds: 0.2, seed: 1 }
  const asked = await shop.post<ReplanOut>('/routes/replan', { date: today, order_uuids: [cafe.order_uuid], options })
  assert.equal(asked.status, 201, asked.body.message)
  const done = await shop.post<AcceptOut>(`/routes/replan/${asked.body.data.replan_uuid}/accept`, {
    plan: 'FEWEST_CHANGES',
  })
  assert.equal(done.status, 200, done.body.message)
  const carrier = routes.find((route) => refs(route).includes('BAKERY')) ?? assert.fail()
  const after = (await shop.get<RouteWithStops>(`/routes/${carrier.route_uuid}`)).body.data
  assert.deepEqual(refs(after), ['BAKERY', 'CAFE'])
})

test('goods of a delivered pickup are at the depot once its route is back, without a warning', async () => {
  const { shop, sent, built } = await shopWith(2)
  await sent(38.93, { external_ref: 'BAKERY' })
  const [first] = (await built()).routes
  assert.ok(first)
  const path = `/routes/${first.route_uuid}`
  await shop.post(`${path}/dispatch`)
  await startRoute(driverOf(app, shop), first.route_uuid, clock.now())
  const done = await shop.post(`${path}/stops/${first.stops[0]?.stop_uuid}/status`, { status: 'DELIVERED' })
  assert.equal(done.status, 200, done.body.message)
  await settleOutcomesJob.run({ ...app, clock: () => new Date(clock.now().getTime() + 3_600_000) })
  assert.equal((await shop.get<RouteWithStops>(path)).body.data.status, 'COMPLETED')

  const cafe = await sent(38.92, { external_ref: 'CAFE', goods_from: 'BAKERY', load_weight_lbs: 10 })
  assert.deepEqual((await built()).routes.map(refs), [['CAFE']])
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { routes } = (await office.get<DayOut>(`/day?date=${date}`)).body.data
  const route = routes.find(({ stops }) => stops.some(({ order_uuid }) => order_uuid === cafe.order_uuid))
  assert.deepEqual(route?.warnings, [])
  assert.equal((await shop.get<OrderOut>('/orders/CAFE')).body.data.goods_from, 'BAKERY')
})

test('picked-up goods are in their vehicle until it is back, then at the depot', async () => {
  const today = dateIn(service, 0)
  const { shop, sent, built } = await shopWith(2, today)
  await app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set({ undoWindowSeconds: 0 }).execute())
  const bakery = await sent(38.93, { external_ref: 'BAKERY', load_weight_lbs: 0 })
  const other = await sent(38.96)
  const { routes } = await built({ options: { balance: 'NONE', vehicles: 'FEWEST' } })
  const [route] = routes
  assert.equal(routes.length, 1)
  await shop.post(`/routes/${route?.route_uuid}/dispatch`)
  await startRoute(driverOf(app, shop), route?.route_uuid ?? '', clock.now())
  const deliver = async ({ order_uuid }: OrderOut) => {
    const stop = route?.stops.find((one) => one.order_uuid === order_uuid)
    const done = await shop.post(`/routes/${route?.route_uuid}/stops/${stop?.stop_uuid}/status`, {
      status: 'DELIVERED',
    })
    assert.equal(done.status, 200, done.body.message)
  }
  await deliver(bakery)
  await sent(38.92, { external_ref: 'CAFE', goods_from: 'BAKERY' })
  const { unassigned } = await built({ external_refs: ['CAFE'] })
  assert.deepEqual(
    unassigned.map(({ reason, nearest_fix }) => [reason.message, nearest_fix]),
    [[`its goods are picked up at BAKERY, which is on ${route?.name} already`, 'fit it into that route']],
  )
  await deliver(other)
  assert.deepEqual((await built({ external_refs: ['CAFE'] })).routes.map(refs), [['CAFE']])
})

test('400 names the field', async () => {
  const { shop } = await shopWith(0)
  for (const [members, fields] of [
    [{ external_ref: 'SAME', goods_from: 'SAME' }, ['goods_from']],
    [{ max_ride_minutes: 30 }, ['goods_from']],
    [
      { pickup_weight_lbs: -1, max_ride_minutes: 2_000, goods_from: '' },
      ['pickup_weight_lbs', 'goods_from', 'max_ride_minutes'],
    ],
  ] as const) {
    const { status, body } = await shop.post('/orders', orderBody({ delivery_date: date, ...members }))
    assert.deepEqual([status, body.details.fields], [400, fields])
  }
})

test('POST /optimize: pickups and goods of other stops, or 400', async () => {
  const shop = await service.business()
  const stop = (id: string, lat: number, members: object = {}) => ({
    id,
    lat,
    lng: -77.03,
    service_minutes: 0,
    ...members,
  })
  const ask = (stops: object[]) =>
    shop.post<OptimizeOut>('/optimize', {
      depot: { lat: 38.9, lng: -77.03 },
      vehicles: [{ id: 'van', capacity_lbs: 100 }],
      stops,
      options: { iterations: 200, seed: 1 },
    })
  const { body } = await ask([
    stop('to', 38.92, { goods_from: 'from', load_weight_lbs: 90, max_ride_minutes: 60 }),
    stop('from', 38.98),
    stop('back', 38.95, { pickup_weight_lbs: 60 }),
  ])
  assert.deepEqual(
    body.data.routes.map(({ stops }) => stops.map(({ id }) => id)),
    [['from', 'to', 'back']],
    'both at once are more than it carries',
  )
  const { body: late } = await ask([stop('to', 38.6, { goods_from: 'from', max_ride_minutes: 5 }), stop('from', 38.98)])
  assert.deepEqual(
    late.data.unassigned.map(({ reason }) => reason.code),
    ['PAIR', 'PAIR'],
  )
  assert.equal(late.data.unassigned[0]?.reason.message, 'vehicle van can’t bring it from from to to within 5 minutes')
  const { body: atOnce } = await ask([
    stop('to', 38.92, { goods_from: 'from', max_ride_minutes: 0 }),
    stop('from', 38.98),
  ])
  assert.match(atOnce.data.unassigned[0]?.reason.message ?? '', /within 0 minutes/)
  const locked = (sequence: number) => ({ locked: { vehicle_id: 'van', sequence } })
  const turned = await ask([stop('to', 38.92, { goods_from: 'from', ...locked(1) }), stop('from', 38.98, locked(2))])
  assert.deepEqual([turned.status, turned.body.details.fields], [400, ['stops.0.locked.sequence']])
  const wrong = await ask([
    stop('a', 38.91, { goods_from: 'none' }),
    stop('b', 38.92, { goods_from: 'c' }),
    stop('c', 38.93, { goods_from: 'd' }),
    stop('d', 38.94),
    stop('e', 38.95, { goods_from: 'd' }),
  ])
  assert.equal(wrong.status, 400)
  assert.deepEqual(wrong.body.details.fields, ['stops.0.goods_from', 'stops.1.goods_from', 'stops.4.goods_from'])
})
