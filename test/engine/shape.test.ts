import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hullOf, shapeOf } from '../../src/engine/shape.ts'
import { plane, stop } from './problems.ts'

const shape = (points: [number, number][], routes: number[][]) => {
  const problem = plane(
    points,
    points.map((_, i) => stop(`s${i}`)),
    [],
  )
  return shapeOf(problem, problem.places!, routes)
}

test('crossing legs are counted within a route and between two, except legs from the depot', () => {
  const square: [number, number][] = [
    [0, 10],
    [10, 20],
    [10, 10],
    [0, 20],
  ]
  assert.equal(shape(square, [[0, 1, 2, 3]]).crossings, 1)
  assert.equal(
    shape(square, [
      [0, 1],
      [2, 3],
    ]).crossings,
    1,
  )
  assert.equal(shape(square, [[0, 2, 1, 3]]).crossings, 0)
  // The leg from (0, 6) to (6, 6) crosses the leg from the depot at the origin to (5, 15). Legs from the depot don't
  // count.
  assert.equal(
    shape(
      [
        [5, 15],
        [0, 6],
        [6, 6],
      ],
      [[0], [1, 2]],
    ).crossings,
    0,
  )
})

test('legs that meet at an end or are in one line do not cross', () => {
  const line: [number, number][] = [
    [0, 10],
    [0, 20],
    [0, 30],
    [5, 20],
  ]
  assert.equal(shape(line, [[0, 1, 2], [3]]).crossings, 0)
  assert.equal(
    shape(line, [
      [0, 2],
      [1, 3],
    ]).crossings,
    0,
  )
})

test('a stop is inside another route if it is within the corners of its stops, not on them', () => {
  const points: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
    [5, 5],
    [0, 5],
    [20, 20],
  ]
  assert.equal(shape(points, [[0, 1, 2, 3], [4]]).inside, 1)
  assert.equal(shape(points, [[0, 1, 2, 3], [5]]).inside, 0)
  assert.equal(shape(points, [[0, 1, 2, 3], [6]]).inside, 0)
  // A route's own stops are not inside another route.
  assert.equal(shape(points, [[0, 1, 2, 3, 4]]).inside, 0)
})

test('the hull’s corners exclude the points between them', () => {
  const places = Float64Array.from([0, 0, 4, 0, 2, 0, 4, 4, 2, 2, 0, 4])
  assert.deepEqual(hullOf(places, [0, 1, 2, 3, 4, 5]), [0, 1, 3, 5])
})
