// Every list in a request body has a maximum length, so that the server never checks a million elements for faults.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { officeEndpoints } from '../../src/contract/all.ts'
import { apiBindings } from '../../src/http/operations/all.ts'
import { objectsIn } from '../helpers/described.ts'

test('every list in a body has a maximum length', async () => {
  const endpoints = [...apiBindings.map(({ endpoint }) => endpoint), ...officeEndpoints]
  let lists = 0
  for (const { method, path, body } of endpoints) {
    if (!body) continue
    for (const [place, schema] of objectsIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))) {
      if (schema.type !== 'array' || place.at(-1) === 'properties') continue
      assert.ok(schema.maxItems !== undefined || schema.prefixItems, `${method} ${path}: ${place.join(' ')}`)
      lists++
    }
  }
  assert.ok(lists > 15, String(lists))
})
