// Tests reports of real routes: outcomes by day and driver, punctuality by the window, failures by reason, and the
// tables as files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CustomersOut, ReportOut } from '../../../src/contract/reports.ts'
import { takePosition } from '../../../src/app/driving/take-position.ts'
import { makeContext } from '../../../src/app/context.ts'
import { correctStop } from '../../../src/app/routes/correct-stop.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../helpers/clock.ts'
import { type Office, signedIn, visitor } from '../../helpers/office.ts'
import { addDepot, addDriver, addVehicle } from '../../helpers/fleet.ts'
import { orderBody } from '../../helpers/orders.ts'
import { builtRoute, dateIn, dispatchedRoute } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })

const report = async (office: Office, from: string, to = from): Promise<ReportOut> => {
  const { status, body } = await office.get<ReportOut>(`/report?from=${from}&to=${to}`)
  assert.equal(status, 200, body.message)
  return body.data
}
const context = (shop: Client) =>
  makeContext(service.app, {
    businessId: shop.businessId,
    timeZone: 'America/New_York',
    actor: { kind: 'SYSTEM', id: null },
    requestId: null,
    idempotency: null,
  })

/** Delivers an order with each of these values, except the last one, which fails. */
async function reportedDay(orders: readonly Record<string, unknown>[]) {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  await addVehicle(service.app, shop.businessId, { driverId: await addDriver(service.app, shop.businessId) })
  const date = dateIn(service, 1)
  for (const [i, values] of orders.entries()) {
    const body = { delivery_date: date, window_start: '08:00', window_end: '17:00', external_ref: `C-${i}`, ...values }
    assert.equal((await shop.post('/orders', orderBody(body))).status, 201)
  }
  const route = await builtRoute(shop, date)
  await shop.post(`/routes/${route.route_uuid}/dispatch`)
  goTo(date, '10:00')
  for (const { stop_uuid, external_ref } of route.stops) {
    const failed = external_ref === `C-${orders.length - 1}`
    const outcome = failed ? { status: 'FAILED', reason: 'Nobody there' } : { status: 'DELIVERED' }
    await shop.post(`/routes/${route.route_uuid}/stops/${stop_uuid}/status`, outcome)
  }
  clock.advance(300)
  await settleOutcomesJob.run(service.app)
  return { shop, date, office: await signedIn(service, shop.businessId, 'VIEWER') }
}

/** Moves the clock to a time of the day in New York. */
function goTo(date: string, time: string): void {
  const [month = '', day = '', year = ''] = date.split('/')
  const at = context({ businessId: '' } as Client).calendar.instantOf(`${year}-${month}-${day}`, time)
  clock.advance((at.getTime() - clock.now().getTime()) / 1000)
}

test('outcomes are counted by day, driver and reason, and arrival within the window is on time, to the minute', async () => {
  const { shop, route, date } = await dispatchedRoute(service, 6, { window_start: '09:00', window_end: '11:00' })
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  assert.equal((await report(office, date)).totals.routes, 0)
  const [early, waited, exact, late, failed, skipped] = route.stops
  const record = async (
    stop: (typeof route.stops)[number] | undefined,
    time: string,
    body: Record<string, unknown>,
  ) => {
    goTo(date, time)
    const { status } = await shop.post(`/routes/${route.route_uuid}/stops/${stop?.stop_uuid}/status`, body)
    assert.equal(status, 200)
  }
  await record(early, '08:50', { status: 'DELIVERED' })
  goTo(date, '09:05')
  await record(waited, '09:05', { status: 'DELIVERED', arrived_at: clock.now().toISOString() })
  goTo(date, '11:00')
  const arrivedAt = new Date(clock.now().getTime() + 59_000).toISOString()
  await record(exact, '11:02', { status: 'DELIVERED', arrived_at: arrivedAt })
  await record(late, '11:10', { status: 'DELIVERED' })
  await record(failed, '11:20', { status: 'FAILED', reason: '=Nobody home' })
  await record(skipped, '11:30', { status: 'SKIPPED' })

  const { totals, days, drivers, failures } = await report(office, date)
  assert.deepEqual(
    [totals.routes, totals.delivered, totals.failed, totals.skipped, totals.windowed, totals.on_time],
    [1, 4, 1, 1, 4, 2],
  )
  assert.deepEqual(
    days.map((day) => [day.date, day.delivered]),
    [[date, 4]],
  )
  assert.deepEqual(
    drivers.map(({ name, delivered }) => [name, delivered]),
    [['Test driver', 4]],
  )
  assert.deepEqual(failures, [{ reason: '=Nobody home', count: 1 }])

  // The office corrects the failure: the delivery was in time. An undone delivery does not count.
  clock.advance(300)
  await settleOutcomesJob.run(service.app)
  goTo(date, '10:30')
  const occurredAt = clock.now()
  goTo(date, '11:40')
  await correctStop(
    context(shop),
    { routeId: route.route_uuid, stopId: late?.stop_uuid ?? '' },
    {
      status: 'DELIVERED',
      reason: null,
      driverNotes: null,
      leftWhere: null,
      occurredAt,
    },
  )
  assert.equal((await report(office, date)).totals.on_time, 3)
})

test('minutes are from start to last stop and miles from positions, for completed routes with both known', async () => {
  const { shop, route, date } = await dispatchedRoute(service, 2)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const [first, second] = route.stops
  goTo(date, '09:00')
  await shop.post(`/routes/${route.route_uuid}/stops/${first?.stop_uuid}/status`, { status: 'DELIVERED' })
  const seen = (lat: number) => takePosition(context(shop), route.route_uuid, { lat, lng: -77.03 })
  await seen(38.9)
  await seen(38.90001)
  await seen(39.0)
  goTo(date, '09:45')
  await shop.post(`/routes/${route.route_uuid}/stops/${second?.stop_uuid}/status`, { status: 'DELIVERED' })
  assert.equal((await report(office, date)).totals.timed_routes, 0, 'not completed yet')
  clock.advance(300)
  await settleOutcomesJob.run(service.app)
  const { totals } = await report(office, date)
  assert.deepEqual([totals.timed_routes, totals.actual_minutes, totals.measured_routes], [1, 45, 1])
  assert.ok(totals.planned_minutes > 0 && totals.planned_miles > 0)
  assert.equal(totals.driven_miles, 6.9)
  assert.deepEqual([totals.windowed, totals.on_time], [0, 0], 'only deliveries with windows can be on time')
})

test('each table is a file that spreadsheets open correctly', async () => {
  const { shop, route, date } = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  goTo(date, '09:00')
  const body = { status: 'FAILED', reason: '=HYPERLINK("http://x")' }
  await shop.post(`/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/status`, body)
  const file = async (part: string) => {
    const path = `/office/api/report.csv?from=${date}&to=${date}&part=${part}`
    const response = await fetch(service.url + path, { headers: { cookie: office.cookie } })
    assert.match(response.headers.get('content-disposition') ?? '', /attachment; filename="report-\w+-/)
    return Buffer.from(await response.arrayBuffer()).toString('utf8')
  }
  assert.equal(await file('failures'), `\uFEFFReason,Deliveries failed\r\n"'=HYPERLINK(""http://x"")",1\r\n`)
  assert.match(await file('days'), new RegExp(`\r\n${date},1,0,1,0,0,0,,.*\r\nTotal,1,0,1,0,`))
  assert.match(await file('drivers'), /\r\nTest driver,1,0,1,0,/)
})

test('customers are counted by name and phone, and those whose data was deleted together and without a name', async () => {
  const { shop, office, date } = await reportedDay([
    { customer_name: 'Tidewater Clinic', customer_phone: '(202) 555-0143' },
    { customer_name: 'tidewater clinic ', customer_phone: '+1 202 555 0143' },
    { customer_name: 'Tidewater Clinic', customer_phone: null },
    { customer_name: 'Ada Young', customer_phone: '(202) 555-0188' },
    { customer_name: 'Kestrel Books', customer_phone: '(202) 555-0199' },
  ])
  const customers = async () => (await office.get<CustomersOut>(`/report/customers?from=${date}&to=${date}`)).body.data
  const before = await customers()
  assert.equal(before.count, 4)
  assert.deepEqual(
    before.customers.map(({ name, delivered, failed, windowed }) => [name, delivered, failed, windowed]),
    [
      ['Tidewater Clinic', 2, 0, 2],
      ['Ada Young', 1, 0, 1],
      ['Kestrel Books', 0, 1, 0],
      ['Tidewater Clinic', 1, 0, 1],
    ],
  )
  for (const phone of ['(202) 555-0188', '(202) 555-0199'])
    assert.equal((await shop.post('/people/erase', { phone })).status, 200)
  const after = await customers()
  assert.deepEqual(
    after.customers.map(({ name, phone, delivered, failed }) => [name, phone, delivered, failed]),
    [
      ['Tidewater Clinic', before.customers[0]?.phone, 2, 0],
      ['Tidewater Clinic', null, 1, 0],
      [null, null, 1, 1],
    ],
  )
  const path = `/office/api/report/customers.csv?from=${date}&to=${date}`
  const csv = await fetch(service.url + path, { headers: { cookie: office.cookie } })
  assert.match(await csv.text(), /\r\nData deleted,,1,1,0,1,\d,[\d.]+,0,\r\n$/)
  const accountant = await signedIn(service, shop.businessId, 'ACCOUNTANT')
  assert.equal((await accountant.get(`/report/customers?from=${date}&to=${date}`)).status, 403)
})

test('the report has the on-time goal of the settings', async () => {
  const shop = await service.business()
  const owner = await signedIn(service, shop.businessId, 'OWNER')
  assert.equal((await report(owner, '01/01/2026')).on_time_goal, null)
  const { body } = await shop.get<{ version: number }>('/settings')
  const changed = await shop.patch('/settings', { version: body.data.version, on_time_goal: 95 })
  assert.equal(changed.status, 200, changed.body.message)
  assert.equal((await report(owner, '01/01/2026')).on_time_goal, 95)
})

test('an invalid range is refused with its field, and other businesses and visitors see nothing', async () => {
  const { shop, date } = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const wrong = async (query: string) => (await office.get(`/report?${query}`)).body.details.fields
  assert.deepEqual(await wrong('from=01/01/2026'), ['to'])
  assert.deepEqual(await wrong('from=01/02/2026&to=01/01/2026'), ['to'])
  assert.deepEqual(await wrong('from=01/01/2026&to=04/03/2026'), ['to'])
  assert.equal((await office.get('/report?from=01/01/2026&to=04/02/2026')).status, 200)
  const last = await office.get<ReportOut>('/report?from=12/30/9999&to=12/31/9999')
  assert.equal(last.status, 200, 'no day follows the last one')
  assert.deepEqual(await wrong('from=02/30/2026&to=03/01/2026'), ['from'])
  assert.equal((await visitor(service).get(`/report?from=${date}&to=${date}`)).status, 401)
})
