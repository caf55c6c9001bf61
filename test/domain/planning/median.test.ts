import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from '../../../src/domain/planning/median.ts'

test('the median is the middle number of an odd count, the mean of the middle two of an even count, in any order', () => {
  assert.equal(median([9, 1, 4]), 4)
  assert.equal(median([10, 1, 2, 5]), 3.5)
  assert.equal(median([7]), 7)
})
