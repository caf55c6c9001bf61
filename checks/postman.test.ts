// Imports the collection that /docs serves like Postman and Bruno do, and sends its requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import postman, { type CollectionDefinition, type Item } from 'postman-collection'
import { apiBindings } from '../src/http/operations/all.ts'
import { assertConforms } from '../test/helpers/conformity.ts'
import { type Client, type Json, startService } from '../test/helpers/service.ts'

const service = await startService()
const BASE = '/api/v1'

async function imported(): Promise<postman.Collection> {
  const answer = await fetch(`${service.url}/docs/roundsman.postman_collection.json`)
  assert.equal(answer.status, 200)
  return new postman.Collection((await answer.json()) as CollectionDefinition)
}

function itemsOf(collection: postman.Collection): Item[] {
  const items: Item[] = []
  collection.forEachItem((item) => void items.push(item))
  return items
}

/** Sends the request unchanged for the business, and checks the response against the description. */
async function send(
  collection: postman.Collection,
  item: Item,
  { apiKey }: Client,
): Promise<{ status: number; body: Json }> {
  for (const variable of item.request.url.variables.all()) variable.set(`unknown-${variable.key}`)
  const { header = [], body } = item.request.toObjectResolved(collection, [])
  const headers = header as { key: string; value: string }[]
  const { url, method } = item.request
  const path = `${url.getPath()}${url.getQueryString() ? `?${url.getQueryString()}` : ''}`
  const response = await fetch(`${service.url}${BASE}${path}`, {
    method,
    headers: {
      ...(item.getAuth()?.type === 'bearer' && { authorization: `Bearer ${apiKey}` }),
      ...Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    },
    ...(body?.mode === 'raw' && { body: String(body.raw) }),
  })
  const answered = (await response.json()) as Json
  assertConforms(method, path, { status: response.status, headers: response.headers, body: answered })
  return { status: response.status, body: answered }
}

test('the collection has every operation once, and each request reaches its operation', async () => {
  const collection = await imported()
  const items = itemsOf(collection)
  assert.deepEqual(
    items.map(({ name }) => name).toSorted(),
    apiBindings.map(({ endpoint }) => endpoint.summary).toSorted(),
  )
  const shop = await service.business()
  for (const item of items) {
    const { endpoint } = apiBindings.find((each) => each.endpoint.summary === item.name) ?? {}
    assert.equal(item.request.method, endpoint?.method)
    if (endpoint?.multipart) continue
    const { status, body } = await send(collection, item, shop)
    const { code } = (body.details ?? {}) as { code?: string }
    assert.ok(![401, 403, 405, 415].includes(status) && code !== 'IDEMPOTENCY_KEY_MISSING', `${item.name}: ${code}`)
  }
})

interface Written {
  name: string
  request: {
    url: { raw: string; query: Field[]; variable: Field[] }
    body?: { formdata?: Field[] }
  }
}
interface Field {
  key: string
  value: string
  type?: string
  disabled?: boolean
}

test('a request’s address has its parameters, too, because Bruno reads them there, and a form has its fields', async () => {
  const answer = await fetch(`${service.url}/docs/roundsman.postman_collection.json`)
  const { item: folders } = (await answer.json()) as { item: { item: Written[] }[] }
  const requests = new Map(folders.flatMap(({ item }) => item.map(({ name, request }) => [name, request] as const)))
  let queries = 0
  for (const [name, { url }] of requests) {
    const needed = url.query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value])
    assert.deepEqual([...new URL(url.raw.replace('{{baseUrl}}', 'http://test')).searchParams], needed, name)
    queries += needed.length
  }
  assert.ok(queries > 8)
  assert.equal(requests.get('Read one delivery')?.url.variable[0]?.value, '000481-A')
  assert.deepEqual(
    requests
      .get('Add proof to a stop')
      ?.body?.formdata?.slice(0, 2)
      .map(({ key, type, disabled }) => [key, type, disabled]),
    [
      ['photo', 'file', false],
      ['signature', 'file', true],
    ],
  )
  const shop = await service.business()
  const collection = await imported()
  const sent = async (name: string) => {
    const item = itemsOf(collection).find((each) => each.name === name)
    assert.ok(item)
    return (await send(collection, item, shop)).status
  }
  assert.equal(await sent('List available delivery days for a location'), 200)
  assert.equal(await sent('Add a vehicle'), 201)
})

test('the first order is sent unchanged, each time under a new key', async () => {
  const collection = await imported()
  const shop = await service.business()
  const put = itemsOf(collection).find(
    (item) => item.request.method === 'POST' && item.request.url.getPath() === '/orders',
  )
  assert.ok(put)
  assert.equal((await send(collection, put, shop)).status, 201)
  assert.equal((await send(collection, put, shop)).status, 200)
  assert.equal(collection.variables.get('baseUrl'), 'http://roundsman.test/api/v1')
})
