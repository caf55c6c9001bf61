import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestOf } from '../../src/engine/best.ts'
import { explain } from '../../src/engine/explain.ts'
import type { Problem } from '../../src/engine/problem.ts'
import { plane, stop, vehicle } from './problems.ts'

/** A problem with a plan that drives to b after a, which is a detour. */
const day = (change: Problem['objective']['change'] = null): Problem => ({
  ...plane(
    [
      [2000, 0],
      [1000, 0],
      [0, 3000],
    ],
    [stop('a'), stop('b'), stop('c', { priority: 3 })],
    [vehicle('one'), vehicle('two')],
    { change },
  ),
  initial: { routes: [[0, 2, 1], []] },
})

test('a plan found for another objective is chosen only if it is better by this one', () => {
  const kept = explain(day(), [[0, 2, 1], []], 0)
  const shorter = explain(day(), [[1, 0, 2], []], 0)
  assert.equal(bestOf(day(), [kept, shorter]), 1)
  assert.equal(bestOf(day(), [shorter, kept]), 0)
  const changesCost = day({ move: 100, order: 100 })
  assert.equal(bestOf(changesCost, [kept, shorter]), 0)
})

test('unassigned stops by priority come before cost, and the first of equal plans is chosen', () => {
  const all = explain(day(), [[0, 2, 1], []], 0)
  const withoutC = explain(day(), [[1, 0], []], 0)
  const withoutAB = explain(day(), [[2], []], 0)
  assert.equal(bestOf(day(), [withoutC, withoutAB, all]), 2)
  assert.equal(bestOf(day(), [withoutC, withoutAB]), 1)
  assert.equal(bestOf(day(), [all, explain(day(), [[], [0, 2, 1]], 0), all]), 0)
})
