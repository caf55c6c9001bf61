// Tests the day screen's list of problems that nobody has handled yet.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExceptionsOut } from '../../../src/contract/exceptions.ts'
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../helpers/clock.ts'
import { addEndpoint } from '../../helpers/events.ts'
import { signedIn } from '../../helpers/office.ts'
import { dateIn, dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'
import { connectShop, shopOrder } from '../../helpers/shops.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

test('failed deliveries are listed until they are delivered again', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 2)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const read = async (of = date) => (await office.get<ExceptionsOut>(`/exceptions?date=${of}`)).body.data
  assert.deepEqual(await read(), { late_taps: [], streets: [], failed: [], messages: [], webhooks: [], shops: [] })
  const [failed, done] = route.stops
  const at = (stop: typeof failed) => `/routes/${route.route_uuid}/stops/${stop?.stop_uuid}/status`
  await shop.post(at(failed), { status: 'FAILED', reason: 'Nobody there' })
  await shop.post(at(done), { status: 'DELIVERED' })
  clock.advance(300)
  await settleOutcomesJob.run(app)
  assert.deepEqual(
    (await read()).failed.map(({ external_ref, route_name, reason }) => [external_ref, route_name, reason]),
    [[failed?.external_ref, route.name, 'Nobody there']],
  )
  assert.deepEqual((await read(dateIn(service, 3))).failed, [])
  const { repeat } = (await office.get<OrderDetailOut>(`/orders/${failed?.order_uuid}`)).body.data
  const again = await office.post<{ order_uuid: string }>(`/orders/${failed?.order_uuid}/repeat`, {
    ...repeat.suggested,
    override: null,
  })
  assert.deepEqual((await read()).failed, [])
  await office.post(`/orders/${again.body.data.order_uuid}/cancel`, { reason: null })
  assert.equal((await read()).failed.length, 1, 'the repeat was canceled')
})

test('unsent messages and webhooks without a receiver are listed, only for this business', async () => {
  const { shop, date, route } = await dispatchedRoute(service, 1)
  const other = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const endpointId = await addEndpoint(app, shop.businessId)
  await addEndpoint(app, other.shop.businessId)
  const message = (businessId: string, orderId: string | null, routeId: string | null, status: 'FAILED' | 'SENT') => ({
    businessId,
    messageId: app.newId(),
    channel: 'SMS' as const,
    kind: orderId ? ('SCHEDULED' as const) : ('DRIVER_ROUTE' as const),
    recipient: '+15550100100',
    body: 'Test',
    orderId,
    routeId,
    status,
    createdAt: app.clock(),
    dueAt: app.clock(),
    sentAt: null,
  })
  const orderId = route.stops[0]?.order_uuid ?? ''
  const failingSince = app.clock()
  await app.db.asBusiness(shop.businessId, async (tx) => {
    await tx.updateTable('webhookEndpoints').set({ failingSince }).where('endpointId', '=', endpointId).execute()
    await tx
      .insertInto('messages')
      .values([
        message(shop.businessId, orderId, null, 'FAILED'),
        message(shop.businessId, orderId, null, 'SENT'),
        message(shop.businessId, null, route.route_uuid, 'FAILED'),
      ])
      .execute()
  })
  await app.db.asBusiness(other.shop.businessId, (tx) =>
    tx
      .insertInto('messages')
      .values([message(other.shop.businessId, other.route.stops[0]?.order_uuid ?? '', null, 'FAILED')])
      .execute(),
  )
  const { messages, webhooks } = (await office.get<ExceptionsOut>(`/exceptions?date=${date}`)).body.data
  assert.deepEqual(
    messages.map(({ kind, external_ref, route_name }) => [kind, external_ref, route_name]),
    [
      ['DRIVER_ROUTE', null, route.name],
      ['SCHEDULED', route.stops[0]?.external_ref, route.name],
    ],
  )
  assert.deepEqual(webhooks, [
    { endpoint_uuid: endpointId, url: 'https://receiver.example/hook', failing_since: failingSince.toISOString() },
  ])
})

test('shops with failed orders are listed until their orders are taken', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const listed = async () => (await office.get<ExceptionsOut>('/exceptions?date=11/23/2026')).body.data.shops
  assert.equal((await woo.send(shopOrder('WOOCOMMERCE', { meta_data: [] }))).data?.status, 'FAILED')
  assert.deepEqual(await listed(), [{ connector_uuid: woo.connectorId, name: 'Shop WOOCOMMERCE', failed: 1 }])
  const corrected = shopOrder('WOOCOMMERCE', { date_modified_gmt: '2026-11-22T18:40:00' })
  assert.equal((await woo.send(corrected)).data?.status, 'TAKEN')
  assert.deepEqual(await listed(), [])
})
