// Tests the TypeScript SDK's handling of responses that are refusals, late, broken or missing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, isApiError, NoAnswerError, Roundsman } from '../../sdk/typescript/src/index.ts'
import { SDK_METHODS } from '../../src/contract/sdk-methods.ts'
import { hang, half, json, type Respond, stubServer } from '../helpers/stub-server.ts'

interface Seen {
  key: string | string[] | undefined
  authorization: string | undefined
  url: string | undefined
}

/** A service that sends these responses in order, and the last one for all later requests. */
async function answering(...answers: readonly Respond[]) {
  const seen: Seen[] = []
  const { url } = await stubServer((request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)]
    seen.push({
      key: request.headers['idempotency-key'],
      authorization: request.headers.authorization,
      url: request.url,
    })
    answer?.(request, response)
  })
  const client = new Roundsman({ baseUrl: `${url}/`, apiKey: 'rk_live_test', retries: 2 })
  return { client, seen, url }
}

const refusal =
  (status: number, code: string, headers: Record<string, string> = {}): Respond =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers })
      .end(JSON.stringify({ statusCode: status, message: 'No.', details: { code, fields: ['address.lat'] } }))

const done = json({ data: { external_ref: 'A' }, message: 'OK' })
const ORDER = { external_ref: 'A' } as never

test('each attempt of a write has the same key, and each write a new one unless given', async () => {
  const { client, seen } = await answering(refusal(503, 'DATABASE_UNREACHABLE', { 'retry-after': '0' }), done)
  assert.equal((await client.orders.put(ORDER)).external_ref, 'A')
  await client.orders.put(ORDER)
  await client.orders.put(ORDER, { idempotencyKey: 'mine' })
  const [first, again, second, third] = seen
  assert.equal(first?.key, again?.key)
  assert.match(String(first?.key), /^[0-9a-f-]{36}$/)
  assert.notEqual(second?.key, first?.key)
  assert.equal(third?.key, 'mine')
  assert.equal(first?.authorization, 'Bearer rk_live_test')
  assert.equal(first?.url, '/api/v1/orders')
})

test('a dropped connection, an incomplete response and a proxy’s page are retried', async () => {
  const drop: Respond = (request) => void request.destroy()
  const page: Respond = (_request, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>')
  for (const broken of [drop, half({ data: {}, message: 'OK' }), page]) {
    const { client, seen } = await answering(broken, done)
    await client.orders.put(ORDER)
    assert.equal(seen.length, 2)
  }
})

test('a refusal is thrown at once, with its code, fields and request', async () => {
  const { client, seen } = await answering(refusal(409, 'ORDER_FINAL'))
  const error = await client.orders.put(ORDER).catch((e: unknown) => e)
  assert.ok(isApiError(error, 'ORDER_FINAL', 'OUT_FOR_DELIVERY'))
  assert.ok(!isApiError(error, 'NOT_FOUND'))
  assert.deepEqual(
    [error.status, error.code, error.fields, error.requestId],
    [409, 'ORDER_FINAL', ['address.lat'], 'r-1'],
  )
  assert.match(error.message, /POST \/orders: 409 No\./)
  assert.equal(seen.length, 1)
})

test('a conflict with Retry-After is retried, because another request is at work', async () => {
  const { client, seen } = await answering(refusal(409, 'IDEMPOTENCY_KEY_IN_USE', { 'retry-after': '0' }), done)
  await client.orders.put(ORDER)
  assert.equal(seen.length, 2)
})

test('the last refusal is thrown after the last attempt, and a wait above the limit is not started', async () => {
  const tired = await answering(refusal(503, 'DATABASE_UNREACHABLE', { 'retry-after': '0' }))
  await assert.rejects(tired.client.orders.get('A'), { name: 'ApiError', status: 503 })
  assert.equal(tired.seen.length, 3)
  const late = await answering(refusal(429, 'RATE_LIMITED', { 'retry-after': '3600' }))
  await assert.rejects(late.client.orders.get('A'), { status: 429, retryAfter: 3600 })
  assert.equal(late.seen.length, 1)
  const dated = await answering(
    refusal(429, 'RATE_LIMITED', { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }),
  )
  const error = await dated.client.orders.get('A').catch((e: unknown) => e)
  assert.ok(error instanceof ApiError && Math.abs((error.retryAfter ?? 0) - 3600) < 60)
})

test('a late, missing or canceled response is an error', async () => {
  const { client, url } = await answering(hang)
  const key = { idempotencyKey: 'kept' }
  const late = await client.orders.put(ORDER, { ...key, timeout: 0.05 }).catch((e: unknown) => e)
  assert.ok(late instanceof NoAnswerError)
  assert.equal(late.idempotencyKey, 'kept')
  const nobody = new Roundsman({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x', retries: 0 })
  await assert.rejects(nobody.health.get(), NoAnswerError)
  const signal = AbortSignal.timeout(50)
  await assert.rejects(client.orders.get('A', { signal }), { name: 'TimeoutError' })
  assert.throws(() => new Roundsman({ baseUrl: url, apiKey: '' }), /apiKey/)
  for (const baseUrl of [
    '',
    'routes.example.com',
    'ftp://routes.example.com',
    'https://',
    'http://a:b@c',
    'http://c?d',
    'http://c:99999',
    'http://a b',
  ])
    assert.throws(() => new Roundsman({ baseUrl, apiKey: 'x' }), /baseUrl must be an http or https URL/, baseUrl)
})

test('a base URL may include the path of the API', async () => {
  const { url, seen } = await answering(done)
  for (const path of ['/api/v1', '/api/v1/', '/api/v1?', '/shop/#']) {
    await new Roundsman({ baseUrl: `${url}${path}`, apiKey: 'x' }).orders.get('A')
  }
  assert.deepEqual(
    seen.map((request) => request.url),
    ['/api/v1/orders/A', '/api/v1/orders/A', '/api/v1/orders/A', '/shop/api/v1/orders/A'],
  )
})

test('a permanent error is thrown without a retry', async () => {
  const { client, seen } = await answering(refusal(503, 'GEOCODER_NOT_CONFIGURED'), done)
  await assert.rejects(client.orders.get('A'), { code: 'GEOCODER_NOT_CONFIGURED' })
  assert.equal(seen.length, 1)
  const before = await answering((_request, response) => void response.writeHead(503).end('<h1>Busy</h1>'), done)
  await before.client.orders.get('A')
  assert.equal(before.seen.length, 2, 'a 503 from a proxy is retried')
})

test('a redirect is not followed, because the key must not reach another host', async () => {
  const elsewhere = await answering(done)
  const { client } = await answering((_request, response) =>
    response.writeHead(307, { location: `${elsewhere.url}/api/v1/orders` }).end(),
  )
  await assert.rejects(client.orders.put(ORDER), { name: 'ApiError', status: 307 })
  assert.equal(elsewhere.seen.length, 0)
})

test('references are encoded in paths, and never lead to another path', async () => {
  const { client, seen } = await answering(done)
  await client.orders.get('A/B?c=%20 ü')
  assert.equal(seen[0]?.url, '/api/v1/orders/A%2FB%3Fc%3D%2520%20%C3%BC')
  for (const step of ['', '.', '..']) assert.throws(() => void client.orders.get(step))
})

test('a list is read item by item, or page by page, with its filters', async () => {
  const pages = [
    json({ data: [1, 2], message: 'OK', next_cursor: 'c 2' }),
    json({ data: [3], message: 'OK', next_cursor: null }),
  ]
  const { client, seen } = await answering(...pages, ...pages, ...pages)
  const list = client.orders.list({ date: '11/23/2026', limit: 2 })
  assert.deepEqual(await all(list), [1, 2, 3])
  assert.deepEqual(await all(list.pages()), [[1, 2], [3]])
  assert.deepEqual((await list.page()).data, [1, 2])
  const query = 'date=11%2F23%2F2026&limit=2'
  assert.deepEqual(
    seen.slice(0, 2).map(({ url }) => url),
    [`/api/v1/orders?${query}`, `/api/v1/orders?${query}&cursor=c+2`],
  )
})

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of list) found.push(each)
  return found
}

test('the client has every operation of the description', async () => {
  const { client } = await answering(done)
  for (const [resource, operations] of Object.entries(SDK_METHODS))
    for (const name of Object.keys(operations)) {
      const methods = client[resource as keyof Roundsman] as unknown as Record<string, unknown> | undefined
      assert.equal(typeof methods?.[name], 'function', `${resource}.${name}`)
    }
})

test('a dry run is requested in the query', async () => {
  const { client, seen } = await answering(done)
  await client.orders.put(ORDER, { dryRun: true })
  await client.zones.delete('z', { version: 1 }, { dryRun: true })
  assert.deepEqual(
    seen.map(({ url }) => url),
    ['/api/v1/orders?dry_run=true', '/api/v1/zones/z?version=1&dry_run=true'],
  )
})
