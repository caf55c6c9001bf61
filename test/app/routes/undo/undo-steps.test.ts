// Changes of the office are undone as one step: canceled orders, days given to several orders, and builds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DriverRoute } from '../../../../src/contract/driver.ts'
import type { BulkResult } from '../../../../src/contract/office/orders.ts'
import type { OrderDetailOut } from '../../../../src/contract/order-actions.ts'
import type { DayOut } from '../../../../src/contract/day.ts'
import type { UndoneOut, UndoStepsOut } from '../../../../src/contract/office/undo.ts'
import type { OrderOut } from '../../../../src/contract/order.ts'
import { endRoute } from '../../../../src/app/routes/end-route.ts'
import { startRoute } from '../../../../src/app/routes/start-route.ts'
import type { ReplanOut } from '../../../../src/contract/replan.ts'
import type { RouteOut } from '../../../../src/contract/routes.ts'
import { driverOf } from '../../../helpers/driver.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { cleanUpJob } from '../../../../src/jobs/clean-up.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { testClock } from '../../../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../../../helpers/events.ts'
import { type Office, signedIn } from '../../../helpers/office.ts'
import { addDriver, addVehicle } from '../../../helpers/fleet.ts'
import { driverToken, getPage } from '../../../helpers/links.ts'
import { proposedPlans } from '../../../helpers/proposed-plans.ts'
import { builtRoute, dateIn, dispatchedRoute, shopWithOrders } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const steps = async (office: Office) => (await office.get<UndoStepsOut>('/undo-steps')).body.data.steps
const undo = async (office: Office, at = 0) => {
  const step = (await steps(office))[at]
  return office.post<UndoneOut>(`/undo-steps/${step?.step_uuid}/undo`)
}
const figuresOfUndo = async (office: Office, at = 0) => {
  const { status, body } = await undo(office, at)
  assert.equal(status, 200, body.message)
  const { redo_step_uuid: redo, ...figures } = body.data
  assert.ok(redo, 'it can be done again')
  return figures
}
const order = async (shop: Client, ref: string) => (await shop.get<OrderOut>(`/orders/${ref}`)).body.data
const readDay = async (office: Office, date: string) => (await office.get<DayOut>(`/day?date=${date}`)).body.data
const driven = (day: DayOut) =>
  day.routes
    .filter(({ status }) => status !== 'CANCELLED')
    .map(({ name, stops }) => [name, ...stops.map(({ external_ref }) => external_ref)])
const told = async (shop: Client, names: readonly string[]) =>
  (await pendingEvents(app, shop.businessId)).filter(({ event }) => names.includes(event)).map(({ event }) => event)
const build = async (office: Office, body: { date: string; vehicle_ids?: string[] }) => {
  const { data } = await proposedPlans(service, office, body)
  const built = await office.post(`/build/${data?.plans[0]?.build_uuid}/accept`)
  assert.equal(built.status, 200, built.body.message)
}
const CANCELLING = ['order.cancelled', 'order.updated'] as const

test('canceled orders are restored to their positions, and no endpoint is notified', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 4)
  await addEndpoint(app, shop.businessId)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await builtRoute(shop, date)
  const before = driven(await readDay(office, date))
  const order_uuids = await Promise.all(refs.slice(1, 3).map(async (ref) => (await order(shop, ref)).order_uuid))
  await office.post<BulkResult[]>('/orders-cancelled', { order_uuids, reason: 'By mistake' })
  assert.equal((await order(shop, refs[1] ?? '')).status, 'CANCELLED')
  const [step] = await steps(office)
  assert.deepEqual([step?.kind, step?.count], ['ORDERS_CANCELLED', 2])
  assert.deepEqual(await figuresOfUndo(office), { orders: 2, left: [] })
  assert.deepEqual(driven(await readDay(office, date)), before)
  assert.equal((await order(shop, refs[1] ?? '')).status, 'OPEN')
  await expectAuditRow(service, shop, 'order.cancellation_undone', { times: 2, by: { kind: 'OFFICE' } })
  clock.advance(600)
  await settleOutcomesJob.run(app)
  assert.deepEqual(await told(shop, CANCELLING), [])
  assert.deepEqual(await steps(office), [])
})

test('a canceled delivery whose customer was erased meanwhile stays canceled', async () => {
  const { shop, refs } = await shopWithOrders(service, 1)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const order_uuids = [(await order(shop, refs[0] ?? '')).order_uuid]
  await office.post<BulkResult[]>('/orders-cancelled', { order_uuids, reason: null })
  assert.equal((await shop.post('/people/erase', { external_ref: refs[0] })).status, 200)
  const { status, body } = await undo(office)
  assert.equal(status, 409)
  assert.match(body.message, /: Its customer has been erased since\. Nothing was changed\.$/)
})

test('endpoints get a cancellation after the undo window, and an update if it is undone later', async () => {
  const { shop, refs } = await shopWithOrders(service, 1)
  await addEndpoint(app, shop.businessId)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { order_uuid } = await order(shop, refs[0] ?? '')
  await office.post(`/orders/${order_uuid}/cancel`, { reason: 'Out of stock' })
  await settleOutcomesJob.run(app)
  assert.deepEqual(await told(shop, CANCELLING), [])
  clock.advance(121)
  for (let i = 0; i < 2; i++) await settleOutcomesJob.run(app)
  const [cancelled, ...rest] = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    [cancelled?.event, cancelled?.facts.external_ref, cancelled?.facts.reason, rest.length],
    ['order.cancelled', refs[0], 'Out of stock', 0],
  )
  await undo(office)
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event, facts }) => [event, facts.status, facts.changed_fields]),
    [
      ['order.cancelled', 'CANCELLED', null],
      ['order.updated', 'OPEN', ['status']],
    ],
  )
  assert.equal((await order(shop, refs[0] ?? '')).status, 'OPEN')
})

test('an order is restored to a dispatched route, and stays canceled if its route has ended since', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await addEndpoint(app, shop.businessId)
  const [first] = route.stops
  const before = driven(await readDay(office, route.date))
  const both = route.stops.map(({ order_uuid }) => order_uuid)
  await office.post('/orders-cancelled', { order_uuids: both, reason: null })
  assert.deepEqual(await figuresOfUndo(office), { orders: 2, left: [] })
  const back = await order(shop, first?.external_ref ?? '')
  assert.deepEqual(driven(await readDay(office, route.date)), before)
  assert.deepEqual([back.status, back.route?.route_uuid], ['SCHEDULED', route.route_uuid])
  await office.post('/orders-cancelled', { order_uuids: [first?.order_uuid], reason: null })
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const [step] = await steps(office)
  assert.equal(step, undefined, 'what would be refused is not offered')
  assert.equal((await order(shop, first?.external_ref ?? '')).status, 'CANCELLED')
})

test('an order that the order system also canceled, or that was repeated, stays canceled', async () => {
  const { shop, refs } = await shopWithOrders(service, 3)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const orders = await Promise.all(refs.map((ref) => order(shop, ref)))
  const order_uuids = orders.map(({ order_uuid }) => order_uuid)
  await office.post('/orders-cancelled', { order_uuids, reason: null })
  await shop.post(`/orders/${refs[0]}/cancel`)
  const detail = (await office.get<OrderDetailOut>(`/orders/${order_uuids[1]}`)).body.data
  const again = await office.post<OrderOut>(`/orders/${order_uuids[1]}/repeat`, {
    ...detail.repeat.suggested,
    override: null,
  })
  assert.equal(again.status, 200, again.body.message)
  const { body } = await undo(office)
  assert.equal(body.data.orders, 1)
  assert.deepEqual(
    new Map(body.data.left.map(({ external_ref, message }) => [external_ref, message])),
    new Map([
      [refs[0], 'Your order system canceled it, too.'],
      [refs[1], `It is delivered again as ${again.body.data.external_ref}.`],
    ]),
  )
  assert.deepEqual(await Promise.all(refs.map(async (ref) => (await order(shop, ref)).status)), [
    'CANCELLED',
    'CANCELLED',
    'OPEN',
  ])
})

test('several orders get their previous day back, and their positions on its route', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 3, { delivery_by: dateIn(service, 3) })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await builtRoute(shop, date)
  const before = driven(await readDay(office, date))
  const order_uuids = await Promise.all(refs.slice(0, 2).map(async (ref) => (await order(shop, ref)).order_uuid))
  await office.post('/orders-dates', { order_uuids, delivery_date: dateIn(service, 5) })
  assert.notDeepEqual(driven(await readDay(office, date)), before)
  assert.deepEqual(
    (await steps(office)).map(({ kind, count }) => [kind, count]),
    [['ORDERS_MOVED', 2]],
  )
  assert.deepEqual(await figuresOfUndo(office), { orders: 2, left: [] })
  assert.deepEqual(driven(await readDay(office, date)), before)
  const first = await order(shop, refs[0] ?? '')
  assert.deepEqual([first.delivery_date, first.delivery_by], [date, dateIn(service, 3)])
})

test('on a dispatched route, a delivery gets another day in one step or stays there', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 3)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const before = driven(await readDay(office, date))
  const order_uuids = [route.stops[1]?.order_uuid]
  const give = async (delivery_date: string, off_sent_routes = true) =>
    (await office.post<BulkResult[]>('/orders-dates', { order_uuids, delivery_date, off_sent_routes })).body.data[0]
  assert.match((await give(dateIn(service, 5), false))?.message ?? '', /on a route that was sent/)
  assert.equal((await give(dateIn(service, -1)))?.message, 'The delivery date has passed.')
  assert.deepEqual(driven(await readDay(office, date)), before, 'a day that can’t be takes nothing off')
  assert.equal((await give(dateIn(service, 5)))?.done, true)
  assert.equal(driven(await readDay(office, date))[0]?.length, 3)
  assert.deepEqual(
    (await steps(office)).map(({ kind, count }) => [kind, count]),
    [['ORDERS_MOVED', 1]],
  )
  assert.deepEqual(await figuresOfUndo(office), { orders: 1, left: [] })
  assert.deepEqual(driven(await readDay(office, date)), before)
})

test('a build is undone: new routes are removed, re-planned routes are as before', async () => {
  const { shop, date, refs, vehicleId } = await shopWithOrders(service, 3)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  await build(office, { date })
  assert.deepEqual(await figuresOfUndo(office), { orders: 3, left: [] })
  const empty = await readDay(office, date)
  assert.deepEqual([driven(empty), empty.pool_count], [[], 3])
  await expectAuditRow(service, shop, 'route.build_undone', { by: { kind: 'OFFICE' } })

  const second = await order(shop, refs[1] ?? '')
  await office.post('/orders-dates', { order_uuids: [second.order_uuid], delivery_date: dateIn(service, 2) })
  clock.advance(1)
  await build(office, { date })
  const before = driven(await readDay(office, date))
  assert.deepEqual(await figuresOfUndo(office, 1), { orders: 1, left: [] })
  clock.advance(1)
  await build(office, { date, vehicle_ids: [vehicleId] })
  assert.equal(driven(await readDay(office, date))[0]?.length, 4)
  assert.deepEqual(await figuresOfUndo(office), { orders: 1, left: [] })
  assert.deepEqual(driven(await readDay(office, date)), before)
})

test('a build is not undone if it was changed since, nor twice, nor by another user, nor after an hour', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const other = await signedIn(service, shop.businessId, 'DISPATCHER')
  await build(office, { date })
  const [step] = await steps(office)
  const path = `/undo-steps/${step?.step_uuid}/undo`
  assert.deepEqual(await steps(other), [])
  assert.equal((await other.post(path)).status, 404)
  const [route] = (await readDay(office, date)).routes
  await other.post(`/routes/${route?.route_uuid}/reverse`, { version: route?.version })
  const refused = await office.post(path)
  assert.deepEqual([refused.status, refused.body.details?.['code']], [409, 'UNDO_REFUSED'])
  assert.match(refused.body.message, /: It has been moved since\. Nothing was changed\.$/)
  const [reversed] = (await readDay(office, date)).routes
  await other.post(`/routes/${route?.route_uuid}/reverse`, { version: reversed?.version })
  assert.equal((await office.post(path)).status, 200, 'as it was again')
  const twice = await office.post(path)
  assert.deepEqual([twice.status, twice.body.details?.['code']], [409, 'UNDO_OVER'])

  await build(office, { date })
  const [late] = await steps(office)
  const [sent] = (await readDay(office, date)).routes.filter(({ status }) => status === 'PLANNED')
  await shop.post(`/routes/${sent?.route_uuid}/dispatch`)
  assert.deepEqual(await steps(office), [], 'what would be refused is not offered')
  const afterSending = await office.post(`/undo-steps/${late?.step_uuid}/undo`)
  assert.equal(afterSending.status, 409)
  assert.match(afterSending.body.message, / is scheduled now\. Nothing was changed\.$/)
  clock.advance(3_601)
  assert.deepEqual(await steps(office), [])
  const over = await office.post(`/undo-steps/${late?.step_uuid}/undo`)
  assert.deepEqual([over.status, over.body.details?.['code']], [409, 'UNDO_OVER'])
  clock.advance(86_400)
  await cleanUpJob.run(app)
  const kept = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('undoSteps').select('stepId').execute())
  assert.deepEqual(kept, [])
})

const move = (office: Office, day: DayOut, moves: object[]) =>
  office.post('/moves', {
    moves,
    versions: Object.fromEntries(day.routes.map(({ route_uuid, version }) => [route_uuid, version])),
    preview: false,
  })

test('moves by hand are undone and redone, also after a page reload, one after the other', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 4)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const built = await builtRoute(shop, date)
  const stops = built.stops.map(({ order_uuid }) => order_uuid)
  const start = driven(await readDay(office, date))
  const first = await move(office, await readDay(office, date), [{ order_uuids: stops.slice(0, 2), to: null }])
  assert.equal(first.status, 200, first.body.message)
  const without = driven(await readDay(office, date))
  clock.advance(1)
  const to = { route_uuid: built.route_uuid, position: 0 }
  await move(office, await readDay(office, date), [{ order_uuids: [stops[1], stops[3]], to }])
  const after = driven(await readDay(office, date))
  assert.notDeepEqual(after, without)
  assert.deepEqual(
    (await steps(office)).map(({ kind, count, date: day }) => [kind, count, day]),
    [
      ['ROUTES_CHANGED', 1, date],
      ['ROUTES_CHANGED', 2, date],
    ],
  )
  const preview = { moves: [{ order_uuids: [stops[2]], to: null }], preview: true }
  const { routes } = await readDay(office, date)
  const versions = { [built.route_uuid]: routes[0]?.version }
  await office.post('/moves', { ...preview, versions })
  assert.equal((await steps(office)).length, 2, 'a preview is nothing to take back')

  const undone = await undo(office)
  assert.equal(undone.status, 200, undone.body.message)
  assert.deepEqual([undone.body.data.orders, undone.body.data.left], [1, []])
  assert.deepEqual(driven(await readDay(office, date)), without)
  await undo(office)
  assert.deepEqual(driven(await readDay(office, date)), start)
  assert.deepEqual(await steps(office), [])

  assert.equal((await order(shop, refs[0] ?? '')).route?.route_uuid, built.route_uuid)
})

test('an undone step is redone, and that can be undone too', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const other = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { stops } = await builtRoute(shop, date)
  const start = driven(await readDay(office, date))
  await move(office, await readDay(office, date), [{ order_uuids: [stops[1]?.order_uuid], to: null }])
  const made = driven(await readDay(office, date))
  assert.deepEqual(await steps(other), [])
  const { redo_step_uuid: redo } = (await undo(office)).body.data
  assert.equal((await other.post(`/undo-steps/${redo}/undo`)).status, 404)
  const again = await office.post<UndoneOut>(`/undo-steps/${redo}/undo`)
  assert.equal(again.status, 200, again.body.message)
  assert.deepEqual(driven(await readDay(office, date)), made)
  await expectAuditRow(service, shop, 'route.change_undone', { by: { kind: 'OFFICE' } })
  await expectAuditRow(service, shop, 'route.change_redone', { by: { kind: 'OFFICE' } })
  assert.equal((await steps(office)).length, 1)
  await undo(office)
  assert.deepEqual(driven(await readDay(office, date)), start)
})

test('a move is not undone over a later change of the same stops, unless that is undone first', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 3)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { stops, route_uuid } = await builtRoute(shop, date)
  const order_uuids = stops.slice(0, 2).map(({ order_uuid }) => order_uuid)
  const start = driven(await readDay(office, date))
  await move(office, await readDay(office, date), [{ order_uuids, to: null }])
  const other = await signedIn(service, shop.businessId, 'DISPATCHER')
  await move(other, await readDay(office, date), [{ order_uuids: [order_uuids[1]], to: { route_uuid, position: 1 } }])
  const now = driven(await readDay(office, date))
  const { status, body } = await undo(office)
  assert.deepEqual(
    [status, body.message],
    [409, `${stops[1]?.external_ref}: It has been moved since. Nothing was changed.`],
  )
  assert.deepEqual(driven(await readDay(office, date)), now)
  await undo(other)
  await undo(office)
  assert.deepEqual(driven(await readDay(office, date)), start)
  assert.equal(start[0]?.length, refs.length + 1)
})

test('a reversed route, its locks, its vehicle and its driver are restored', async () => {
  const { shop, date } = await shopWithOrders(service, 4)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { route_uuid, stops } = await builtRoute(shop, date)
  const small = await addVehicle(app, shop.businessId, { name: 'Second van' })
  const driver = await addDriver(app, shop.businessId, null, 'Another driver')
  const look = async () => {
    const [route] = (await readDay(office, date)).routes
    assert.ok(route)
    const { name, vehicle, driver: drives, version } = route
    const on = route.stops.map(({ external_ref, locked }) => [external_ref, locked])
    return { version, state: { name, vehicle, drives, on } }
  }
  const start = await look()
  const path = `/routes/${route_uuid}`
  const changes: [string, (version: string) => object][] = [
    ['/lock', () => ({ stop_uuids: [stops[1]?.stop_uuid, stops[2]?.stop_uuid], locked: true })],
    ['/reverse', (version) => ({ version })],
    ['/vehicle', (version) => ({ vehicle_uuid: small, version })],
    ['/reassign', () => ({ driver_uuid: driver })],
  ]
  const states = [start.state]
  for (const [what, body] of changes) {
    clock.advance(1)
    const answer = await office.post(path + what, body((await look()).version))
    assert.equal(answer.status, 200, answer.body.message)
    states.push((await look()).state)
  }
  assert.equal(new Set(states.map((state) => JSON.stringify(state))).size, 5, 'each changed something')
  const redos: string[] = []
  for (const state of states.slice(0, -1).toReversed()) {
    const { status, body } = await undo(office)
    assert.equal(status, 200, body.message)
    redos.push(body.data.redo_step_uuid ?? '')
    assert.deepEqual((await look()).state, state)
  }
  assert.deepEqual(await steps(office), [])
  for (const [i, redo] of redos.toReversed().entries()) {
    clock.advance(1)
    const { status, body } = await office.post(`/undo-steps/${redo}/undo`)
    assert.equal(status, 200, body.message)
    assert.deepEqual((await look()).state, states[i + 1])
  }
})

/** Two dispatched routes of two stops each, and an accepted plan for the day without the first route's vehicle. */
async function emptiedRoute() {
  const { shop, date } = await shopWithOrders(service, 4)
  await addVehicle(app, shop.businessId, { name: 'Second van', temperatureClasses: ['DRY', 'FROZEN'] })
  await shop.post('/routes/build', { date, options: { balance: 'STOPS', seed: 1 } })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const [gone, other] = (await readDay(office, date)).routes
  assert.ok(gone && other)
  for (const { route_uuid } of [gone, other]) await shop.post(`/routes/${route_uuid}/dispatch`)
  await addEndpoint(app, shop.businessId)
  const before = driven(await readDay(office, date))
  const proposed = await shop.post<ReplanOut>('/routes/replan', { date, broken_down: [gone.route_uuid] })
  const { replan_uuid: replan, plans } = proposed.body.data
  const accepted = await office.post(`/replan/${replan}/accept`, { plan: plans[0]?.goals[0] })
  assert.equal(accepted.status, 200, accepted.body.message)
  const status = async () => (await shop.get<RouteOut>(`/routes/${gone.route_uuid}`)).body.data.status
  return { shop, date, office, gone, other, before, status }
}

test('a plan that emptied a dispatched route is undone completely: the route has its stops again, and the same link', async () => {
  const { shop, date, office, gone, before, status } = await emptiedRoute()
  const token = await driverToken(service, shop.businessId, gone.route_uuid)
  const driver = async () => {
    const { status, text } = await getPage(service, `/d/${token}/run`)
    return [status, (JSON.parse(text) as { data: DriverRoute }).data.stops.length]
  }
  const after = await readDay(office, date)
  assert.deepEqual(
    after.routes.map(({ stop_count, ends_at }) => [stop_count, ends_at]),
    [
      [0, new Date(clock.now().getTime() + 3_600_000).toISOString()],
      [4, null],
    ],
  )
  assert.deepEqual(await driver(), [200, 0])
  // Only the vehicle of the first route carries FROZEN.
  const frozen = orderBody({ delivery_date: date, temperature_class: 'FROZEN' })
  const urgent = await shop.post<OrderOut>('/orders', frozen)
  const asked = { date, order_uuids: [urgent.body.data.order_uuid] }
  const { plans } = (await shop.post<ReplanOut>('/routes/replan', asked)).body.data
  assert.deepEqual(
    plans.flatMap(({ changes }) => changes.map(({ after: at }) => at?.route_uuid)).includes(gone.route_uuid),
    false,
    'nothing new goes to a driver who did not come',
  )

  clock.advance(3_500)
  await settleOutcomesJob.run(app)
  const undone = await undo(office)
  assert.equal(undone.status, 200, undone.body.message)
  assert.deepEqual([undone.body.data.orders, undone.body.data.left], [2, []])
  assert.deepEqual(driven(await readDay(office, date)), before)
  assert.deepEqual(await driver(), [200, 2])
  clock.advance(200)
  await settleOutcomesJob.run(app)
  assert.equal(await status(), 'DISPATCHED', 'it has stops again')
  // The stops leave one route for the other and return, and no route is canceled in between.
  const both = ['order.unassigned', 'order.unassigned', 'stop.scheduled', 'stop.scheduled']
  assert.deepEqual(await told(shop, [...both, 'route.cancelled', 'route.completed']), [...both, ...both])

  const again = await office.post(`/undo-steps/${undone.body.data.redo_step_uuid}/undo`)
  assert.equal(again.status, 200, again.body.message)
  assert.equal((await readDay(office, date)).routes[0]?.stop_count, 0)
})

test('an emptied route ends after an hour, or when it is canceled, and then gets no stops back', async () => {
  const waits = await emptiedRoute()
  clock.advance(3_599)
  await settleOutcomesJob.run(app)
  assert.deepEqual([await waits.status(), await told(waits.shop, ['route.cancelled'])], ['DISPATCHED', []])
  clock.advance(2)
  await settleOutcomesJob.run(app)
  assert.deepEqual(
    [await waits.status(), await told(waits.shop, ['route.cancelled'])],
    ['CANCELLED', ['route.cancelled']],
  )

  const { shop, date, office, gone } = await emptiedRoute()
  const after = driven(await readDay(office, date))
  const [step] = await steps(office)
  await shop.post(`/routes/${gone.route_uuid}/cancel`)
  const undone = await office.post(`/undo-steps/${step?.step_uuid}/undo`)
  assert.deepEqual([undone.status, undone.body.details?.['code']], [409, 'UNDO_REFUSED'])
  assert.equal(undone.body.message, `${gone.name} is canceled now. Nothing was changed.`)
  assert.deepEqual(driven(await readDay(office, date)), after.slice(1))
})

test('a route left with finished stops only gets the others back; its driver may end it earlier', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 3)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const [first, ...others] = route.stops
  await shop.post(`/routes/${route.route_uuid}/stops/${first?.stop_uuid}/status`, { status: 'DELIVERED' })
  const before = driven(await readDay(office, date))
  const status = async () => (await readDay(office, date)).routes[0]?.status
  const order_uuids = others.map(({ order_uuid }) => order_uuid)
  await move(office, await readDay(office, date), [{ order_uuids, to: null }])
  clock.advance(600)
  for (let i = 0; i < 2; i++) await settleOutcomesJob.run(app)
  assert.equal(await status(), 'IN_PROGRESS', 'the end of a hold ends it no sooner')
  const undone = await undo(office)
  assert.deepEqual([undone.status, driven(await readDay(office, date))], [200, before], undone.body.message)
  await move(office, await readDay(office, date), [{ order_uuids, to: null }])
  await endRoute(driverOf(app, shop), route.route_uuid, clock.now())
  assert.equal(await status(), 'COMPLETED')
})

test('stops of several routes are locked in one step, which is undone and redone completely', async () => {
  const { shop, date } = await shopWithOrders(service, 4)
  await addVehicle(app, shop.businessId, { name: 'Second van' })
  await shop.post('/routes/build', { date, options: { balance: 'STOPS', seed: 1 } })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const locks = async () =>
    (await readDay(office, date)).routes.map(({ stops }) => stops.map(({ locked }) => locked).join())
  const order_uuids = (await readDay(office, date)).routes.flatMap(({ stops }) => stops.map((stop) => stop.order_uuid))
  assert.deepEqual(await locks(), ['false,false', 'false,false'])
  assert.equal((await office.post('/locks', { order_uuids, locked: true })).status, 200)
  assert.deepEqual(await locks(), ['true,true', 'true,true'])
  assert.deepEqual(
    (await steps(office)).map(({ kind, count }) => [kind, count]),
    [['ROUTES_CHANGED', 4]],
  )
  const { body } = await undo(office)
  assert.deepEqual([body.data.orders, await locks()], [4, ['false,false', 'false,false']])
  await office.post(`/undo-steps/${body.data.redo_step_uuid}/undo`)
  assert.deepEqual(await locks(), ['true,true', 'true,true'])
})

test('an accepted re-plan is undone completely, on a route in progress', async () => {
  const { shop, route } = await dispatchedRoute(service, 3)
  await startRoute(driverOf(app, shop), route.route_uuid, clock.now())
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const before = driven(await readDay(office, route.date))
  const urgent = await shop.post<OrderOut>('/orders', orderBody({ delivery_date: route.date }))
  const asked = { date: route.date, order_uuids: [urgent.body.data.order_uuid] }
  const proposed = await shop.post<ReplanOut>('/routes/replan', asked)
  const { replan_uuid: replan, plans } = proposed.body.data
  const accepted = await office.post(`/replan/${replan}/accept`, { plan: plans[0]?.goals[0] })
  assert.equal(accepted.status, 200, accepted.body.message)
  const after = driven(await readDay(office, route.date))
  assert.equal(after[0]?.length, 5)
  const undone = await undo(office)
  assert.equal(undone.status, 200, undone.body.message)
  assert.deepEqual([undone.body.data.left, driven(await readDay(office, route.date))], [[], before])
  const again = await office.post(`/undo-steps/${undone.body.data.redo_step_uuid}/undo`)
  assert.equal(again.status, 200, again.body.message)
  assert.deepEqual(driven(await readDay(office, route.date)), after)
})

test('a delay that only changes times, and a stop that grew, are separate steps', async () => {
  const { shop, route } = await dispatchedRoute(service, 3)
  await startRoute(driverOf(app, shop), route.route_uuid, clock.now())
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const use = async (reason: object) => {
    clock.advance(1)
    const proposed = await shop.post<ReplanOut>('/routes/replan', { date: route.date, ...reason })
    const { replan_uuid: replan, plans } = proposed.body.data
    const accepted = await office.post(`/replan/${replan}/accept`, { plan: plans[0]?.goals[0] })
    assert.equal(accepted.status, 200, accepted.body.message)
  }
  const day = async () => (await readDay(office, route.date)).routes[0]
  const etas = async () => (await day())?.stops.map(({ eta }) => Date.parse(eta ?? '')) ?? []
  const expected = await etas()
  const minutesLater = async () => (await etas()).map((eta, i) => Math.round((eta - (expected[i] ?? 0)) / 60_000))
  const takes = async () => (await day())?.stops.map(({ service_minutes: m, load_weight_lbs: lbs }) => [m, lbs])
  const planned = await takes()
  const last = route.stops.at(-1)
  await use({ grown: [{ stop_uuid: last?.stop_uuid, service_minutes: 45, load_weight_lbs: 77 }] })
  const grown = await takes()
  assert.deepEqual(grown?.at(-1), [45, 77])
  await use({ late: [{ route_uuid: route.route_uuid, minutes: 30 }] })
  const until = (await day())?.held_until
  assert.ok(until)
  assert.deepEqual(await minutesLater(), [30, 30, 30])

  const back = await undo(office)
  assert.equal(back.status, 200, back.body.message)
  assert.deepEqual([await minutesLater(), (await day())?.held_until], [[0, 0, 0], null])
  await office.post(`/undo-steps/${back.body.data.redo_step_uuid}/undo`)
  assert.deepEqual([await minutesLater(), (await day())?.held_until], [[30, 30, 30], until])
  await undo(office)
  const shrunk = await undo(office)
  assert.deepEqual([shrunk.body.data.orders, await takes()], [1, planned], shrunk.body.message)
  await office.post(`/undo-steps/${shrunk.body.data.redo_step_uuid}/undo`)
  assert.deepEqual(await takes(), grown)
})

test('a delay is not undone over a later delay of another user', async () => {
  const { shop, route } = await dispatchedRoute(service, 3)
  await startRoute(driverOf(app, shop), route.route_uuid, clock.now())
  const [office, other] = [
    await signedIn(service, shop.businessId, 'DISPATCHER'),
    await signedIn(service, shop.businessId, 'DISPATCHER'),
  ]
  for (const by of [office, other]) {
    clock.advance(1)
    const late = [{ route_uuid: route.route_uuid, minutes: 30 }]
    const { replan_uuid: replan, plans } = (await shop.post<ReplanOut>('/routes/replan', { date: route.date, late }))
      .body.data
    assert.equal((await by.post(`/replan/${replan}/accept`, { plan: plans[0]?.goals[0] })).status, 200)
  }
  const held = async () => (await readDay(office, route.date)).routes[0]?.held_until
  const both = await held()
  const refused = await undo(office)
  assert.deepEqual([refused.status, refused.body.details.code, await held()], [409, 'UNDO_REFUSED', both])
  assert.match(refused.body.message, /Another delay of .+ was entered since/)
})

test('a lock of another dispatcher on the same route stays when a move is undone', async () => {
  const { shop, date } = await shopWithOrders(service, 4)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const other = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { stops, route_uuid } = await builtRoute(shop, date)
  const start = driven(await readDay(office, date))
  await move(office, await readDay(office, date), [{ order_uuids: [stops[3]?.order_uuid], to: null }])
  await other.post(`/routes/${route_uuid}/lock`, { stop_uuids: [stops[0]?.stop_uuid], locked: true })
  assert.deepEqual(await figuresOfUndo(office), { orders: 1, left: [] })
  const day = await readDay(office, date)
  assert.deepEqual(driven(day), start)
  assert.deepEqual(
    day.routes[0]?.stops.map(({ locked }) => locked),
    [true, false, false, false],
  )
})

test('a reversed route with an odd number of stops, whose middle one stays, is restored: stops, times and miles', async () => {
  const { shop, date } = await shopWithOrders(service, 5)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { route_uuid } = await builtRoute(shop, date)
  const before = await readDay(office, date)
  const reversed = await office.post(`/routes/${route_uuid}/reverse`, { version: before.routes[0]?.version })
  assert.equal(reversed.status, 200, reversed.body.message)
  const after = await readDay(office, date)
  const { status, body } = await undo(office)
  assert.equal(status, 200, body.message)
  assert.deepEqual(await readDay(office, date), before)
  await office.post(`/undo-steps/${body.data.redo_step_uuid}/undo`)
  assert.deepEqual(await readDay(office, date), after)
})

test('an undo needs the permission of the step, even from its user', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { stops } = await builtRoute(shop, date)
  await move(office, await readDay(office, date), [{ order_uuids: [stops[0]?.order_uuid], to: null }])
  const [step] = await steps(office)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('users').set({ role: 'VIEWER' }).where('role', '=', 'DISPATCHER').execute(),
  )
  assert.deepEqual(await steps(office), [])
  assert.equal((await office.post(`/undo-steps/${step?.step_uuid}/undo`)).status, 403)
})

test('a canceled delivery that is canceled again by Redo has its undo window again', async () => {
  const { shop, refs } = await shopWithOrders(service, 1)
  await addEndpoint(app, shop.businessId)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { order_uuid } = await order(shop, refs[0] ?? '')
  await office.post(`/orders/${order_uuid}/cancel`, { reason: 'Out of stock' })
  const { redo_step_uuid: redo } = (await undo(office)).body.data
  clock.advance(600)
  await office.post(`/undo-steps/${redo}/undo`)
  await settleOutcomesJob.run(app)
  assert.deepEqual(await told(shop, CANCELLING), [])
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const [cancelled, ...rest] = await pendingEvents(app, shop.businessId)
  assert.deepEqual([cancelled?.event, cancelled?.facts.reason, rest.length], ['order.cancelled', 'Out of stock', 0])
})
