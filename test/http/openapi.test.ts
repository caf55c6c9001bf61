import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { z } from 'zod'
import { apiEndpoints } from '../../src/contract/all.ts'
import { EVENTS, payloadOf, WebhookPayload } from '../../src/contract/events.ts'
import { apiBindings } from '../../src/http/api.ts'
import { describeApi } from '../../src/http/openapi.ts'
import { assertFits, description as published, objectsIn } from '../helpers/described.ts'

const endpoints = apiBindings.map(({ endpoint }) => endpoint)
const description = describeApi(endpoints)

test('openapi.json describes the endpoints as they are (npm run openapi writes it)', () => {
  const written: unknown = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  assert.deepEqual(written, description)
})

test('every endpoint of the contract is served, and every one that is served is there', () => {
  const names = (list: readonly { operation: string }[]) => list.map(({ operation }) => operation).toSorted()
  assert.deepEqual(names(apiEndpoints), names(endpoints))
})

test('the description is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(description))
  assert.ok(valid, JSON.stringify(errors))
  const broken = await new Validator().validate({ ...structuredClone(description), paths: { '/x': { get: 7 } } })
  assert.equal(broken.valid, false)
})

test('every example is what its schema says', () => {
  for (const { operation, body, multipart, areasIn, reply, examples } of endpoints) {
    fits(`${operation} reply`, reply, examples.reply)
    // A file has no form in JSON, and areas are read before the rest of their body.
    if (body && !multipart && !areasIn) fits(`${operation} body`, body, examples.body)
  }
  for (const [name, { example }] of Object.entries(EVENTS)) {
    fits(name, WebhookPayload, example)
    fits(name, payloadOf(example.event), example)
    assert.equal(example.event, name)
  }
})

test('every example fits the schema beside it, as JSON Schema 2020-12', () => {
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

test('every operation has its own name, and every query parameter says what it is', () => {
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
