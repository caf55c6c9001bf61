import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsReceipt, receiptOutcome } from '../../../src/domain/receipts/receipt.ts'

test('a receipt has the outcome of its stop, or says that it is undone', () => {
  for (const outcome of ['DELIVERED', 'FAILED', 'SKIPPED'] as const) assert.equal(receiptOutcome(outcome), outcome)
  for (const status of ['PENDING', 'EN_ROUTE', 'ARRIVED'] as const) assert.equal(receiptOutcome(status), 'UNDONE')
})

test('a delivered or failed stop gets a receipt, and another outcome only after an earlier receipt', () => {
  const outcomes = ['DELIVERED', 'FAILED', 'SKIPPED', 'UNDONE'] as const
  assert.deepEqual(
    outcomes.map((outcome) => needsReceipt(outcome, false)),
    [true, true, false, false],
  )
  assert.ok(outcomes.every((outcome) => needsReceipt(outcome, true)))
})
