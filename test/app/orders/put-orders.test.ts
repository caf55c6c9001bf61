import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_BATCH_ORDERS } from '../../../src/contract/limits.ts'
import type { BatchOut } from '../../../src/contract/orders.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { orderBody } from '../../helpers/orders.ts'
import { type Client, startService } from '../../helpers/service.ts'
import { hang, json, stubServer } from '../../helpers/stub-server.ts'

const hit = { lat: '38.9126', lon: '-77.0286', display_name: 'R Street', place_rank: 30 }
const nominatim = await stubServer(json([hit]))
const clock = () => new Date('2026-11-23T14:00:00Z')
const service = await startService({ replaced: { clock }, env: { GEOCODER: 'nominatim', GEOCODER_URL: nominatim.url } })

/** Sends text, because the types don't allow invalid orders. */
const send = (shop: Client, orders: unknown[], headers = {}) =>
  shop.post<BatchOut>('/orders/batch', JSON.stringify({ orders }), { 'content-type': 'application/json', ...headers })
const feed = async (shop: Client) => (await shop.get<OrderOut[]>('/orders?limit=200')).body.data
const outcomes = (data: BatchOut) => data.results.map(({ outcome }) => outcome)

test('POST /orders/batch writes each order like POST /orders, with results in the same order', async () => {
  const [shop, alone] = [await service.business(), await service.business()]
  const bodies = [
    orderBody({ items: [{ name: 'Peas', quantity: 2, unit_weight_lbs: 3, temperature_class: 'FROZEN' }] }),
    orderBody({
      metadata: { z: 1, a: { deep: [0.1, 1e-7, 'é', null] } },
      window_start: '09:00',
      window_end: '12:00',
      more_windows: [{ window_start: '14:00', window_end: '15:00' }],
      delivery_by: '11/25/2026',
      required_skills: ['lift gate'],
      sms_consent: true,
      service_minutes: 7.5,
    }),
    orderBody(),
  ]
  const { status, body } = await shop.post<BatchOut>('/orders/batch', { orders: bodies })
  assert.equal(status, 200)
  assert.deepEqual(outcomes(body.data), ['CREATED', 'CREATED', 'CREATED'])
  assert.equal(body.data.refused, 0)
  for (const [i, { order }] of body.data.results.entries()) {
    const single = (await alone.post<OrderOut>('/orders', bodies[i])).body.data
    const read = (await shop.get<OrderOut>(`/orders/${bodies[i]?.external_ref}`)).body.data
    assert.deepEqual(order, read)
    for (const field of ['order_uuid', 'tracking_url', 'created_at', 'changed_at'] as const) single[field] = read[field]
    assert.deepEqual(read, single)
    assert.equal(JSON.stringify(read.metadata), JSON.stringify(single.metadata))
    await expectAuditRow(service, shop, 'order.created', {
      entityId: read.order_uuid,
      by: { kind: 'API', id: shop.keyId },
    })
  }
  assert.equal((await feed(shop)).length, 3)
})

test('in a batch with valid and invalid orders, each has its own result, and only the valid ones are written', async () => {
  const shop = await service.business()
  const [kept, changed, cancelled] = [orderBody(), orderBody(), orderBody()]
  for (const each of [kept, changed, cancelled]) await shop.post('/orders', each)
  await shop.post(`/orders/${cancelled.external_ref}/cancel`)
  const fresh = orderBody()
  const { status, body } = await send(shop, [
    orderBody({ address: { line1: '1 Test St', lat: 3 } }),
    kept,
    7,
    { ...cancelled, instructions: 'Ring' },
    { ...changed, instructions: 'Ring' },
    fresh,
  ])
  assert.equal(status, 200)
  assert.deepEqual(outcomes(body.data), ['REFUSED', 'UNCHANGED', 'REFUSED', 'REFUSED', 'UPDATED', 'CREATED'])
  assert.equal(body.data.refused, 3)
  const [bad, unchanged, seven, final, updated] = body.data.results
  assert.deepEqual(
    [bad?.error?.statusCode, bad?.error?.details.code, bad?.error?.details.fields],
    [400, 'INVALID', ['address.lng']],
  )
  assert.deepEqual([seven?.external_ref, seven?.error?.statusCode], [null, 400])
  assert.deepEqual([final?.external_ref, final?.error?.details.code], [cancelled.external_ref, 'ORDER_FINAL'])
  assert.equal(updated?.order?.instructions, 'Ring')
  assert.deepEqual(
    (await feed(shop)).map(({ external_ref }) => external_ref),
    [
      kept.external_ref,
      cancelled.external_ref,
      ...[updated?.order, body.data.results[5]?.order]
        .toSorted((a, b) => (String(a?.order_uuid) < String(b?.order_uuid) ? -1 : 1))
        .map((order) => order?.external_ref),
    ],
  )
  assert.equal(
    unchanged?.order?.changed_at,
    (await shop.get<OrderOut>(`/orders/${kept.external_ref}`)).body.data.changed_at,
  )
  await expectAuditRow(service, shop, 'order.updated', {
    entityId: updated?.order?.order_uuid ?? '',
    detail: { fields: ['instructions'], changes: { instructions: [null, 'Ring'] } },
  })
})

test('an order that is in a batch twice is created and then updated', async () => {
  const shop = await service.business()
  const [twin, other] = [orderBody(), orderBody()]
  const { body } = await send(shop, [twin, other, { ...twin, instructions: 'Ring' }, { ...twin, instructions: 'Ring' }])
  assert.deepEqual(outcomes(body.data), ['CREATED', 'CREATED', 'UPDATED', 'UNCHANGED'])
  assert.ok(String(body.data.results[2]?.order?.changed_at) > String(body.data.results[0]?.order?.changed_at))
  const read = await shop.get(`/orders/${twin.external_ref}`)
  assert.deepEqual(read.body.data, body.data.results[3]?.order)
})

test('a batch counts once under its key, and its response is replayed with its refusals', async () => {
  const shop = await service.business()
  const orders = [orderBody(), orderBody({ customer_name: '' })]
  const key = { 'idempotency-key': 'batch-1' }
  const first = await send(shop, orders, key)
  const again = await send(shop, orders, key)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await send(shop, [orders[0]], key)).body.details.code, 'IDEMPOTENCY_KEY_REUSED')
  // Only one of several concurrent duplicate requests writes.
  const racing = [orderBody(), orderBody()]
  const answers = await Promise.all([1, 2, 3].map(() => send(shop, racing, { 'idempotency-key': 'batch-2' })))
  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  await expectAuditRow(service, shop, 'order.created', { times: 3 })
})

test('concurrent batches with the same orders have the result of some sequence', async () => {
  const shop = await service.business()
  const orders = Array.from({ length: 20 }, () => orderBody())
  const sent = await Promise.all(
    [orders, orders.toReversed(), orders].map((some, i) =>
      send(
        shop,
        some.map((one) => ({ ...one, instructions: `Version ${i}` })),
      ),
    ),
  )
  for (const { status, body } of sent) {
    assert.equal(status, 200)
    assert.ok(outcomes(body.data).every((outcome) => outcome !== 'REFUSED'))
  }
  assert.equal(sent.flatMap(({ body }) => outcomes(body.data)).filter((outcome) => outcome === 'CREATED').length, 20)
  assert.equal(new Set((await feed(shop)).map(({ instructions }) => instructions)).size, 1)
})

test('a batch without orders, with too many, or with an unknown member is refused as a whole', async () => {
  const shop = await service.business()
  for (const [sent, field] of [
    [{ orders: [] }, 'orders'],
    [{}, 'orders'],
    [{ orders: Array.from({ length: MAX_BATCH_ORDERS + 1 }, () => ({})) }, 'orders'],
    [{ orders: [orderBody()], note: 1 }, 'note'],
  ] as const) {
    const { status, body } = await shop.post('/orders/batch', JSON.stringify(sent), {
      'content-type': 'application/json',
    })
    assert.deepEqual([status, body.details.fields], [400, [field]])
  }
  const most = Array.from({ length: MAX_BATCH_ORDERS }, () => orderBody())
  assert.equal((await send(shop, most)).body.data.results.length, MAX_BATCH_ORDERS)
  assert.equal(
    (await send(shop, most)).body.data.results.filter(({ outcome }) => outcome === 'UNCHANGED').length,
    MAX_BATCH_ORDERS,
  )
})

test('an order may have the reference "batch"', async () => {
  const shop = await service.business()
  await shop.post('/orders', orderBody({ external_ref: 'batch' }))
  assert.equal((await shop.get('/orders/batch')).body.data.external_ref, 'batch')
  assert.equal((await shop.post('/orders/batch/cancel')).body.data.status, 'CANCELLED')
})

test('addresses without a point are geocoded together, each once, within the time limit of one order', async () => {
  const shop = await service.business()
  const asked = nominatim.asked.length
  const at = (line1: string) => orderBody({ address: { line1 } })
  const found = await send(shop, [at('1 R St'), at('2 R St'), at('1 R St'), orderBody()])
  assert.deepEqual(
    found.body.data.results.map(({ order }) => order?.placement),
    ['PLACED', 'PLACED', 'PLACED', 'PLACED'],
  )
  assert.equal(nominatim.asked.length, asked + 2)
  nominatim.answer(hang)
  const waiting = await send(
    shop,
    Array.from({ length: 30 }, (_, i) => at(`${i} Slow St`)),
  )
  assert.ok(waiting.body.data.results.every(({ order }) => order?.placement === 'PENDING'))
  nominatim.answer(json([hit]))
})

test('an order that no longer fits leaves its planned route, and most fields are fixed on a dispatched route', async () => {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  await addVehicle(service.app, shop.businessId)
  const orders = [orderBody(), orderBody(), orderBody()]
  await send(shop, orders)
  const built = await shop.post<{ routes: { route_uuid: string }[] }>('/routes/build', { date: '11/23/2026' })
  assert.equal(built.status, 201)
  const [first, second, third] = orders
  const moved = await send(shop, [{ ...first, delivery_date: '11/24/2026' }, second])
  assert.deepEqual(
    moved.body.data.results.map(({ order }) => order?.route !== null),
    [false, true],
  )
  await shop.post(`/routes/${built.body.data.routes[0]?.route_uuid}/dispatch`)
  const fixed = await send(shop, [
    { ...second, customer_name: 'Other' },
    { ...third, instructions: 'Ring' },
  ])
  assert.deepEqual(outcomes(fixed.body.data), ['REFUSED', 'UPDATED'])
  assert.deepEqual(fixed.body.data.results[0]?.error?.details.fields, ['customer_name'])
  assert.ok(fixed.body.data.results[1]?.order?.stop)
})
