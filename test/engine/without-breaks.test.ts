import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../src/engine/check.ts'
import { openSession } from '../../src/engine/session.ts'
import { solve } from '../../src/engine/solve.ts'
import { withoutBreaks } from '../../src/engine/without-breaks.ts'
import { HOUR, plane, stop, vehicle } from './problems.ts'

const coffee = { windowStart: 9 * HOUR, windowEnd: 11 * HOUR, seconds: 900 }
const lunch = { windowStart: 11 * HOUR, windowEnd: 13 * HOUR, seconds: 1800 }

/** Scattered stops with windows that may be missed at a cost. Every vehicle has two breaks. */
function softDay(count: number) {
  const points = Array.from({ length: count }, (_, i) => [(i * 7919) % 20_011, (i * 104_729) % 19_997] as const)
  const stops = points.map((_, i) =>
    stop(`s${i}`, { serviceSeconds: 300, windows: [{ start: (8 + (i % 7)) * HOUR, end: (9 + (i % 7)) * HOUR }] }),
  )
  const vehicles = Array.from({ length: Math.ceil(count / 12) }, (_, i) =>
    vehicle(`v${i}`, { breaks: [coffee, lunch] }),
  )
  return plane(points, stops, vehicles, { latenessCostPerSecond: 0.005 })
}

test('a plan with breaks and soft windows costs less if it is first searched without breaks', () => {
  const problem = softDay(60)
  const cost = (to: number): number => {
    // The search reads this clock after each step that times whole routes, and else after 256 steps.
    let readings = 0
    const session = openSession(problem, 3)
    const { best, iterations } = session.run({
      part: null,
      from: 0,
      to,
      seconds: 250,
      iterations: Infinity,
      now: () => readings++,
      stop: () => false,
      onBest: () => {},
    })
    const solution = session.answer(best, iterations)
    assert.deepEqual(check(problem, solution), [])
    assert.deepEqual(solution.unassigned, [])
    return solution.cost
  }
  // Only a search of the whole cooling has a first part without breaks.
  const [twice, once] = [cost(1), cost(0.999)]
  assert.ok(twice < 0.98 * once, `${twice} and ${once}`)
})

test('a search that begins without breaks gives one plan for one seed and number of steps', () => {
  const problem = softDay(20)
  const solution = solve(problem, { iterations: 300, seed: 4 })
  assert.deepEqual(solve(problem, { iterations: 300, seed: 4 }), solution)
  assert.deepEqual(check(problem, solution), [])
  assert.ok(solution.routes.some(({ breaks }) => breaks.length > 0))
  assert.ok(solution.iterations <= 300)
})

test('only problems with soft windows, breaks and no initial plan are searched without breaks', () => {
  const problem = softDay(4)
  const [first] = problem.vehicles
  assert.deepEqual(withoutBreaks(problem)?.vehicles[0], { ...first, breaks: [], shiftEnd: first!.shiftEnd - 2700 })
  assert.equal(withoutBreaks({ ...problem, initial: { routes: [[]] } }), null)
  assert.equal(withoutBreaks({ ...problem, vehicles: [vehicle('v')] }), null)
  assert.equal(withoutBreaks({ ...problem, objective: { ...problem.objective, latenessCostPerSecond: null } }), null)
})
