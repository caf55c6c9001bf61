// Tests that outcomes are written back to the shops that sent the orders, as the documentation of the shops describes.
import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { DeliveryDetailOut, DeliveryLogOut } from '../../../../src/contract/office/integrations.ts'
import type { ConnectorKind } from '../../../../src/domain/connectors/connector.ts'
import { cleanUpJob } from '../../../../src/jobs/clean-up.ts'
import { insertEvents } from '../../../../src/store/webhooks/events.ts'
import { dispatchedRoute } from '../../../helpers/routes.ts'
import { type ConnectedShop, connectShop, shopOrder } from '../../../helpers/shops.ts'
import { type Json, startService } from '../../../helpers/service.ts'
import { addEndpoint, emitEvents, startWebhooks, stopFacts } from '../../../helpers/webhooks.ts'
import { startReceiver } from '../../../helpers/receiver.ts'

const service = await startWebhooks()

interface Asked {
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

/** A shop's API, which answers each request by its path and body. */
async function startShopApi(answer: (asked: Asked) => { status?: number; body?: unknown }) {
  const asked: Asked[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
      asked.push(one)
      const { status = 200, body = {} } = answer(one)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function connected(kind: ConnectorKind, shopUrl: string, token: string) {
  const shop = await service.business()
  const connection = await connectShop(service, shop, kind, { shop: { url: shopUrl, token } })
  const sent = await connection.send(shopOrder(kind === 'SHOPIFY' ? 'SHOPIFY' : 'WOOCOMMERCE'))
  assert.equal(sent.data?.status, 'TAKEN')
  const [order] = (await shop.get<Json[]>('/orders')).body.data
  return { shop, connection, orderId: String(order?.order_uuid), reference: String(order?.external_ref) }
}

type Connected = Awaited<ReturnType<typeof connected>>

const outcome = ({ orderId, reference }: Connected, members: object) =>
  stopFacts({ order_uuid: orderId, external_ref: reference, ...members })

const logOf = async ({ office }: ConnectedShop) =>
  (await office.get<DeliveryLogOut>('/webhook-deliveries')).body.data.deliveries

test('an outcome becomes a private note on the order of WooCommerce', async () => {
  const api = await startShopApi(() => ({ status: 201, body: { id: 281 } }))
  const woo = await connected('WOOCOMMERCE', `${api.url}/shop/`, 'ck_key:cs_secret')
  await emitEvents(
    service,
    woo.shop,
    ['stop.delivered', outcome(woo, { status: 'DELIVERED', delivered_on: '11/24/2026', left_where: 'Porch' })],
    // A delivery that didn't come from the shop.
    ['stop.delivered', stopFacts({ status: 'DELIVERED' })],
    // An event that isn't reported to shops.
    ['stop.en_route', outcome(woo, {})],
  )
  await emitEvents(service, woo.shop, ['stop.failed', outcome(woo, { status: 'FAILED', reason: 'Nobody at home' })])
  await service.send()
  assert.equal(api.asked.length, 2)
  const notes = api.asked.map(({ body }) => JSON.parse(body) as { note: string; customer_note: boolean })
  const delivered = notes.find(({ note }) => note.startsWith('Delivered'))
  assert.match(delivered?.note ?? '', /^Delivered on 11\/24\/2026\. Left: Porch\. http:\/\/roundsman\.test\/t\/[\w-]+$/)
  assert.deepEqual(
    notes.map(({ customer_note }) => customer_note),
    [false, false],
  )
  assert.ok(notes.some(({ note }) => note === 'Not delivered: Nobody at home.'))
  for (const { path, headers } of api.asked) {
    assert.equal(path, '/shop/wp-json/wc/v3/orders/727/notes')
    assert.equal(headers.authorization, `Basic ${Buffer.from('ck_key:cs_secret').toString('base64')}`)
  }
  const log = await logOf(woo.connection)
  assert.deepEqual(
    log.map(({ status, endpoint }) => [status, endpoint.url]),
    [
      ['DELIVERED', `${api.url}/shop/`],
      ['DELIVERED', `${api.url}/shop/`],
    ],
  )
  const detail = await woo.connection.office.get<DeliveryDetailOut>(`/webhook-deliveries/${log[0]?.delivery_id}`)
  assert.ok(notes.some((note) => JSON.stringify(note) === JSON.stringify(detail.body.data.body)))
  assert.doesNotMatch(JSON.stringify(detail.body), /cs_secret/)
})

test('the outcome of a repeated delivery becomes a note on the order, and its cancellation cancels the repeat', async () => {
  const api = await startShopApi(() => ({ status: 201, body: { id: 282 } }))
  const woo = await connected('WOOCOMMERCE', api.url, 'ck:cs')
  await woo.shop.post(`/orders/${woo.reference}/cancel`)
  let [failedId, orderId] = [woo.orderId, woo.orderId]
  for (const externalRef of ['727-2', '727-3']) {
    const repeat = { external_ref: externalRef, delivery_date: '11/25/2026' }
    const made = await woo.connection.office.post<{ order_uuid: string }>(`/orders/${orderId}/repeat`, repeat)
    assert.equal(made.status, 200, made.body.message)
    failedId = orderId
    orderId = made.body.data.order_uuid
    if (externalRef === '727-2')
      await service.app.db.query("update orders set status = 'FAILED' where order_uuid = $1", [orderId])
  }
  const delivered = stopFacts({
    order_uuid: orderId,
    external_ref: '727-3',
    status: 'DELIVERED',
    delivered_on: '11/25/2026',
  })
  await emitEvents(service, woo.shop, ['stop.delivered', delivered])
  await service.send()
  assert.deepEqual(
    api.asked.map(({ path }) => path),
    ['/wp-json/wc/v3/orders/727/notes'],
  )
  assert.match(api.asked[0]?.body ?? '', /Delivered on 11\/25\/2026/)

  const cancellation = shopOrder('WOOCOMMERCE', { status: 'cancelled', date_modified_gmt: '2026-11-22T18:40:00' })
  assert.equal((await woo.connection.send(cancellation)).data?.status, 'SKIPPED')
  assert.equal((await woo.shop.get('/orders/727-3')).body.data.status, 'CANCELLED')
  // A shop may send the same cancellation twice. Meanwhile, the office may have repeated the delivery again.
  const again = { external_ref: '727-4', delivery_date: '11/26/2026' }
  assert.equal((await woo.connection.office.post(`/orders/${failedId}/repeat`, again)).status, 200)
  assert.equal((await woo.connection.send(cancellation)).data?.status, 'SKIPPED')
  assert.equal((await woo.shop.get('/orders/727-4')).body.data.status, 'OPEN')
  // The shop may still cancel or learn the outcome of an open repeat, however old its order is.
  const kept = async () => {
    await cleanUpJob.run(service.app)
    const payloads = 'select payload_uuid from connector_payloads where connector_uuid = $1'
    return (await service.app.db.query(payloads, [woo.connection.connectorId])).length
  }
  service.wait(45 * 86_400)
  assert.equal(await kept(), 1)
  await woo.shop.post('/orders/727-4/cancel')
  await service.app.db.query("update orders set changed_at = changed_at - interval '1 year'", [])
  assert.equal(await kept(), 0)
})

test('the outcome of a repeat is written back if its user can’t see the depot of the original', async () => {
  const api = await startShopApi(() => ({ status: 201, body: { id: 283 } }))
  const { shop, route } = await dispatchedRoute(service, 1)
  const connection = await connectShop(service, shop, 'WOOCOMMERCE', { shop: { url: api.url, token: 'ck:cs' } })
  await connection.send(shopOrder('WOOCOMMERCE'))
  const repeatId = String((await shop.get('/orders/727')).body.data.order_uuid)
  const [original] = route.stops.map(({ order_uuid: id }) => id)
  const { db, newId } = service.app
  await db.query('update connector_payloads set order_uuid = $2 where order_uuid = $1', [repeatId, original])
  await db.query('insert into repeated_orders select business_uuid, $1, $2, now() from orders where order_uuid = $1', [
    repeatId,
    original,
  ])
  const facts = stopFacts({ order_uuid: repeatId, external_ref: '727', status: 'FAILED', reason: 'Nobody at home' })
  await db.asWriter({ businessId: shop.businessId, depots: [newId()] }, async (tx) =>
    insertEvents(
      tx,
      [{ eventId: newId(), event: 'stop.corrected', facts, at: service.app.clock() }],
      service.app.clock(),
    ),
  )
  await service.send()
  assert.deepEqual(
    api.asked.map(({ body }) => (JSON.parse(body) as { note: string }).note),
    ['Not delivered (corrected): Nobody at home.'],
  )
})

test('a shop that is down gets the note later, and the office sees that it fails', async () => {
  let isDown = true
  const api = await startShopApi(() => ({ status: isDown ? 503 : 201 }))
  const woo = await connected('WOOCOMMERCE', api.url, 'ck:cs')
  await emitEvents(service, woo.shop, ['stop.delivered', outcome(woo, { status: 'DELIVERED' })])
  await service.send()
  const [failing] = (await woo.connection.office.get<{ shop: Json }[]>('/connectors')).body.data
  assert.ok(failing?.shop.failing_since)
  const exceptions = await woo.connection.office.get<{ webhooks: Json[] }>('/exceptions?date=11/23/2026')
  assert.deepEqual(
    exceptions.body.data.webhooks.map(({ url }) => url),
    [api.url],
  )
  isDown = false
  service.wait(70)
  await service.send()
  assert.deepEqual(
    (await logOf(woo.connection)).map(({ status, attempt_count }) => [status, attempt_count]),
    [['DELIVERED', 2]],
  )
})

/** Answers like Shopify for an order whose goods are all to be fulfilled. */
function shopifyAnswer(state: { fulfilled: boolean }) {
  return ({ path, body }: Asked): { status?: number; body?: unknown } => {
    if (path === '/admin/oauth/access_token') return { body: { access_token: 'granted', expires_in: 86399 } }
    const { query } = JSON.parse(body) as { query: string }
    if (query.includes('fulfillmentOrders')) {
      const nodes = state.fulfilled ? [] : [{ id: 'gid://shopify/FulfillmentOrder/1046000790' }]
      return { body: { data: { order: { fulfillmentOrders: { nodes } } } } }
    }
    if (query.includes('fulfillmentCreate')) {
      state.fulfilled = true
      return { body: { data: { fulfillmentCreate: { fulfillment: { id: 'gid://x' }, userErrors: [] } } } }
    }
    return { body: { data: { tagsAdd: { userErrors: [] } } } }
  }
}

const variablesOf = ({ body }: Asked) => (JSON.parse(body) as { variables: Json }).variables

test('a delivery becomes a fulfillment in Shopify, once', async () => {
  const state = { fulfilled: false }
  const api = await startShopApi(shopifyAnswer(state))
  const shopify = await connected('SHOPIFY', api.url, 'shpat_invented')
  await emitEvents(service, shopify.shop, ['stop.delivered', outcome(shopify, { status: 'DELIVERED' })])
  await service.send()
  assert.deepEqual(
    api.asked.map(({ path, headers }) => [path, headers['x-shopify-access-token']]),
    [
      ['/admin/api/2026-10/graphql.json', 'shpat_invented'],
      ['/admin/api/2026-10/graphql.json', 'shpat_invented'],
    ],
  )
  const [find, create] = api.asked.map(variablesOf)
  assert.deepEqual(find, { id: 'gid://shopify/Order/820982911946154508' })
  assert.deepEqual(create?.orders, [{ fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/1046000790' }])
  assert.match(JSON.stringify(create?.tracking), /"url":"http:\/\/roundsman\.test\/t\//)

  // A repeated attempt, such as after a crash, finds nothing to fulfill.
  const [delivery] = await logOf(shopify.connection)
  await shopify.connection.office.post('/webhook-deliveries/replay', { delivery_ids: [delivery?.delivery_id] })
  await service.send()
  assert.equal(api.asked.filter(({ body }) => body.includes('fulfillmentCreate')).length, 1)
  assert.equal((await logOf(shopify.connection))[0]?.status, 'DELIVERED')
})

test('a failed delivery becomes a tag in Shopify, with a token that the credentials of an app grant', async () => {
  const api = await startShopApi(shopifyAnswer({ fulfilled: false }))
  const shopify = await connected('SHOPIFY', api.url, 'client-id:client-secret')
  await emitEvents(service, shopify.shop, ['stop.failed', outcome(shopify, { status: 'FAILED', reason: 'Closed' })])
  await service.send()
  const [grant, tag] = api.asked
  assert.equal(grant?.path, '/admin/oauth/access_token')
  assert.equal(grant?.body, 'grant_type=client_credentials&client_id=client-id&client_secret=client-secret')
  assert.equal(tag?.headers['x-shopify-access-token'], 'granted')
  assert.deepEqual(tag && variablesOf(tag).tags, ['Delivery failed'])
})

test('a change that Shopify refuses in a response with status 200 is retried', async () => {
  const userErrors = [{ message: 'Order is archived' }]
  const api = await startShopApi(() => ({ body: { data: { tagsAdd: { userErrors } } } }))
  const shopify = await connected('SHOPIFY', api.url, 'shpat_invented')
  await emitEvents(service, shopify.shop, ['stop.failed', outcome(shopify, { status: 'FAILED', reason: 'Closed' })])
  await service.send()
  const [delivery] = await logOf(shopify.connection)
  assert.deepEqual([delivery?.status, delivery?.last_attempt?.error], ['RETRYING', 'the shop refused the change'])
})

test('an odd answer of a shop is a failed attempt, after which other deliveries go on', async () => {
  const odd = await startShopApi(() => ({ body: { data: { order: { fulfillmentOrders: { nodes: [null] } } } } }))
  const granting = await startShopApi(() => ({ body: { access_token: 'granted\nX-Other: 1' } }))
  const fine = await startShopApi(() => ({ status: 201 }))
  const connections = [
    await connected('SHOPIFY', odd.url, 'shpat_invented'),
    await connected('SHOPIFY', granting.url, 'client-id:client-secret'),
    await connected('WOOCOMMERCE', fine.url, 'ck:cs'),
  ]
  for (const one of connections)
    await emitEvents(service, one.shop, ['stop.delivered', outcome(one, { status: 'DELIVERED' })])
  await service.send()
  const results = []
  for (const { connection } of connections)
    results.push((await logOf(connection)).map(({ status, last_attempt: last }) => [status, last?.error ?? null]))
  assert.deepEqual(results, [[['DELIVERED', null]], [['RETRYING', 'the shop granted no token']], [['DELIVERED', null]]])
})

test('endpoints of shops are not among the webhook endpoints of the business', async () => {
  const api = await startShopApi(() => ({ status: 201 }))
  const woo = await connected('WOOCOMMERCE', api.url, 'ck:cs')
  const receiver = await startReceiver()
  const own = await addEndpoint(woo.shop, receiver.url)
  const listed = (await woo.shop.get<Json[]>('/webhooks/subscriptions')).body.data
  assert.deepEqual(
    listed.map(({ endpoint_uuid }) => endpoint_uuid),
    [own.endpoint_uuid],
  )
  const [connector] = (await woo.connection.office.get<{ shop: Json }[]>('/connectors')).body.data
  const path = `/webhooks/subscriptions/${String(connector?.shop.endpoint_uuid)}`
  assert.equal((await woo.shop.delete(path)).status, 404)
})

test('the test side writes to no shop', async () => {
  const home = await service.business()
  const { office } = await connectShop(service, home, 'WEBHOOK')
  const body = {
    kind: 'WOOCOMMERCE',
    name: 'Shop',
    secret: null,
    shop: { url: 'https://shop.example.com', token: 'a:b' },
  }
  await office.post('/side', { test: true })
  await office.open()
  const refused = await office.post('/connectors', body)
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['shop']])
})

test('a shop may only be at a public address', async () => {
  const guarded = await startService()
  const shop = await guarded.business()
  const { office } = await connectShop(guarded, shop, 'WEBHOOK')
  const body = { kind: 'WOOCOMMERCE', name: 'Shop', secret: null, shop: { url: 'https://10.0.0.7', token: 'a:b' } }
  const refused = await office.post('/connectors', body)
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['shop.url']])
})
