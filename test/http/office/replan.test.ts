// Tests re-planning from the day screen over real HTTP: the roles that may re-plan, the progress that the response
// streams line by line, and deliveries that were added after dispatch.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayOut } from '../../../src/contract/day.ts'
import * as contract from '../../../src/contract/replan.ts'
import type { AcceptOut, ReplanOut } from '../../../src/contract/replan.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { linesOf } from '../../helpers/office-conformity.ts'
import { VAN_BODY } from '../../helpers/fleet.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

/** The lines of a proposal. The last line has the data or the error. */
async function propose(office: Office, body: unknown): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${service.url}/office/api/replan`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return response.status === 200 ? linesOf(contract.replanRoutes, text) : [JSON.parse(text) as Record<string, unknown>]
}

async function urgentDay() {
  const { shop, route, date } = await dispatchedRoute(service, 3)
  const body = orderBody({ delivery_date: date })
  const { body: urgent } = await shop.post<OrderOut>('/orders', body)
  return { shop, route, date, urgent: urgent.data }
}

test('a dispatcher gets progress and accepts the plan, and the audit log names the dispatcher', async () => {
  const { shop, route, date, urgent } = await urgentDay()
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const ask = { date, order_uuids: [urgent.order_uuid], options: { time_limit_seconds: 0.1 } }
  const lines = await propose(office, ask)
  assert.deepEqual(
    lines.slice(0, -1).map(({ progress }) => progress),
    [
      { goal: 'FEWEST_CHANGES', made: 0 },
      { goal: 'LEAST_DRIVING', made: 1 },
      { goal: 'WINDOWS_KEPT', made: 2 },
    ],
  )
  const { data } = lines.at(-1) as { data: ReplanOut }
  const accepted = await office.post<AcceptOut>(`/replan/${data.replan_uuid}/accept`, { plan: 'FEWEST_CHANGES' })
  assert.equal(accepted.status, 200, accepted.body.message)
  assert.equal(accepted.body.data.routes[0]?.stops.length, 4)
  await expectAuditRow(service, shop, 'route.replanned', {
    entityId: route.route_uuid,
    by: { kind: 'OFFICE', id: office.session?.user.user_uuid ?? '' },
  })
  const again = await office.post(`/replan/${data.replan_uuid}/accept`, { plan: 'FEWEST_CHANGES' })
  assert.deepEqual([again.status, again.body.details.code], [409, 'REPLAN_ACCEPTED'])
})

test('viewers may neither propose nor accept', async () => {
  const { shop, date, urgent } = await urgentDay()
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  const [refused] = (await propose(viewer, { date, order_uuids: [urgent.order_uuid] })) as [
    { statusCode: number; details: { code: string } },
  ]
  assert.deepEqual([refused.statusCode, refused.details.code], [403, 'ROLE'])
  const accepting = await viewer.post(`/replan/${urgent.order_uuid}/accept`, { plan: 'FEWEST_CHANGES' })
  assert.equal(accepting.status, 403)
})

test('the day marks deliveries that came in after a route was dispatched', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 2)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const pool = async () => (await office.get<DayOut>(`/day?date=${date}`)).body.data.pool
  await shop.post('/orders', orderBody({ delivery_date: date }))
  assert.deepEqual(
    (await pool()).map(({ since_dispatch }) => since_dispatch),
    [true],
  )
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  assert.ok((await pool()).every(({ since_dispatch }) => !since_dispatch))
})

test('the day marks deliveries that a change took off their route, after another route was dispatched', async () => {
  const { shop, date } = await dispatchedRoute(service, 2)
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const made = await office.post<{ vehicle_uuid: string }>('/vehicles', { ...VAN_BODY, capacity_pieces: 10 })
  const order = orderBody({ delivery_date: date, load_pieces: 4 })
  await shop.post('/orders', order)
  const built = await shop.post('/routes/build', { date, vehicle_ids: [made.body.data.vehicle_uuid] })
  assert.equal(built.status, 201, built.body.message)
  const pool = async () =>
    (await office.get<DayOut>(`/day?date=${date}`)).body.data.pool.map(({ external_ref, came_off }) => [
      external_ref,
      came_off,
    ])
  assert.equal((await shop.post('/orders', { ...order, load_pieces: 10 })).status, 200)
  assert.deepEqual(await pool(), [], 'the order is still on its route')
  assert.equal((await shop.post('/orders', { ...order, load_pieces: 11 })).status, 200)
  assert.deepEqual(await pool(), [[order.external_ref, true]])
  await shop.post('/orders', { ...order, load_pieces: 2 })
  const again = await shop.post('/routes/build', { date, vehicle_ids: [made.body.data.vehicle_uuid] })
  assert.equal(again.status, 201, again.body.message)
  assert.deepEqual(await pool(), [])
})
