import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInside } from '../../../web/office/day/area.ts'

test('a point is inside a line that goes around it, and outside where the line turns inward', () => {
  const u = [
    [0, 0],
    [10, 0],
    [10, 10],
    [6, 10],
    [6, 4],
    [4, 4],
    [4, 10],
    [0, 10],
  ] as const
  assert.ok(isInside([2, 8], u))
  assert.ok(isInside([8, 8], u))
  assert.ok(!isInside([5, 8], u))
  assert.ok(!isInside([11, 5], u))
  assert.ok(!isInside([1, 1], []))
})
