import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from '../../../src/domain/planning/median.ts'

test('the middle one of an odd number, the mean of the middle two of an even one, whatever their order', () => {
  assert.equal(median([9, 1, 4]), 4)
  assert.equal(median([10, 1, 2, 5]), 3.5)
  assert.equal(median([7]), 7)
})
