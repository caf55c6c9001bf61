// Tests each transition of the order states (docs/spec/orders.md#order-states): dispatch, outcomes with undo, skip,
// cancel, completion.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { RouteWithStops, StopOut } from '../../../src/contract/routes.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../../helpers/events.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { builtRoute, dateIn, dispatchedRoute, shopWithOrders } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

interface StopAnswer {
  route: RouteWithStops
  stop: StopOut
}

const path = (route: RouteWithStops, index: number) =>
  `/routes/${route.route_uuid}/stops/${route.stops[index]?.stop_uuid}`
const record = (shop: Client, route: RouteWithStops, index: number, body: Record<string, unknown>) =>
  shop.post<StopAnswer>(`${path(route, index)}/status`, body)
const undo = (shop: Client, route: RouteWithStops, index: number) => shop.post<StopAnswer>(`${path(route, index)}/undo`)
const order = async (shop: Client, ref: string | undefined) => (await shop.get<OrderOut>(`/orders/${ref}`)).body.data
const names = async (shop: Client) => (await pendingEvents(app, shop.businessId)).map(({ event }) => event)
const route = async (shop: Client, id: string) => (await shop.get<RouteWithStops>(`/routes/${id}`)).body.data
const settle = () => settleOutcomesJob.run(app)
const refOf = (r: RouteWithStops, index: number) => r.stops[index]?.external_ref

test('OPEN → SCHEDULED at dispatch: stop.scheduled for each stop, and the response never contains the driver’s link', async () => {
  const { shop, date } = await shopWithOrders(service, 3)
  await addEndpoint(app, shop.businessId)
  const built = await builtRoute(shop, date)
  const { status, body } = await shop.post<{ route: RouteWithStops; driver_notified: boolean; warnings: string[] }>(
    `/routes/${built.route_uuid}/dispatch`,
  )
  assert.equal(status, 200)
  assert.equal(body.data.route.status, 'DISPATCHED')
  assert.equal(body.data.driver_notified, false, 'a text that is only logged reaches nobody')
  assert.deepEqual(body.data.warnings, ['No text to Test driver: no text message provider is set up.'])
  assert.doesNotMatch(JSON.stringify(body), /\/d\//)
  assert.equal((await order(shop, refOf(built, 0))).status, 'SCHEDULED')
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event }) => event),
    Array(3).fill('stop.scheduled'),
  )
  assert.equal(events[0]?.facts.external_ref, refOf(built, 0))
  const messages = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('messages').selectAll().execute())
  assert.deepEqual(
    messages.map(({ kind, recipient }) => [kind, recipient]),
    [['DRIVER_ROUTE', '+12025550100']],
  )
  assert.match(messages[0]?.body ?? '', /\{driver_link\}/)
})

test('a repeated dispatch is 200 and sends nothing twice; concurrent requests have one effect', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  await addEndpoint(app, shop.businessId)
  const built = await builtRoute(shop, date)
  const answers = await Promise.all([1, 2, 3].map(() => shop.post(`/routes/${built.route_uuid}/dispatch`)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal((await names(shop)).length, 2)
})

test('dispatch without a driver, or with one without a phone, succeeds with a warning', async () => {
  const { shop, date, vehicleId } = await shopWithOrders(service, 1)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('vehicles').set({ driverId: null }).where('vehicleId', '=', vehicleId).execute(),
  )
  const built = await builtRoute(shop, date)
  const { body } = await shop.post<{ driver_notified: boolean; warnings: string[] }>(
    `/routes/${built.route_uuid}/dispatch`,
  )
  assert.equal(body.data.driver_notified, false)
  assert.equal(body.data.warnings.length, 1)
})

test('dispatch is 409 if canceled, without stops, or after the drive window; 404 if unknown', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 1)
  const built = await builtRoute(shop, date)
  await shop.post(`/orders/${refs[0]}/cancel`)
  const empty = await shop.post(`/routes/${built.route_uuid}/dispatch`)
  assert.equal(empty.body.details.code, 'ROUTE_EMPTY')
  await shop.post(`/routes/${built.route_uuid}/cancel`)
  const cancelled = await shop.post(`/routes/${built.route_uuid}/dispatch`)
  assert.equal(cancelled.status, 409)
  assert.equal((await shop.post('/routes/019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e/dispatch')).status, 404)
  assert.equal((await shop.post('/routes/not-a-uuid/dispatch')).status, 404)

  const yesterday = dateIn(service, -1)
  const late = orderBody({ delivery_date: yesterday })
  await shop.post('/orders', late)
  const past = await builtRoute(shop, yesterday)
  const passed = await shop.post(`/routes/${past.route_uuid}/dispatch`)
  assert.equal(passed.body.details.code, 'DRIVE_WINDOW_PASSED')
})

test('DELIVERED is held for the undo window, then stop.delivered is sent and the order moves in the feed', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  await addEndpoint(app, shop.businessId)
  const { status, body } = await record(shop, running, 0, { status: 'DELIVERED', driver_notes: 'Front desk' })
  assert.equal(status, 200)
  assert.equal(body.data.stop.status, 'DELIVERED')
  assert.equal(body.data.route.status, 'IN_PROGRESS')
  assert.equal(body.data.stop.settles_at, new Date(clock.now().getTime() + 120_000).toISOString())
  assert.equal((await order(shop, refOf(running, 0))).status, 'DELIVERED')
  clock.advance(119)
  await settle()
  assert.deepEqual(await names(shop), [])
  const before = await order(shop, refOf(running, 0))
  clock.advance(2)
  await settle()
  await settle()
  assert.deepEqual(await names(shop), ['stop.delivered', 'stop.en_route'], 'and the driver is on the way to the next')
  const [event] = await pendingEvents(app, shop.businessId)
  assert.equal(event?.facts.status, 'DELIVERED')
  assert.equal(event?.facts.driver_notes, 'Front desk')
  assert.deepEqual(event?.facts.driver, { name: 'Test driver' })
  assert.equal(event?.facts.delivered_at, body.data.stop.delivered_at)
  const after = await order(shop, refOf(running, 0))
  assert.equal(after.stop?.settles_at, null)
  assert.ok(after.changed_at > before.changed_at)
})

test('FAILED needs a reason and is held; then stop.failed has the reason', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  await addEndpoint(app, shop.businessId)
  const bare = await record(shop, running, 0, { status: 'FAILED' })
  assert.equal(bare.status, 400)
  assert.deepEqual(bare.body.details.fields, ['reason'])
  const { status } = await record(shop, running, 0, { status: 'FAILED', reason: 'Nobody home' })
  assert.equal(status, 200)
  assert.equal((await order(shop, refOf(running, 0))).status, 'FAILED')
  clock.advance(121)
  await settle()
  const [event] = await pendingEvents(app, shop.businessId)
  assert.equal(event?.event, 'stop.failed')
  assert.equal(event?.facts.reason, 'Nobody home')
})

test('SKIPPED releases the delivery to OPEN at once with stop.skipped; it can be built again', async () => {
  const { shop, date, route: running } = await dispatchedRoute(service, 2)
  await addEndpoint(app, shop.businessId)
  const { body } = await record(shop, running, 0, { status: 'SKIPPED' })
  assert.equal(body.data.stop.settles_at, null)
  const released = await order(shop, refOf(running, 0))
  assert.equal(released.status, 'OPEN')
  assert.equal(released.route, null)
  assert.deepEqual(await names(shop), ['stop.skipped', 'stop.en_route'])
  assert.equal(released.delivery_date, date)
})

test('an undo within the undo window sends nothing; the order is SCHEDULED again', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  await addEndpoint(app, shop.businessId)
  await record(shop, running, 0, { status: 'DELIVERED' })
  const { status, body } = await undo(shop, running, 0)
  assert.equal(status, 200)
  assert.equal(body.data.stop.status, 'PENDING')
  assert.equal(body.data.stop.undo_count, 1)
  assert.equal((await order(shop, refOf(running, 0))).status, 'SCHEDULED')
  clock.advance(300)
  await settle()
  assert.deepEqual(await names(shop), [])
})

test('an undo after the undo window sends stop.undone with undone_status; an outcome with arrived_at becomes ARRIVED', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  await addEndpoint(app, shop.businessId)
  await record(shop, running, 0, { status: 'DELIVERED', arrived_at: clock.now().toISOString() })
  clock.advance(121)
  await settle()
  const { body } = await undo(shop, running, 0)
  assert.equal(body.data.stop.status, 'ARRIVED')
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event }) => event),
    ['stop.delivered', 'stop.en_route', 'stop.undone'],
  )
  assert.equal(events[2]?.facts.undone_status, 'DELIVERED')
  assert.equal(events[2]?.facts.undo_count, 1)
  const { body: read } = await shop.get<RouteWithStops>(`/routes/${running.route_uuid}`)
  assert.equal(read.data.stops[1]?.status, 'PENDING', 'the driver is not on the way to the next any more')
  const again = await undo(shop, running, 0)
  assert.equal(again.body.details.code, 'NOTHING_TO_UNDO')
})

test('a skip can be undone while its order is OPEN and on no other route, otherwise 409', async () => {
  const { shop, date, vehicleId, route: running } = await dispatchedRoute(service, 3)
  await record(shop, running, 0, { status: 'SKIPPED' })
  const undone = await undo(shop, running, 0)
  assert.equal(undone.status, 200)
  assert.equal((await order(shop, refOf(running, 0))).route?.route_uuid, running.route_uuid)
  await record(shop, running, 0, { status: 'SKIPPED' })
  await shop.post(`/orders/${refOf(running, 0)}/cancel`)
  const moved = await undo(shop, running, 0)
  assert.equal(moved.body.details.code, 'ORDER_MOVED_ON')
  assert.ok(date && vehicleId)
})

const CHANGES: [what: string, changed: Record<string, unknown>, fields: string[]][] = [
  ['its day', { delivery_date: dateIn(service, 8) }, ['delivery_date']],
  ['its address', { address: { line1: '9 Other Street', lat: 38.95, lng: -77.05 } }, ['address']],
  ['its class', { temperature_class: 'FROZEN' }, ['temperature_class']],
  [
    'its day and the class of its items',
    { delivery_date: dateIn(service, 8), items: [{ name: 'Ice', quantity: 1, temperature_class: 'FROZEN' }] },
    ['delivery_date', 'temperature_class'],
  ],
]

for (const [what, changed, fields] of CHANGES)
  test(`a skip stays once ${what} has changed so that a PLANNED route would lose the delivery; an undo or correction is 409`, async () => {
    const { shop, refs, date, route: running } = await dispatchedRoute(service, 2)
    const office = await signedIn(service, shop.businessId, 'DISPATCHER')
    const index = running.stops.findIndex(({ external_ref }) => external_ref === refs[0])
    await record(shop, running, index, { status: 'SKIPPED' })
    const { address } = await order(shop, refs[0])
    const sent = orderBody({ external_ref: refs[0], delivery_date: date, address })
    assert.equal((await shop.post('/orders', { ...sent, ...changed })).status, 200)
    const before = await order(shop, refs[0])
    for (const refused of [
      await undo(shop, running, index),
      await office.post(`${path(running, index)}/correct`, { status: 'DELIVERED' }),
    ]) {
      assert.equal(refused.status, 409, JSON.stringify(refused.body))
      assert.equal(refused.body.details.code, 'ORDER_MOVED_ON')
      assert.deepEqual(refused.body.details.fields, fields)
      assert.match(refused.body.message, /no longer fits this route/)
    }
    assert.deepEqual(await order(shop, refs[0]), before)
    // The order has its original values and fits again.
    assert.equal((await shop.post('/orders', sent)).status, 200)
    assert.equal((await undo(shop, running, index)).status, 200)
    assert.equal((await order(shop, refs[0])).status, 'SCHEDULED')
  })

test("changes that a PLANNED route would allow don't prevent the undo of a skip: window, weight, instructions, another name of the same location", async () => {
  const { shop, date, route: running } = await dispatchedRoute(service, 2)
  const ref = refOf(running, 0)
  await record(shop, running, 0, { status: 'SKIPPED' })
  const { address } = await order(shop, ref)
  const changed = {
    address: { ...address, line1: 'The same door' },
    window_start: '10:00',
    load_weight_lbs: 5,
    instructions: 'Ring twice',
  }
  assert.equal(
    (await shop.post('/orders', orderBody({ external_ref: ref, delivery_date: date, ...changed }))).status,
    200,
  )
  assert.equal((await undo(shop, running, 0)).status, 200)
})

test('a skipped order that lost its location does not affect the rest of the route, and stays skipped', async () => {
  const { shop, date, route: running } = await dispatchedRoute(service, 3)
  await record(shop, running, 0, { status: 'SKIPPED' })
  const moved = orderBody({
    external_ref: refOf(running, 0),
    delivery_date: date,
    address: { line1: 'Nowhere at all' },
  })
  const lost = await shop.post<OrderOut>('/orders', moved)
  assert.equal(lost.body.data.placement, 'UNPLACED')
  assert.equal((await record(shop, running, 1, { status: 'DELIVERED' })).status, 200)
  assert.equal((await undo(shop, running, 1)).status, 200)
  assert.deepEqual((await undo(shop, running, 0)).body.details.fields, ['address'])
  const now = await route(shop, running.route_uuid)
  assert.ok(now.stops.every((stop) => stop.eta !== null))
})

test('rule 2: a finished stop needs an undo before another outcome; the same outcome again is also 409', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  await record(shop, running, 0, { status: 'DELIVERED' })
  for (const body of [{ status: 'DELIVERED' }, { status: 'FAILED', reason: 'x' }, { status: 'SKIPPED' }]) {
    const again = await record(shop, running, 0, body)
    assert.equal(again.status, 409)
    assert.equal(again.body.details.code, 'STOP_FINISHED')
  }
})

test('rule 3: an outcome needs a running route', async () => {
  const { shop, date } = await shopWithOrders(service, 1)
  const built = await builtRoute(shop, date)
  const early = await record(shop, built, 0, { status: 'DELIVERED' })
  assert.equal(early.status, 409)
  assert.equal(early.body.details.code, 'ROUTE_NOT_RUNNING')
})

test('records exactly one of several concurrent outcomes', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  const answers = await Promise.all([
    record(shop, running, 0, { status: 'DELIVERED' }),
    record(shop, running, 0, { status: 'FAILED', reason: 'Nobody home' }),
    record(shop, running, 0, { status: 'SKIPPED' }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
})

test('400: occurred_at more than 2 minutes ahead or before dispatch, arrived_at more than 2 minutes before dispatch', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
  for (const seconds of [180, -3_600]) {
    const { status, body } = await record(shop, running, 0, { status: 'DELIVERED', occurred_at: at(seconds) })
    assert.equal(status, 400)
    assert.deepEqual(body.details.fields, ['occurred_at'])
  }
  const early = await record(shop, running, 0, { status: 'DELIVERED', arrived_at: at(-121) })
  assert.deepEqual([early.status, early.body.details.fields], [400, ['arrived_at']])
  const sent = { status: 'DELIVERED', occurred_at: at(60), arrived_at: at(-119) }
  assert.equal((await record(shop, running, 0, sent)).status, 200)
})

test('if the clock is behind the time of dispatch, an outcome has the time of dispatch', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 1)
  const dispatched = clock.now().toISOString()
  clock.advance(-600)
  try {
    const { status, body } = await record(shop, running, 0, { status: 'DELIVERED' })
    assert.equal(status, 200, body.message)
    assert.equal(body.data.stop.finished_at, dispatched)
  } finally {
    clock.advance(600)
  }
})

test('the proof rule of the business: 409 before the outcome', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ proofRequired: 'PHOTO', proofRequiredFailed: true }).execute(),
  )
  for (const body of [{ status: 'DELIVERED' }, { status: 'FAILED', reason: 'x' }]) {
    const { status, body: answer } = await record(shop, running, 0, body)
    assert.equal(status, 409)
    assert.equal(answer.details.code, 'PROOF_REQUIRED')
  }
  assert.equal((await record(shop, running, 0, { status: 'SKIPPED' })).status, 200)
})

test('the last stop completes the route only after its undo window; route.completed follows the outcomes', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  await addEndpoint(app, shop.businessId)
  await record(shop, running, 0, { status: 'DELIVERED' })
  await record(shop, running, 1, { status: 'FAILED', reason: 'Closed' })
  assert.equal((await route(shop, running.route_uuid)).status, 'IN_PROGRESS')
  assert.equal((await undo(shop, running, 1)).status, 200)
  await record(shop, running, 1, { status: 'DELIVERED' })
  clock.advance(121)
  await settle()
  const done = await route(shop, running.route_uuid)
  assert.equal(done.status, 'COMPLETED')
  assert.ok(done.completed_at)
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event }) => event),
    ['stop.delivered', 'stop.delivered', 'route.completed'],
  )
  assert.deepEqual(events[2]?.facts.counts, { total: 2, delivered: 2, failed: 0, skipped: 0, released: 0 })
  assert.equal((await undo(shop, running, 0)).body.details.code, 'ROUTE_NOT_RUNNING')
  assert.equal((await shop.post(`/routes/${running.route_uuid}/cancel`)).status, 409)
  assert.equal((await shop.post(`/routes/${running.route_uuid}/dispatch`)).status, 409)
})

test('cancel of a dispatched route: unfinished stops are removed with order.unassigned, finished ones stay, then route.cancelled', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 3)
  await addEndpoint(app, shop.businessId)
  await record(shop, running, 0, { status: 'DELIVERED' })
  const { status, body } = await shop.post<RouteWithStops>(`/routes/${running.route_uuid}/cancel`)
  assert.equal(status, 200)
  assert.equal(body.data.status, 'CANCELLED')
  assert.deepEqual(
    body.data.stops.map((stop) => stop.status),
    ['DELIVERED'],
  )
  assert.equal((await order(shop, refOf(running, 0))).status, 'DELIVERED')
  assert.equal((await order(shop, refOf(running, 1))).status, 'OPEN')
  assert.equal((await order(shop, refOf(running, 1))).route, null)
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event }) => event),
    ['order.unassigned', 'order.unassigned', 'route.cancelled'],
  )
  assert.deepEqual(events[2]?.facts.released_external_refs, [refOf(running, 1), refOf(running, 2)])
  const again = await shop.post(`/routes/${running.route_uuid}/cancel`)
  assert.equal(again.status, 409)
  clock.advance(121)
  await settle()
  assert.equal((await names(shop)).at(-1), 'stop.delivered')
})

test('cancel of a PLANNED route sends route.cancelled and no order.unassigned', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  await addEndpoint(app, shop.businessId)
  const built = await builtRoute(shop, date)
  await shop.post(`/routes/${built.route_uuid}/cancel`)
  assert.deepEqual(await names(shop), ['route.cancelled'])
})

test('cancel of an order removes it from its planned or dispatched route and updates the times; 409 once out for delivery', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 4)
  await addEndpoint(app, shop.businessId)
  const { status, body } = await shop.post<OrderOut>(`/orders/${refOf(running, 1)}/cancel`)
  assert.equal(status, 200)
  assert.deepEqual([body.data.status, body.data.route, body.data.stop], ['CANCELLED', null, null])
  const after = await route(shop, running.route_uuid)
  assert.deepEqual(
    after.stops.map((stop) => stop.sequence),
    [1, 2, 3],
  )
  assert.ok(after.distance_miles <= running.distance_miles)
  assert.ok((after.stops[1]?.planned_arrival ?? '') < (running.stops[2]?.planned_arrival ?? ''))
  assert.deepEqual(await names(shop), [])
  assert.equal((await shop.post(`/orders/${refOf(running, 1)}/cancel`)).status, 200)
  await record(shop, after, 0, { status: 'DELIVERED' })
  const out = await shop.post(`/orders/${refOf(after, 1)}/cancel`)
  assert.equal(out.body.details.code, 'OUT_FOR_DELIVERY')
  const final = await shop.post(`/orders/${refOf(after, 0)}/cancel`)
  assert.equal(final.body.details.code, 'ORDER_FINAL')
  assert.equal((await shop.post('/orders/none/cancel')).status, 404)
})

test('canceling the last orders of a dispatched route cancels it', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 2)
  await addEndpoint(app, shop.businessId)
  await shop.post(`/orders/${refOf(running, 0)}/cancel`)
  await shop.post(`/orders/${refOf(running, 1)}/cancel`)
  assert.equal((await route(shop, running.route_uuid)).status, 'CANCELLED')
  assert.deepEqual(await names(shop), ['route.cancelled'])
})

test('a concurrent cancel and dispatch run in either order, and never leave a canceled order scheduled', async () => {
  for (let i = 0; i < 5; i++) {
    const { shop, date, refs } = await shopWithOrders(service, 1)
    const built = await builtRoute(shop, date)
    const [cancelled, dispatched] = await Promise.all([
      shop.post(`/orders/${refs[0]}/cancel`),
      shop.post(`/routes/${built.route_uuid}/dispatch`),
    ])
    assert.equal(cancelled.status, 200)
    assert.ok([200, 409].includes(dispatched.status))
    assert.equal((await order(shop, refs[0])).status, 'CANCELLED')
    const end = await route(shop, built.route_uuid)
    assert.equal(end.stop_count, 0)
    assert.equal(end.status, dispatched.status === 200 ? 'CANCELLED' : 'PLANNED')
  }
})

test('with an undo window of 0 an outcome settles at once', async () => {
  const { shop, route: running } = await dispatchedRoute(service, 1)
  await addEndpoint(app, shop.businessId)
  await app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set({ undoWindowSeconds: 0 }).execute())
  const { body } = await record(shop, running, 0, { status: 'DELIVERED' })
  assert.equal(body.data.route.status, 'COMPLETED')
  assert.equal(body.data.stop.settles_at, null)
  assert.deepEqual(await names(shop), ['stop.delivered', 'route.completed'])
})

test('customer notices are sent only with the setting on and consent given', async () => {
  const { shop, date, refs } = await shopWithOrders(service, 2, { customer_phone: '+12025550111' })
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ notifyScheduled: true, notifyOutcome: true }).execute(),
  )
  const first = await shop.get<OrderOut>(`/orders/${refs[0]}`)
  await shop.post('/orders', {
    ...orderBody(),
    external_ref: refs[0],
    address: { line1: first.body.data.address.line1, lat: 38.9, lng: -77.02 },
    customer_phone: '+12025550111',
    delivery_date: date,
    sms_consent: true,
  })
  const built = await builtRoute(shop, date)
  await shop.post(`/routes/${built.route_uuid}/dispatch`)
  const index = built.stops.findIndex((stop) => stop.external_ref === refs[0])
  await record(shop, built, index, { status: 'DELIVERED' })
  await record(shop, built, 1 - index, { status: 'DELIVERED' })
  clock.advance(121)
  await settle()
  const rows = await app.db.asBusiness(shop.businessId, (tx) =>
    tx.selectFrom('messages').select(['kind', 'orderId']).where('kind', '<>', 'DRIVER_ROUTE').execute(),
  )
  assert.deepEqual(rows.map(({ kind }) => kind).toSorted(), ['DELIVERED', 'SCHEDULED'])
  assert.ok(rows.every((row) => row.orderId === first.body.data.order_uuid))
})
