import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  refuseUndoOfRepeated,
  nextAttempt,
  repeatReferences,
  repeatRefusal,
} from '../../../src/domain/orders/repeat.ts'

const FAILED = { status: 'FAILED' as const, held: false, of: null, repeat: null }
const OPEN = { externalRef: 'A-2', status: 'OPEN' as const }
const CANCELLED = { externalRef: 'A-2', status: 'CANCELLED' as const }

test('a failed or canceled delivery can be repeated after its outcome settled', () => {
  assert.equal(repeatRefusal(FAILED), null)
  assert.equal(repeatRefusal({ ...FAILED, status: 'CANCELLED' }), null)
  assert.equal(repeatRefusal({ ...FAILED, status: 'DELIVERED' })?.code, 'NOT_FAILED')
  assert.equal(repeatRefusal({ ...FAILED, held: true })?.code, 'OUTCOME_HELD')
})

test('a delivery has one repeat that is not canceled', () => {
  assert.equal(repeatRefusal({ ...FAILED, repeat: OPEN })?.code, 'ORDER_REPEATED')
  assert.equal(repeatRefusal({ ...FAILED, repeat: CANCELLED }), null)
  assert.equal(refuseUndoOfRepeated(OPEN)?.code, 'ORDER_REPEATED')
  assert.equal(refuseUndoOfRepeated(CANCELLED), null)
  assert.equal(refuseUndoOfRepeated(null), null)
})

test('a failed repeat can be repeated, but not a canceled one', () => {
  const of = { externalRef: 'A', status: 'FAILED' as const }
  assert.equal(repeatRefusal({ ...FAILED, status: 'CANCELLED', of })?.code, 'ORDER_REPEATED')
  assert.equal(repeatRefusal({ ...FAILED, of }), null)
})

test('a failed delivery counts as an attempt, a canceled one does not', () => {
  assert.equal(nextAttempt({ status: 'FAILED', attempt: 2 }), 3)
  assert.equal(nextAttempt({ status: 'CANCELLED', attempt: 2 }), 2)
})

test('the references of repeats count from 2 and have at most 200 characters', () => {
  assert.deepEqual(repeatReferences('A', 2), ['A-2', 'A-3'])
  assert.deepEqual(repeatReferences('x'.repeat(200), 1), [`${'x'.repeat(198)}-2`])
})
