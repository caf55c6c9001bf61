// A customer chooses another day that fits, within the business's rules, as the next attempt or as a change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createZone } from '../../../../src/app/zones/create-zone.ts'
import type { DaysThatFit } from '../../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../../src/contract/order.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { addDepot, addVehicle } from '../../../helpers/fleet.ts'
import { testClock } from '../../../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../../../helpers/events.ts'
import { getPage } from '../../../helpers/links.ts'
import { signedIn } from '../../../helpers/office.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { builtRoute, dateIn, dispatchedRoute } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'

/** 10:00 in New York on a Monday. */
const clock = testClock(new Date('2026-11-23T15:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const WINDOWS = [
  { start: '09:00', end: '12:00' },
  { start: '13:00', end: '17:00' },
]

const change = (shop: Client, settings: Record<string, unknown>) =>
  app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('businesses')
      .set({ chooseDaysAhead: 2, chooseWindows: JSON.stringify(WINDOWS), ...settings })
      .execute(),
  )
const order = async (shop: Client, ref: string) => (await shop.get<OrderOut>(`/orders/${ref}`)).body.data
const pathOf = ({ order_uuid }: OrderOut) => `/t/${app.secrets.linkToken('tracking', order_uuid, '')}`
/** Returns the values of the days that the page offers. */
const offered = async (path: string) => {
  const { status, text } = await getPage(service, `${path}/days`)
  assert.equal(status, 200, text)
  return [...text.matchAll(/name="day" value="([^"]*)"/g)].map(([, value]) => value)
}
const choose = async (path: string, day: string) => {
  const body = new URLSearchParams({ day })
  const answer = await fetch(`${service.url}${path}/days`, { method: 'POST', body, redirect: 'manual' })
  return { status: answer.status, text: await answer.text() }
}

async function failed() {
  const { shop, route, refs } = await dispatchedRoute(service, 1, { window_start: '09:00', window_end: '10:00' })
  await change(shop, {})
  const [stop] = route.stops
  const fail = () =>
    shop.post(`/routes/${route.route_uuid}/stops/${stop?.stop_uuid}/status`, { status: 'FAILED', reason: 'Closed' })
  const settle = async () => {
    clock.advance(121)
    await settleOutcomesJob.run(app)
  }
  const before = await order(shop, refs[0] ?? '')
  return { shop, before, path: pathOf(before), fail, settle }
}

test('after a failure the customer chooses a fitting day and window once, which creates the next attempt', async () => {
  const { shop, before, path, fail, settle } = await failed()
  await fail()
  assert.equal((await getPage(service, `${path}/days`)).status, 409, 'not during the undo window')
  await settle()
  assert.match(
    (await getPage(service, path)).text,
    /could not deliver at [^<]*\. Closed\.<[^]*>Choose another day for your delivery/,
  )
  assert.deepEqual(await offered(path), [
    '2026-11-24 09:00-12:00',
    '2026-11-24 13:00-17:00',
    '2026-11-25 09:00-12:00',
    '2026-11-25 13:00-17:00',
  ])
  for (const day of ['2026-11-24', '2026-11-25', '2026-11-28 09:00-12:00', '2026-11-25 09:00-13:00'])
    assert.equal((await choose(path, day)).status, 409, day)
  for (const day of ['', 'tomorrow', '2026-11-25 09:00']) assert.equal((await choose(path, day)).status, 400, day)
  assert.equal((await choose(path, '2026-11-25 13:00-17:00')).status, 303)
  const again = await order(shop, `${before.external_ref}-2`)
  assert.deepEqual(
    [again.attempt, again.repeat_of, again.delivery_date, again.window_start, again.window_end],
    [2, before.external_ref, '11/25/2026', '13:00', '17:00'],
  )
  await expectAuditRow(service, shop, 'order.repeated', {
    entityId: before.order_uuid,
    by: { kind: 'CUSTOMER', id: null },
  })
  assert.equal((await choose(path, '2026-11-25 09:00-12:00')).status, 409, 'once')
  const page = (await getPage(service, path)).text
  assert.match(page, /Delivery on Wednesday, November 25/)
  assert.ok(page.includes(pathOf(again)))
})

test('before dispatch the customer can choose another day until the business’s deadline, and the order system gets an event', async () => {
  const shop = await service.business()
  await change(shop, {})
  await addEndpoint(app, shop.businessId)
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId)
  const more = { more_windows: [{ window_start: '14:00', window_end: '15:00' }], priority: 3 }
  const window = { window_start: '09:00', window_end: '10:00' }
  const body = orderBody({ delivery_date: dateIn(service, 1), ...window, ...more })
  await shop.post('/orders', body)
  await builtRoute(shop, dateIn(service, 1))
  const path = pathOf(await order(shop, body.external_ref))
  assert.deepEqual(await offered(path), ['2026-11-25 09:00-12:00', '2026-11-25 13:00-17:00'])
  assert.equal((await choose(path, '2026-11-25 09:00-12:00')).status, 303)
  const moved = await order(shop, body.external_ref)
  assert.deepEqual(
    [moved.delivery_date, moved.window_end, moved.more_windows, moved.priority, moved.route],
    ['11/25/2026', '12:00', undefined, 3, null],
  )
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ event, facts }) => [event, facts.source, facts.changed_fields]),
    [['order.updated', 'CUSTOMER', ['delivery_date', 'window_end', 'more_windows']]],
  )
  await change(shop, { chooseWindows: '[]' })
  assert.deepEqual(await offered(path), ['2026-11-24'], 'the delivery keeps its own window')
  await change(shop, { chooseUntil: '09:59' })
  assert.deepEqual(await offered(path), [], 'too late for tomorrow')
  await change(shop, { chooseDaysAhead: 0 })
  assert.equal((await getPage(service, `${path}/days`)).status, 409)
  assert.doesNotMatch((await getPage(service, path)).text, /Choose another day/)
})

test('offers contain only days with open zones and room in the plan, also for the office', async () => {
  const shop = await service.business()
  await change(shop, { chooseWindows: '[]', chooseDaysAhead: 4 })
  await addDepot(app, shop.businessId)
  await addVehicle(app, shop.businessId, { maxStops: 1 })
  await createZone(app, shop.businessId, {
    name: 'Town',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [-77.2, 38.8],
          [-76.9, 38.8],
          [-76.9, 39],
          [-77.2, 39],
          [-77.2, 38.8],
        ],
      ],
    },
    // Closed on Wednesdays.
    hours: Array.from({ length: 7 }, (_, i) => (i === 2 ? null : { start: '09:00', end: '17:00' })),
    capacity: null,
    cutoffDays: null,
    cutoffTime: null,
  })
  // On Thursday, the vehicle already has its maximum of one stop.
  await shop.post('/orders', orderBody({ delivery_date: dateIn(service, 3) }))
  await builtRoute(shop, dateIn(service, 3))
  const own = orderBody({ delivery_date: dateIn(service, 1), required_skills: [] })
  await shop.post('/orders', own)
  const read = await order(shop, own.external_ref)
  assert.deepEqual(await offered(pathOf(read)), ['2026-11-27'])
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const { body } = await office.get<DaysThatFit>(`/orders/${read.order_uuid}/days`)
  const next = body.data.days.slice(0, 2).map(({ date, window }) => [date, window])
  assert.deepEqual(next, [
    ['11/27/2026', null],
    ['11/28/2026', null],
  ])
  await shop.post('/orders', { ...own, required_skills: ['lift gate'] })
  assert.deepEqual(await offered(pathOf(read)), [], 'no vehicle has the skill')
})
