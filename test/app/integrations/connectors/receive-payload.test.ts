// Tests the webhooks of connected shops, from the signed request to the delivery.
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Geocoder } from '../../../../src/app/ports/geocoder.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { dispatchedRoute } from '../../../helpers/routes.ts'
import { type ConnectedShop, connectShop, shopOrder } from '../../../helpers/shops.ts'
import { type Client, type Json, startService } from '../../../helpers/service.ts'

const NOTHING = async () => {}
let now = Date.parse('2026-11-22T18:30:00.000Z')
/** Runs once, while the address of an order is looked up. */
let duringLookUp: () => Promise<unknown> = NOTHING
const geocoder: Geocoder = {
  name: 'stub',
  find: async () => {
    const run = duringLookUp
    duringLookUp = NOTHING
    await run()
    return { found: false }
  },
}
const service = await startService({ replaced: { clock: () => new Date(now), geocoder } })

const refsOf = async (shop: Client): Promise<unknown[]> =>
  (await shop.get<Json[]>('/orders')).body.data.map(({ external_ref }) => external_ref)

test('an order of WooCommerce becomes a delivery', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  const { status, data } = await woo.send(shopOrder('WOOCOMMERCE'), 'order.created')
  assert.deepEqual([status, data], [200, { status: 'TAKEN', external_ref: '727', reason: null }])
  const { body } = await shop.get('/orders/727')
  const { customer_name, customer_phone, customer_email, address, delivery_date, window_start, window_end } = body.data
  assert.deepEqual(
    { customer_name, customer_phone, customer_email, delivery_date, window_start, window_end },
    {
      customer_name: 'Sample Recipient',
      customer_phone: '(202) 555-0143',
      customer_email: 'sample.buyer@example.com',
      delivery_date: '11/24/2026',
      window_start: '09:00',
      window_end: '12:00',
    },
  )
  // Parts of the billing address never mix with the shipping address.
  const { line1, city, region, postal_code } = address as Json
  assert.deepEqual([line1, city, region, postal_code], ['1201 R St NW', 'Washington', 'DC', '20009'])
  assert.equal(body.data.instructions, 'Ring twice')
  assert.deepEqual(
    (body.data.items as Json[]).map(({ name, quantity, sku }) => [name, quantity, sku]),
    [
      ['Rice, bag', 2, 'RICE'],
      ['Tea', 1, null],
    ],
  )
  const row = await expectAuditRow(service, shop, 'order.created', { entityId: String(body.data.order_uuid) })
  assert.deepEqual(row.by, { kind: 'API', id: woo.connectorId })
})

test('an order of Shopify becomes a delivery, with the date of its note attributes', async () => {
  const shop = await service.business()
  const shopify = await connectShop(service, shop, 'SHOPIFY', { secret: 'the client secret of an app' })
  assert.equal(shopify.secret, 'the client secret of an app')
  const { data } = await shopify.send(shopOrder('SHOPIFY'))
  assert.deepEqual(data, { status: 'TAKEN', external_ref: '#1001', reason: null })
  const { body } = await shop.get(`/orders/${encodeURIComponent('#1001')}`)
  const { delivery_date, window_start, window_end, load_weight_lbs, items, address } = body.data
  assert.deepEqual([delivery_date, window_start, window_end], ['11/24/2026', '13:00', '16:00'])
  assert.equal(Math.round(Number(load_weight_lbs)), 10)
  assert.deepEqual((items as Json[])[0], {
    name: 'Coffee - Large',
    quantity: 1,
    unit_weight_lbs: null,
    temperature_class: null,
    sku: 'COF-L',
  })
  assert.equal((address as Json).line1, '1201 R St NW, Apt 3')
})

test('a repeated or late webhook neither doubles nor reverts a delivery', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  const first = shopOrder('WOOCOMMERCE')
  const later = shopOrder('WOOCOMMERCE', {
    customer_note: 'Use the side door',
    date_modified_gmt: '2026-11-22T18:29:00',
  })
  const answers = await Promise.all([first, first, first].map((body) => woo.send(body)))
  assert.deepEqual(
    answers.map(({ status, data }) => [status, data?.status]),
    [
      [200, 'TAKEN'],
      [200, 'TAKEN'],
      [200, 'TAKEN'],
    ],
  )
  assert.equal((await woo.send(later)).data?.status, 'TAKEN')
  assert.equal((await woo.send(first)).data?.status, 'OUTDATED')
  assert.deepEqual(await refsOf(shop), ['727'])
  assert.equal((await shop.get('/orders/727')).body.data.instructions, 'Use the side door')
  assert.equal((await woo.payloads()).length, 1)
})

test('a webhook without a valid signature changes nothing', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  const body = shopOrder('WOOCOMMERCE')
  const forged = createHmac('sha256', 'another secret').update(body).digest('base64')
  for (const signature of [forged, '', 'short'])
    assert.equal((await woo.send(body, 'order.created', { 'x-wc-webhook-signature': signature })).status, 403)
  const shopify = await connectShop(service, shop, 'SHOPIFY', { secret: 'shopify secret' })
  assert.equal((await shopify.send(body, 'orders/create', { 'x-shopify-hmac-sha256': forged })).status, 403)
  const own = await connectShop(service, shop, 'WEBHOOK')
  assert.equal((await own.send('{}', '', { 'x-webhook-secret': 'wrong' })).status, 403)
  // The signature covers every byte of the body.
  const right = createHmac('sha256', woo.secret).update(body).digest('base64')
  assert.equal((await woo.send(` ${body}`, 'order.created', { 'x-wc-webhook-signature': right })).status, 403)
  assert.deepEqual(await refsOf(shop), [])
  assert.deepEqual(await woo.payloads(), [])
})

test('a URL answers only for its own kind of shop', async () => {
  const shop = await service.business()
  const { connectorId } = await connectShop(service, shop, 'WOOCOMMERCE')
  for (const path of [`shopify/${connectorId}`, `woocommerce/${randomUUID()}`, 'woocommerce/not-an-id'])
    assert.equal((await fetch(`${service.url}/connect/${path}`, { method: 'POST' })).status, 404, path)
})

test('the unsigned check of a new URL by WooCommerce is answered and stores nothing', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  const unsigned = { 'x-wc-webhook-signature': '' }
  const form = { ...unsigned, 'content-type': 'application/x-www-form-urlencoded' }
  assert.deepEqual(await woo.send('webhook_id=12', '', form), { status: 200, data: null })
  assert.deepEqual(await woo.send('{"webhook_id":12}', '', unsigned), { status: 200, data: null })
  assert.deepEqual(await woo.payloads(), [])
})

test('topics that are not about orders are refused', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  assert.equal((await woo.send('{"id":1}', 'product.updated')).status, 400)
  assert.equal((await woo.send('not json', 'order.updated')).status, 400)
  assert.equal((await woo.send('[]', 'order.updated')).status, 400)
})

test('an order that can’t become a delivery is acknowledged, stored with the reason, and taken after a correction', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  const { status, data } = await woo.send(shopOrder('WOOCOMMERCE', { meta_data: [] }))
  assert.deepEqual([status, data?.status, data?.external_ref], [200, 'FAILED', '727'])
  assert.match(data?.reason ?? '', /delivery_date is required/)
  const [payload] = await woo.payloads('FAILED')
  assert.match(payload?.reason ?? '', /delivery_date/)
  const [listed] = (await woo.office.get<Json[]>('/connectors')).body.data
  assert.equal(listed?.failed, 1)

  const mapping = { ...(listed?.mapping as Json), default_days: 2 }
  const asked = { payload_uuid: payload?.payload_uuid, mapping }
  const preview = await woo.office.post(`/connectors/${woo.connectorId}/preview`, asked)
  assert.equal((preview.body.data.order as Json).delivery_date, '11/24/2026')
  assert.deepEqual(preview.body.data.faults, [])
  assert.deepEqual(await refsOf(shop), [])

  const changed = await woo.office.send('PATCH', `/connectors/${woo.connectorId}`, { mapping })
  assert.equal(changed.status, 200, changed.body.message)
  const retry = { payload_uuids: [payload?.payload_uuid] }
  const retried = await woo.office.post(`/connectors/${woo.connectorId}/payloads/retry`, retry)
  assert.deepEqual(retried.body.data, { taken: 1, remaining: 0 })
  assert.deepEqual(await refsOf(shop), ['727'])
  assert.deepEqual(await woo.payloads('FAILED'), [])
  await expectAuditRow(service, shop, 'connector.changed', { entityId: woo.connectorId })
  await expectAuditRow(service, shop, 'connector.payloads_retried', { entityId: woo.connectorId })
})

test('orders of other statuses, methods and without an address are skipped with the reason', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  const reasonOf = async (id: number, members: Json) => {
    const { data } = await woo.send(shopOrder('WOOCOMMERCE', { id, number: String(id), ...members }))
    return [data?.status, data?.reason]
  }
  assert.deepEqual(await reasonOf(1, { status: 'pending' }), ['SKIPPED', 'The status “pending” is not taken.'])
  assert.deepEqual(await reasonOf(2, { shipping: {}, shipping_lines: [] }), [
    'SKIPPED',
    'The order has no shipping address.',
  ])
  assert.deepEqual(await reasonOf(3, { shipping_lines: [{ method_title: 'Local pickup' }] }), [
    'SKIPPED',
    'picked up by the customer',
  ])
  assert.deepEqual(await refsOf(shop), [])
})

test('an order that the shop cancels or deletes cancels its delivery', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  await woo.send(shopOrder('WOOCOMMERCE'))
  await woo.send(shopOrder('WOOCOMMERCE', { status: 'cancelled', date_modified_gmt: '2026-11-22T18:40:00' }))
  assert.equal((await shop.get('/orders/727')).body.data.status, 'CANCELLED')

  await woo.send(shopOrder('WOOCOMMERCE', { id: 728, number: '728' }))
  assert.equal((await shop.get('/orders/728')).body.data.status, 'OPEN')
  assert.equal((await woo.send('{"id":728}', 'order.deleted')).data?.status, 'SKIPPED')
  assert.equal((await shop.get('/orders/728')).body.data.status, 'CANCELLED')
  // An order that never became a delivery needs nothing.
  assert.equal((await woo.send('{"id":999}', 'order.deleted')).data?.status, 'SKIPPED')
})

test('an order that its deletion overtakes becomes no delivery', async () => {
  const shop = await service.business()
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  assert.equal((await woo.send('{"id":727}', 'order.deleted')).data?.status, 'SKIPPED')
  assert.equal((await woo.send(shopOrder('WOOCOMMERCE'))).data?.status, 'OUTDATED')
  assert.deepEqual(await refsOf(shop), [])
})

/** An order of another system, without its reference. */
const ORDER = {
  name: 'Sample Customer',
  address: '1201 R St NW, Washington, DC 20009',
  delivery_date: '2026-11-24',
}

const retry = async (connected: ConnectedShop) => {
  const { office, connectorId } = connected
  const ids = (await connected.payloads()).map(({ payload_uuid }) => payload_uuid)
  const { status, body } = await office.post(`/connectors/${connectorId}/payloads/retry`, { payload_uuids: ids })
  assert.equal(status, 200, body.message)
  return body.data
}

test('a deletion waits for the office while a vehicle is on its way', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const woo = await connectShop(service, shop, 'WOOCOMMERCE')
  await woo.send(shopOrder('WOOCOMMERCE'))
  const reference = String(route.stops[0]?.external_ref)
  const ownPayload = [woo.connectorId, reference, String(route.stops[0]?.order_uuid)]
  await service.app.db.query(
    'update connector_payloads set external_ref = $2, order_uuid = $3 where connector_uuid = $1',
    ownPayload,
  )
  await service.app.db.query("update routes set status = 'IN_PROGRESS' where route_uuid = $1", [route.route_uuid])
  assert.equal((await woo.send('{"id":727}', 'order.deleted')).data?.status, 'FAILED')
  assert.deepEqual(await retry(woo), { taken: 0, remaining: 1 })
  assert.equal((await woo.payloads('FAILED'))[0]?.external_ref, reference)
  assert.notEqual((await shop.get(`/orders/${reference}`)).body.data.status, 'CANCELLED')
})

test('a cancellation during the look-up of the address wins', async () => {
  const shop = await service.business()
  const own = await connectShop(service, shop, 'WEBHOOK')
  const [listed] = (await own.office.get<{ mapping: { fields: Json } }[]>('/connectors')).body.data
  const fields = { ...listed?.mapping.fields, cancelled_at: '{cancelled_at}' }
  const mapping = { ...listed?.mapping, fields }
  const changed = await own.office.send('PATCH', `/connectors/${own.connectorId}`, { mapping })
  assert.equal(changed.status, 200, changed.body.message)
  const order = { order_id: 'C-1', name: 'Sample Customer', address: '1201 R St NW, Washington, DC 20009' }
  const cancel = async (sent: Json) => {
    now += 1_000
    assert.equal((await own.send(JSON.stringify({ ...sent, cancelled_at: '2026-11-22' }))).data?.status, 'SKIPPED')
  }
  duringLookUp = () => cancel(order)
  assert.equal((await own.send(JSON.stringify({ ...order, delivery_date: '2026-11-24' }))).data?.status, 'OUTDATED')
  assert.deepEqual(await refsOf(shop), [])

  // The same during a retry in the office.
  const other = { ...order, order_id: 'C-2' }
  assert.equal((await own.send(JSON.stringify(other))).data?.status, 'FAILED')
  const withDays = { mapping: { ...mapping, default_days: 1 } }
  assert.equal((await own.office.send('PATCH', `/connectors/${own.connectorId}`, withDays)).status, 200)
  duringLookUp = () => cancel(other)
  const [failed] = await own.payloads('FAILED')
  const body = { payload_uuids: [failed?.payload_uuid] }
  const retried = await own.office.post(`/connectors/${own.connectorId}/payloads/retry`, body)
  assert.deepEqual(retried.body.data, { taken: 0, remaining: 1 })
  assert.deepEqual(await refsOf(shop), [])
})

test('an order that got its reference by a correction is recognized afterwards', async () => {
  const shop = await service.business()
  const own = await connectShop(service, shop, 'WEBHOOK')
  const order = { ...ORDER, no: 'N-1' }
  assert.equal((await own.send(JSON.stringify(order))).data?.status, 'FAILED')
  const [listed] = (await own.office.get<{ mapping: { fields: Json } }[]>('/connectors')).body.data
  const mapping = { ...listed?.mapping, fields: { ...listed?.mapping.fields, external_ref: '{no}' } }
  await own.office.send('PATCH', `/connectors/${own.connectorId}`, { mapping })
  assert.deepEqual(await retry(own), { taken: 1, remaining: 0 })
  now += 1_000
  assert.equal((await own.send(JSON.stringify({ ...order, notes: 'Ring' }))).data?.status, 'TAKEN')
  assert.deepEqual(await refsOf(shop), ['N-1'])
  assert.equal((await own.payloads()).length, 1)
})

test('an order does not adopt an equal delivery of another source', async () => {
  const shop = await service.business()
  const own = await connectShop(service, shop, 'WEBHOOK')
  const other = await connectShop(service, shop, 'WEBHOOK')
  const order = JSON.stringify({ ...ORDER, order_id: 'E-1' })
  assert.equal((await own.send(order)).data?.status, 'TAKEN')
  const second = (await other.send(order)).data
  assert.deepEqual([second?.status, second?.reason], ['FAILED', 'There is a delivery with the reference E-1 already.'])
})

test('values that are too long are acknowledged, stored with the reason', async () => {
  const shop = await service.business()
  const own = await connectShop(service, shop, 'WEBHOOK')
  for (const order of [{ order_id: 'x'.repeat(5_000) }, { order_id: 'L-1', name: 'x'.repeat(100_000) }]) {
    const { status, data } = await own.send(JSON.stringify({ ...order, address: '1 Main St, Washington, DC 20009' }))
    assert.deepEqual([status, data?.status], [200, 'FAILED'])
  }
  assert.equal((await own.payloads('FAILED')).length, 2)
})

test('a change that the delivery no longer allows waits for the office', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const own = await connectShop(service, shop, 'WEBHOOK')
  const reference = String(route.stops[0]?.external_ref)
  // The delivery came from the API, so a shop with the same number can't overwrite it.
  const order = {
    external_ref: reference,
    name: 'Other',
    address: '1 Main St, Washington, DC 20009',
    delivery_date: '2026-11-24',
  }
  const { data } = await own.send(JSON.stringify(order))
  assert.equal(data?.status, 'FAILED')
  assert.equal((await own.payloads('FAILED'))[0]?.external_ref, reference)
})

test('any system can send orders in a shape of its own', async () => {
  const shop = await service.business()
  const own = await connectShop(service, shop, 'WEBHOOK')
  const order = {
    order_id: 'Z-1',
    name: 'Sample Customer',
    address: '1201 R St NW, Washington, DC 20009',
    delivery_date: '11/24/2026',
    window: '9:00 AM - 12:00 PM',
    items: [{ name: 'Flowers', quantity: 1 }],
  }
  assert.equal((await own.send(JSON.stringify(order))).data?.status, 'TAKEN')
  const body = JSON.stringify({ ...order, order_id: 'Z-2' })
  const signature = `sha256=${createHmac('sha256', own.secret).update(body).digest('hex')}`
  const unsent = { 'x-webhook-secret': '' }
  assert.equal((await own.send(body, '', { ...unsent, 'x-webhook-signature': signature })).data?.status, 'TAKEN')
  assert.equal((await own.send(body, '', { ...unsent, 'x-webhook-signature': 'sha256=00' })).status, 403)
  assert.deepEqual(
    (await refsOf(shop)).map(String).toSorted((a, b) => a.localeCompare(b)),
    ['Z-1', 'Z-2'],
  )
  const nested = `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`
  assert.equal((await own.send(nested)).status, 400)
})
