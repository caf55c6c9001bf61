// Tests that untangling removes crossings for hardly any additional driving, breaks no rule and stays within the
// allowed share.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { check } from '../../src/engine/check.ts'
import type { Problem } from '../../src/engine/problem.ts'
import { shapeOf } from '../../src/engine/shape.ts'
import { solve } from '../../src/engine/solve.ts'
import { untangleRoutes } from '../../src/engine/untangle.ts'
import { HOUR, plane, stop, vehicle } from './problems.ts'

const SHARE = 0.01

/** Two neighboring areas, each with a stop that the other route serves. */
const tangled: [number, number][] = [
  [-1000, 4000],
  [1000, 5000],
  [-1000, 6000],
  [1000, 4000],
  [-1000, 5000],
  [1000, 6000],
]
const of = (over: Partial<Problem['objective']>, stops = tangled.map((_, i) => stop(`s${i}`))): Problem =>
  plane(tangled, stops, [vehicle('a'), vehicle('b')], over)

const CROSSED = [
  [0, 1, 2],
  [3, 4, 5],
]

test('crossing routes are untangled, unless the share is zero', () => {
  const problem = of({ compactness: SHARE })
  const tidied = untangleRoutes(problem, CROSSED)
  assert.equal(shapeOf(problem, problem.places!, tidied).crossings, 0)
  assert.deepEqual(
    tidied.flat().toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4, 5],
  )
  assert.equal(untangleRoutes(of({}), CROSSED), CROSSED)
  const { places: _none, ...unplaced } = problem
  assert.equal(untangleRoutes(unplaced, CROSSED), CROSSED)
})

test('a plan with costs for changes or lateness stays unchanged', () => {
  for (const over of [{ change: { move: 1, order: 1 } }, { latenessCostPerSecond: 1 }])
    assert.equal(untangleRoutes(of({ compactness: SHARE, ...over }), CROSSED), CROSSED)
})

test('a route with a locked stop stays unchanged', () => {
  const stops = tangled.map((_, i) => stop(`s${i}`, { lock: i === 4 ? { vehicle: 1 } : null }))
  assert.deepEqual(untangleRoutes(of({ compactness: SHARE }, stops), CROSSED)[1], [3, 4, 5])
})

test('no stop moves to a vehicle that may not serve it', () => {
  const stops = tangled.map((_, i) => stop(`s${i}`, { forbiddenVehicles: [i < 3 ? 1 : 0] }))
  assert.deepEqual(
    untangleRoutes(of({ compactness: SHARE }, stops), CROSSED).map((route) => route.toSorted((a, b) => a - b)),
    [
      [0, 1, 2],
      [3, 4, 5],
    ],
  )
})

const problems = fc
  .record({
    points: fc.array(fc.tuple(fc.integer({ min: -9000, max: 9000 }), fc.integer({ min: -9000, max: 9000 })), {
      minLength: 8,
      maxLength: 24,
    }),
    opens: fc.array(fc.option(fc.integer({ min: 8, max: 14 })), { minLength: 24, maxLength: 24 }),
    vehicles: fc.integer({ min: 2, max: 4 }),
    balance: fc.constantFrom<Problem['objective']['balance']>('none', 'gentle', 'time', 'stops'),
    useAllVehicles: fc.boolean(),
    compactness: fc.constantFrom(SHARE, 0.1),
  })
  .map(({ points, opens, vehicles, ...objective }) =>
    plane(
      points,
      points.map((_, i) => {
        const from = opens[i] ?? null
        return stop(`s${i}`, { windows: from === null ? [] : [{ start: from * HOUR, end: (from + 2) * HOUR }] })
      }),
      Array.from({ length: vehicles }, (_, i) => vehicle(`v${i}`, { costPerSecond: 0.001, capacity: [20] })),
      objective,
    ),
  )

test('tidying breaks no rule, keeps stops and vehicles, and adds at most the share of driving for any problem', () => {
  let untangled = 0
  fc.assert(
    fc.property(problems, (problem) => {
      const { compactness: share = 0, ...without } = problem.objective
      const plain = solve({ ...problem, objective: without }, { iterations: 200, seed: 3 })
      const tidied = solve(problem, { iterations: 200, seed: 3 })
      assert.deepEqual(check(problem, tidied), [])
      assert.deepEqual(tidied.unassigned, plain.unassigned)
      const sum = (of: typeof plain, figure: 'distance' | 'driveSeconds') =>
        of.routes.reduce((total, route) => total + route[figure], 0)
      assert.deepEqual(
        tidied.routes.map(({ vehicle }) => vehicle),
        plain.routes.map(({ vehicle }) => vehicle),
      )
      for (const figure of ['distance', 'driveSeconds'] as const)
        assert.ok(sum(tidied, figure) <= sum(plain, figure) * (1 + share) + 1e-6)
      assert.ok(tidied.cost <= plain.cost * (1 + share) + 1e-6)
      if (crossingsOf(problem, tidied) < crossingsOf(problem, plain)) untangled++
    }),
    { numRuns: 120, seed: 21 },
  )
  assert.ok(untangled > 0)
})

const crossingsOf = (problem: Problem, { routes }: ReturnType<typeof solve>): number =>
  shapeOf(
    problem,
    problem.places!,
    routes.map(({ visits }) => visits.map(({ stop }) => stop)),
  ).crossings
