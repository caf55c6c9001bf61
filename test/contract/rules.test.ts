// Each rule of an order or a vehicle is a field of the API. Otherwise, it could not be set.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OrderBody, OrderOut } from '../../src/contract/order.ts'
import { snake } from '../../src/domain/names.ts'
import { ORDER_RULES } from '../../src/domain/planning/rules.ts'

test('every rule of an order can be sent and is returned', () => {
  for (const rule of ORDER_RULES) {
    assert.ok(snake(rule) in OrderBody.shape, `${rule} in a request`)
    assert.ok(snake(rule) in OrderOut.shape, `${rule} in a response`)
  }
})
