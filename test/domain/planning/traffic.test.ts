import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MIN_DRIVES, FREE_FLOW, meanFactor, suggestedFactors } from '../../../src/domain/planning/traffic.ts'

const rush = FREE_FLOW.with(8, 2).with(9, 1.5)

test('a plan’s factor is the mean over the hours of its shifts', () => {
  assert.equal(meanFactor(FREE_FLOW, [{ shiftStart: '08:00', shiftEnd: '17:00' }]), 1)
  assert.equal(meanFactor(rush, [{ shiftStart: '08:00', shiftEnd: '10:00' }]), 1.75)
  assert.equal(meanFactor(rush, [{ shiftStart: '08:30', shiftEnd: '09:00' }]), 2)
  assert.equal(meanFactor(rush, [{ shiftStart: '07:30', shiftEnd: '08:30' }]), 1.5)
  const two = [
    { shiftStart: '08:00', shiftEnd: '09:00' },
    { shiftStart: '12:00', shiftEnd: '15:00' },
  ]
  assert.equal(meanFactor(rush, two), 1.25)
  assert.equal(meanFactor(rush, []), 1)
})

test('an hour with too few drives has no factor, and measured factors are bounded', () => {
  const offered = suggestedFactors([
    { hour: 8, drives: MIN_DRIVES, ratio: 1.3333 },
    { hour: 9, drives: MIN_DRIVES - 1, ratio: 2 },
    { hour: 10, drives: 500, ratio: 4.5 },
  ])
  assert.deepEqual([offered[8], offered[9], offered[10], offered[11]], [1.33, null, 3, null])
})
