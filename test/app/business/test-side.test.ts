// The test side of a business is separate from the live side, and nothing leaves it (docs/spec/test-mode.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestSide } from '../../../src/app/business/test-side.ts'
import type { SendResult } from '../../../src/domain/messages/message.ts'
import { changeSettings } from '../../../src/app/business/settings/change-settings.ts'
import { sendDue } from '../../../src/app/integrations/webhooks/send-due.ts'
import { sendMessagesJob } from '../../../src/jobs/send-messages.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { addDepot, addDriver, addVehicle } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { builtRoute, dateIn } from '../../helpers/routes.ts'
import { type Client, startService } from '../../helpers/service.ts'
import { testSide } from '../../helpers/test-side.ts'

const left: unknown[] = []
const send = async (message: unknown): Promise<SendResult> => {
  left.push(message)
  return { kind: 'sent', providerId: null }
}
const service = await startService({
  env: { ALLOW_PRIVATE_WEBHOOKS: '1' },
  replaced: { sms: { name: 'twilio', send, from: null, verifies: () => false }, email: { name: 'smtp', send } },
})
const { app } = service

async function dispatched(side: Client): Promise<string> {
  await addDepot(app, side.businessId)
  await addVehicle(app, side.businessId, { driverId: await addDriver(app, side.businessId) })
  await changeSettings(app, side.businessId, { notifyScheduled: true })
  const date = dateIn(service, 1)
  const contact = { customer_phone: '+12025550142', customer_email: 'a@example.com', sms_consent: true }
  await side.post('/orders', orderBody({ delivery_date: date, ...contact, email_consent: true }))
  const route = await builtRoute(side, date)
  const { body } = await side.post<{ warnings: string[] }>(`/routes/${route.route_uuid}/dispatch`)
  assert.deepEqual(body.data.warnings, ['No text to Test driver: this is test data, and none is sent.'])
  return route.route_uuid
}

test('a test key begins with rk_test_ and sees only the test side, which copies the settings', async () => {
  const shop = await service.business()
  await changeSettings(app, shop.businessId, { serviceMinutes: 11 })
  const side = await testSide(service, shop)
  assert.match(side.apiKey, /^rk_test_[\w-]{43}$/)
  assert.equal((await side.get<{ service_minutes: number }>('/settings')).body.data.service_minutes, 11)
  await expectAuditRow(service, side, 'business.created', { entityId: side.businessId })

  const [live, tried] = [orderBody(), orderBody()]
  await shop.post('/orders', live)
  await side.post('/orders', tried)
  assert.equal((await side.get(`/orders/${live.external_ref}`)).status, 404)
  assert.equal((await shop.get(`/orders/${tried.external_ref}`)).status, 404)
  assert.equal(await openTestSide(app, shop.businessId), side.businessId, 'the test side exists already')
  assert.equal(await openTestSide(app, side.businessId), side.businessId, 'a test side has no test side')

  const otherWay = side.apiKey.replace('rk_test_', 'rk_live_')
  assert.equal((await side.get('/orders', { authorization: `Bearer ${otherWay}` })).status, 401)
})

test('messages of a test side are recorded but never given to a provider', async () => {
  const side = await testSide(service, await service.business())
  await dispatched(side)
  while (await sendMessagesJob.run(app));
  const messages = await app.db.asBusiness(side.businessId, (tx) =>
    tx.selectFrom('messages').select(['kind', 'channel', 'status', 'error']).execute(),
  )
  assert.deepEqual(messages.map(({ kind, channel }) => `${kind} ${channel}`).sort(), [
    'DRIVER_ROUTE SMS',
    'SCHEDULED SMS',
  ])
  for (const { status, error } of messages)
    assert.deepEqual({ status, error }, { status: 'LOGGED', error: 'Not sent: this is test data.' })
  assert.deepEqual(left, [])
})

test('webhooks and events are marked as a test only on the test side', async () => {
  const shop = await service.business()
  for (const [client, marked] of [
    [await testSide(service, shop), true],
    [shop, undefined],
  ] as const) {
    const receiver = await startReceiver()
    const { body } = await client.post<{ endpoint_uuid: string }>('/webhooks/subscriptions', {
      url: receiver.url,
      events: ['order.created'],
    })
    assert.ok(body.data.endpoint_uuid)
    await client.post('/orders', orderBody())
    await sendDue(app)
    assert.deepEqual(
      receiver.received.map(({ json }) => (json as { test?: true }).test),
      [marked],
    )
    const events = await client.get<{ test?: true }[]>('/events')
    assert.deepEqual(new Set(events.body.data.map((event) => event.test)), new Set([marked]))
  }
})

test('a session shows one side, and a page of the other side can’t change anything', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  assert.equal(office.session?.business.test, false)
  await shop.post('/orders', orderBody())
  const before = office.session
  assert.equal((await office.post('/side', { test: true })).status, 200)
  const stale = await office.post('/depots', { name: 'D', lat: 1, lng: 1, address: null })
  assert.equal(stale.status, 403)
  await office.open()
  assert.deepEqual(office.session?.business, { ...before?.business, test: true })
  assert.deepEqual(office.session?.user, before?.user)
  assert.deepEqual((await office.get<{ orders: unknown[] }>('/orders')).body.data.orders, [])
  const { body } = await office.post<{ api_key: string }>('/keys', { name: 'Try' })
  assert.match(body.data.api_key, /^rk_test_/)

  // The business has the same users on both sides.
  assert.equal((await office.get<unknown[]>('/users')).body.data.length, 1)
  await office.post('/order-views', { name: 'Mine', filters: {} })
  assert.equal((await office.post('/account/language', { language: 'es' })).status, 200)

  assert.equal((await office.post('/side', { test: false })).status, 200)
  await office.open()
  assert.equal(office.session?.business.test, false)
  assert.equal(office.session?.user.language, 'es')
  assert.equal((await office.get<{ orders: unknown[] }>('/orders')).body.data.orders.length, 1)
  assert.deepEqual(
    (await office.get<{ views: { name: string }[] }>('/order-views')).body.data.views.map(({ name }) => name),
    ['Mine'],
  )
  assert.equal((await office.post('/sign-out')).status, 200)
  assert.equal((await office.get('/orders')).status, 401)
})
