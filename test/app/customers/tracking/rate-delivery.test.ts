// A customer rates a delivery: when this is possible, for how long, and who sees the rating.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderDetailOut } from '../../../../src/contract/order-actions.ts'
import type { ReportOut } from '../../../../src/contract/reports.ts'
import type { OrderOut } from '../../../../src/contract/order.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { testClock } from '../../../helpers/clock.ts'
import { signedIn } from '../../../helpers/office.ts'
import { dispatchedRoute } from '../../../helpers/routes.ts'
import { startService } from '../../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

async function tracked() {
  const { shop, route, date } = await dispatchedRoute(service, 2)
  const [first] = route.stops
  const { body } = await shop.get<OrderOut>(`/orders/${first?.external_ref}`)
  const page = service.url + new URL(body.data.stop?.tracking_url ?? '').pathname
  return {
    shop,
    date,
    orderId: body.data.order_uuid,
    outcome: async (status: string) => {
      const path = `/routes/${route.route_uuid}/stops/${first?.stop_uuid}/status`
      assert.equal((await shop.post(path, { status, reason: 'Nobody there' })).status, 200)
      clock.advance(121)
      await settleOutcomesJob.run(app)
    },
    page: async () => (await fetch(page)).text(),
    rate: async (stars: string, comment = '') => {
      const body = new URLSearchParams({ stars, comment })
      const answer = await fetch(`${page}/rating`, { method: 'POST', body, redirect: 'manual' })
      return { status: answer.status, text: await answer.text() }
    },
  }
}

test('a delivery can be rated once it settles; the office sees the rating and the report counts it for the driver', async () => {
  const delivery = await tracked()
  const { shop, orderId, date } = delivery
  assert.doesNotMatch(await delivery.page(), /How was your delivery/)
  assert.equal((await delivery.rate('5')).status, 409)
  await delivery.outcome('DELIVERED')
  assert.match(await delivery.page(), /How was your delivery\?/)
  assert.equal((await delivery.rate('4', ' On <time> ')).status, 303)
  assert.match(await delivery.page(), /On &lt;time&gt;/)
  await expectAuditRow(service, shop, 'order.rated', {
    entityId: orderId,
    by: { kind: 'CUSTOMER', id: null },
    detail: { stars: 4 },
  })
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const detail = (await office.get<OrderDetailOut>(`/orders/${orderId}`)).body.data
  assert.deepEqual([detail.rating?.stars, detail.rating?.comment], [4, 'On <time>'])
  const report = (await office.get<ReportOut>(`/report?from=${date}&to=${date}`)).body.data
  assert.deepEqual(
    report.drivers.map(({ name, rated, stars }) => [name, rated, stars]),
    [['Test driver', 1, 4]],
  )
})

test('a rating can be changed for a day; only one to five stars are accepted', async () => {
  const delivery = await tracked()
  await delivery.outcome('DELIVERED')
  for (const stars of ['0', '6', '2.5', 'many', '']) assert.equal((await delivery.rate(stars)).status, 400, stars)
  assert.equal((await delivery.rate('5', 'x'.repeat(1_001))).status, 400)
  assert.equal((await delivery.rate('2')).status, 303)
  clock.advance(86_000)
  assert.equal((await delivery.rate('3')).status, 303)
  clock.advance(1_000)
  assert.equal((await delivery.rate('3')).status, 303, 'the same rating again')
  const late = await delivery.rate('5')
  assert.deepEqual([late.status, /for a day/.test(late.text)], [409, true])
  assert.doesNotMatch(await delivery.page(), /<button>Send/)
  await expectAuditRow(service, delivery.shop, 'order.rated', { times: 2, detail: { stars: 3, before: 2 } })
})

test('a rating is rejected for a failed delivery, if the business doesn’t ask, and by an expired link', async () => {
  const failed = await tracked()
  await failed.outcome('FAILED')
  assert.equal((await failed.rate('1')).status, 409)

  const silent = await tracked()
  await silent.outcome('DELIVERED')
  const ask = (askRating: boolean) =>
    app.db.asBusiness(silent.shop.businessId, (tx) => tx.updateTable('businesses').set({ askRating }).execute())
  await ask(false)
  assert.doesNotMatch(await silent.page(), /How was your delivery/)
  assert.equal((await silent.rate('5')).status, 409)
  await ask(true)
  clock.advance(15 * 86_400)
  assert.equal((await silent.rate('5')).status, 410)
})
