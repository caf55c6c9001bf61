// Tests the outcome that late taps report.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportedOutcome } from '../../../src/domain/routes/late-taps.ts'

test('the last outcome that was not undone is reported', () => {
  assert.equal(reportedOutcome(['ARRIVE', 'PHOTO', 'DELIVERED'], null), 'DELIVERED')
  assert.equal(reportedOutcome(['DELIVERED', 'UNDO', 'FAILED'], 'PENDING'), 'FAILED')
  assert.equal(reportedOutcome(['SKIPPED'], 'PENDING'), 'SKIPPED')
  assert.equal(reportedOutcome(['DELIVERED', 'UNDO'], 'PENDING'), null)
})

test('proof alone belongs to the stop’s outcome, else to a delivery', () => {
  assert.equal(reportedOutcome(['PHOTO'], 'FAILED'), 'FAILED')
  assert.equal(reportedOutcome(['SIGNATURE'], 'PENDING'), 'DELIVERED')
  assert.equal(reportedOutcome(['PHOTO'], null), 'DELIVERED')
  assert.equal(reportedOutcome(['PHOTO', 'UNDO'], 'PENDING'), null)
})

test('an arrival, a start or an undo reports no outcome', () => {
  assert.equal(reportedOutcome(['START', 'ARRIVE'], 'PENDING'), null)
  assert.equal(reportedOutcome(['UNDO'], 'DELIVERED'), null)
  assert.equal(reportedOutcome([], null), null)
})
