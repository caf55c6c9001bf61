// Tests a mixed fleet with hardly more capacity than load, on a real road matrix: all mandatory stops are assigned.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MANDATORY, createMixedFleetProblem } from '../../bench/engine/fleets.ts'
import { check } from '../../src/engine/check.ts'
import { solve } from '../../src/engine/solve.ts'
import { ROADS_201 } from '../helpers/data.ts'

test('every mandatory stop is assigned that a longer search could assign', () => {
  for (const instance of [1, 2]) {
    const problem = createMixedFleetProblem(ROADS_201, instance, {
      room: 1.02,
      optional: 0.1,
      hour: 0,
      balance: 'none',
    })
    const left = (seed: number, iterations: number) => {
      const solution = solve(problem, { iterations, seed })
      assert.deepEqual(check(problem, solution), [])
      return solution.unassigned.filter(({ stop }) => problem.stops[stop]!.priority === MANDATORY).length
    }
    const longer = left(1, 15_000)
    for (const seed of [1, 2, 3]) assert.ok(left(seed, 6_000) <= longer, `fleet ${instance}, seed ${seed}`)
  }
})
