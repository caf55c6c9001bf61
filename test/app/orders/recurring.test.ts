// Recurring orders over HTTP: their orders are made once, changed with the rule, skipped, moved and ended.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayToWire } from '../../../src/contract/fields.ts'
import type { RecurringOrderOut } from '../../../src/contract/recurring-order.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { calendarOf } from '../../../src/app/calendar.ts'
import { makeDueOrders } from '../../../src/app/orders/recurring/make-due.ts'
import { createZone } from '../../../src/app/zones/create-zone.ts'
import { closeZoneDay } from '../../../src/app/zones/close-zone-day.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { signedIn } from '../../helpers/office.ts'
import { type Client, startService } from '../../helpers/service.ts'

/** This is a Monday. */
let now = new Date('2027-03-01T15:00:00Z')
const service = await startService({ replaced: { clock: () => now } })
const beside = await startService({ beside: service, replaced: { clock: () => now } })
const calendar = calendarOf('America/New_York')
const at = (days: number): string => dayToWire(calendar.addDays('2027-03-01', days))
const start = new Date(now)
const later = (days: number): void => {
  now = new Date(start.getTime() + days * 86_400_000)
}

const order = {
  customer_name: 'Dairy bar',
  address: { line1: '1 Test Street', city: 'Washington', lat: 38.91, lng: -77.03 },
  load_weight_lbs: 40,
}
const weekly = { unit: 'WEEK', weekdays: ['TUE'], start_date: at(0) }
const body = (members: object = {}) => ({ external_ref: 'MILK', order, schedule: weekly, ...members })

async function created(shop: Client, members: object = {}): Promise<RecurringOrderOut> {
  const { status, body: answer } = await shop.post<RecurringOrderOut>('/recurring-orders', body(members))
  assert.equal(status, 201, answer.message)
  return answer.data
}

const orders = async (shop: Client): Promise<OrderOut[]> =>
  (await shop.get<OrderOut[]>('/orders?limit=200')).body.data.sort((a, b) => (a.external_ref < b.external_ref ? -1 : 1))
const open = async (shop: Client): Promise<[string, string][]> =>
  (await orders(shop)).filter(({ status }) => status === 'OPEN').map((one) => [one.external_ref, one.delivery_date])
const jobs = async (): Promise<void> => {
  while (await makeDueOrders(service.app));
}

test('makes the orders of the next days immediately, and each later order the set number of days before its date', async () => {
  later(0)
  const shop = await service.business()
  const made = await created(shop)
  assert.deepEqual(await open(shop), [
    ['MILK-2027-03-02', at(1)],
    ['MILK-2027-03-09', at(8)],
  ])
  assert.deepEqual(
    made.next_dates.slice(0, 3).map((one) => [one.date, one.order?.external_ref ?? null]),
    [
      [at(1), 'MILK-2027-03-02'],
      [at(8), 'MILK-2027-03-09'],
      [at(15), null],
    ],
  )
  await expectAuditRow(service, shop, 'recurring_order.created', { entityId: made.recurring_order_uuid })
  await jobs()
  assert.equal((await orders(shop)).length, 2, 'nothing is due')
  // The two weeks before March 16 begin at midnight in New York. One minute earlier, no order is due.
  now = new Date('2027-03-02T04:59:00Z')
  await jobs()
  assert.equal((await orders(shop)).length, 2)
  now = new Date('2027-03-02T05:00:00Z')
  await jobs()
  assert.equal((await orders(shop)).at(-1)?.external_ref, 'MILK-2027-03-16')
  await expectAuditRow(service, shop, 'order.created', { times: 3, by: { kind: 'SYSTEM' } })
  later(0)
})

test('two concurrent processes make each order once, and a failing one leaves none behind', async (t) => {
  later(0)
  const shop = await service.business()
  for (const n of [1, 2, 3, 4, 5]) await created(shop, { external_ref: `TWICE-${n}` })
  later(40)
  const before = (await orders(shop)).length
  const asWriter = service.app.db.asWriter.bind(service.app.db)
  const dies = t.mock.method(service.app.db, 'asWriter', (businessId: string, work: Parameters<typeof asWriter>[1]) =>
    asWriter(businessId, async (tx) => {
      await work(tx)
      throw new Error('ends before its commit')
    }),
  )
  const said = t.mock.method(service.app.log, 'error', () => {})
  await makeDueOrders(service.app)
  assert.ok(dies.mock.callCount() >= 5)
  dies.mock.restore()
  said.mock.restore()
  assert.equal((await orders(shop)).length, before)
  now = new Date(now.getTime() + 10_000)
  await Promise.all([1, 2, 3].flatMap(() => [makeDueOrders(service.app), makeDueOrders(beside.app)]))
  const made = (await orders(shop)).slice()
  const references = made.map(({ external_ref }) => external_ref)
  // Five rules, with the Tuesdays from the day of the run to two weeks after it.
  assert.equal(references.length, before + 5 * 2)
  assert.equal(references.filter((reference) => /-\d{4}-\d{2}-\d{2}-\d+$/.test(reference)).length, 0, 'none twice')
  later(0)
})

test('existing orders with all references that the rule tries stay unchanged', async () => {
  later(0)
  const shop = await service.business()
  const references = Array.from({ length: 51 }, (_, i) => `MILK-2027-03-02${i === 0 ? '' : `-${i + 1}`}`)
  for (const external_ref of references)
    await shop.post('/orders', { ...order, external_ref, customer_name: 'Another', delivery_date: at(1) })
  const made = await created(shop)
  assert.match(made.next_dates[0]?.order?.external_ref ?? '', /^MILK-2027-03-02-[0-9a-f]{4}$/)
  const others = (await orders(shop)).filter(({ external_ref }) => references.includes(external_ref))
  assert.deepEqual([...new Set(others.map(({ customer_name }) => customer_name))], ['Another'])
})

test('an order gets an address that changes while its date is moved', async (t) => {
  later(0)
  const shop = await service.business()
  const { lat: _lat, lng: _lng, ...address } = order.address
  const rule = await created(shop, { order: { ...order, address }, schedule: { ...weekly, start_date: at(29) } })
  const path = `/recurring-orders/${rule.recurring_order_uuid}`
  const other = { ...order, address: { ...address, line1: '2 Other Street' } }
  let asked = false
  t.mock.method(service.app.geocoder, 'find', async ({ line1 }: { line1: string }) => {
    const isFirst = !asked
    asked = true
    if (isFirst) assert.equal((await shop.patch(path, { order: other })).status, 200)
    return { found: true, point: { lat: line1 === other.address.line1 ? 39.5 : 38.5, lng: -77 }, precision: 'PLACED' }
  })
  const moved = await shop.post<RecurringOrderOut>(`${path}/dates`, { date: at(29), moved_to: at(3) })
  assert.equal(moved.status, 200, moved.body.message)
  const [made] = await orders(shop)
  assert.deepEqual([made?.delivery_date, made?.address.line1, made?.address.lat], [at(3), '2 Other Street', 39.5])
})

test("a change of the rule keeps an order's own rules, and never mixes parts of a location or of windows", async () => {
  later(0)
  const shop = await service.business()
  const { lat: _lat, lng: _lng, ...line } = order.address
  const somewhere = { ...order, address: line, priority: 10, window_start: '08:00', window_end: '17:00' }
  const rule = await created(shop, { order: somewhere })
  // A user changes one order by hand: it gets a location, a window in the afternoon and a lift gate.
  const byHand = {
    ...somewhere,
    external_ref: 'MILK-2027-03-02',
    delivery_date: at(1),
    address: order.address,
    window_start: '12:00',
    required_skills: ['lift gate'],
  }
  assert.equal((await shop.post('/orders', byHand)).status, 200)
  const change = async (members: object) => {
    const { status } = await shop.patch(`/recurring-orders/${rule.recurring_order_uuid}`, {
      order: { ...somewhere, priority: 90, ...members },
    })
    assert.equal(status, 200)
    return (await shop.get<OrderOut>('/orders/MILK-2027-03-02')).body.data
  }
  const kept = await change({})
  assert.deepEqual([kept.priority, kept.required_skills, kept.window_start], [90, ['lift gate'], '12:00'])
  const earlier = await change({ window_end: '11:00' })
  assert.deepEqual([earlier.window_start, earlier.window_end], ['08:00', '11:00'])
  assert.equal(earlier.address.lat, order.address.lat, 'the address is not what changed')
  const moved = await change({ window_end: '11:00', address: { ...line, line1: '2 Other Street' } })
  assert.deepEqual([moved.address.line1, moved.address.lat], ['2 Other Street', null])
})

test('a change of the rule updates unplanned orders, except fields that were changed by hand', async () => {
  later(0)
  const shop = await service.business()
  const rule = await created(shop, { schedule: { ...weekly, weekdays: ['TUE', 'THU'] } })
  const path = `/recurring-orders/${rule.recurring_order_uuid}`
  // A user changes one order by hand: it gets a note and moves one day later.
  const byHand = { ...order, external_ref: 'MILK-2027-03-04', delivery_date: at(4), instructions: 'Back door' }
  assert.equal((await shop.post('/orders', byHand)).status, 200)
  const changed = await shop.patch<RecurringOrderOut>(path, { order: { ...order, load_weight_lbs: 55 } })
  assert.deepEqual([changed.status, changed.body.data.version], [200, 2])
  const all = await orders(shop)
  assert.deepEqual([...new Set(all.map(({ load_weight_lbs }) => load_weight_lbs))], [55])
  const hand = all.find(({ external_ref }) => external_ref === 'MILK-2027-03-04')
  assert.deepEqual([hand?.instructions, hand?.delivery_date], ['Back door', at(4)])
  await expectAuditRow(service, shop, 'recurring_order.changed', {
    detail: { changes: { load_weight_lbs: [40, 55] } },
  })

  // The Thursdays are removed, whether changed by hand or not.
  await shop.patch(path, { schedule: weekly })
  assert.deepEqual(await open(shop), [
    ['MILK-2027-03-02', at(1)],
    ['MILK-2027-03-09', at(8)],
  ])
  // The Thursdays are made again, under another reference.
  await shop.patch(path, { schedule: { ...weekly, weekdays: ['TUE', 'THU'] } })
  assert.deepEqual(
    (await open(shop)).map(([reference]) => reference),
    ['MILK-2027-03-02', 'MILK-2027-03-04-2', 'MILK-2027-03-09', 'MILK-2027-03-11-2'],
  )
  const same = await shop.patch<RecurringOrderOut>(path, { days_ahead: 14 })
  assert.equal(same.body.data.version, 4, 'nothing changed')
  assert.equal((await shop.patch(path, { days_ahead: 20, version: 3 })).status, 409)
})

test('orders that are on a route or delivered stay unchanged when the rule changes and ends', async () => {
  later(0)
  const shop = await service.business()
  const rule = await created(shop)
  const path = `/recurring-orders/${rule.recurring_order_uuid}`
  const [first] = await orders(shop)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('orders')
      .set({ status: 'DELIVERED' })
      .where('businessId', '=', shop.businessId)
      .where('orderId', '=', String(first?.order_uuid))
      .execute(),
  )
  await shop.patch(path, { order: { ...order, load_weight_lbs: 99 } })
  assert.deepEqual(
    (await orders(shop)).map((one) => [one.status, one.load_weight_lbs]),
    [
      ['DELIVERED', 40],
      ['OPEN', 99],
    ],
  )
  const ended = await shop.post<RecurringOrderOut>(`${path}/end`)
  assert.deepEqual([ended.status, ended.body.data.next_dates], [200, []])
  assert.ok(ended.body.data.ended_at)
  assert.deepEqual(
    (await orders(shop)).map(({ status }) => status),
    ['DELIVERED', 'CANCELLED'],
  )
  await expectAuditRow(service, shop, 'recurring_order.ended', { by: { kind: 'API' } })
  assert.equal((await shop.post(`${path}/end`)).status, 200)
  await expectAuditRow(service, shop, 'recurring_order.ended')
  const refused = await shop.patch(path, { days_ahead: 3 })
  assert.deepEqual([refused.status, refused.body.details.code], [409, 'RECURRING_ORDER_ENDED'])
  later(30)
  await jobs()
  assert.equal((await orders(shop)).length, 2)
  later(0)
})

test('a date is skipped, moved and restored, before and after its order is made', async () => {
  later(0)
  const shop = await service.business()
  const rule = await created(shop)
  const dates = `/recurring-orders/${rule.recurring_order_uuid}/dates`
  const set = async (members: object) => {
    const { status, body: answer } = await shop.post<RecurringOrderOut>(dates, members)
    assert.equal(status, 200, answer.message)
    return answer.data.next_dates
  }
  const skipped = await set({ date: at(1), skipped: true })
  assert.deepEqual(skipped[0], { date: at(1), skipped: true, moved_to: null, order: null })
  await set({ date: at(8), moved_to: at(9) })
  await set({ date: at(15), skipped: true })
  // Moves one date from outside the period in which orders are created (`days_ahead`) into it, and another date out of
  // it.
  await set({ date: at(22), moved_to: at(3) })
  await set({ date: at(29), moved_to: at(40) })
  assert.deepEqual(await open(shop), [
    ['MILK-2027-03-09', at(9)],
    ['MILK-2027-03-23', at(3)],
  ])
  await expectAuditRow(service, shop, 'recurring_order.date_changed', {
    times: 5,
    detail: { date: '2027-03-30', skipped: false, movedTo: '2027-04-10' },
  })
  later(26)
  await jobs()
  const made = (await open(shop)).map(([reference, date]) => `${reference} on ${date}`)
  assert.ok(made.includes(`MILK-2027-03-30 on ${at(40)}`), made.join())
  assert.ok(!made.some((one) => one.startsWith('MILK-2027-03-16')), 'skipped before it was made')
  later(0)
  await set({ date: at(1) })
  await set({ date: at(8) })
  assert.deepEqual((await open(shop)).slice(0, 2), [
    ['MILK-2027-03-02-2', at(1)],
    ['MILK-2027-03-09', at(8)],
  ])
})

test('if the zone is closed the order is still made, or for the next open day', async () => {
  later(0)
  const shop = await service.business()
  const ring = [
    [-77.1, 38.8],
    [-76.9, 38.8],
    [-76.9, 39],
    [-77.1, 39],
    [-77.1, 38.8],
  ]
  const hours = { start: '09:00', end: '17:00' }
  const { zoneId } = await createZone(service.app, shop.businessId, {
    name: 'Center',
    geometry: { type: 'Polygon', coordinates: [ring] },
    hours: [hours, hours, hours, null, hours, null, null],
    capacity: null,
    cutoffDays: null,
    cutoffTime: null,
  } as Parameters<typeof createZone>[2])
  await closeZoneDay(service.app, { zoneId, day: '2027-03-02', note: 'Holiday' })
  await created(shop, { external_ref: 'KEPT' })
  await created(shop, { external_ref: 'NEXT', schedule: { ...weekly, closed_days: 'NEXT_OPEN_DAY' } })
  const thursday = { ...weekly, weekdays: ['THU'], closed_days: 'NEXT_OPEN_DAY' }
  await created(shop, { external_ref: 'THU', schedule: thursday, days_ahead: 4 })
  assert.deepEqual(await open(shop), [
    ['KEPT-2027-03-02', at(1)],
    ['KEPT-2027-03-09', at(8)],
    ['NEXT-2027-03-02', at(2)],
    ['NEXT-2027-03-09', at(8)],
    ['THU-2027-03-04', at(4)],
  ])
})

test('an invalid rule, date or reference is refused with its field', async () => {
  later(0)
  const shop = await service.business()
  const refused = async (members: object): Promise<[number, string | undefined]> => {
    const { status, body: answer } = await shop.post('/recurring-orders', body(members))
    return [status, answer.details.fields[0]]
  }
  const schedule = (members: object) => refused({ schedule: { ...weekly, ...members } })
  assert.deepEqual(await schedule({ weekdays: [] }), [400, 'schedule.weekdays'])
  assert.deepEqual(await schedule({ weekdays: null }), [400, 'schedule.weekdays'])
  assert.deepEqual(await schedule({ weekdays: ['Tuesday'] }), [400, 'schedule.weekdays.0'])
  assert.deepEqual(await schedule({ end_date: at(-1) }), [400, 'schedule.end_date'])
  assert.deepEqual(await schedule({ end_date: at(0) }), [400, 'schedule.end_date'])
  assert.deepEqual(await schedule({ end_date: at(9), count: 3 }), [400, 'schedule.count'])
  assert.deepEqual(await schedule({ start_date: at(-30), end_date: at(-1) }), [400, 'schedule.end_date'])
  assert.deepEqual(await schedule({ start_date: at(-30), count: 3 }), [400, 'schedule.count'])
  assert.deepEqual(await schedule({ unit: 'MONTH', weekdays: null }), [400, 'schedule.day_of_month'])
  assert.deepEqual(await schedule({ unit: 'DAY' }), [400, 'schedule.weekdays'])
  assert.deepEqual(await schedule({ every: 0 }), [400, 'schedule.every'])
  assert.deepEqual(await refused({ days_ahead: 61 }), [400, 'days_ahead'])
  assert.deepEqual(await refused({ order: { ...order, delivery_date: at(3) } }), [400, 'order.delivery_date'])
  const rule = await created(shop)
  assert.deepEqual((await shop.post('/recurring-orders', body())).body.details.code, 'REFERENCE_TAKEN')
  const date = async (members: object): Promise<[number, string | undefined]> => {
    const { status, body: answer } = await shop.post(`/recurring-orders/${rule.recurring_order_uuid}/dates`, members)
    return [status, answer.details.fields[0]]
  }
  assert.deepEqual(await date({ date: at(2), skipped: true }), [400, 'date'])
  assert.deepEqual(await date({ date: at(-6), skipped: true }), [400, 'date'])
  assert.deepEqual(await date({ date: at(1), skipped: true, moved_to: at(2) }), [400, 'moved_to'])
  assert.deepEqual(await date({ date: at(1), moved_to: at(-1) }), [400, 'moved_to'])
  const nobodys = await shop.get('/recurring-orders/019ab3f0-0000-7000-8000-000000000000')
  assert.equal(nobodys.status, 404)
})

test('recurring orders are listed in pages, without those of other businesses', async () => {
  later(0)
  const [shop, other] = [await service.business(), await service.business()]
  const made: string[] = []
  for (const n of [1, 2, 3]) made.unshift((await created(shop, { external_ref: `PAGE-${n}` })).recurring_order_uuid)
  const first = await shop.get<RecurringOrderOut[]>('/recurring-orders?limit=2')
  const rest = await shop.get<RecurringOrderOut[]>(`/recurring-orders?limit=2&cursor=${first.body.next_cursor}`)
  const listed = [...first.body.data, ...rest.body.data].map((one) => one.recurring_order_uuid)
  assert.deepEqual([listed, rest.body.next_cursor], [made, null])
  assert.equal((await other.get(`/recurring-orders/${made[0]}`)).status, 404)
  assert.equal((await other.post(`/recurring-orders/${made[0]}/end`)).status, 404)
  assert.deepEqual((await other.get('/recurring-orders')).body.data, [])
})

test('an order in the office names its rule, and ending the rule there sends a webhook per order', async () => {
  later(0)
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  const { body: answer } = await office.post<RecurringOrderOut>('/recurring-orders', body())
  const [first] = await orders(shop)
  const detail = await office.get<{ recurring: { external_ref: string; date: string } }>(`/orders/${first?.order_uuid}`)
  const { external_ref, date } = detail.body.data.recurring
  assert.deepEqual([external_ref, date], ['MILK', at(1)])
  const path = `/recurring-orders/${answer.data.recurring_order_uuid}`
  assert.equal((await viewer.post(`${path}/end`)).status, 403)
  assert.equal((await viewer.get(path)).status, 200)
  assert.equal((await office.post(`${path}/end`)).status, 200)
  await expectAuditRow(service, shop, 'order.cancelled', { times: 2, by: { kind: 'OFFICE' } })
})
