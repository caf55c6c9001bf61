// An erased customer is found in no column of any table and in no file. Figures stay.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import { eraseAgain } from '../../../../src/app/customers/privacy/erase-again.ts'
import type { ReportOut } from '../../../../src/contract/reports.ts'
import type { ErasedOut, PersonData, PersonOut } from '../../../../src/contract/privacy.ts'
import type { OrderOut } from '../../../../src/contract/order.ts'
import type { RouteWithStops } from '../../../../src/contract/routes.ts'
import { cleanUpJob } from '../../../../src/jobs/clean-up.ts'
import { sendWebhooksJob } from '../../../../src/jobs/send-webhooks.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { optedOut, optOut } from '../../../../src/store/messages/messages.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { testClock } from '../../../helpers/clock.ts'
import { signedIn } from '../../../helpers/office.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { builtRoute, dateIn, dispatchedRoute, shopWithOrders } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
  .jpeg()
  .toBuffer()

const PHONE = '+12025550167'
const person = (members: Record<string, unknown> = {}) => ({
  external_ref: `QX-${randomUUID().slice(0, 8)}`,
  customer_name: 'Dorothea Quillfeather',
  customer_phone: '(202) 555-0167',
  customer_email: 'Dorothea@quill.test',
  address: { line1: '77 Quillfeather Mews', city: 'Washington', lat: 38.91, lng: -77.03 },
  instructions: 'Ring for Dorothea Quillfeather',
  items: [{ name: 'Cake for Dorothea Quillfeather', quantity: 1 }],
  metadata: { contact: '202.555.0167' },
  ...members,
})

/** Every notation in which the customer could be found. */
const TRACES = /quillfeather|dorothea|202\D{0,3}555\D{0,2}0167|2025550167|quill\.test|QX-/i

/** Searches every column of every table as text, and every stored file. */
async function findTraces(sought = TRACES): Promise<string[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    for (const { row } of rows) if (sought.test(row)) found.push(`${name}: ${row.slice(0, 400)}`)
    if (name !== 'idempotency_keys') continue
    const { rows: replies } = await client.query<{ reply: Buffer }>('select reply from idempotency_keys')
    for (const { reply } of replies) if (TRACES.test(app.secrets.decrypt(reply))) found.push('a stored answer')
  }
  await client.end()
  return found
}

/**
 * Adds a link made with the previous APP_SECRET to each of her orders. Returns every digest of her links, in
 * hexadecimal.
 */
async function withPreviousLinks(businessId: string): Promise<string[]> {
  const rows: { now: string; previous: string }[] = await app.db.query(
    `update orders set previous_tracking_hash = sha256(tracking_hash)
     where business_uuid = $1 and customer_name = 'Dorothea Quillfeather'
     returning encode(tracking_hash, 'hex') as now, encode(previous_tracking_hash, 'hex') as previous`,
    [businessId],
  )
  assert.equal(rows.length, 2)
  return rows.flatMap(({ now, previous }) => [now, previous])
}

async function addPhoto(shop: Client, stopPath: string): Promise<void> {
  const form = new FormData()
  form.append('signature', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  form.append('signed_by', 'D. Quillfeather')
  const answer = await fetch(`${service.url}/api/v1${stopPath}/proof`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() },
    body: form,
  })
  assert.equal(answer.status, 201, await answer.text())
}

async function known() {
  const { shop, route, date } = await dispatchedRoute(service, 2, {}, [person()])
  const stop = route.stops.find(({ customer_name }) => customer_name === 'Dorothea Quillfeather')
  const other = route.stops.find((one) => one !== stop)
  assert.ok(stop && other)
  const stopPath = `/routes/${route.route_uuid}/stops/${stop.stop_uuid}`
  const record = async (at: string, notes: string) => {
    const done = await shop.post(`${at}/status`, { status: 'DELIVERED', driver_notes: notes })
    assert.equal(done.status, 200, done.body.message)
  }
  return {
    shop,
    date,
    stop,
    deliver: async () => {
      await addPhoto(shop, stopPath)
      await record(stopPath, 'Dorothea took it')
      await record(`/routes/${route.route_uuid}/stops/${other.stop_uuid}`, 'Next door, call 202.555.0167')
    },
    settle: async () => {
      clock.advance(121)
      await settleOutcomesJob.run(app)
    },
  }
}

test('nothing names the customer any more for any caller; the report and other customers’ notes stay', async () => {
  const { shop, date, stop, deliver, settle } = await known()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const underWay = await shop.post('/people/erase', { phone: PHONE })
  assert.deepEqual([underWay.status, underWay.body.details.code], [409, 'PERSON_UNDER_WAY'])
  await deliver()
  assert.equal((await shop.post('/people/erase', { phone: PHONE })).status, 409, 'the outcome can still be undone')
  await settle()
  // More data about her: another order that is open, and an order of a neighbor whose note names her.
  const open = person({ delivery_date: dateIn(service, 3), customer_phone: '+1 202 555 0167', customer_email: null })
  assert.equal((await shop.post('/orders', open)).status, 201)
  assert.equal((await shop.post('/orders', { ...open, instructions: 'Knock for Dorothea Quillfeather' })).status, 200)
  const neighbor = orderBody({
    delivery_date: dateIn(service, 3),
    instructions: 'Else call 202-555-0167',
  })
  assert.equal((await shop.post('/orders', neighbor)).status, 201)
  await shop.get(`/orders/${open.external_ref}`)
  const view = await office.post('/order-views', {
    name: 'Calls of 202-555-0167',
    filters: { search: '2025550167' },
  })
  assert.equal(view.status, 200, view.body.message)
  await app.db.asSystem((tx) => optOut(tx, PHONE, clock.now()))
  const digests = await withPreviousLinks(shop.businessId)
  await app.callLog.flush()
  const report = async () => (await office.get<ReportOut>(`/report?from=${date}&to=${date}`)).body.data
  const before = await report()

  const found = await office.post<Record<string, unknown>>('/people/find', { phone: '202 555 0167' })
  assert.deepEqual(
    [found.body.data.orders_count, found.body.data.names, found.body.data.photos_count],
    [2, ['Dorothea Quillfeather'], 1],
  )
  const dispatcher = await signedIn(service, shop.businessId, 'DISPATCHER')
  assert.equal((await dispatcher.post('/people/erase', { phone: PHONE })).status, 403)
  const erased = await shop.post<Record<string, unknown>>('/people/erase', { phone: PHONE })
  assert.equal(erased.status, 200, erased.body.message)
  assert.equal(erased.body.data.orders_count, 2)
  await app.callLog.flush()

  const traces = await findTraces()
  assert.deepEqual(traces, [])
  assert.deepEqual(
    await findTraces(new RegExp(digests.join('|'))),
    [],
    'her links, including those made with the previous secret',
  )
  assert.deepEqual(await report(), before)
  const feed = (await shop.get<OrderOut[]>('/orders')).body.data
  assert.equal(feed.find(({ order_uuid }) => order_uuid === stop.order_uuid)?.status, 'DELIVERED')
  assert.match(
    feed.find(({ external_ref }) => external_ref === neighbor.external_ref)?.instructions ?? '',
    /^Else call Erased$/,
  )
  assert.equal((await app.db.asSystem((tx) => optedOut(tx, [PHONE]))).has(PHONE), true, 'her STOP still applies')
  await expectAuditRow(service, shop, 'person.erased', {
    by: { kind: 'API', id: shop.keyId },
    detail: { orders_count: 2, photos_count: 1, messages_count: 0, replies_count: 0, recurring_orders_count: 0 },
  })
  assert.equal((await shop.post<Record<string, unknown>>('/people/find', { phone: PHONE })).body.data.orders_count, 0)
})

test('after a restore, the list of erased customers is enough to erase them again', async () => {
  const shop = await service.business()
  const order = person({ delivery_date: dateIn(service, 3) })
  assert.equal((await shop.post('/orders', order)).status, 201)
  assert.equal((await shop.post('/people/erase', { external_ref: order.external_ref })).status, 200)
  const list = (await app.erasedList.all()).filter((line) => line.business_uuid === shop.businessId)
  assert.equal(list.length, 1)
  assert.doesNotMatch(JSON.stringify(list), TRACES)
  // Simulates a restored older backup: the data of the erased customer exists again, next to another customer, who must
  // stay.
  assert.equal((await shop.post('/orders', { ...order, customer_phone: '2025550167' })).status, 201)
  const stays = orderBody({ delivery_date: dateIn(service, 3), customer_phone: '202-555-0199' })
  assert.equal((await shop.post('/orders', stays)).status, 201)
  assert.equal(await eraseAgain(app, list), 1)
  assert.deepEqual(await findTraces(), [])
  assert.equal((await shop.get(`/orders/${stays.external_ref}`)).status, 200)
})

test('data that other customers share stays with them', async () => {
  const { shop, date } = await shopWithOrders(service, 0)
  // The reference is also a ZIP code. Name and address also belong to another customer.
  const shared = { customer_name: 'Pat Common', address: { line1: '9 Shared Lane', lat: 38.92, lng: -77.02 } }
  const theirs = { ...shared, customer_phone: '202-555-0171', customer_email: null, delivery_date: date }
  assert.equal((await shop.post('/orders', orderBody({ ...theirs, external_ref: '20009' }))).status, 201)
  const neighbor = orderBody({
    ...shared,
    delivery_date: date,
    customer_phone: '202-555-0172',
    instructions: 'Code 20009. Beside Pat Common.',
    metadata: { zip: '20009' },
  })
  assert.equal((await shop.post('/orders', neighbor)).status, 201)
  const rule = (external_ref: string, members: Record<string, unknown>) => {
    const { external_ref: _ref, delivery_date: _day, ...order } = orderBody(members)
    const schedule = { unit: 'WEEK', weekdays: ['MON'], start_date: dateIn(service, 2) }
    return shop.post<{ recurring_order_uuid: string }>('/recurring-orders', { external_ref, schedule, order })
  }
  const own = await rule('own-rule', { customer_phone: '(202) 555-0171' })
  assert.equal(own.status, 201, own.body.message)
  const other = await rule('other-rule', { customer_phone: '202-555-0173', instructions: 'Not to 202-555-0171' })
  assert.equal(other.status, 201, other.body.message)
  const alike = orderBody({ delivery_date: dateIn(service, 9), customer_phone: '303-555-0171' })
  assert.equal((await shop.post('/orders', alike)).status, 201)
  const route = await builtRoute(shop, date)
  assert.equal(route.stops.length, 2)

  const found = await shop.post<PersonOut>('/people/find', { phone: '2025550171' })
  assert.deepEqual([found.body.data.recurring_orders_count, found.body.data.under_way], [1, []])
  const erased = await shop.post<ErasedOut>('/people/erase', { phone: '2025550171' })
  assert.equal(erased.status, 200, erased.body.message)
  assert.equal(erased.body.data.recurring_orders_count, 1)

  const kept = (await shop.get<OrderOut>(`/orders/${neighbor.external_ref}`)).body.data
  assert.deepEqual(
    [kept.instructions, kept.metadata, kept.customer_name],
    [neighbor.instructions, neighbor.metadata, 'Pat Common'],
  )
  const left = (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
  assert.deepEqual(
    left.stops.map(({ external_ref }) => external_ref),
    [neighbor.external_ref],
    'the upcoming stop is off its route',
  )
  assert.deepEqual(
    (await shop.get(`/routes/builds?date=${date}`)).body.data,
    [],
    'a stored build contains the location of each stop',
  )
  assert.equal(
    (await shop.get(`/orders/${alike.external_ref}`)).status,
    200,
    'a number with the same ending belongs to another customer',
  )
  const rules = (await shop.get<{ external_ref: string; order: { instructions?: string } }[]>('/recurring-orders')).body
    .data
  assert.deepEqual(
    rules.map(({ external_ref, order }) => [external_ref, order.instructions]),
    [['other-rule', 'Not to Erased']],
  )
  const cancelled = (await shop.get<{ event: string; data: { external_ref: string } }[]>('/events?limit=200')).body.data
    .filter(({ event }) => event === 'order.cancelled')
    .map(({ data }) => data.external_ref)
  assert.ok(cancelled.length >= 1)
  for (const ref of cancelled) assert.match(ref, /^erased-/)
})

test('a webhook under way during the erasure is sent again without names, and its response is not stored', async (t) => {
  const shop = await service.business()
  await shop.post('/webhooks/subscriptions', { url: 'https://hooks.example.com/x', events: ['order.created'] })
  t.mock.method(app.webhookPost, 'urlFault', () => Promise.resolve(null))
  const sent: string[] = []
  const excerpts = ['Thanks for Dorothea Quillfeather', 'OK']
  t.mock.method(app.webhookPost, 'post', async ({ body }: { body: Buffer }) => {
    sent.push(body.toString())
    if (sent.length === 1)
      assert.equal(
        (await shop.post('/people/erase', { phone: PHONE })).status,
        200,
        'erased while the webhook is being sent',
      )
    return { statusCode: 200, error: null, excerpt: excerpts[sent.length - 1] ?? null, durationMs: 1 }
  })
  const order = person({ delivery_date: dateIn(service, 3) })
  assert.equal((await shop.post('/orders', order)).status, 201)
  await sendWebhooksJob.run(app)
  clock.advance(60)
  await sendWebhooksJob.run(app)
  const again = sent.filter((body) => body.includes('order.created'))
  assert.equal(again.length, 2)
  assert.deepEqual([TRACES.test(again[0] ?? ''), TRACES.test(again[1] ?? '')], [true, false])
  assert.deepEqual(await findTraces(), [])
})

test('a request answered before the erasure takes effect once, and its repetition gets 410', async () => {
  const shop = await service.business()
  const order = orderBody({ customer_phone: '202-555-0174', external_ref: 'short', delivery_date: dateIn(service, 3) })
  const key = randomUUID()
  const headers = { 'idempotency-key': key }
  assert.equal((await shop.post('/orders', order, headers)).status, 201)
  assert.equal((await shop.post('/people/erase', { phone: '202-555-0174' })).status, 200)
  const byRef = person({ delivery_date: dateIn(service, 3) })
  const named = { 'idempotency-key': `order ${byRef.external_ref}` }
  assert.equal((await shop.post('/orders', byRef, named)).status, 201)
  assert.equal((await shop.post('/people/erase', { external_ref: byRef.external_ref })).status, 200)
  assert.equal((await shop.post('/orders', byRef, named)).status, 410, 'also for a key that named the customer')
  assert.deepEqual(await findTraces(), [])
  const again = await shop.post('/orders', order, headers)
  assert.deepEqual([again.status, again.body.details.code], [410, 'ANSWER_ERASED'])
  assert.equal((await shop.get('/orders/short')).status, 404)
})

test('the clean-up job resumes an erasure that stopped halfway, and searches again a day later', async (t) => {
  const shop = await service.business()
  const order = person({ delivery_date: dateIn(service, 3) })
  assert.equal((await shop.post('/orders', order)).status, 201)
  const note = orderBody({ delivery_date: dateIn(service, 3), instructions: 'Beside Dorothea Quillfeather' })
  assert.equal((await shop.post('/orders', note)).status, 201)
  const failing = t.mock.method(app.erasedList, 'add', () => Promise.reject(new Error('the disk is full')))
  const erased = await shop.post<ErasedOut>('/people/erase', { phone: PHONE })
  failing.mock.restore()
  assert.deepEqual([erased.status, erased.body.data.finished], [200, false])
  const lines = async () => (await app.erasedList.all()).filter((line) => line.business_uuid === shop.businessId)
  const noteNow = async () => (await shop.get<OrderOut>(`/orders/${note.external_ref}`)).body.data.instructions
  assert.deepEqual([(await lines()).length, await noteNow()], [0, 'Beside Dorothea Quillfeather'])
  clock.advance(601)
  await cleanUpJob.run(app)
  assert.deepEqual([(await lines()).length, await noteNow()], [1, 'Beside Erased'])
  assert.deepEqual(await findTraces(), [])
  // Data written while the customer was being erased.
  assert.equal((await shop.post('/orders', { ...note, instructions: 'Ask at 77 Quillfeather Mews' })).status, 200)
  clock.advance(86_400)
  await cleanUpJob.run(app)
  assert.equal(await noteNow(), 'Ask at Erased')
  assert.deepEqual(await findTraces(), [])
  const left = await app.db.query<{ count: number }>('select count(*) from erasures where business_uuid = $1', [
    shop.businessId,
  ])
  assert.equal(left[0]?.count, 0)
})

test('a customer’s data is exported in pages, with one audit row', async () => {
  const shop = await service.business()
  const date = dateIn(service, 3)
  const orders = Array.from({ length: 52 }, (_, i) =>
    orderBody({ customer_phone: '202-555-0177', delivery_date: date, customer_name: `Sample ${i}` }),
  )
  assert.equal((await shop.post('/orders/batch', { orders })).status, 200)
  const first = await shop.post<PersonData>('/people/export', { phone: '202-555-0177' })
  assert.equal(first.status, 200, first.body.message)
  const { deliveries, next_after: after } = first.body.data
  assert.equal(deliveries.length, 50)
  const rest = await shop.post<PersonData>('/people/export', { phone: '202-555-0177', after })
  assert.deepEqual([rest.body.data.deliveries.length, rest.body.data.next_after], [2, null])
  assert.equal(new Set([...deliveries, ...rest.body.data.deliveries].map(({ order }) => order.order_uuid)).size, 52)
  assert.ok(deliveries.every(({ history }) => history.some(({ action }) => action === 'order.created')))
  await expectAuditRow(service, shop, 'person.exported', { detail: { orders: 52 } })
})

test('invalid requests are rejected with the name of the field', async () => {
  const shop = await service.business()
  const none = await shop.post('/people/erase', {})
  assert.deepEqual([none.status, none.body.details.fields], [400, ['phone']])
  const wrong = await shop.post('/people/find', { phone: 'nobody' })
  assert.deepEqual([wrong.status, wrong.body.details.fields], [400, ['phone']])
  assert.equal((await shop.post('/people/find', { external_ref: 'unknown' })).status, 404)
  const dry = await shop.post('/people/erase?dry_run=true', { phone: '202-555-0178' })
  assert.deepEqual([dry.status, dry.body.details.fields], [400, ['dry_run']])
})
