import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isActiveRepeat,
  nextAttempt,
  refuseUndoOfRepeated,
  repeatReferences,
  repeatRefusal,
} from '../../../src/domain/orders/repeat.ts'
import { render } from '../../../src/texts/text.ts'

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
  assert.deepEqual([OPEN, CANCELLED, null].map(isActiveRepeat), [true, false, false])
})

test('a refused repeat names the delivery that stands in its way', () => {
  const said = (some: Partial<Parameters<typeof repeatRefusal>[0]>) => {
    const refusal = repeatRefusal({ ...FAILED, ...some })
    return refusal && render(refusal.message)
  }
  assert.equal(said({ repeat: OPEN }), 'This delivery is already delivered again as A-2.')
  assert.equal(said({ status: 'CANCELLED', of: OPEN }), 'This delivery made A-2 again; deliver that one again instead.')
  assert.equal(said({ status: 'OPEN' }), 'This delivery is open; only a failed or canceled one is delivered again.')
  const undo = refuseUndoOfRepeated(OPEN)
  assert.equal(undo && render(undo.message), 'This failed delivery is delivered again as A-2; cancel that one first.')
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
  assert.deepEqual(repeatReferences('x'.repeat(200), 9).at(-1), `${'x'.repeat(197)}-10`)
  const [emoji] = repeatReferences('🚚'.repeat(200), 1)
  assert.equal(emoji, `${'🚚'.repeat(198)}-2`, 'no character is cut in half')
})
