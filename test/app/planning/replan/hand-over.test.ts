// Tests hand-overs of loaded goods between vehicles, over real HTTP: proposed, accepted, driven, re-planned, undone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arriveAtStop } from '../../../../src/app/routes/arrive-at-stop.ts'
import { headToStop } from '../../../../src/app/routes/head-to-stop.ts'
import { startRoute } from '../../../../src/app/routes/start-route.ts'
import type { DayOut } from '../../../../src/contract/day.ts'
import type { OrderOut } from '../../../../src/contract/order.ts'
import type { AcceptOut, ReplanOut, ReplanPlanOut } from '../../../../src/contract/replan.ts'
import type { RouteWithStops } from '../../../../src/contract/routes.ts'
import { testClock } from '../../../helpers/clock.ts'
import { driverOf } from '../../../helpers/driver.ts'
import { addDepot, addDriver, addVehicle } from '../../../helpers/fleet.ts'
import { signedIn } from '../../../helpers/office.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { dateIn } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'

/** 10:00 in New York. */
const clock = testClock(new Date('2027-03-10T15:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const date = dateIn(service, 0)
const options = { time_limit_seconds: 0.4, seed: 1 }

async function orderAt(shop: Client, lat: number, members: Record<string, unknown> = {}): Promise<OrderOut> {
  const address = { line1: `${lat} Test Street`, city: 'Washington', lat, lng: -77.03 }
  const answer = await shop.post<OrderOut>('/orders', orderBody({ delivery_date: date, address, ...members }))
  assert.equal(answer.status, 201, answer.body.message)
  return answer.body.data
}

/** Two started routes, north and south of the depot, with three stops each. */
async function dayUnderWay(members: object = {}) {
  const shop = await service.business()
  const depot = await addDepot(app, shop.businessId)
  const driverId = await addDriver(app, shop.businessId)
  for (const name of ['Van A', 'Van B']) await addVehicle(app, shop.businessId, { name, driverId, ...members })
  for (const lat of [38.93, 38.95, 38.97, 38.87, 38.85, 38.83]) await orderAt(shop, lat, { load_weight_lbs: 40 })
  const built = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', {
    date,
    options: { balance: 'STOPS', time_limit_seconds: 1, seed: 1 },
  })
  assert.equal(built.status, 201, built.body.message)
  for (const { route_uuid } of built.body.data.routes) {
    await shop.post(`/routes/${route_uuid}/dispatch`)
    await startRoute(driverOf(app, shop), route_uuid, clock.now())
  }
  const routes = await Promise.all(built.body.data.routes.map((route) => read(shop, route)))
  const [north, south] = routes.sort((a, b) => latOf(b) - latOf(a))
  assert.ok(north && south && north.stops.length === 3)
  return { shop, depot, north, south }
}

const latOf = ({ stops }: RouteWithStops): number => Math.max(...stops.map(({ address }) => address.lat ?? 0))
const read = async (shop: Client, { route_uuid }: { route_uuid: string }) =>
  (await shop.get<RouteWithStops>(`/routes/${route_uuid}`)).body.data
const refs = ({ stops }: RouteWithStops) => stops.map(({ external_ref }) => external_ref)
const open = ({ stops }: RouteWithStops) =>
  stops.filter(({ status }) => status !== 'DELIVERED').map(({ external_ref }) => external_ref)

const propose = (shop: Client, body: Record<string, unknown>) =>
  shop.post<ReplanOut>('/routes/replan', { date, options, ...body })
const accept = (shop: Client, { replan_uuid }: ReplanOut) =>
  shop.post<AcceptOut>(`/routes/replan/${replan_uuid}/accept`, { plan: 'FEWEST_CHANGES' })
async function plansFor(shop: Client, body: Record<string, unknown>) {
  const { status, body: answer } = await propose(shop, body)
  assert.equal(status, 201, answer.message)
  const plan = answer.data.plans.find(({ goals }) => goals.includes('FEWEST_CHANGES'))
  assert.ok(plan)
  return { replan: answer.data, plan }
}
async function accepted(shop: Client, body: Record<string, unknown>): Promise<ReplanPlanOut> {
  const { replan, plan } = await plansFor(shop, body)
  const { status, body: answer } = await accept(shop, replan)
  assert.equal(status, 200, answer.message)
  return plan
}

const delivered = async (shop: Client, route: RouteWithStops, place = 0) => {
  const { stop_uuid } = (await read(shop, route)).stops[place] ?? assert.fail()
  await arriveAtStop(driverOf(app, shop), { routeId: route.route_uuid, stopId: stop_uuid }, clock.now())
  const done = await shop.post(`/routes/${route.route_uuid}/stops/${stop_uuid}/status`, { status: 'DELIVERED' })
  assert.equal(done.status, 200, done.body.message)
}

const metersUp = 0.01
const meeting = { lat: 38.9 + metersUp, lng: -77.02 }

test('the goods in a broken-down vehicle go to another one, which picks them up first', async () => {
  const { shop, north, south } = await dayUnderWay()
  const body = {
    broken_down: [north.route_uuid],
    hand_over: [{ route_uuid: north.route_uuid, ...meeting, from: '10:30', minutes: 15 }],
  }
  const { replan, plan } = await plansFor(shop, body)
  assert.deepEqual(plan.left_off, [])
  assert.equal(plan.changes.filter(({ change }) => change === 'MOVED').length, 3)
  const [planned] = plan.routes.find(({ route_uuid }) => route_uuid === south.route_uuid)?.hand_overs ?? []
  assert.ok(planned)
  assert.deepEqual(
    [planned.from_route, planned.name, planned.lat, planned.lng, planned.stops],
    [north.name, null, meeting.lat, meeting.lng, 3],
  )
  assert.deepEqual(refs(await read(shop, south)), refs(south), 'a proposal changes nothing')
  const answer = await accept(shop, replan)
  assert.equal(answer.status, 200, answer.body.message)

  const after = await read(shop, south)
  const first = after.stops.find(({ external_ref }) => refs(north).includes(external_ref)) ?? assert.fail()
  const pauses = after.pauses ?? []
  assert.equal(pauses.length, 1)
  const [taking] = pauses
  assert.deepEqual(taking?.hand_over, { from_route: north.name, name: null, ...meeting })
  assert.equal(taking?.before_sequence, first.sequence)
  assert.equal(planned.before_sequence, first.sequence)
  const [start, end] = [new Date(taking?.start ?? 0), new Date(taking?.end ?? 0)]
  assert.ok(start >= new Date('2027-03-10T15:30:00Z'), 'not before the goods are there')
  assert.equal(end.getTime() - start.getTime(), 15 * 60_000)
  assert.ok(new Date(first.eta ?? 0) > end)
  assert.ok(Math.abs(start.getTime() - new Date(planned.start).getTime()) < 15 * 60_000, 'about as proposed')
  const giver = await read(shop, north)
  assert.deepEqual([giver.status, giver.stops], ['IN_PROGRESS', []])
})

test('the goods are on board once one of their stops is reached; before that they may go to a third vehicle', async () => {
  const { shop, depot, north, south } = await dayUnderWay()
  const driverId = await addDriver(app, shop.businessId)
  const vehicle_uuid = await addVehicle(app, shop.businessId, { name: 'Van C', driverId })
  await accepted(shop, {
    broken_down: [north.route_uuid],
    route_uuids: [south.route_uuid],
    hand_over: [{ route_uuid: north.route_uuid, depot_uuid: depot }],
  })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const third = (await office.post<{ route_uuid: string }>('/routes', { date, vehicle_uuid })).body.data
  const moved = await accepted(shop, { broken_down: [south.route_uuid] })
  assert.deepEqual(
    moved.changes.map(({ after }) => after.route_uuid),
    north.stops.map(() => third.route_uuid),
    'what south had loaded comes off, what it was to take over goes on',
  )
  const other = await read(shop, third)
  assert.deepEqual(refs(other).sort(), refs(north).sort())
  assert.equal(other.pauses?.[0]?.hand_over?.name, 'Test depot')
  assert.equal(other.pauses?.[0]?.before_sequence, 1)

  await shop.post(`/routes/${third.route_uuid}/dispatch`)
  await startRoute(driverOf(app, shop), third.route_uuid, clock.now())
  await delivered(shop, await read(shop, third))
  const { plan } = await plansFor(shop, { broken_down: [third.route_uuid] })
  assert.deepEqual(
    plan.left_off.map(({ reason }) => reason.code),
    ['LOADED', 'LOADED'],
    'it has them now',
  )
})

test('a vehicle never exceeds its capacity, counting goods from their hand-over on', async () => {
  const { shop, north, south } = await dayUnderWay({ capacityLbs: 200 })
  const handOver = { broken_down: [north.route_uuid], hand_over: [{ route_uuid: north.route_uuid, ...meeting }] }
  const plan = await accepted(shop, handOver)
  assert.deepEqual(plan.left_off, [])
  const after = await read(shop, south)
  const first = refs(after).findIndex((ref) => refs(north).includes(ref))
  assert.ok(first >= 1, 'something is delivered before there is room')
  const left = after.stops.slice(first).length
  assert.ok(left * 40 <= 160, `${left} stops of 40 lb after the hand-over`)
})

test('if the driver goes home, others take over the goods at the depot after that', async () => {
  const { shop, north, south } = await dayUnderWay()
  const plan = await accepted(shop, {
    going_home: [{ route_uuid: north.route_uuid, at: '10:10' }],
    hand_over: [{ route_uuid: north.route_uuid }],
  })
  assert.deepEqual(plan.left_off, [])
  const after = await read(shop, south)
  const [taking] = after.pauses ?? []
  assert.equal(taking?.hand_over?.name, 'Test depot')
  assert.ok(new Date(taking?.start ?? 0) >= new Date('2027-03-10T15:10:00Z'))
})

test('the vehicle is at its last stop, and the stop that it was heading to goes with the goods', async () => {
  const { shop, north, south } = await dayUnderWay()
  const ask = { broken_down: [north.route_uuid], hand_over: [{ route_uuid: north.route_uuid }] }
  const unknown = await propose(shop, ask)
  assert.deepEqual([unknown.status, unknown.body.details.code], [409, 'PLACE_UNKNOWN'])
  assert.deepEqual(unknown.body.details.fields, ['hand_over.0.lat'])
  await delivered(shop, north)
  const [, next] = (await read(shop, north)).stops
  await headToStop(driverOf(app, shop), { routeId: north.route_uuid, stopId: next?.stop_uuid ?? '' }, clock.now())
  const { replan, plan } = await plansFor(shop, ask)
  assert.deepEqual(plan.left_off, [])
  assert.equal((await accept(shop, replan)).status, 200)
  const [taking] = (await read(shop, south)).pauses ?? []
  assert.equal(taking?.hand_over?.lat, north.stops[0]?.address.lat)
  const giver = await read(shop, north)
  assert.deepEqual([giver.stops.length, open(giver)], [1, []])
  const order = (await shop.get<OrderOut>(`/orders/${next?.external_ref}`)).body.data
  assert.equal(order.route?.route_uuid, south.route_uuid)
})

test('moved back by hand, the goods are on board again; moved to a third route, that vehicle takes them over', async () => {
  const { shop, north, south } = await dayUnderWay()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await accepted(shop, {
    broken_down: [north.route_uuid],
    hand_over: [{ route_uuid: north.route_uuid, ...meeting }],
  })
  const versions = async () => {
    const { routes } = (await office.get<DayOut>(`/day?date=${date}`)).body.data
    return Object.fromEntries(routes.map(({ route_uuid, version }) => [route_uuid, version]))
  }
  const order_uuids = north.stops.map(({ order_uuid }) => order_uuid)
  const back = await office.post('/moves', {
    moves: [{ order_uuids, to: { route_uuid: north.route_uuid, position: 0 } }],
    versions: await versions(),
    preview: false,
  })
  assert.equal(back.status, 200, back.body.message)
  const giver = await read(shop, north)
  assert.deepEqual([refs(giver), giver.pauses], [refs(north), undefined])
  assert.equal((await read(shop, south)).pauses, undefined)
  const { plan } = await plansFor(shop, { broken_down: [north.route_uuid] })
  assert.deepEqual(new Set(plan.left_off.map(({ reason }) => reason.code)), new Set(['LOADED']))
})

test('400, 404 and 409 name the field, and a stale proposal changes nothing', async () => {
  const { shop, north, south } = await dayUnderWay()
  const { route_uuid } = north
  const refused = async (hand: object, more: object = { broken_down: [route_uuid] }) => {
    const { status, body } = await propose(shop, { ...more, hand_over: [hand] })
    return [status, ...body.details.fields]
  }
  assert.deepEqual(await refused({ route_uuid: south.route_uuid }), [400, 'hand_over.0.route_uuid'])
  assert.deepEqual(await refused({ route_uuid, lat: 38.9 }), [400, 'hand_over.0.lng'])
  assert.deepEqual(await refused({ route_uuid, ...meeting, depot_uuid: route_uuid }), [400, 'hand_over.0.depot_uuid'])
  assert.deepEqual(await refused({ route_uuid, depot_uuid: route_uuid }), [404, 'hand_over.0.depot_uuid'])
  assert.deepEqual(await refused({ route_uuid, address: 'Nowhere at all' }), [400, 'hand_over.0.address'])
  assert.deepEqual(await refused({ route_uuid, minutes: 241, from: 'soon' }), [
    400,
    'hand_over.0.from',
    'hand_over.0.minutes',
  ])
  const home = { going_home: [{ route_uuid, at: '11:00' }] }
  assert.deepEqual(await refused({ route_uuid, ...meeting }, home), [400, 'hand_over.0.lat'])

  const { replan } = await plansFor(shop, {
    broken_down: [route_uuid],
    hand_over: [{ route_uuid, ...meeting }],
  })
  await delivered(shop, north)
  assert.equal((await accept(shop, replan)).body.details.code, 'REPLAN_STALE')
  assert.equal((await read(shop, south)).pauses, undefined)
})
