import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPickedUp, cashCollected, itemsToReturn, sumOfAmounts } from '../../../src/domain/routes/day-end.ts'

const items = [
  { name: 'Apples', quantity: 3 },
  { name: 'Pears', quantity: 1 },
]
const whole = { name: 'Pears', sku: null, quantity: 1, delivered: 1, short: 0, damaged: 0, returned: 0, reason: null }
const partly = { ...whole, name: 'Apples', quantity: 3, delivered: 1, damaged: 1, returned: 1 }

test('failed and skipped deliveries come back whole, others only with items that the customer did not take', () => {
  const back = (status: 'FAILED' | 'SKIPPED' | 'DELIVERED' | 'ARRIVED', itemOutcomes: (typeof whole)[] | null = null) =>
    itemsToReturn({ status, items, itemOutcomes })
  assert.deepEqual([back('FAILED'), back('SKIPPED')], [items, items])
  assert.deepEqual([back('DELIVERED'), back('ARRIVED'), back('DELIVERED', [whole])], [null, null, null])
  assert.deepEqual(back('DELIVERED', [partly, whole]), [{ name: 'Apples', quantity: 2 }])
  assert.deepEqual(back('FAILED', [{ ...partly, short: 3 }, whole]), [{ name: 'Pears', quantity: 1 }])
  assert.deepEqual(itemsToReturn({ status: 'FAILED', items: [], itemOutcomes: null }), [])
})

test('amounts are summed exactly, and cash or checks are handed in', () => {
  assert.equal(sumOfAmounts(['0.10', '0.20', '12'], 'USD'), '12.30')
  assert.equal(sumOfAmounts(['100000000000000.01', '0.02'], 'USD'), '100000000000000.03')
  assert.equal(sumOfAmounts(['5', '7'], 'JPY'), '12')
  assert.equal(sumOfAmounts([], 'USD'), '0.00')
  const collected = { amount: '5.00', currency: 'USD', reason: null }
  assert.equal(cashCollected({ collected: { ...collected, method: 'CARD' } }), null)
  assert.equal(cashCollected({ collected: { ...collected, method: 'NONE' } }), null)
  assert.equal(cashCollected(null), null)
  for (const method of ['CASH', 'CHECK'] as const)
    assert.equal(cashCollected({ collected: { ...collected, method } })?.amount, '5.00')
})

test('goods from another stop are on the vehicle if that stop was delivered', () => {
  assert.deepEqual(
    [null, { status: 'PENDING' as const }, { status: 'FAILED' as const }, { status: 'DELIVERED' as const }].map(
      isPickedUp,
    ),
    [false, false, false, true],
  )
})
