// Re-planning from the day screen, over real HTTP: roles, lines of progress, what has come in since dispatch.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayOut } from '../../../src/contract/office/day.ts'
import { replan } from '../../../src/contract/office/replan.ts'
import type { AcceptOut, ReplanOut } from '../../../src/contract/replan.ts'
import type { OrderOut } from '../../../src/contract/orders.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { assertReply, linesOf } from '../../helpers/office-conformity.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

/** The lines of a proposal; the last has the data or the error. */
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
  return response.status === 200 ? linesOf(replan, text) : [JSON.parse(text) as Record<string, unknown>]
}

async function urgentDay() {
  const { shop, route, date } = await dispatchedRoute(service, 3)
  const body = orderBody({ delivery_date: date })
  const { body: urgent } = await shop.post<OrderOut>('/orders', body)
  return { shop, route, date, urgent: urgent.data }
}

test('a dispatcher is told how far it is, and accepts; the log names who did', async () => {
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
  assertReply(replan, data)
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

test('the day tells which deliveries came in after a route was sent', async () => {
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
