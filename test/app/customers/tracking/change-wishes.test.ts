// The customer's instructions for the driver are stored in addition to those of the order, and are copied to the next
// attempt.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DriverRoute } from '../../../../src/contract/driver.ts'
import type { OrderOut } from '../../../../src/contract/order.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../../../helpers/events.ts'
import { driverToken, getPage } from '../../../helpers/links.ts'
import { signedIn } from '../../../helpers/office.ts'
import { dateIn, dispatchedRoute } from '../../../helpers/routes.ts'
import { startService } from '../../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

test('the driver sees both instructions, the order system gets an event and changes only its own, the next attempt copies both', async () => {
  const { shop, route, refs } = await dispatchedRoute(service, 1, { instructions: 'Ring once' })
  await addEndpoint(app, shop.businessId)
  const order = async (ref = refs[0]) => (await shop.get<OrderOut>(`/orders/${ref}`)).body.data
  const before = await order()
  const page = new URL(before.stop?.tracking_url ?? '').pathname
  const body = new URLSearchParams({ instructions: 'Gate 7, <code> 4410' })
  const written = await fetch(service.url + page, { method: 'POST', body, redirect: 'manual' })
  assert.equal(written.status, 303)
  const after = await order()
  assert.deepEqual([after.instructions, after.customer_instructions], ['Ring once', 'Gate 7, <code> 4410'])
  const events = await pendingEvents(app, shop.businessId)
  assert.deepEqual(
    events.map(({ facts }) => facts.changed_fields),
    [['customer_instructions']],
  )
  const { external_ref, customer_name, address, delivery_date } = before
  const sent = { external_ref, customer_name, address, delivery_date, instructions: 'Ring twice' }
  assert.equal((await shop.post('/orders', sent)).status, 200)
  assert.equal((await order()).customer_instructions, 'Gate 7, <code> 4410')

  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const run = async () =>
    ((await (await fetch(`${service.url}/d/${token}/run`)).json()) as { data: DriverRoute }).data.stops[0]
  const seen = await run()
  assert.deepEqual([seen?.instructions, seen?.customer_instructions], ['Ring twice', 'Gate 7, <code> 4410'])
  assert.match((await getPage(service, `/d/${token}`)).text, /From the customer: Gate 7, &lt;code&gt; 4410/)

  const outcome = { status: 'FAILED', reason: 'Nobody there' }
  await shop.post(`/routes/${route.route_uuid}/stops/${seen?.stop_uuid}/status`, outcome)
  clock.advance(121)
  await settleOutcomesJob.run(app)
  assert.equal((await run())?.customer_instructions, null, 'gate codes end with the delivery')
  assert.doesNotMatch((await getPage(service, page)).text, /4410/)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const again = { external_ref: 'AGAIN', delivery_date: dateIn(service, 1) }
  const { body: made } = await office.post<OrderOut>(`/orders/${before.order_uuid}/repeat`, again)
  assert.equal(made.data.customer_instructions, 'Gate 7, <code> 4410')
  assert.equal((await order('AGAIN')).customer_instructions, 'Gate 7, <code> 4410')
})
