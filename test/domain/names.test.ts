// Tests conversion of names between camelCase (code) and snake_case (database and wire).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Camel, camel, snake } from '../../src/domain/names.ts'

const IN_CODE = {
  status: 'status',
  external_ref: 'externalRef',
  order_uuid: 'orderId',
  delivery_id: 'deliveryId',
  line1: 'line1',
  from_lat_e5: 'fromLatE5',
} satisfies {
  [Name in 'status' | 'external_ref' | 'order_uuid' | 'delivery_id' | 'line1' | 'from_lat_e5']: Camel<Name>
}

test('a name has one spelling in code and one on the wire', () => {
  for (const [outside, inCode] of Object.entries(IN_CODE)) {
    assert.equal(snake(inCode), outside)
    assert.equal(camel(outside), inCode)
  }
})

test('a name that already has the spelling is unchanged', () => {
  for (const [outside, inCode] of Object.entries(IN_CODE)) {
    assert.equal(snake(outside), outside)
    assert.equal(camel(inCode), inCode)
  }
})
