// Tests re-planning of running routes, over real HTTP: proposals, their acceptance, and every refusal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arriveAtStop } from '../../../../src/app/routes/arrive-at-stop.ts'
import { headToStop } from '../../../../src/app/routes/head-to-stop.ts'
import { startRoute } from '../../../../src/app/routes/start-route.ts'
import type { OrderOut } from '../../../../src/contract/order.ts'
import type { AcceptOut, ReplanOut, ReplanPlanOut } from '../../../../src/contract/replan.ts'
import type { RouteWithStops } from '../../../../src/contract/routes.ts'
import { expectAuditRow, expectNoAuditRow } from '../../../helpers/audit.ts'
import { testClock } from '../../../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../../../helpers/events.ts'
import { driverOf } from '../../../helpers/driver.ts'
import { addDepot, addDriver, addVehicle } from '../../../helpers/fleet.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { dateIn } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'

/** 10:00 in New York. */
const clock = testClock(new Date('2027-03-10T15:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const date = dateIn(service, 0)
const options = { time_limit_seconds: 0.1, seed: 1 }

const orderAt = async (shop: Client, lat: number, members: Record<string, unknown> = {}): Promise<OrderOut> => {
  const body = orderBody({
    delivery_date: date,
    address: { line1: `${lat} Test Street`, city: 'Washington', lat, lng: -77.03 },
    ...members,
  })
  const answer = await shop.post<OrderOut>('/orders', body)
  assert.equal(answer.status, 201, answer.body.message)
  return answer.body.data
}

interface Day {
  shop: Client
  /** Routes north and south of the depot, with three stops each. */
  north: RouteWithStops
  south: RouteWithStops
}

/** Two dispatched routes. `started` determines which are in progress. */
async function dayUnderWay({
  started = true,
  members = {},
}: {
  started?: boolean
  members?: object
} = {}): Promise<Day> {
  const shop = await service.business()
  await addDepot(app, shop.businessId)
  const driverId = await addDriver(app, shop.businessId)
  for (const name of ['Van A', 'Van B']) await addVehicle(app, shop.businessId, { name, driverId })
  for (const lat of [38.93, 38.95, 38.97, 38.87, 38.85, 38.83]) await orderAt(shop, lat, { ...members })
  const built = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', {
    date,
    options: { balance: 'STOPS', time_limit_seconds: 1, seed: 1 },
  })
  assert.equal(built.status, 201, built.body.message)
  const routes: RouteWithStops[] = []
  for (const { route_uuid } of built.body.data.routes) {
    await shop.post(`/routes/${route_uuid}/dispatch`)
    if (started) await startRoute(driverOf(app, shop), route_uuid, clock.now())
    routes.push((await shop.get<RouteWithStops>(`/routes/${route_uuid}`)).body.data)
  }
  const [north, south] = routes.sort((a, b) => latOf(b) - latOf(a))
  assert.ok(north && south && north.stops.length === 3)
  return { shop, north, south }
}

const latOf = ({ stops }: RouteWithStops): number => Math.max(...stops.map(({ address }) => address.lat ?? 0))
const read = async (shop: Client, { route_uuid }: RouteWithStops) =>
  (await shop.get<RouteWithStops>(`/routes/${route_uuid}`)).body.data
const refs = ({ stops }: RouteWithStops) => stops.map(({ external_ref }) => external_ref)

const propose = (shop: Client, body: Record<string, unknown>) =>
  shop.post<ReplanOut>('/routes/replan', { date, options, ...body })
const accept = (shop: Client, { replan_uuid }: ReplanOut, plan = 'FEWEST_CHANGES', headers = {}) =>
  shop.post<AcceptOut>(`/routes/replan/${replan_uuid}/accept`, { plan }, headers)

async function proposed(shop: Client, body: Record<string, unknown>): Promise<ReplanOut> {
  const answer = await propose(shop, body)
  assert.equal(answer.status, 201, answer.body.message)
  return answer.body.data
}

const planFor = ({ plans }: ReplanOut, goal = 'FEWEST_CHANGES'): ReplanPlanOut => {
  const plan = plans.find(({ goals }) => goals.some((one) => one === goal))
  assert.ok(plan, goal)
  return plan
}

test('an urgent order is fitted in on a passing route; nothing changes before acceptance, everything with it', async () => {
  const { shop, north, south } = await dayUnderWay()
  await addEndpoint(app, shop.businessId)
  const urgent = await orderAt(shop, 38.96)
  const replan = await proposed(shop, { order_uuids: [urgent.order_uuid] })
  const [plan] = replan.plans
  assert.equal(replan.plans.length, 1, 'equal plans are one')
  assert.deepEqual(plan?.goals, ['FEWEST_CHANGES', 'LEAST_DRIVING', 'WINDOWS_KEPT'])
  assert.deepEqual(plan?.left_off, [])
  const added = plan?.changes.filter(({ change }) => change === 'ADDED') ?? []
  assert.deepEqual(
    added.map(({ external_ref, before, after }) => [external_ref, before, after.route_uuid]),
    [[urgent.external_ref, null, north.route_uuid]],
  )
  assert.ok((plan?.after.drive_minutes ?? 0) >= (plan?.before.drive_minutes ?? Infinity))
  assert.equal(plan?.after.stop_count, (plan?.before.stop_count ?? 0) + 1)
  assert.deepEqual(refs(await read(shop, north)), refs(north), 'a proposal changes nothing')
  await expectNoAuditRow(service, shop, 'route.replanned')

  const accepted = await accept(shop, replan, 'LEAST_DRIVING')
  assert.equal(accepted.status, 200, accepted.body.message)
  assert.deepEqual(
    accepted.body.data.routes.map(({ route_uuid }) => route_uuid),
    [north.route_uuid],
  )
  const after = await read(shop, north)
  assert.equal(after.stops.length, 4)
  assert.deepEqual(
    refs(after).filter((ref) => ref !== urgent.external_ref),
    refs(north),
  )
  assert.equal(after.stops[(added[0]?.after.sequence ?? 0) - 1]?.external_ref, urgent.external_ref)
  assert.deepEqual(refs(await read(shop, south)), refs(south))
  const order = (await shop.get<OrderOut>(`/orders/${urgent.external_ref}`)).body.data
  assert.equal(order.status, 'SCHEDULED')
  assert.deepEqual(
    (await pendingEvents(app, shop.businessId)).map(({ event, facts }) => [event, facts.external_ref]),
    [['stop.scheduled', urgent.external_ref]],
  )
  await expectAuditRow(service, shop, 'route.replanned', {
    entityId: north.route_uuid,
    by: { kind: 'API', id: shop.keyId },
    detail: { stops: 4, added: 1, before: 3, replan: replan.replan_uuid },
  })
})

test('a proposal is accepted once; repeated under its Idempotency-Key, the request has one effect and the same response', async () => {
  const { shop, north } = await dayUnderWay()
  const urgent = await orderAt(shop, 38.96)
  const ask = { date, options, order_uuids: [urgent.order_uuid] }
  const key = { 'idempotency-key': 'ask-once' }
  const first = await shop.post<ReplanOut>('/routes/replan', ask, key)
  const again = await shop.post<ReplanOut>('/routes/replan', ask, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
  const replan = first.body.data
  const accepting = { 'idempotency-key': 'accept-once' }
  const done = await accept(shop, replan, 'FEWEST_CHANGES', accepting)
  const replayed = await accept(shop, replan, 'FEWEST_CHANGES', accepting)
  assert.equal(done.status, 200, done.body.message)
  assert.deepEqual(replayed.body, done.body)
  assert.equal((await accept(shop, replan)).body.details.code, 'REPLAN_ACCEPTED')
  assert.equal((await read(shop, north)).stops.length, 4)
})

test('only one of several concurrent acceptances succeeds', async () => {
  const { shop, north } = await dayUnderWay()
  const urgent = await orderAt(shop, 38.96)
  const replan = await proposed(shop, { order_uuids: [urgent.order_uuid] })
  const answers = await Promise.all([1, 2, 3].map(() => accept(shop, replan)))
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409, 409],
  )
  assert.equal((await read(shop, north)).stops.length, 4)
})

test('stale: refused and named after a tap, a change of the order, or another accepted plan; other routes may change', async () => {
  const { shop, north, south } = await dayUnderWay()
  const urgent = await orderAt(shop, 38.96)
  const ask = { order_uuids: [urgent.order_uuid] }
  const replan = await proposed(shop, ask)
  const twin = await proposed(shop, ask)
  const tap = (route: RouteWithStops) =>
    shop.post(`/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/status`, { status: 'DELIVERED' })

  const third = await proposed(shop, ask)
  await tap(north)
  const stale = await accept(shop, third)
  assert.equal(stale.status, 409)
  assert.equal(stale.body.details.code, 'REPLAN_STALE')
  const ref = north.stops[0]?.external_ref
  assert.deepEqual(stale.body.details.changes, [
    { route_uuid: north.route_uuid, external_ref: ref, message: `${ref} on ${north.name} is delivered` },
  ])
  assert.match(stale.body.message, new RegExp(`${ref} on ${north.name} is delivered since this was proposed`))
  assert.equal((await accept(shop, replan)).body.details.code, 'REPLAN_STALE')
  assert.equal((await accept(shop, twin)).body.details.code, 'REPLAN_STALE')

  const fresh = await proposed(shop, ask)
  await tap(south)
  assert.equal((await accept(shop, fresh)).status, 200, 'a route that the plan leaves alone may change')

  const other = await orderAt(shop, 38.955)
  const changed = await proposed(shop, { order_uuids: [other.order_uuid] })
  const sent = orderBody({ delivery_date: date, external_ref: other.external_ref, window_start: '12:00' })
  await shop.post('/orders', sent)
  const refused = await accept(shop, changed)
  assert.equal(refused.body.details.code, 'REPLAN_STALE')
  assert.match(refused.body.message, new RegExp(`delivery ${other.external_ref} has changed`))
})

test('a proposal expires', async () => {
  const { shop } = await dayUnderWay()
  const urgent = await orderAt(shop, 38.96)
  const replan = await proposed(shop, { order_uuids: [urgent.order_uuid] })
  clock.advance(5 * 60)
  const late = await accept(shop, replan)
  assert.equal(late.status, 409)
  assert.equal(late.body.details.code, 'REPLAN_EXPIRED')
})

test('finished and current stops stay first and unchanged', async () => {
  const { shop, north } = await dayUnderWay()
  const [first, second] = north.stops
  await shop.post(`/routes/${north.route_uuid}/stops/${first?.stop_uuid}/status`, { status: 'DELIVERED' })
  await headToStop(driverOf(app, shop), { routeId: north.route_uuid, stopId: second?.stop_uuid ?? '' }, clock.now())
  const urgent = await orderAt(shop, 38.931)
  const replan = await proposed(shop, { order_uuids: [urgent.order_uuid], route_uuids: [north.route_uuid] })
  await accept(shop, replan)
  const after = await read(shop, north)
  assert.deepEqual(refs(after).slice(0, 2), [first?.external_ref, second?.external_ref])
  assert.deepEqual(
    after.stops.slice(0, 2).map(({ status }) => status),
    ['DELIVERED', 'EN_ROUTE'],
  )
  assert.equal(after.stops.length, 4)
})

test('stops of a van that broke down before its start go to the other; after its start, its goods stay in it', async () => {
  const waiting = await dayUnderWay({ started: false })
  const given = await proposed(waiting.shop, { broken_down: [waiting.north.route_uuid] })
  assert.deepEqual(planFor(given).left_off, [])
  assert.equal(planFor(given).changes.filter(({ change }) => change === 'MOVED').length, 3)
  assert.equal((await accept(waiting.shop, given)).status, 200)
  assert.equal((await read(waiting.shop, waiting.south)).stops.length, 6)
  assert.equal((await read(waiting.shop, waiting.north)).status, 'CANCELLED')

  const { shop, north, south } = await dayUnderWay()
  await addEndpoint(app, shop.businessId)
  await headToStop(
    driverOf(app, shop),
    { routeId: north.route_uuid, stopId: north.stops[0]?.stop_uuid ?? '' },
    clock.now(),
  )
  const replan = await proposed(shop, { broken_down: [north.route_uuid] })
  const { left_off: left } = planFor(replan)
  assert.deepEqual(left.map(({ reason, stays_on_route }) => `${reason.code} ${stays_on_route}`).sort(), [
    'LOADED false',
    'LOADED false',
    'UNDER_WAY true',
  ])
  assert.ok(left.every(({ nearest_fix }) => nearest_fix))
  assert.equal((await accept(shop, replan)).status, 200)
  assert.deepEqual(refs(await read(shop, south)), refs(south))
  assert.deepEqual(refs(await read(shop, north)), refs(north).slice(0, 1))
  const events = await pendingEvents(app, shop.businessId)
  assert.equal(events.filter(({ event }) => event === 'order.unassigned').length, 2)
  const loose = (await shop.get<OrderOut>(`/orders/${north.stops[2]?.external_ref}`)).body.data
  assert.equal(loose.status, 'OPEN')
  const back = await proposed(shop, { order_uuids: [loose.order_uuid], route_uuids: [south.route_uuid] })
  assert.equal((await accept(shop, back)).status, 200, 'handed over, it is fitted in')
})

test('a locked stop of a broken-down van stays and is named', async () => {
  const { shop, north } = await dayUnderWay({ started: false })
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('stops')
      .set({ locked: true })
      .where('stopId', '=', north.stops[0]?.stop_uuid ?? '')
      .execute(),
  )
  const replan = await proposed(shop, { broken_down: [north.route_uuid] })
  assert.deepEqual(
    planFor(replan).left_off.map(({ external_ref, reason, stays_on_route }) => [
      external_ref,
      reason.code,
      stays_on_route,
    ]),
    [[north.stops[0]?.external_ref, 'LOCKED', true]],
  )
  assert.equal((await accept(shop, replan)).status, 200)
  assert.deepEqual(refs(await read(shop, north)), [north.stops[0]?.external_ref])
})

test('if a route is late for its windows, WINDOWS_KEPT reverses the order', async () => {
  const { shop, north, south } = await dayUnderWay()
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ notifyOnTheWay: true, smsConsentDefault: true }).execute(),
  )
  const last = north.stops.at(-1)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('orders')
      .set({ windowStart: '10:00', windowEnd: '11:00', customerPhone: '+12025550111' })
      .where('externalRef', '=', last?.external_ref ?? '')
      .execute(),
  )
  const ask = { late: [{ route_uuid: north.route_uuid, minutes: 50 }], route_uuids: [north.route_uuid] }
  const replan = await proposed(shop, ask)
  const kept = planFor(replan, 'WINDOWS_KEPT')
  assert.ok(kept.before.late_minutes > 0)
  assert.ok(kept.after.late_minutes < kept.before.late_minutes)
  assert.equal((await accept(shop, replan, 'WINDOWS_KEPT')).status, 200)
  const then = await read(shop, north)
  assert.equal(refs(then)[1], last?.external_ref, 'next after the one that the driver heads to')
  assert.deepEqual(refs(await read(shop, south)), refs(south))

  const minutesLater = async (route: RouteWithStops): Promise<number> => {
    const [before, now] = [north.stops[0], route.stops[0]]
    return Math.round((Date.parse(now?.eta ?? '') - Date.parse(before?.eta ?? '')) / 60_000)
  }
  assert.equal(await minutesLater(then), 50, 'the delay is kept with the route')
  await expectAuditRow(service, shop, 'route.delayed', {
    entityId: north.route_uuid,
    by: { kind: 'API', id: shop.keyId },
    detail: { minutes: 50 },
  })
  const again = await proposed(shop, { order_uuids: [(await orderAt(shop, 38.965)).order_uuid] })
  assert.equal((await accept(shop, again)).status, 200)
  assert.equal(await minutesLater(await read(shop, north)), 50, 'also once it is planned again')
  const [first] = then.stops
  const ref = { routeId: north.route_uuid, stopId: first?.stop_uuid ?? '' }
  clock.advance(1)
  await arriveAtStop(driverOf(app, shop), ref, clock.now())
  const [, next] = (await read(shop, north)).stops
  const wait = (Date.parse(next?.eta ?? '') - clock.now().getTime()) / 60_000
  assert.ok(wait < 30, `${wait} minutes: no longer once a stop is reached`)
})

test('the customer is notified once of a time past the promised one, however often routes are re-planned', async () => {
  const { shop, north } = await dayUnderWay()
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ notifyOnTheWay: true, smsConsentDefault: true }).execute(),
  )
  const last = north.stops.at(-1)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('orders')
      .set({ customerPhone: '+12025550111' })
      .where('externalRef', '=', last?.external_ref ?? '')
      .execute(),
  )
  const delays = async () =>
    (
      await app.db.asBusiness(shop.businessId, (tx) =>
        tx.selectFrom('messages').selectAll().where('kind', '=', 'DELAYED').execute(),
      )
    ).map(({ orderId }) => orderId)
  const grow = (minutes: number) =>
    proposed(shop, { grown: [{ stop_uuid: north.stops[0]?.stop_uuid, service_minutes: minutes }] })
  assert.equal((await accept(shop, await grow(10))).status, 200)
  assert.deepEqual(await delays(), [], 'a few minutes are within what was told')
  assert.equal((await accept(shop, await grow(150))).status, 200)
  assert.deepEqual(await delays(), [last?.order_uuid])
  assert.equal((await accept(shop, await grow(300))).status, 200)
  assert.deepEqual(await delays(), [last?.order_uuid])
})

test('a stop that grew takes longer and weighs more from then on; if too heavy, it becomes unassigned', async () => {
  const { shop, north } = await dayUnderWay({ members: { load_weight_lbs: 10 } })
  const [first] = north.stops
  const replan = await proposed(shop, {
    grown: [{ stop_uuid: first?.stop_uuid, service_minutes: 45, load_weight_lbs: 30 }],
  })
  assert.equal((await accept(shop, replan)).status, 200)
  const after = await read(shop, north)
  assert.equal(after.stops.find(({ stop_uuid }) => stop_uuid === first?.stop_uuid)?.service_minutes, 45)
  assert.equal(after.load_weight_lbs, 50)
  assert.ok((after.stops.at(-1)?.eta ?? '') > (north.stops.at(-1)?.eta ?? ''))

  await app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('vehicles').set({ capacityLbs: 60 }).execute())
  const heavy = await proposed(shop, { grown: [{ stop_uuid: after.stops[2]?.stop_uuid, load_weight_lbs: 500 }] })
  assert.equal(planFor(heavy).left_off[0]?.reason.code, 'CAPACITY')
  assert.equal((await accept(shop, heavy)).status, 200)
  assert.equal((await read(shop, north)).stops.length, 2)
})

test("a driver who goes home is back in time; stops that don't fit become unassigned with the reason", async () => {
  const { shop, north } = await dayUnderWay()
  const replan = await proposed(shop, { going_home: [{ route_uuid: north.route_uuid, at: '10:30' }] })
  const plan = planFor(replan)
  assert.ok(plan.left_off.length > 0)
  assert.ok(plan.left_off.every(({ reason, route_uuid }) => reason.message && route_uuid === north.route_uuid))
  const back = plan.routes.find(({ route_uuid }) => route_uuid === north.route_uuid)?.back_after ?? ''
  assert.ok(back <= '2027-03-10T15:30:00.000Z' || plan.routes.length === 0, back)
})

test('a delay that changes no route is also a plan, and stays with its route', async () => {
  const { shop, south } = await dayUnderWay()
  const late = [{ route_uuid: south.route_uuid, minutes: 15 }]
  const replan = await proposed(shop, { late })
  const [plan] = replan.plans
  assert.deepEqual([replan.plans.length, plan?.routes, plan?.changes, plan?.delays], [1, [], [], late])
  assert.equal((await accept(shop, replan)).status, 200)
  const [before, after] = [south.stops.at(-1), (await read(shop, south)).stops.at(-1)]
  assert.equal(Math.round((Date.parse(after?.eta ?? '') - Date.parse(before?.eta ?? '')) / 60_000), 15)
})

test('a wrongly reported delay is replaced by another one or removed', async () => {
  const { shop, south } = await dayUnderWay()
  const late = (minutes: number, replace: boolean) => ({ late: [{ route_uuid: south.route_uuid, minutes, replace }] })
  const minutesLater = async () => {
    const [before, after] = [south.stops.at(-1), (await read(shop, south)).stops.at(-1)]
    return Math.round((Date.parse(after?.eta ?? '') - Date.parse(before?.eta ?? '')) / 60_000)
  }
  const tell = async (minutes: number, replace: boolean) => {
    const replan = await proposed(shop, late(minutes, replace))
    assert.equal((await accept(shop, replan)).status, 200)
    return replan.plans[0]?.delays
  }
  await tell(40, false)
  await tell(20, false)
  assert.equal(await minutesLater(), 60, 'more than was known')
  assert.deepEqual(await tell(15, true), late(15, true).late)
  assert.equal(await minutesLater(), 15)
  const replan = await proposed(shop, late(0, true))
  const own = (replan.plans[0]?.changes ?? []).filter(({ after }) => after.route_uuid === south.route_uuid)
  assert.deepEqual(own, [], 'the proposal counts without the delay')
  assert.equal((await accept(shop, replan)).status, 200)
  assert.equal(await minutesLater(), 0)
})

test('a report of no further delay keeps the current delay', async () => {
  const { shop, south } = await dayUnderWay()
  const lastEta = async () => Date.parse((await read(shop, south)).stops.at(-1)?.eta ?? '')
  const late = (minutes: number) => ({ late: [{ route_uuid: south.route_uuid, minutes }] })
  assert.equal((await accept(shop, await proposed(shop, late(40)))).status, 200)
  const delayed = await lastEta()
  const urgent = await orderAt(shop, 38.965)
  const replan = await proposed(shop, { order_uuids: [urgent.order_uuid], ...late(0) })
  assert.equal((await accept(shop, replan)).status, 200)
  assert.equal(await lastEta(), delayed)
})

test('an order without a location is unassigned with this reason; without an improvement, no plan is proposed', async () => {
  const { shop, north } = await dayUnderWay()
  const urgent = await orderAt(shop, 38.96)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('orders')
      .set({ lat: null, lng: null, placement: 'UNPLACED' })
      .where('orderId', '=', urgent.order_uuid)
      .execute(),
  )
  const replan = await proposed(shop, { order_uuids: [urgent.order_uuid] })
  assert.equal(planFor(replan).left_off[0]?.reason.code, 'UNPLACED')
  const nothing = await proposed(shop, { late: [{ route_uuid: north.route_uuid, minutes: 0 }] })
  assert.deepEqual(nothing.plans, [])
})

test('invalid input is refused and names its fields', async () => {
  const { shop, north } = await dayUnderWay()
  const nobody = '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e'
  const cases: [Record<string, unknown>, number, string[]][] = [
    [{}, 400, ['order_uuids']],
    [{ order_uuids: [] }, 400, ['order_uuids']],
    [{ order_uuids: ['x'] }, 400, ['order_uuids.0']],
    [{ order_uuids: [nobody, nobody] }, 400, ['order_uuids.1']],
    [{ order_uuids: [nobody] }, 404, ['order_uuids.0']],
    [{ order_uuids: [north.stops[0]?.order_uuid] }, 409, ['order_uuids.0']],
    [{ broken_down: [nobody] }, 404, ['broken_down.0']],
    [{ late: [{ route_uuid: north.route_uuid, minutes: -1 }] }, 400, ['late.0.minutes']],
    [{ late: [{ route_uuid: nobody, minutes: 5 }] }, 404, ['late.0.route_uuid']],
    [{ going_home: [{ route_uuid: north.route_uuid, at: '25:00' }] }, 400, ['going_home.0.at']],
    [{ going_home: [{ route_uuid: nobody, at: '12:00' }] }, 404, ['going_home.0.route_uuid']],
    [{ grown: [{ stop_uuid: north.stops[0]?.stop_uuid }] }, 400, ['grown.0.service_minutes']],
    [{ grown: [{ stop_uuid: nobody, service_minutes: 5 }] }, 404, ['grown.0.stop_uuid']],
    [{ broken_down: [north.route_uuid], route_uuids: [nobody] }, 404, ['route_uuids.0']],
    [{ broken_down: [north.route_uuid], options: { time_limit_seconds: 60 } }, 400, ['options.time_limit_seconds']],
    [{ broken_down: [north.route_uuid], urgent: true }, 400, ['urgent']],
    [{ date: '2027-03-10', broken_down: [north.route_uuid] }, 400, ['date']],
  ]
  for (const [body, status, fields] of cases) {
    const answer = await propose(shop, body)
    assert.equal(answer.status, status, `${JSON.stringify(body)}: ${answer.body.message}`)
    assert.deepEqual(answer.body.details.fields, fields, JSON.stringify(body))
  }
  const other = await propose(shop, { date: dateIn(service, 3), broken_down: [north.route_uuid] })
  assert.equal(other.status, 404)
  const none = await orderAt(shop, 38.9, { delivery_date: dateIn(service, 3) })
  const empty = await propose(shop, { date: dateIn(service, 3), order_uuids: [none.order_uuid] })
  assert.equal(empty.body.details.code, 'NO_OPEN_ROUTE')
  await shop.post(`/routes/${north.route_uuid}/stops/${north.stops[0]?.stop_uuid}/status`, { status: 'DELIVERED' })
  const done = await propose(shop, { grown: [{ stop_uuid: north.stops[0]?.stop_uuid, service_minutes: 9 }] })
  assert.deepEqual([done.status, done.body.details.code], [409, 'STOP_FINISHED'])
})

test('acceptance of an unknown proposal, a malformed uuid, another plan, no plan', async () => {
  const { shop, north } = await dayUnderWay()
  const unknown = { replan_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e' } as ReplanOut
  assert.equal((await accept(shop, unknown)).status, 404)
  assert.equal((await accept(shop, { replan_uuid: 'x' } as ReplanOut)).status, 404)
  const replan = await proposed(shop, { late: [{ route_uuid: north.route_uuid, minutes: 0 }] })
  const wrong = await accept(shop, replan, 'BEST')
  assert.deepEqual([wrong.status, wrong.body.details.fields], [400, ['plan']])
  const none = await accept(shop, replan)
  assert.deepEqual([none.status, none.body.details.fields], [400, ['plan']])
})

test('orders, routes and proposals of other businesses are not found', async () => {
  const { shop, north } = await dayUnderWay()
  const urgent = await orderAt(shop, 38.96)
  const replan = await proposed(shop, { order_uuids: [urgent.order_uuid] })
  const other = await dayUnderWay()
  assert.equal((await accept(other.shop, replan)).status, 404)
  assert.equal((await propose(other.shop, { order_uuids: [urgent.order_uuid] })).status, 404)
  assert.equal((await propose(other.shop, { broken_down: [north.route_uuid] })).status, 404)
  const grown = [{ stop_uuid: north.stops[0]?.stop_uuid, service_minutes: 5 }]
  assert.equal((await propose(other.shop, { grown })).status, 404)
  assert.equal((await accept(shop, replan)).status, 200)
})
