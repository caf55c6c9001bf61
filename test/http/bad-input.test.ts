// Each kind of invalid request gets a 4xx response in the common error format, never 5xx (docs/spec/conventions.md#errors).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { assertConforms } from '../helpers/conformity.ts'
import { orderBody } from '../helpers/orders.ts'
import { type RawAnswer, rawRequest, sendRaw } from '../helpers/raw-http.ts'
import { type Answer, type Client, type Json, startService } from '../helpers/service.ts'

const service = await startService()
let shop: Client

before(async () => {
  shop = await service.business()
})

/** A POST /orders with exactly these body bytes. */
const post = (body: string | Buffer, headers: readonly string[] = []): Promise<RawAnswer> =>
  raw('POST', '/orders', [...authorized(), `Idempotency-Key: ${randomUUID()}`, ...headers], body)

const authorized = () => [`Authorization: Bearer ${shop.apiKey}`]
const JSON_TYPE = 'Content-Type: application/json'

async function raw(method: string, path: string, headers: readonly string[], body: string | Buffer = '') {
  const answer = await sendRaw(service.url, rawRequest(`${method} /api/v1${path}`, headers, body))
  assertConforms(method, path, answer)
  return answer
}

function refused(
  answer: Pick<Answer<Json>, 'status' | 'body'> | RawAnswer,
  status: number,
  code: string,
  fields?: string[],
): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  assert.equal(answer.body.details.code, code)
  if (fields) assert.deepEqual(answer.body.details.fields, fields)
}

describe('the key', () => {
  test('a missing, malformed or unknown key is 401', async () => {
    refused(await raw('GET', '/orders', []), 401, 'UNAUTHENTICATED')
    for (const value of [
      '',
      'Bearer',
      'Bearer x',
      'Basic cm91bmRzbWFu',
      `Bearer ${shop.apiKey}x`,
      `Bearer rk_live_${'A'.repeat(43)}`,
    ]) {
      const answer = await raw('GET', '/orders', [`Authorization: ${value}`])
      refused(answer, 401, 'UNAUTHENTICATED')
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    }
  })

  test('a header sent twice is 401, even if both keys are valid', async () => {
    refused(await raw('GET', '/orders', [...authorized(), ...authorized()]), 401, 'UNAUTHENTICATED')
  })

  test('is checked before the response reveals anything else', async () => {
    refused(await raw('POST', '/orders', [JSON_TYPE], '{'), 401, 'UNAUTHENTICATED')
    refused(await raw('GET', '/orders/unknown', []), 401, 'UNAUTHENTICATED')
  })
})

describe('the Idempotency-Key', () => {
  test('missing, empty, sent twice, of 256 characters or with non-printable characters is 400', async () => {
    const headers = [...authorized(), JSON_TYPE]
    const body = JSON.stringify(orderBody())
    const bad = [[], [''], ['a', 'a'], ['k'.repeat(256)], ['caf\u00e9'], ['a\tb']]
    for (const keys of bad) {
      const lines = keys.map((key) => `Idempotency-Key: ${key}`)
      refused(await raw('POST', '/orders', [...headers, ...lines], body), 400, 'IDEMPOTENCY_KEY_MISSING', [
        'Idempotency-Key',
      ])
    }
    const longest = await raw('POST', '/orders', [...headers, `Idempotency-Key: ${'k'.repeat(255)}`], body)
    assert.equal(longest.status, 201)
  })
})

describe('the body', () => {
  test('with another type or charset is 415', async () => {
    const body = JSON.stringify(orderBody())
    for (const type of [
      'text/plain',
      'application/json; charset=utf-16',
      'application/jsonp',
      'application/xml',
      'application/x-www-form-urlencoded',
    ])
      refused(await post(body, [`Content-Type: ${type}`]), 415, 'UNSUPPORTED_MEDIA_TYPE')
    refused(await post(body), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assert.equal((await post(body, ['Content-Type: application/json; charset="UTF-8"'])).status, 201)
  })

  test('above 1 MiB is 413, with or without Content-Length', async () => {
    const big = JSON.stringify({ ...orderBody(), instructions: 'x'.repeat(2 * 1024 * 1024) })
    refused(await post(big, [JSON_TYPE]), 413, 'BODY_TOO_LARGE')
    const chunk = Buffer.from(`${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`)
    const head = rawRequest('POST /api/v1/orders', [
      ...authorized(),
      'Idempotency-Key: big',
      JSON_TYPE,
      'Transfer-Encoding: chunked',
    ])
    refused(await sendRaw(service.url, Buffer.concat([head, chunk])), 413, 'BODY_TOO_LARGE')
  })

  test('that is empty or JSON but not an object is 400', async () => {
    for (const body of ['', ' ', 'null', '7', '"text"', '[]', 'true']) {
      const answer = await post(body, [JSON_TYPE])
      assert.equal(answer.status, 400, body)
    }
  })

  test('that is not JSON is 400', async () => {
    for (const body of [
      '{',
      '{"a":}',
      '{"a":1,}',
      "{'a':1}",
      '{"a":NaN}',
      '{"a":Infinity}',
      '{"a":01}',
      '{"a":1}x',
      '{"a":"\n"}',
      '\ufeff{',
      '{"a":.5}',
    ])
      refused(await post(body, [JSON_TYPE]), 400, 'INVALID_JSON')
    refused(await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), [JSON_TYPE]), 400, 'INVALID_JSON')
  })

  test('that is ambiguous or can’t be stored unchanged is 400, and the response names the field', async () => {
    const order = JSON.stringify(orderBody()).slice(1, -1)
    const bad: [string, string][] = [
      [`{${order},"instructions":"a\\u0000b"}`, 'instructions'],
      [`{${order},"metadata":{"a\\u0000":1}}`, 'metadata'],
      [`{${order},"instructions":"\\ud83d"}`, 'instructions'],
      [`{${order},"metadata":{"deep":[{"x":"\\udc00"}]}}`, 'metadata.deep.0.x'],
      [`{${order},"external_ref":"again"}`, 'external_ref'],
      [`{${order},"metadata":{"a":1,"\\u0061":2}}`, 'metadata.a'],
      [`{${order},"metadata":{"__proto__":{"admin":true}}}`, 'metadata.__proto__'],
      [`{${order},"load_weight_lbs":1e400}`, 'load_weight_lbs'],
      [`{${order},"metadata":{"n":9007199254740993}}`, 'metadata.n'],
      [`{${order},"metadata":{"n":0.12345678901234567890123}}`, 'metadata.n'],
      [`{${order},"metadata":{"n":1e-400}}`, 'metadata.n'],
      [`{${order},"metadata":{"n":0.${'0'.repeat(5_000)},"b":"\\u0000"}}`, 'metadata.b'],
      [`{${order},"metadata":{"n":[{},"a"],"b":[1,{"a":[],"a":2}]}}`, 'metadata.b.1.a'],
      [`{${order},"metadata":{${Array.from({ length: 5_001 }, (_, i) => `"${i}":0`).join()}}}`, 'metadata.5000'],
      // The order, its address and its items also count toward the limit of 200,000 objects and arrays.
      [`{${order},"metadata":{"n":[${'[],'.repeat(199_996)}[],[],[]]}}`, 'metadata.n.199996'],
    ]
    for (const [body, field] of bad) refused(await post(body, [JSON_TYPE]), 400, 'INVALID_JSON', [field])
  })

  test('nested 100,000 deep is 400, and the service stays up', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`
      refused(await post(`{"metadata":${deep}}`, [JSON_TYPE]), 400, 'INVALID_JSON')
      refused(await post(open.repeat(100_000), [JSON_TYPE]), 400, 'INVALID_JSON')
    }
    const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as Json
    assert.equal((await shop.post('/orders', orderBody({ metadata: nested(31) }))).status, 201)
    refused(await shop.post('/orders', orderBody({ metadata: nested(32) })), 400, 'INVALID_JSON')
  })
})

describe('the fields of an order', () => {
  const cases: [what: string, members: Json, fields: string[]][] = [
    ['an unknown field', { colour: 'red' }, ['colour']],
    ['an unknown field inside', { address: { line1: '1 A St', county: 'X' } }, ['address.county']],
    ['a negative quantity', { items: [{ name: 'Peas', quantity: -1 }] }, ['items.0.quantity']],
    ['a quantity as text', { items: [{ name: 'Peas', quantity: '2' }] }, ['items.0.quantity']],
    ['an item without a name', { items: [{ quantity: 1 }] }, ['items.0.name']],
    ['501 items', { items: Array.from({ length: 501 }, () => ({ name: 'Peas', quantity: 1 })) }, ['items']],
    ['a date that does not exist', { delivery_date: '02/30/2026' }, ['delivery_date']],
    ['an ISO date', { delivery_date: '2026-11-23' }, ['delivery_date']],
    ['a date without zeros', { delivery_date: '1/2/2026' }, ['delivery_date']],
    ['24:00', { window_end: '24:00' }, ['window_end']],
    ['an end before its start', { window_start: '12:00', window_end: '09:00' }, ['window_end']],
    ['an end at its start', { window_start: '12:00', window_end: '12:00' }, ['window_end']],
    ['lat without lng', { address: { line1: '1 A St', lat: 38.9 } }, ['address.lng']],
    ['lng without lat', { address: { line1: '1 A St', lng: -77 } }, ['address.lat']],
    ['lat 91', { address: { line1: '1 A St', lat: 91, lng: 0 } }, ['address.lat']],
    ['lng -181', { address: { line1: '1 A St', lat: 0, lng: -181 } }, ['address.lng']],
    ['an address without line1', { address: {} }, ['address.line1']],
    ['an address as text', { address: '1 A St' }, ['address']],
    ['another temperature class', { temperature_class: 'COLD' }, ['temperature_class']],
    ['a negative weight', { load_weight_lbs: -0.1 }, ['load_weight_lbs']],
    ['an empty reference', { external_ref: '' }, ['external_ref']],
    ['a reference of 201 characters', { external_ref: '\u{1f69a}'.repeat(201) }, ['external_ref']],
    ['a reference as a number', { external_ref: 481 }, ['external_ref']],
    ['no name', { customer_name: undefined }, ['customer_name']],
    ['metadata as a list', { metadata: [1] }, ['metadata']],
    ['metadata over 16 KiB', { metadata: { text: '\u00e9'.repeat(8_192) } }, ['metadata']],
    ['consent as text', { sms_consent: 'yes' }, ['sms_consent']],
    [
      'several at once, the first in the message',
      { window_start: '9:00', address: { line1: '' }, items: [{}] },
      ['address.line1', 'window_start', 'items.0.name', 'items.0.quantity'],
    ],
  ]
  for (const [what, members, fields] of cases)
    test(`${what} is 400`, async () => {
      const answer = await shop.post('/orders', orderBody(members))
      refused(answer, 400, 'INVALID', fields)
      assert.ok(answer.body.message.startsWith(`${fields[0]} `), answer.body.message)
    })
})

describe('references', () => {
  const references = [
    'a/b',
    '..',
    '.',
    '../../x',
    'per%cent',
    'per%2Fcent',
    ' spaces ',
    '0007',
    'a?b#c',
    '\u{1f69a}'.repeat(200),
    'e\u0301',
    '\u00e9',
    "'; drop table orders; --",
    '\\',
    '\u202eabc',
  ]
  test('are opaque: stored, found and listed exactly as sent', async () => {
    for (const external_ref of references) {
      assert.equal((await shop.post('/orders', orderBody({ external_ref }))).status, 201, external_ref)
      // The request is sent raw, because fetch would resolve a path of dots.
      const read = await raw('GET', `/orders/${encodeURIComponent(external_ref)}`, authorized())
      assert.equal(read.status, 200, external_ref)
      assert.equal((read.body.data as Json).external_ref, external_ref)
      // A parameter works for clients such as fetch, which resolve a path of dots.
      const listed = await shop.get<Json[]>(`/orders?external_ref=${encodeURIComponent(external_ref)}`)
      assert.deepEqual(
        listed.body.data.map((order) => order.external_ref),
        [external_ref],
      )
    }
    const none = await shop.get<Json[]>('/orders?external_ref=unknown')
    assert.deepEqual(none.body.data, [])
  })

  test('with broken percent-encoding are 400', async () => {
    for (const path of ['/orders/%', '/orders/%E0%A4%A', '/orders/%ff', '/orders/%c3%28'])
      refused(await raw('GET', path, authorized()), 400, 'BAD_REQUEST')
  })

  test('with the character 0 are unknown', async () => {
    refused(await raw('GET', '/orders/a%00b', authorized()), 404, 'NOT_FOUND')
    refused(await raw('POST', '/orders/a%00b/cancel', [...authorized(), 'Idempotency-Key: zero']), 404, 'NOT_FOUND')
  })

  test('longer than the maximum are unknown, and longer than a request may be, not well-formed', async () => {
    for (const length of [201, 3_000, 15_000])
      refused(await raw('GET', `/orders/${'x'.repeat(length)}`, authorized()), 404, 'NOT_FOUND')
    refused(await raw('GET', `/orders/${'x'.repeat(20_000)}`, authorized()), 400, 'BAD_REQUEST')
  })
})

describe('the query', () => {
  const bad: [string, string][] = [
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=1e9', 'limit'],
    ['limit=1000000000', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['since=yesterday', 'since'],
    ['since=2026-02-30T00:00:00Z', 'since'],
    ['since=2026-11-22', 'since'],
    ['status=DONE', 'status'],
    ['status=', 'status'],
    ['date=2026-11-23', 'date'],
    ['date=02/30/2026', 'date'],
    ['external_ref=', 'external_ref'],
    [`external_ref=${'x'.repeat(201)}`, 'external_ref'],
    ['cursor=', 'cursor'],
    ['cursor=abc', 'cursor'],
    ['cursor=a.b', 'cursor'],
    ['cursor=a.b.c', 'cursor'],
    ['cursor[]=a', 'cursor[]'],
    ['page=2', 'page'],
    ['__proto__=1', '__proto__'],
    ['limit=5&external_ref=%FF', 'external_ref'],
    ['external_ref=%ED%A0%80', 'external_ref'],
    ['external_ref=100%', 'external_ref'],
    ['%ff=1', '%ff'],
    ['external_ref=a?b=%FF', 'external_ref'],
  ]
  for (const [query, field] of bad)
    test(`${query} is 400`, async () => {
      refused(await raw('GET', `/orders?${query}`, authorized()), 400, 'INVALID', [field])
    })
})

test('an unsupported Expect header is refused in the common error format', async () => {
  const request = rawRequest('POST /api/v1/orders', [...authorized(), 'Expect: a miracle', 'Content-Length: 0'])
  refused(await sendRaw(service.url, request), 417, 'EXPECTATION_FAILED')
})

test('a page address with broken percent-encoding is 404 for a browser', async () => {
  const page = (accept: string) => fetch(`${service.url}/orders/%E0%A4%A`, { headers: { accept } })
  const [read, json] = [await page('text/html,*/*;q=0.8'), await page('application/json')]
  assert.equal(json.status, 400)
  assert.equal(read.status, 404)
  assert.match(String(read.headers.get('content-type')), /^text\/html/)
})

test('a query parameter that is sent twice is reported together with the other faults, whatever its type', async () => {
  const parts = (
    [
      ['/orders', 'limit=5&limit=6'],
      ['/orders', 'date=11/23/2026&date=11/23/2026'],
      ['/orders', 'external_ref=a&external_ref=b'],
      ['/routes', 'date=11/23/2026&date=11/24/2026'],
      ['/availability', 'temperature_class=DRY&temperature_class=DRY&lat=1&lng=1'],
    ] as const
  ).map(async ([path, query]) => {
    const [name = ''] = query.split('=')
    const answer = await shop.get(`${path}?${query}`)
    refused(answer, 400, 'INVALID', [name])
    assert.equal(answer.body.message, `${name} must be sent once.`)
  })
  await Promise.all(parts)
  const both = await shop.get('/orders?date=x&limit=1&limit=1')
  refused(both, 400, 'INVALID', ['date', 'limit'])
})

describe('the path and the method', () => {
  test('an unknown path is 404, a wrong method 405 with Allow', async () => {
    refused(await raw('GET', '/nothing/here', authorized()), 404, 'NOT_FOUND')
    for (const [method, path, allow] of [
      ['PUT', '/orders', 'POST, GET'],
      ['DELETE', '/orders/x', 'GET'],
      ['GET', '/orders/x/cancel', 'POST'],
      ['OPTIONS', '/orders', 'POST, GET'],
    ] as const) {
      const answer = await raw(method, path, authorized())
      refused(answer, 405, 'METHOD_NOT_ALLOWED')
      assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), allow.split(', ').sort())
    }
  })

  test('an unknown HTTP method or a request that is not HTTP is 400', async () => {
    for (const request of [
      'BREW /api/v1/orders HTTP/1.1\r\nHost: x\r\n\r\n',
      'nonsense\r\n\r\n',
      'GET /api/v1/orders HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n',
    ]) {
      const answer = await sendRaw(service.url, request)
      assert.equal(answer.status, 400)
      assert.equal(answer.body.details.code, 'BAD_REQUEST')
      assert.ok(answer.headers.get('x-request-id'))
    }
  })

  test('a cancel request with a body is 400, but an empty body is ignored', async () => {
    const { external_ref } = orderBody()
    await shop.post('/orders', orderBody({ external_ref }))
    refused(await shop.post(`/orders/${external_ref}/cancel`, { reason: 'x' }), 400, 'INVALID', ['reason'])
    assert.equal((await shop.post(`/orders/${external_ref}/cancel`, {})).status, 200)
  })

  test('the character 0 in a query is 400', async () => {
    refused(await raw('GET', '/orders?cursor=%00', authorized()), 400, 'INVALID', ['cursor'])
    const blank = await raw('GET', '/orders?%20=%00', authorized())
    refused(blank, 400, 'INVALID', [' '])
    assert.match(blank.body.message, /^" " contains/, 'a name that can’t begin a sentence is quoted')
    refused(await raw('GET', '/vehicles?%20=OPEN', authorized()), 400, 'INVALID', [' '])
  })

  test('an HTTP/1.1 request without a Host or with two is 400', async () => {
    const head = (version: string, hosts: string) =>
      sendRaw(service.url, `GET /api/v1/orders HTTP/${version}\r\n${hosts}Connection: close\r\n\r\n`)
    for (const hosts of ['', 'Host: a\r\nHost: b\r\n']) refused(await head('1.1', hosts), 400, 'BAD_REQUEST', ['Host'])
    refused(await head('1.0', ''), 401, 'UNAUTHENTICATED')
  })

  test('a malformed UUID is 404', async () => {
    for (const id of ['x', '1', '019ab3f0', `${randomUUID()}x`, '%27'])
      refused(await shop.get(`/routes/${id}`), 404, 'NOT_FOUND')
  })
})
