// Every list that a body may have ends somewhere: a fault in each of a million elements must not be looked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { officeEndpoints } from '../../src/contract/all.ts'
import { apiBindings } from '../../src/http/operations/all.ts'
import { objectsIn } from '../helpers/described.ts'

test('every list in a body has a length at most', async () => {
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
