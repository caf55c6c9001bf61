import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { z } from 'zod'
import { apiEndpoints, officeEndpoints } from '../../src/contract/all.ts'
import { EVENTS, payloadOf, WebhookPayload } from '../../src/contract/events.ts'
import { apiBindings, officeBindings } from '../../src/http/operations/all.ts'
import { describeApi } from '../../src/http/openapi.ts'
import { assertFits, description as published, objectsIn } from '../helpers/described.ts'

type Json = Record<string, unknown>

const endpoints = apiBindings.map(({ endpoint }) => endpoint)
const description = describeApi(endpoints)

test('openapi.json describes the current endpoints (npm run openapi writes it)', () => {
  const written: unknown = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  assert.deepEqual(written, description)
})

test('the contract and the server have the same endpoints', () => {
  const names = (list: readonly { operation: string }[]) => list.map(({ operation }) => operation).toSorted()
  assert.deepEqual(names(apiEndpoints), names(endpoints))
  const paths = (list: readonly { method: string; path: string }[]) =>
    list.map(({ method, path }) => `${method} ${path}`).toSorted()
  const inOffice = officeBindings.map(({ endpoint }) => endpoint)
  assert.deepEqual(paths(officeEndpoints), paths([...inOffice, { method: 'GET', path: '/changes' }]))
})

test('no text has a character or an escape that generators would print as a control character', () => {
  // oxlint-disable-next-line no-control-regex
  for (const [place, members] of objectsIn(published))
    for (const [name, value] of Object.entries(members))
      if (typeof value === 'string') assert.doesNotMatch(value, /[^\P{Cc}\n]|\\u00/u, [...place, name].join(' '))
})

test('every example fits its schema', () => {
  for (const { operation, body, multipart, areasIn, reply, examples } of endpoints) {
    fits(`${operation} reply`, reply, examples.reply)
    // A file has no form in JSON, and areas are read before the remaining body.
    if (body && !multipart && !areasIn) fits(`${operation} body`, body, examples.body)
  }
  for (const [name, { example }] of Object.entries(EVENTS)) {
    fits(name, WebhookPayload, example)
    fits(name, payloadOf(example.event), example)
    assert.equal(example.event, name)
  }
})

test('every example fits the schema next to it, as JSON Schema 2020-12', () => {
  const seen: string[] = []
  for (const [place, value] of objectsIn(published)) {
    const kind = place.at(-2)
    if ('schema' in value && 'example' in value) {
      assertFits([...place, 'schema'], value.example)
      seen.push(place.join(' '))
    } else if (kind === 'schemas' || kind === 'properties' || place.at(-1) === 'items')
      for (const example of [value.example, ...((value.examples as unknown[]) ?? [])].filter(Boolean)) {
        assertFits(place, example)
        seen.push(place.join(' '))
      }
  }
  for (const part of [
    'paths /optimize post requestBody',
    'paths /orders post responses 201',
    'webhooks stop.delivered',
  ])
    assert.ok(
      seen.some((each) => each.startsWith(part)),
      part,
    )
  assert.throws(() => assertFits(['components', 'schemas', 'OptimizeStop'], { lat: 38.9, lng: -77 }), /'id'/)
})

test('every name that a schema requires is one of its properties', () => {
  let seen = 0
  for (const [place, { properties, required }] of objectsIn(published)) {
    if (!Array.isArray(required) || place.at(-1) === 'properties') continue
    for (const name of required as string[])
      assert.ok(Object.hasOwn(properties ?? {}, name), `${place.join(' ')} requires ${name}`)
    seen++
  }
  assert.ok(seen > 20)
})

/** Objects whose members the API can't name, with the reason. */
const OPEN_OBJECTS = new Set([
  // Data that the caller stores with an order.
  'OrderInput.metadata',
  'OrderTemplate.metadata',
  'Order.metadata',
  'CancelledOrder.metadata',
  'RecurringOrder.order.metadata',
  // Documented by the error code, in addition to code and fields.
  'OrderRefusal.details',
  // GeoJSON may have foreign members (RFC 7946, section 6.1).
  'AreaPolygon',
  'AreaMultiPolygon',
  'AreaFeature',
  'AreaFeatureCollection',
  // Recorded in the past, with the members of that time.
  'paths /orders/{external_ref}/details get responses 200 content application/json.data.history.items.detail',
  'PersonData.deliveries.items.history.items.detail',
  'PersonData.recurring_orders.items.order',
])

test('every schema has a type, every list an item type, and only intended objects are open', () => {
  const untyped: string[] = []
  const open = new Set<string>()
  const look = (place: string, schema: Json): void => {
    if (schema.$ref) return
    const types = [schema.type ?? []].flat()
    const parts = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((key) => (schema[key] as Json[] | undefined) ?? [])
    if (types.length === 0 && parts.length === 0 && !('const' in schema) && !('enum' in schema)) untyped.push(place)
    for (const part of parts) look(place, part)
    if (types.includes('array')) look(`${place}.items`, (schema.items as Json | undefined) ?? {})
    if (!types.includes('object')) return
    const more = schema.additionalProperties
    if (more === true || (more === undefined && !schema.properties) || (more && Object.keys(more).length === 0))
      open.add(place)
    else if (more) look(`${place}.*`, more as Json)
    for (const [name, property] of Object.entries(schema.properties ?? {})) look(`${place}.${name}`, property as Json)
  }
  for (const [place, value] of objectsIn(published)) {
    if (place.at(-2) === 'schemas') look(String(place.at(-1)), value)
    else if ('schema' in value && !place.includes('schemas')) look(place.join(' '), value.schema as Json)
  }
  assert.deepEqual(untyped, [])
  assert.deepEqual(
    [...open].filter((place) => !OPEN_OBJECTS.has(place)),
    [],
  )
  assert.deepEqual(
    [...OPEN_OBJECTS].filter((place) => !open.has(place)),
    [],
  )
})

test('patterns allow all accepted values: IDs in both cases, dates, colors, currencies and countries', () => {
  const settings = ['paths', '/settings', 'patch', 'requestBody', 'content', 'application/json', 'schema', 'properties']
  const fits = (place: readonly string[], good: string[], bad: string[]) => {
    for (const value of good) assertFits(place, value)
    for (const value of bad) assert.throws(() => assertFits(place, value), /pattern/, value)
  }
  fits(['components', 'schemas', 'Uuid'], ['019AB3E0-0000-7000-8000-0000000000A1'], ['019ab3e0'])
  fits(['components', 'schemas', 'Day'], ['11/23/2026'], ['2026-11-23', '13/01/2026', '11/23/26'])
  fits([...settings, 'accent_color'], ['#1559C0', '#1559c0'], ['1559c0', '#fff'])
  fits([...settings, 'currency'], ['USD', ' eur '], ['dollar'])
  fits([...settings, 'phone_region'], ['US', 'de'], ['USA'])
})

test('every operation has a unique name, and every query parameter has a description', () => {
  const names = endpoints.map(({ operation }) => operation)
  assert.deepEqual(names, [...new Set(names)])
  type Operation = { operationId: string; parameters: { in?: string; name?: string; description?: string }[] }
  for (const path of Object.values(description.paths as Record<string, Record<string, Operation>>))
    for (const { operationId, parameters } of Object.values(path))
      for (const parameter of parameters)
        if (parameter.in === 'query')
          assert.ok(parameter.description, `${operationId}: ${parameter.name} has no description`)
})

function fits(what: string, schema: z.ZodType, example: unknown): void {
  const parsed = schema.safeParse(example)
  assert.ok(parsed.success, `${what}: ${parsed.error?.message}`)
}
