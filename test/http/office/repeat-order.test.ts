// Tests that a user delivers a failed delivery again: the new order is a copy, both orders refer to each other, and
// this is possible only once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { ReportOut } from '../../../src/contract/reports.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { testClock } from '../../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../../helpers/events.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { builtRoute, dateIn, dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const GOODS = {
  instructions: 'Ring twice',
  items: [{ name: 'Peas', quantity: 2, unit_weight_lbs: 3, temperature_class: null, sku: 'P' }],
  metadata: { kept: true },
  sms_consent: true,
  service_minutes: 7,
}

/** A delivery that has just failed, on a route with another stop. */
async function failedDelivery() {
  const { shop, route } = await dispatchedRoute(service, 2, GOODS)
  const [stop] = route.stops
  const path = `/routes/${route.route_uuid}/stops/${stop?.stop_uuid}`
  await shop.post(`${path}/status`, { status: 'FAILED', reason: 'Nobody there' })
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { body } = await shop.get<OrderOut>(`/orders/${stop?.external_ref}`)
  const order = body.data
  const detail = async (id = order.order_uuid) => (await office.get<OrderDetailOut>(`/orders/${id}`)).body.data
  const repeat = (external_ref: string, delivery_date = dateIn(service, 2), id = order.order_uuid) =>
    office.post<OrderOut>(`/orders/${id}/repeat`, { external_ref, delivery_date })
  const settle = async () => {
    clock.advance(121)
    await settleOutcomesJob.run(app)
  }
  return { shop, office, path, order, detail, repeat, settle, ref: order.external_ref }
}

test('every member is copied under a new reference and date, and both orders name each other', async () => {
  const { shop, order, detail, repeat, settle, ref } = await failedDelivery()
  const held = await repeat(`${ref}-2`)
  assert.deepEqual([held.status, held.body.details.code], [409, 'OUTCOME_HELD'])
  assert.match((await detail()).repeat.refused ?? '', /can still be undone/)
  await settle()
  const { suggested } = (await detail()).repeat
  assert.deepEqual(suggested, { external_ref: `${ref}-2`, delivery_date: dateIn(service, 1) })

  const { status, body } = await repeat(`${ref}-2`)
  assert.equal(status, 200, body.message)
  const {
    route: _route,
    stop: _stop,
    order_uuid,
    created_at: _made,
    changed_at: _changed,
    tracking_url: _own,
    ...before
  } = order
  const { body: read } = await shop.get<OrderOut>(`/orders/${ref}-2`)
  const { order_uuid: id, created_at: _m, changed_at: _c, tracking_url: page, route, stop, ...copied } = read.data
  assert.deepEqual([route, stop], [null, null])
  assert.deepEqual(copied, {
    ...before,
    external_ref: `${ref}-2`,
    status: 'OPEN',
    delivery_date: dateIn(service, 2),
    attempt: 2,
    repeat_of: ref,
  })
  assert.notEqual(page, order.tracking_url)
  assert.deepEqual([body.data.attempt, body.data.repeat_of], [2, ref])
  assert.deepEqual((await detail()).repeat.as, { order_uuid: id, external_ref: `${ref}-2`, status: 'OPEN' })
  assert.deepEqual((await detail(id)).repeat.of, { order_uuid, external_ref: ref, status: 'FAILED' })
  await expectAuditRow(service, shop, 'order.repeated', { entityId: order_uuid, detail: { repeat: `${ref}-2` } })
})

test('two clicks create one order, and after its cancellation another one with the next free reference', async () => {
  const { shop, detail, repeat, settle, ref } = await failedDelivery()
  await settle()
  const clicks = await Promise.all([repeat(`${ref}-2`), repeat(`${ref}-2`)])
  assert.deepEqual(
    clicks.map(({ status }) => status),
    [200, 200],
  )
  const { repeat: links } = await detail()
  for (const { body } of clicks) assert.equal(body.data.order_uuid, links.as?.order_uuid)
  assert.equal(links.suggested, null)
  for (const other of [await repeat(`${ref}-x`), await repeat(`${ref}-2`, dateIn(service, 3))])
    assert.deepEqual([other.status, other.body.details.code], [409, 'ORDER_REPEATED'])
  assert.equal((await shop.get(`/orders/${ref}-x`)).status, 404)

  await shop.post(`/orders/${ref}-2/cancel`)
  const cancelled = await repeat(`${ref}-y`, undefined, links.as?.order_uuid)
  assert.deepEqual(
    [cancelled.status, cancelled.body.details.code],
    [409, 'ORDER_REPEATED'],
    'the first delivery is repeated already',
  )
  await shop.post('/orders', orderBody({ external_ref: `${ref}-3` }))
  assert.equal((await detail()).repeat.suggested?.external_ref, `${ref}-4`)
  const taken = await repeat(`${ref}-3`)
  assert.deepEqual([taken.status, taken.body.details.code], [409, 'REFERENCE_TAKEN'])
  assert.equal((await repeat(`${ref}-4`)).status, 200)
  assert.equal((await detail()).repeat.as?.external_ref, `${ref}-4`)
})

test('a failure can’t be undone or corrected until its repeat is canceled', async () => {
  const { shop, office, path, repeat, settle, ref } = await failedDelivery()
  await settle()
  await repeat(`${ref}-2`)
  for (const refused of [
    await shop.post(`${path}/undo`),
    await office.post(`${path}/correct`, { status: 'DELIVERED' }),
  ]) {
    assert.equal(refused.status, 409)
    assert.equal(refused.body.details.code, 'ORDER_REPEATED')
    assert.match(refused.body.message, new RegExp(`${ref}-2`))
  }
  const reason = await office.post(`${path}/correct`, { status: 'FAILED', reason: 'Gate locked' })
  assert.equal(reason.status, 200, 'the reason of the failure can be corrected')
  await shop.post(`/orders/${ref}-2/cancel`)
  assert.equal((await shop.post(`${path}/undo`)).status, 200)
})

test('a dispatcher can repeat only a failed or canceled delivery, on a bookable day', async () => {
  const { shop, office, repeat, settle, ref } = await failedDelivery()
  await settle()
  const past = await repeat(`${ref}-2`, dateIn(service, -1))
  assert.equal(past.status, 422)
  const body = orderBody()
  const { body: made } = await shop.post<OrderOut>('/orders', body)
  const open = await repeat('X-2', dateIn(service, 1), made.data.order_uuid)
  assert.deepEqual([open.status, open.body.details.code], [409, 'NOT_FAILED'])
  await shop.post(`/orders/${body.external_ref}/cancel`)
  const copied = await repeat('X-2', dateIn(service, 1), made.data.order_uuid)
  assert.deepEqual(
    [copied.status, copied.body.data.attempt],
    [200, 1],
    'a canceled delivery does not count as an attempt',
  )
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  const path = `/orders/${made.data.order_uuid}/repeat`
  assert.equal((await viewer.post(path, { external_ref: 'Y', delivery_date: dateIn(service, 1) })).status, 403)
  const neighbor = await signedIn(service, (await service.business()).businessId, 'OWNER')
  assert.equal((await neighbor.post(path, { external_ref: 'Y', delivery_date: dateIn(service, 1) })).status, 404)
  assert.ok(office)
})

test('attempts are counted in events, the CSV and the report, but not canceled ones', async () => {
  const { shop, office, repeat, settle, ref } = await failedDelivery()
  await addEndpoint(app, shop.businessId)
  await settle()
  const date = dateIn(service, 3)
  const second = (await repeat(`${ref}-2`, date)).body.data
  await shop.post(`/orders/${ref}-2/cancel`)
  const again = (await repeat(`${ref}-3`, date)).body.data
  assert.deepEqual([again.attempt, again.repeat_of], [2, ref])
  const fromCancelled = await repeat(`${ref}-4`, date, second.order_uuid)
  assert.equal(fromCancelled.status, 409)

  const route = await builtRoute(shop, date)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  const stop = route.stops.find(({ external_ref }) => external_ref === `${ref}-3`)
  await shop.post(`/routes/${route.route_uuid}/stops/${stop?.stop_uuid}/status`, { status: 'FAILED', reason: 'No' })
  await settle()
  const failures = (await pendingEvents(app, shop.businessId)).filter(({ event }) => event === 'stop.failed')
  assert.deepEqual(
    failures.map(({ facts }) => [facts.external_ref, facts.attempt]),
    [
      [ref, 1],
      [`${ref}-3`, 2],
    ],
  )
  const third = await repeat(`${ref}-5`, date, again.order_uuid)
  assert.deepEqual([third.body.data.attempt, third.body.data.repeat_of], [3, `${ref}-3`])

  const { body } = await office.get<ReportOut>(`/report?from=${date}&to=${date}`)
  assert.deepEqual(body.data.attempts, [
    { attempt: 2, deliveries: 1, delivered: 0, failed: 1 },
    { attempt: 3, deliveries: 1, delivered: 0, failed: 0 },
  ])
  const csv = await fetch(`${service.url}/office/api/orders.csv?search=${ref}`, { headers: { cookie: office.cookie } })
  assert.match(await csv.text(), new RegExp(`^${ref}-5,OPEN,.*,3,${ref}-3,`, 'm'))
})
