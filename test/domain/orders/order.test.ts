import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideCancel,
  effectiveLoadWeight,
  effectiveTemperatureClass,
  type OrderItem,
  type TemperatureClass,
} from '../../../src/domain/orders/order.ts'

const item = (given: Partial<OrderItem>): OrderItem => ({
  name: 'Box',
  quantity: 1,
  unitWeightLbs: null,
  temperatureClass: null,
  sku: null,
  ...given,
})

test('the temperature class is the given one, else the coldest among the items, else DRY', () => {
  const of = (given: TemperatureClass | null, ...classes: (TemperatureClass | null)[]) =>
    effectiveTemperatureClass({
      givenTemperatureClass: given,
      items: classes.map((temperatureClass) => item({ temperatureClass })),
    })
  assert.equal(of(null, 'DRY', 'FROZEN', 'REFRIGERATED'), 'FROZEN')
  assert.equal(of(null, null, 'REFRIGERATED'), 'REFRIGERATED')
  assert.equal(of('DRY', 'FROZEN'), 'DRY')
  assert.equal(of(null), 'DRY')
  assert.equal(effectiveTemperatureClass({ givenTemperatureClass: null, items: null }), 'DRY')
})

test('the weight is the given one, else the sum of the items if each has one, else unknown', () => {
  const of = (given: number | null, ...items: [quantity: number, unitWeightLbs: number | null][]) =>
    effectiveLoadWeight({
      givenLoadWeightLbs: given,
      items: items.map(([quantity, unitWeightLbs]) => item({ quantity, unitWeightLbs })),
    })
  assert.equal(of(null, [2, 1.5], [3, 0.1]), 3.3)
  assert.equal(of(null, [2, 1.5], [1, null]), null)
  assert.equal(of(0, [2, 1.5]), 0)
  assert.equal(of(null), null)
  assert.equal(effectiveLoadWeight({ givenLoadWeightLbs: null, items: null }), null)
})

test('an order can be canceled until it is out for delivery', () => {
  const codeOf = (...of: Parameters<typeof decideCancel>) => {
    const decision = decideCancel(...of)
    return typeof decision === 'string' ? decision : decision.code
  }
  assert.equal(codeOf('OPEN', null), 'cancel')
  assert.equal(codeOf('SCHEDULED', 'PLANNED'), 'cancel')
  assert.equal(codeOf('SCHEDULED', 'DISPATCHED'), 'cancel')
  assert.equal(codeOf('SCHEDULED', 'IN_PROGRESS'), 'OUT_FOR_DELIVERY')
  // An order whose stop was skipped is open again while its route continues.
  assert.equal(codeOf('OPEN', 'IN_PROGRESS'), 'cancel')
  assert.equal(codeOf('CANCELLED', 'IN_PROGRESS'), 'already')
  for (const status of ['DELIVERED', 'FAILED'] as const) assert.equal(codeOf(status, null), 'ORDER_FINAL')
})
