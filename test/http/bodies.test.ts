// Tests request bodies: the server never reads the body of an unknown caller, each route accepts one type up to its
// maximum size, and the size of responses is limited.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import type { OrderOut } from '../../src/contract/order.ts'
import { CONNECTOR_KINDS, CONNECTOR_PATHS } from '../../src/domain/connectors/connector.ts'
import { driverToken, driverPageToken } from '../helpers/links.ts'
import { type Office, signedIn } from '../helpers/office.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { connectShop } from '../helpers/shops.ts'
import { type ServedRoute, servedRoutes, withBodies } from '../helpers/served-routes.ts'
import { type Client, type JsonBody, startService } from '../helpers/service.ts'

const service = await startService()
let routes: ServedRoute[]
let [shop, office, driver, home, customer]: [Client, Office, string, string, string] = [] as never
const connectors = new Map<string, string>()

before(async () => {
  routes = withBodies(await servedRoutes(await service.running.server()))
  const day = await dispatchedRoute(service, 1)
  shop = day.shop
  office = await signedIn(service, shop.businessId)
  driver = await driverToken(service, shop.businessId, day.route.route_uuid)
  home = await driverPageToken(service, shop.businessId, day.route.driver?.driver_uuid ?? '')
  const { body } = await shop.get<OrderOut>(`/orders/${day.refs[0]}`)
  for (const kind of CONNECTOR_KINDS)
    connectors.set(`/connect/${CONNECTOR_PATHS[kind]}/:id`, (await connectShop(service, shop, kind)).connectorId)
  customer = new URL(body.data.stop?.tracking_url ?? '').pathname.split('/').at(-1) ?? ''
})

const TYPES = [
  'application/json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
]

interface Answer {
  status: number
  text: string
}

/** The response to a request whose headers were sent, but not its body. */
async function answerToHead(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
  const request = http.request(service.url + path, { method, headers })
  request.on('error', () => {})
  request.flushHeaders()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const answer = { status: response.statusCode ?? 0, text: await text(response) }
  request.destroy()
  return answer
}

/** Path and headers of an authorized caller of the route. */
function asCaller(url: string): { path: string; headers: Record<string, string> } {
  const path = url
    .replace(/^\/connect\/.*$/, () => url.replace(':id', connectors.get(url) ?? ''))
    .replace('/d/home/:token', `/d/home/${home}`)
    .replace('/d/:token', `/d/${driver}`)
    .replace('/t/:token', `/t/${customer}`)
    .replaceAll(/:\w+/g, () => randomUUID())
  const headers = {
    'idempotency-key': randomUUID(),
    'x-twilio-signature': 'x',
    ...(url.startsWith('/api/') && { authorization: `Bearer ${shop.apiKey}` }),
    ...(url.startsWith('/office/') && { cookie: office.cookie, 'x-csrf-token': office.session?.csrf_token ?? '' }),
  }
  return { path, headers }
}

test('an unknown caller gets the response before any of the body is read, whatever its type', async () => {
  assert.ok(routes.length > 100 && routes.some(({ url }) => url === '/d/:token/taps'), String(routes.length))
  for (const { method, url } of [...routes, { method: 'POST', url: '/nowhere' }])
    for (const type of TYPES) {
      const path = url.replaceAll(/:\w+/g, () => 'A'.repeat(43))
      const answer = await answerToHead(method, path, { 'content-type': type, 'content-length': '1000000' })
      const what = `${method} ${url} with ${type} answered ${answer.status}`
      assert.ok(answer.status >= 400 && answer.status < 500, what)
      assert.ok(answer.text.length < 8_000, what)
    }
})

test('a body of another type than the route accepts is 415 in the common error format for a known caller', async () => {
  let taking = 0
  for (const { method, url } of routes) {
    const { path, headers } = asCaller(url)
    const others: string[] = []
    for (const type of TYPES) {
      // The body is not valid JSON, so that the request has no effect.
      const body = '{"a"'
      const response = await fetch(service.url + path, {
        method,
        headers: { ...headers, 'content-type': type },
        body,
        redirect: 'manual',
      })
      if (response.status !== 415) {
        others.push(`${type} ${response.status}`)
        await response.arrayBuffer()
        continue
      }
      const { statusCode, details, message } = (await response.json()) as JsonBody<unknown>
      assert.deepEqual([statusCode, details.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], `${method} ${url}`)
      assert.match(message, /^Send .*\.$/)
    }
    if (others.every((other) => other.endsWith('405'))) continue
    // A form is how WooCommerce checks the URL of a webhook.
    assert.equal(others.length, url.startsWith('/connect/') ? 2 : 1, `${method} ${url}: ${others.join(', ')}`)
    taking++
  }
  assert.ok(taking > 80, String(taking))
})

test('a body larger than its endpoint accepts is 413 with the limit before it is read', async () => {
  const large = (path: string, bytes: number, type = 'application/json') =>
    answerToHead('POST', path, { ...asCaller(path).headers, 'content-type': type, 'content-length': String(bytes) })
  for (const [path, most, words, type] of [
    ['/office/api/sign-in', 16 * 1024, '16 KB'],
    ['/office/api/orders-cancelled', 64 * 1024, '64 KB'],
    ['/office/api/orders', 1024 * 1024, '1 MB'],
    ['/office/api/zones', 8 * 1024 * 1024, '8 MB'],
    ['/office/api/imports?name=a.csv', 20 * 1024 * 1024, '20 MB', 'application/octet-stream'],
    [`/d/${driver}/taps`, 64 * 1024, '64 KB'],
    [
      `/d/${driver}/stops/${randomUUID()}/proof`,
      15 * 1024 * 1024 + 64 * 1024,
      '15 MB',
      'multipart/form-data; boundary=x',
    ],
    [`/t/${customer}`, 64 * 1024, '64 KB', 'application/x-www-form-urlencoded'],
    ['/sms/inbound', 32 * 1024, '32 KB', 'application/x-www-form-urlencoded'],
    ['/api/v1/orders', 1024 * 1024, '1 MB'],
  ] as const) {
    const answer = await large(path, most + 1, type)
    assert.equal(answer.status, 413, `${path}: ${answer.text}`)
    assert.ok(answer.text.includes(words), answer.text)
  }
})

test('a response lists twenty faults, counts the others, and shortens endless names', async () => {
  const keys = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i]))
  const endless = { ['x'.repeat(10_000)]: 1 }
  const query = `?${Object.keys(keys).slice(0, 100).join('=&')}`
  for (const [answer, more] of [
    [await office.send('POST', '/sign-in', { email: 'a@b.test', password: 'x', ...keys }), 480],
    [await office.send('GET', `/orders${query}`), 80],
    [await shop.post('/orders', { external_ref: 'x', ...keys }), 483],
    [await shop.get(`/orders${query}`), 80],
    [await shop.post(`/orders/unknown/cancel`, keys), 480],
    [await office.send('POST', '/sign-in', { email: 'a@b.test', password: 'x', ...endless }), undefined],
    [await shop.post('/orders', { metadata: { ...endless, a: { '\u0000': 1 } } }), undefined],
    [await shop.post('/orders', `{"${'x'.repeat(10_000)}":1,"${'x'.repeat(10_000)}":1}`), undefined],
    [await shop.get(`/orders?${'x'.repeat(10_000)}=1`), undefined],
    [await shop.get(`/orders?${'x'.repeat(10_000)}=%00`), undefined],
  ] as const) {
    assert.equal(answer.status, 400)
    assert.ok(JSON.stringify(answer.body).length < 5_000, JSON.stringify(answer.body).slice(0, 500))
    assert.equal(answer.body.details.more_errors, more)
    if (more) assert.equal(answer.body.details.fields.length, 20)
  }
})

test('a list of IDs names only its first wrong one, and refusing lists of lists stays cheap', async () => {
  const wrong = { order_uuids: Array.from({ length: 130 }, () => ''), to: null }
  const refused = async (moves: object[]) => {
    const answer = await office.send('POST', '/moves', { moves, versions: {}, preview: true })
    assert.equal(answer.status, 400)
    return answer.body.details
  }
  const { fields, more_errors } = await refused(Array.from({ length: 300 }, () => wrong))
  assert.deepEqual([fields[0], fields[1], more_errors], ['moves.0.order_uuids.0', 'moves.1.order_uuids.0', 280])
  const tooMany = await refused([{ ...wrong, order_uuids: Array.from({ length: 301 }, () => '') }])
  assert.deepEqual(tooMany.fields, ['moves.0.order_uuids'])
})

test('a query has at most 100 parameters, but a path may have any number of ampersands', async () => {
  const many = `?${'&'.repeat(100)}`
  for (const answer of [await shop.get(`/orders${many}`), await office.send('GET', `/orders${many}`)]) {
    assert.equal(answer.status, 400)
    assert.equal(answer.body.message, 'query has more than 100 parameters.')
    assert.ok(answer.headers.get('x-request-id'))
  }
  assert.equal((await shop.get(`/orders/${'&'.repeat(200)}`)).status, 404)
})
