// Tests compressed request bodies and compressed responses.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { apiEndpoints, officeEndpoints } from '../../src/contract/all.ts'
import { MAX_BODY_BYTES } from '../../src/contract/limits.ts'
import { preferredEncoding } from '../../src/http/compress.ts'
import { type Office, signedIn } from '../helpers/office.ts'
import { orderBody } from '../helpers/orders.ts'
import { type Client, startService } from '../helpers/service.ts'

const service = await startService()
let [shop, office]: [Client, Office] = [] as never

before(async () => {
  shop = await service.business()
  office = await signedIn(service, shop.businessId)
})

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  bytes: Buffer
}

function call(method: string, path: string, headers: http.OutgoingHttpHeaders, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(service.url + path, { method, headers, agent: false }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
        reject,
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

const sendOrder = async (encoding: string, body: Buffer, more: http.OutgoingHttpHeaders = {}) => {
  const headers = {
    authorization: `Bearer ${shop.apiKey}`,
    'idempotency-key': randomUUID(),
    'content-type': 'application/json',
    'content-encoding': encoding,
    ...more,
  }
  const answer = await call('POST', '/api/v1/orders', headers, body)
  return { ...answer, body: JSON.parse(String(answer.bytes)) as { message: string; details: Record<string, unknown> } }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const ENCODED = { gzip: gzipSync, 'x-gzip': gzipSync, br: brotliCompressSync, deflate: deflateSync } as const

test('a body may be compressed with gzip, br or deflate, with a length or in chunks', async () => {
  for (const [encoding, encode] of Object.entries(ENCODED))
    for (const more of [{}, { 'transfer-encoding': 'chunked' }]) {
      const order = orderBody()
      assert.equal((await sendOrder(encoding, encode(json(order)), more)).status, 201, encoding)
      assert.equal((await shop.get(`/orders/${order.external_ref}`)).status, 200)
    }
  assert.equal((await sendOrder('identity', json(orderBody()))).status, 201)
})

test('the same body under one Idempotency-Key is a duplicate, however it is compressed', async () => {
  const order = orderBody()
  const key = { 'idempotency-key': randomUUID() }
  const [first, ...others] = [
    await sendOrder('gzip', gzipSync(json(order)), key),
    await sendOrder('br', brotliCompressSync(json(order)), key),
    await sendOrder('identity', json(order), key),
  ]
  for (const other of others) assert.deepEqual([other.status, other.body], [first?.status, first?.body])
  assert.equal((await sendOrder('gzip', gzipSync(json(orderBody())), key)).status, 409)
})

test('an unsupported encoding, or a combination of two, is 415 with a list of the supported ones', async () => {
  for (const encoding of ['utf-8', 'zstd', 'compress', 'gzip, gzip', '*']) {
    const { status, headers, body } = await sendOrder(encoding, json(orderBody()))
    assert.equal(status, 415, encoding)
    assert.equal(headers['accept-encoding'], 'gzip, br, deflate')
    assert.match(body.message, /without Content-Encoding, or with one of gzip, br or deflate/)
    assert.deepEqual(body.details, { code: 'UNSUPPORTED_MEDIA_TYPE', fields: ['Content-Encoding'] })
  }
  const proof = await call(
    'POST',
    `/api/v1/routes/${randomUUID()}/stops/${randomUUID()}/proof`,
    {
      authorization: `Bearer ${shop.apiKey}`,
      'idempotency-key': randomUUID(),
      'content-type': 'multipart/form-data; boundary=x',
      'content-encoding': 'gzip',
    },
    gzipSync('--x--'),
  )
  assert.deepEqual([proof.status, proof.headers['accept-encoding']], [415, 'identity'])
})

test('a compressed body that is truncated or invalid is 400', async () => {
  const whole = gzipSync(json(orderBody()))
  const bad: [string, Buffer][] = [
    ['gzip', whole.subarray(0, -9)],
    ['gzip', json(orderBody())],
    ['gzip', randomBytes(500)],
    ['br', brotliCompressSync(json(orderBody())).subarray(0, -5)],
    ['deflate', whole],
  ]
  for (const [encoding, body] of bad) {
    const answer = await sendOrder(encoding, body)
    assert.equal(answer.status, 400, `${encoding} ${String(answer.bytes)}`)
    assert.match(answer.body.message, new RegExp(`^The body is not valid ${encoding}`))
  }
})

test('the limit of a body applies to its inflated size', async () => {
  const padded = (bytes: number) => Buffer.concat([json(orderBody()), Buffer.alloc(bytes, ' ')])
  for (const [encoding, encode] of Object.entries(ENCODED)) {
    assert.equal((await sendOrder(encoding, encode(padded(MAX_BODY_BYTES - 10_000)))).status, 201, encoding)
    const { status, body } = await sendOrder(encoding, encode(padded(MAX_BODY_BYTES)))
    assert.deepEqual([status, body.details.code], [413, 'BODY_TOO_LARGE'], encoding)
  }
  const bomb = gzipSync(Buffer.alloc(300_000_000, ' '))
  assert.equal((await sendOrder('gzip', bomb)).status, 413)
})

test('a file may be compressed, and its inflated size counts', async () => {
  const file = Buffer.from('Name,Address\nZoë,1 A St\n')
  const upload = (body: Buffer, encoding = 'gzip') =>
    call(
      'POST',
      '/office/api/imports?name=orders.csv',
      {
        cookie: office.cookie,
        'x-csrf-token': office.session?.csrf_token ?? '',
        'content-type': 'application/octet-stream',
        'content-encoding': encoding,
      },
      body,
    )
  assert.equal((await upload(gzipSync(file))).status, 200)
  assert.equal((await upload(gzipSync(file).subarray(0, -9))).status, 400)
  assert.equal((await upload(gzipSync(Buffer.alloc(30_000_000, ' ')))).status, 413)
})

test('a connection stays usable after a compressed body that was not read to its end', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip', cookie: office.cookie }
  // Without the CSRF token, the file is refused unread.
  for (const more of [{}, { 'x-csrf-token': office.session?.csrf_token ?? '' }, {}]) {
    const body = gzipSync(randomBytes(3_000_000))
    const request = http.request(`${service.url}/office/api/imports?name=a.csv`, {
      method: 'POST',
      agent,
      headers: { ...headers, ...more, 'content-length': body.length },
    })
    request.end(body)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    await buffer(response)
    assert.equal(response.statusCode, 'x-csrf-token' in more ? 422 : 403)
  }
  agent.destroy()
})

test('the description is compressed as the caller accepts it, at both of its paths', async () => {
  for (const path of ['/api/v1/openapi.json', '/openapi.json']) {
    const plain = await call('GET', path, {})
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers.vary, 'Accept-Encoding')
    for (const [encoding, decode] of [['gzip', gunzipSync] as const, ['br', brotliDecompressSync] as const]) {
      const { headers, bytes } = await call('GET', path, { 'accept-encoding': encoding })
      assert.deepEqual([headers['content-encoding'], headers.vary], [encoding, 'Accept-Encoding'])
      assert.equal(Number(headers['content-length']), bytes.length)
      assert.ok(bytes.length < plain.bytes.length / 5, `${bytes.length} of ${plain.bytes.length} bytes`)
      assert.deepEqual(decode(bytes), plain.bytes)
    }
  }
})

test('a response uses the encoding that the caller accepts and prefers', () => {
  for (const [accepted, encoding] of [
    [undefined, null],
    ['', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0', null],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity, gzip;q=0.5', null],
    ['GZIP ; q=1', 'gzip'],
    ['zstd', null],
    ['gzip;q=x', null],
  ] as const)
    assert.equal(preferredEncoding(accepted), encoding, String(accepted))
})

test('a response that may hold a secret is never compressed', async () => {
  for (let i = 0; i < 5; i++) await shop.post('/orders', orderBody())
  const headers = { authorization: `Bearer ${shop.apiKey}`, 'accept-encoding': 'gzip, br' }
  const orders = await call('GET', '/api/v1/orders', headers)
  assert.ok(orders.bytes.length > 3_000 && orders.bytes.includes('tracking_url'))
  assert.equal(orders.headers['content-encoding'], undefined)
  const session = await call('GET', '/office/api/session', { ...headers, cookie: office.cookie })
  assert.deepEqual([session.status, session.headers['content-encoding']], [200, undefined])
})

const SECRET = /(^|_)(token|secret|key|link|links|url|urls|password|codes?_of|signature|door_code|instructions)$/

test('an endpoint with compressed responses has no field for a secret', () => {
  const compressed = [...apiEndpoints, ...officeEndpoints].filter(({ compresses }) => compresses)
  assert.ok(compressed.length > 10)
  for (const { method, path, reply } of compressed) {
    assert.ok(reply instanceof z.ZodType, `the response of ${method} ${path} is not JSON`)
    const schema = z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })
    for (const name of namesIn(schema)) assert.doesNotMatch(name, SECRET, `${method} ${path}`)
  }
})

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)]
}
