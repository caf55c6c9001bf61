import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInside } from '../../../web/office/day/area.ts'

test('a point is inside a closed line, and outside if the line turns inward around it', () => {
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

test('a point is inside only on the inner side of each slanted edge', () => {
  const diamond = [
    [25, 20],
    [30, 27],
    [25, 34],
    [20, 27],
  ] as const
  for (const [x, y] of [
    [22, 26],
    [28, 26],
    [22, 28],
    [28, 28],
    [25, 21],
    [25, 33],
    // Points at the same height as two corners.
    [25, 27],
  ] as const)
    assert.ok(isInside([x, y], diamond), `${x}, ${y}`)
  for (const [x, y] of [
    [21, 23],
    [29, 23],
    [21, 31],
    [29, 31],
    [10, 27],
    [40, 27],
    [25, 10],
    [25, 40],
  ] as const)
    assert.ok(!isInside([x, y], diamond), `${x}, ${y}`)
})
