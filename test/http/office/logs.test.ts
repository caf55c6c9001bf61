// Tests the office's logs of integrations: API calls, and webhook deliveries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCallLog } from '../../../src/app/integrations/keys/call-log.ts'
import type {
  DeliveryDetailOut,
  DeliveryLogOut,
  KeyOut,
  RequestLogOut,
  RequestOut,
} from '../../../src/contract/office/integrations.ts'
import { sendWebhooksJob } from '../../../src/jobs/send-webhooks.ts'
import type { ApiRequest } from '../../../src/store/keys/api-requests.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { type Client, startService } from '../../helpers/service.ts'
import { addEndpoint, emitEvents, stopFacts } from '../../helpers/webhooks.ts'

const service = await startService({ env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })

const calls = async (office: Office, query = ''): Promise<RequestLogOut> => {
  await service.app.callLog.flush()
  const { status, body } = await office.get<RequestLogOut>(`/api-requests?${query}`)
  assert.equal(status, 200, body.message)
  return body.data
}
const told = ({ method, path, status, error_code }: RequestOut) => [method, path, status, error_code]

test('a logged call can be repeated: a dry run remains one, addresses are removed, and the kind of body is shown', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  await shop.post('/orders?dry_run=true', orderBody())
  await shop.post('/orders/batch', { orders: [orderBody()] })
  await shop.post('/orders/batch/cancel')
  await shop.get('/availability?address=1%20R%20St&days=2')
  await shop.get('/availability?days=3&lat=38.91&lng=-77.03')
  await shop.post(`/routes/${shop.businessId}/stops/${shop.businessId}/proof`)
  const { requests } = await calls(office)
  assert.deepEqual(
    requests.map(({ method, path, body }) => [method, path.replaceAll(shop.businessId, 'x'), body]),
    [
      ['POST', '/api/v1/routes/x/stops/x/proof', 'FORM'],
      ['GET', '/api/v1/availability?days=3&lat=…&lng=…', null],
      ['GET', '/api/v1/availability?address=…&days=2', null],
      ['POST', '/api/v1/orders/batch/cancel', null],
      ['POST', '/api/v1/orders/batch', 'JSON'],
      ['POST', '/api/v1/orders?dry_run=true', 'JSON'],
    ],
  )
})

test('each call is logged with its result and query, newest first, and filters narrow the list', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const body = orderBody()
  const { headers } = await shop.post('/orders', body)
  await shop.get('/orders?status=OPEN')
  await shop.get('/orders/nothing-here')
  await shop.post('/orders', body, { 'idempotency-key': '' })
  const all = await calls(office)
  assert.deepEqual(all.requests.map(told), [
    ['POST', '/api/v1/orders', 400, 'IDEMPOTENCY_KEY_MISSING'],
    ['GET', '/api/v1/orders/nothing-here', 404, 'NOT_FOUND'],
    ['GET', '/api/v1/orders?status=OPEN', 200, null],
    ['POST', '/api/v1/orders', 201, null],
  ])
  const first = all.requests.at(-1)
  assert.equal(first?.request_id, headers.get('x-request-id'))
  assert.equal(first?.key_prefix, shop.apiKey.slice(0, 18))
  assert.doesNotMatch(JSON.stringify(all), new RegExp(shop.apiKey))

  const count = async (query: string) => (await calls(office, query)).requests.length
  assert.equal(await count('result=OK'), 2)
  assert.equal(await count('result=REFUSED'), 2)
  assert.equal(await count('result=FAILED'), 0)
  assert.equal(await count('method=GET'), 2)
  assert.equal(await count('path=nothing'), 1)
  assert.equal(await count(`key=${shop.keyId}`), 4)
  assert.equal(await count(`key=${shop.businessId}`), 0)
  assert.deepEqual((await office.get('/api-requests?result=BAD')).body.details.fields, ['result'])
  assert.deepEqual((await office.get('/api-requests?path=%00')).body.details.fields, ['path'])
})

test('only owners of the business see the log, which lacks calls with an unknown key', async () => {
  const [shop, neighbor] = [await service.business(), await service.business()]
  await shop.get('/orders')
  await fetch(`${service.url}/api/v1/orders`, { headers: { authorization: `Bearer rk_live_${'x'.repeat(43)}` } })
  assert.deepEqual((await calls(await signedIn(service, neighbor.businessId))).requests, [])
  const dispatcher = await signedIn(service, shop.businessId, 'DISPATCHER')
  assert.equal((await dispatcher.get('/api-requests')).status, 403)
  assert.equal((await dispatcher.get('/webhook-deliveries')).status, 403)
})

test('the log pages to its end, and each search for rare matches is bounded', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const at = new Date()
  const id = (n: number) => `018f0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
  for (let n = 0; n < 20_200; n++)
    service.app.callLog.add({
      businessId: shop.businessId,
      requestId: id(n),
      keyId: shop.keyId,
      at,
      method: 'GET',
      path: n === 0 ? '/the-one' : '/orders',
      status: 200,
      durationMs: 1,
      errorCode: null,
    })
  // The oldest entries above the log's memory limit are dropped. The remaining entries are complete.
  const { requests, next_cursor } = await calls(office)
  assert.equal(requests.length, 50)
  assert.ok(next_cursor)
  assert.equal(requests[0]?.request_id, id(19_999))
  const second = await calls(office, `cursor=${next_cursor}`)
  assert.equal(second.requests[0]?.request_id, id(19_949))

  service.app.callLog.add({ ...call(shop), requestId: id(20_000) })
  service.app.callLog.add({ ...call(shop), requestId: id(20_001) })
  let found = await calls(office, 'path=the-one')
  for (let pages = 0; pages < 4; pages++) {
    assert.deepEqual([found.requests.length, found.looked_through], [0, 5_000])
    found = await calls(office, `path=the-one&cursor=${found.next_cursor}`)
  }
  assert.deepEqual(
    found.requests.map(({ path }) => path),
    ['/the-one'],
  )
  assert.equal(found.next_cursor, null)
})

const call = (shop: Client): ApiRequest => ({
  businessId: shop.businessId,
  requestId: service.app.newId(),
  keyId: shop.keyId,
  at: new Date(),
  method: 'GET',
  path: '/orders',
  status: 200,
  durationMs: 1,
  errorCode: null,
})

test('a key shows its last use, which is written at most once per minute', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const lastUsed = async () => (await office.get<KeyOut[]>('/keys')).body.data[0]?.last_used_at ?? null
  assert.equal(await lastUsed(), null)
  const began = Date.now()
  const use = async (afterMs: number) => {
    service.app.callLog.add({ ...call(shop), at: new Date(began + afterMs) })
    await service.app.callLog.flush()
    return Date.parse((await lastUsed()) ?? '') - began
  }
  assert.equal(await use(0), 0)
  assert.equal(await use(59_999), 0)
  assert.equal(await use(60_000), 60_000)
})

test('calls are served while the database is down, and a bounded number of log entries is written afterwards', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const warnings: string[] = []
  let away = true
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const log = openCallLog(
    { asSystem: (work) => (away ? Promise.reject(refused) : service.app.db.asSystem(work)) },
    { info: () => {}, error: () => {}, warn: (_fields, message) => void warnings.push(message) },
  )
  log.add(call(shop))
  await log.flush()
  assert.deepEqual(warnings, ['the request log was not written'])
  assert.equal((await calls(office)).requests.length, 0)
  away = false
  await log.close()
  assert.equal((await calls(office)).requests.length, 1)
})

test('sixty calls per minute above a rate limit are logged, and every other call', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const at = new Date(Math.floor(service.app.clock().getTime() / 60_000) * 60_000)
  const add = (seconds: number, status: number, errorCode: string | null) =>
    service.app.callLog.add({ ...call(shop), at: new Date(at.getTime() + seconds * 1000), status, errorCode })
  for (let i = 0; i < 100; i++) add(1, 429, 'RATE_LIMITED')
  for (let i = 0; i < 3; i++) add(2, 200, null)
  add(61, 429, 'RATE_LIMITED')
  await service.app.callLog.flush()
  const [row] = await service.app.db.query<{ limited: number; others: number }>(
    `select count(*) filter (where status = 429)::int as limited, count(*) filter (where status = 200)::int as others
     from api_requests where business_uuid = $1`,
    [shop.businessId],
  )
  assert.deepEqual(row, { limited: 61, others: 3 })
  assert.ok((await calls(office)).requests.length > 0)
})

const deliveries = async (office: Office, query = '') =>
  (await office.get<DeliveryLogOut>(`/webhook-deliveries?${query}`)).body.data

test('a delivery shows its request and response, and can be sent again individually, in bulk, or all pending ones', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const [good, bad] = [await startReceiver(), await startReceiver()]
  bad.answer = 400
  const well = await addEndpoint(shop, good.url)
  const ill = await addEndpoint(shop, bad.url)
  const began = new Date()
  const facts = stopFacts({ external_ref: 'T-LOG' })
  await emitEvents(service, shop, ['stop.scheduled', facts], ['stop.en_route', facts], ['route.cancelled', {}])
  await sendWebhooksJob.run(service.app)

  const all = await deliveries(office)
  assert.equal(all.deliveries.length, 6)
  assert.equal(all.deliveries[0]?.event, 'route.cancelled', 'newest first')
  const count = async (query: string) => (await deliveries(office, query)).deliveries.length
  assert.equal(await count('status=FAILED'), 3)
  assert.equal(await count(`endpoint=${well.endpoint_uuid}`), 3)
  assert.equal(await count(`endpoint=${well.endpoint_uuid}&status=FAILED`), 0)
  assert.equal(await count('event=route.cancelled'), 2)
  assert.deepEqual((await office.get('/webhook-deliveries?status=X')).body.details.fields, ['status'])

  const failed = (await deliveries(office, 'status=FAILED')).deliveries
  const one = failed.find(({ event }) => event === 'stop.en_route')
  assert.ok(one)
  assert.equal(one.last_attempt?.status_code, 400)
  const detail = (await office.get<DeliveryDetailOut>(`/webhook-deliveries/${one.delivery_id}`)).body.data
  const received = bad.received.find(({ json }) => json.event === 'stop.en_route')
  assert.deepEqual(detail.body, received?.json)
  assert.deepEqual(
    detail.attempts.map(({ status_code, response }) => [status_code, response]),
    [[400, 'an answer']],
  )
  const stranger = await signedIn(service, (await service.business()).businessId)
  assert.equal((await stranger.get(`/webhook-deliveries/${one.delivery_id}`)).status, 404)
  const { body } = await stranger.post<{ deliveries: number }>('/webhook-deliveries/replay', {
    delivery_ids: [one.delivery_id],
  })
  assert.equal(body.data.deliveries, 0, 'deliveries of another business')

  bad.answer = 200
  await office.post('/webhook-deliveries/replay', { delivery_ids: [one.delivery_id] })
  await sendWebhooksJob.run(service.app)
  assert.equal(await count('status=FAILED'), 2)
  assert.deepEqual(bad.events().at(-1), 'stop.en_route')
  const own = `/webhooks/subscriptions/${ill.endpoint_uuid}/replay-pending`
  assert.deepEqual((await office.post(own, { since: 'yesterday' })).body.details.fields, ['since'])
  const later = new Date(Date.now() + 60_000).toISOString()
  assert.equal((await office.post<{ deliveries: number }>(own, { since: later })).body.data.deliveries, 0)
  const pending = await office.post<{ deliveries: number }>(own, { since: began.toISOString() })
  assert.equal(pending.body.data.deliveries, 2)
  await sendWebhooksJob.run(service.app)
  assert.equal(await count('status=FAILED'), 0)
  assert.equal(await count('status=DELIVERED'), 6)
})

test('the delivery log is searched by order and by day, and pages to its end', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  await addEndpoint(shop, (await startReceiver()).url)
  const order = (await shop.post<{ order_uuid: string }>('/orders', orderBody({ external_ref: 'T-ONE' }))).body.data
  await emitEvents(service, shop, [
    'stop.scheduled',
    stopFacts({ external_ref: 'T-ONE', order_uuid: order.order_uuid }),
  ])
  await emitEvents(service, shop, ...Array.from({ length: 60 }, () => ['stop.en_route'] as ['stop.en_route']))
  const day = (offset: number) => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    return parts.format(new Date(Date.now() + offset * 86_400_000))
  }
  assert.equal((await deliveries(office, 'reference=T-ONE')).deliveries.length, 1)
  assert.equal((await deliveries(office, 'reference=T-TWO')).deliveries.length, 0)
  assert.equal((await deliveries(office, `from=${day(1)}`)).deliveries.length, 0)
  assert.equal((await deliveries(office, `to=${day(-1)}`)).deliveries.length, 0)
  const first = await deliveries(office, `from=${day(0)}&to=${day(0)}`)
  assert.equal(first.deliveries.length, 50)
  const second = await deliveries(office, `cursor=${first.next_cursor}`)
  assert.equal(second.deliveries.length, 11)
  assert.equal(second.next_cursor, null)
  assert.equal(new Set([...first.deliveries, ...second.deliveries].map((one) => one.delivery_id)).size, 61)
})
