// Tests renaming of members on their way to the wire and back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { pickForWire, fromWireNames } from '../../src/contract/wire.ts'

const Out = z.object({ order_uuid: z.string(), at: z.string().nullable(), metadata: z.unknown(), total: z.number() })

test('only the schema’s members are sent, with its names and in its order', () => {
  const value = { at: new Date(0), orderId: '1', metadata: { ownKey: 1 }, passwordHash: 'kept' }
  const shown = pickForWire(Out, { total: 2 }, value)
  assert.equal(
    JSON.stringify(shown),
    '{"order_uuid":"1","at":"1970-01-01T00:00:00.000Z","metadata":{"ownKey":1},"total":2}',
  )
  assert.equal(pickForWire(Out, { total: 2 }, { ...value, at: null }).at, null)
})

test('received members get the names of code, except nested free-form data', () => {
  assert.deepEqual(fromWireNames({ order_uuid: '1', metadata: { own_key: 1 } }), {
    orderId: '1',
    metadata: { own_key: 1 },
  })
})
