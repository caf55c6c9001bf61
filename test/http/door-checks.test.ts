// Tests the checks at the door that a delivery requires: an amount to collect, an age or ID, the customer's code.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { DriverRoute } from '../../src/contract/driver.ts'
import type { DayOut } from '../../src/contract/day.ts'
import type { ReportOut } from '../../src/contract/reports.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import type { StopOut } from '../../src/contract/routes.ts'
import { doorCode } from '../../src/app/orders/door-code.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { expectAuditRow } from '../helpers/audit.ts'
import { testClock } from '../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../helpers/events.ts'
import { driverToken, getPage } from '../helpers/links.ts'
import { fits } from '../helpers/matching.ts'
import { signedIn } from '../helpers/office.ts'
import { orderBody } from '../helpers/orders.ts'
import { pdfPages } from '../helpers/pdf.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type JsonBody, startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

/** A driver whose route has one stop per order. Each order has the given members, in route order. */
async function phone(...each: Record<string, unknown>[]) {
  const { shop, route, refs } = await dispatchedRoute(service, each.length, {}, each)
  await addEndpoint(app, shop.businessId)
  const office = await signedIn(service, shop.businessId)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const stopOf = (index: number) => {
    const stop = route.stops.find(({ external_ref }) => external_ref === refs[index])
    assert.ok(stop)
    return stop
  }
  const tap = async (tap: Record<string, unknown>) => {
    const response = await fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ at: clock.now().toISOString(), ...tap }),
    })
    const answer = (await response.json()) as JsonBody<DriverRoute>
    if (response.ok) assert.deepEqual(answer.data, fits('the run', DriverRoute, answer.data))
    const stop = (index: number) => answer.data.stops.find(({ external_ref }) => external_ref === refs[index])
    return { status: response.status, body: answer, stop }
  }
  const deliver = (index: number, checks?: Record<string, unknown>, status = 'DELIVERED') =>
    tap({
      kind: 'OUTCOME',
      status,
      stop_uuid: stopOf(index).stop_uuid,
      ...(status === 'FAILED' && { reason: 'Age or ID not shown' }),
      ...(checks && { checks }),
    })
  const change = async (members: Record<string, unknown>) => {
    const { version } = (await office.get<{ version: number }>('/settings')).body.data
    assert.equal((await office.send('PATCH', '/settings', { version, ...members })).status, 200)
  }
  const run = async () => {
    const answer = (await (await fetch(`${service.url}/d/${token}/run`)).json()) as JsonBody<DriverRoute>
    return answer.data.stops.find(({ external_ref }) => external_ref === refs[0])
  }
  const path = (index: number, verb: string) => `/routes/${route.route_uuid}/stops/${stopOf(index).stop_uuid}/${verb}`
  return { shop, office, route, refs, token, stopOf, tap, deliver, change, run, path }
}

const cash = { collected: { amount: '24.90', method: 'CASH' } }
const collected = { amount: '24.90', currency: 'USD', method: 'CASH', reason: null }

test('an amount is collected before the delivery, published everywhere, and removed by an undo', async () => {
  const driver = await phone({ collect_amount: '24.9' }, {})
  const order = async () => (await driver.shop.get<OrderOut>(`/orders/${driver.refs[0]}`)).body.data
  assert.equal((await order()).collect_amount, '24.90', 'with the digits of the currency')
  await driver.tap({ kind: 'START' })
  const refused = await driver.deliver(0)
  assert.deepEqual([refused.status, refused.body.details.code], [409, 'CHECK_REQUIRED'])
  for (const wrong of [
    { amount: '-1', method: 'CASH' },
    { amount: 24.9, method: 'CASH' },
    { amount: '1', method: 'CHEQUE' },
    { amount: '0', method: 'NONE' },
    { amount: '1', method: 'NONE', reason: 'No money' },
  ])
    assert.equal((await driver.deliver(0, { collected: wrong })).status, 400, JSON.stringify(wrong))
  const first = await driver.deliver(0, cash)
  assert.deepEqual(first.stop(0)?.checks, { collected })
  await expectAuditRow(service, driver.shop, 'stop.outcome', {
    entityId: driver.stopOf(0).stop_uuid,
    by: { kind: 'DRIVER' },
    detail: { status: 'DELIVERED', occurred_at: clock.now().toISOString(), checks: { collected } },
  })
  const undone = await driver.tap({ kind: 'UNDO', stop_uuid: driver.stopOf(0).stop_uuid })
  assert.equal(undone.stop(0)?.checks, undefined)
  const none = { collected: { amount: '0', method: 'NONE', reason: 'Paid online' } }
  await driver.deliver(0, none)
  assert.equal((await driver.deliver(1)).status, 200, 'the delivery has no checks')

  clock.advance(200)
  while (await settleOutcomesJob.run(app));
  const events = await pendingEvents(app, driver.shop.businessId)
  const told = events
    .filter(({ event }) => event === 'stop.delivered')
    .map(({ facts }) => [facts.external_ref, facts.checks])
  const unpaid = { amount: '0.00', currency: 'USD', method: 'NONE', reason: 'Paid online' }
  assert.deepEqual(
    new Map(told as [string, unknown][]),
    new Map<string, unknown>([
      [driver.refs[0] ?? '', { collected: unpaid }],
      [driver.refs[1] ?? '', undefined],
    ]),
  )
  assert.deepEqual((await order()).stop?.checks, { collected: unpaid })
  const { body: day } = await driver.office.get<DayOut>(`/day?date=${driver.route.date}`)
  const shown = day.data.routes[0]?.stops.find(({ external_ref }) => external_ref === driver.refs[0])
  assert.deepEqual(shown?.checks, { collected: unpaid })
})

test('the report shows the exact amount that each driver collected on a day', async () => {
  const driver = await phone({ collect_amount: '0.1' }, { collect_amount: '0.2' }, { collect_amount: '7' }, {})
  await driver.tap({ kind: 'START' })
  await driver.deliver(0, { collected: { amount: '0.1', method: 'CASH' } })
  await driver.deliver(1, { collected: { amount: '0.2', method: 'CASH' } })
  await driver.deliver(2, { collected: { amount: '0', method: 'NONE', reason: 'Paid already' } })
  await driver.deliver(3, { collected: { amount: '1234567.89', method: 'CARD' } })
  const [month, day, year] = driver.route.date.split('/')
  const range = `from=${month}/${day}/${year}&to=${month}/${day}/${year}`
  const { body } = await driver.office.get<ReportOut>(`/report?${range}`)
  const sum = {
    date: driver.route.date,
    driver_uuid: driver.route.driver?.driver_uuid,
    name: 'Test driver',
    currency: 'USD',
    cash: '0.30',
    check: '0.00',
    card: '1234567.89',
    deliveries: 4,
    unpaid: 1,
  }
  assert.deepEqual(body.data.collected, [sum])
  const { cookie } = driver.office
  const csv = await fetch(`${service.url}/office/api/report.csv?${range}&part=collected`, { headers: { cookie } })
  assert.match(await csv.text(), /Test driver,USD,0\.30,0\.00,1234567\.89,4,1/)
})

test('the amount has the digits of the currency from the office and the API, like from the phone', async () => {
  const driver = await phone({ collect_amount: '10' }, {})
  const refused = await driver.shop.post('/orders', orderBody({ collect_amount: '1.234' }))
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['collect_amount']])
  for (const wrong of [12, '1,50', '', '.5', '1e3', '-1', '1234567890'])
    assert.equal((await driver.shop.post('/orders', orderBody({ collect_amount: wrong }))).status, 400, String(wrong))
  await driver.change({ currency: 'jpy' })
  const yen = await driver.shop.post<OrderOut>('/orders', orderBody({ collect_amount: '1200.0' }))
  assert.equal(yen.body.data.collect_amount, '1200')
  assert.equal((await driver.shop.post('/orders', orderBody({ collect_amount: '12.5' }))).status, 400)
  const body = { status: 'DELIVERED', checks: { collected: { amount: '9.5', method: 'CARD' } } }
  const wrong = await driver.shop.post(driver.path(1, 'status'), body)
  assert.deepEqual([wrong.status, wrong.body.details.fields], [400, ['checks.collected.amount']])
  body.checks.collected.amount = '9'
  const right = await driver.shop.post<{ stop: StopOut }>(driver.path(1, 'status'), body)
  assert.deepEqual(right.body.data.stop.checks?.collected, {
    amount: '9',
    currency: 'JPY',
    method: 'CARD',
    reason: null,
  })
  assert.equal(
    (await driver.shop.post(driver.path(0, 'status'), { status: 'DELIVERED' })).status,
    200,
    'the API is not bound by the checks',
  )
})

test('a delivery without the required age or ID is refused, and the failure records the check', async () => {
  const driver = await phone({ id_check: 'AGE_21' }, { id_check: 'NONE' })
  assert.equal((await driver.run())?.id_check, 'AGE_21')
  await driver.tap({ kind: 'START' })
  for (const identified of [undefined, false])
    assert.equal((await driver.deliver(0, { identified })).status, 409, String(identified))
  const failed = await driver.deliver(0, { identified: false }, 'FAILED')
  assert.deepEqual([failed.status, failed.stop(0)?.checks], [200, { identified: false }])
  await driver.tap({ kind: 'UNDO', stop_uuid: driver.stopOf(0).stop_uuid })
  assert.deepEqual((await driver.deliver(0, { identified: true })).stop(0)?.checks, { identified: true })
  assert.equal((await driver.deliver(1)).status, 200)
  const skipped = await driver.tap({
    kind: 'OUTCOME',
    status: 'SKIPPED',
    stop_uuid: driver.stopOf(1).stop_uuid,
    checks: { identified: true },
  })
  assert.equal(skipped.status, 400)
})

test('the customer’s code is only on the tracking page, and the office sees whether it matched', async () => {
  const driver = await phone({ door_code: true }, {}, { door_code: false })
  const code = doorCode(app, driver.stopOf(0).order_uuid)
  assert.match(code, /^\d{4}$/)
  const tracking = async (index: number) => {
    const { tracking_url: url } = (await driver.shop.get<OrderOut>(`/orders/${driver.refs[index]}`)).body.data
    return (await getPage(service, new URL(url).pathname)).text
  }
  assert.match(await tracking(0), new RegExp(`Code for the driver<[^]*<strong>${code}`))
  assert.doesNotMatch(await tracking(1), /Code for the driver/)
  const page = JSON.stringify(await driver.run())
  const digest = createHash('sha256')
    .update(`${driver.stopOf(0).order_uuid}:${code}`)
    .digest('hex')
  assert.ok(page.includes(digest) && !page.includes(`"${code}"`))
  await driver.tap({ kind: 'START' })
  assert.equal((await driver.deliver(0)).status, 409)
  const wrong = code === '0000' ? '0001' : '0000'
  const reason = 'Customer had no code'
  for (const [said, matched] of [
    [{ entered: wrong }, { matched: false, reason: null }],
    [{ reason }, { matched: false, reason }],
    [
      { entered: wrong, reason },
      { matched: false, reason },
    ],
    [{ entered: code }, { matched: true, reason: null }],
  ] as const) {
    assert.deepEqual((await driver.deliver(0, { code: said })).stop(0)?.checks, { code: matched })
    await driver.tap({ kind: 'UNDO', stop_uuid: driver.stopOf(0).stop_uuid })
  }
  assert.equal((await driver.deliver(0, { code: {} })).status, 400)
  await driver.change({ door_code: true })
  assert.match(await tracking(1), /Code for the driver/)
  assert.doesNotMatch(await tracking(2), /Code for the driver/)
  assert.equal((await driver.deliver(1)).status, 409)
  assert.equal((await driver.deliver(2)).status, 200)
  await driver.deliver(0, { code: { entered: code } })
  clock.advance(200)
  while (await settleOutcomesJob.run(app));
  assert.doesNotMatch(await tracking(0), /Code for the driver/, 'the code has been used')
})

test('after five wrong codes at a stop, no further code is compared', async () => {
  const driver = await phone({ door_code: true }, { door_code: true })
  const code = doorCode(app, driver.stopOf(0).order_uuid)
  const wrong = code === '0000' ? '0001' : '0000'
  const reason = 'Customer has no code'
  await driver.tap({ kind: 'START' })
  const say = async (index: number, said: Record<string, unknown>) => {
    const { status, body, stop } = await driver.deliver(index, { code: said })
    if (status === 200) await driver.tap({ kind: 'UNDO', stop_uuid: driver.stopOf(index).stop_uuid })
    return status === 200 ? stop(index)?.checks?.code?.matched : body.details.code
  }
  for (let i = 0; i < 5; i++) {
    assert.equal(await say(0, { entered: code }), true, `after ${i} wrong codes`)
    assert.equal(await say(0, { entered: wrong }), false)
  }
  assert.equal(await say(0, { entered: code }), 'CODE_LOCKED')
  assert.equal(await say(0, { entered: code, reason }), false)
  assert.equal(await say(1, { entered: doorCode(app, driver.stopOf(1).order_uuid) }), true, 'another stop')
  assert.equal((await driver.deliver(0, { code: { reason } })).status, 200)
})

test('a proof, the export and an import contain the required checks and their results', async () => {
  const driver = await phone({ collect_amount: '24.90', id_check: 'AGE_18', door_code: true })
  await driver.tap({ kind: 'START' })
  await driver.deliver(0, { ...cash, identified: true, code: { reason: 'No phone' } })
  const proof = `${service.url}/office/api${driver.path(0, 'proof')}.pdf`
  const pdf = await fetch(proof, { headers: { cookie: driver.office.cookie } })
  const words = pdfPages(Buffer.from(await pdf.arrayBuffer()))
    .flat()
    .join(' ')
  for (const said of ['$24.90 in cash', 'Age or ID', 'shown', 'not given: No phone'])
    assert.ok(words.includes(said), said)
  const csv = await (
    await fetch(`${service.url}/office/api/orders.csv`, { headers: { cookie: driver.office.cookie } })
  ).text()
  assert.match(csv, /Collect amount[^]*24\.90[^]*AGE_18[^]*true/)
  assert.match(csv, /24\.90,CASH,/)
})
