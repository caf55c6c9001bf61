// Whole routes go to the driver who knows the area, if that costs nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { check } from '../../src/engine/check.ts'
import type { Problem, Vehicle } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { assignFamiliarAreas } from '../../src/engine/familiar-areas.ts'
import { plane, stop, vehicle } from './problems.ts'

const points: [number, number][] = [
  [0, 5000],
  [0, 6000],
  [0, -5000],
  [0, -6000],
]
const NORTH = [0, 1]
const SOUTH = [2, 3]
/** The second vehicle knows the north. */
const usual = [
  [0, 0, 1, 1],
  [1, 1, 0, 0],
]
function problem(
  over: Partial<Problem> = {},
  second: Partial<Vehicle> = {},
  stops = points.map((_, i) => stop(`s${i}`)),
) {
  return { ...plane(points, stops, [vehicle('a'), vehicle('b', second)]), usual, ...over }
}

test('routes are exchanged, also with an unused vehicle', () => {
  assert.deepEqual(assignFamiliarAreas(problem(), [NORTH, SOUTH]), [SOUTH, NORTH])
  assert.deepEqual(assignFamiliarAreas(problem(), [NORTH, []]), [[], NORTH])
  const routes = [NORTH, SOUTH]
  const { usual: _none, ...unknown } = problem()
  assert.equal(assignFamiliarAreas(unknown, routes), routes)
})

test('routes are not exchanged if that costs more, breaks a rule or moves a locked stop', () => {
  const kept = (asked: Problem) => assert.deepEqual(assignFamiliarAreas(asked, [NORTH, SOUTH]), [NORTH, SOUTH])
  // The northern route is longer, and more expensive on the second vehicle.
  points[1] = [0, 7000]
  kept(problem({}, { costPerMeter: 0.002 }))
  points[1] = [0, 6000]
  kept(problem({}, { maxStops: 1 }))
  const locked = points.map((_, i) => stop(`s${i}`, { lock: i === 0 ? { vehicle: 0 } : null }))
  kept(problem({}, {}, locked))
  const barred = points.map((_, i) => stop(`s${i}`, { forbiddenVehicles: i === 1 ? [1] : [] }))
  kept(problem({}, {}, barred))
})

test('any usual areas keep every rule and cost nothing', () => {
  let moved = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -9000, max: 9000 }), fc.integer({ min: -9000, max: 9000 })), {
        minLength: 6,
        maxLength: 14,
      }),
      fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 }), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.array(fc.record({ maxStops: fc.constantFrom(Infinity, 5), costPerMeter: fc.constantFrom(0.001, 0.002) }), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.array(fc.constantFrom('DRY', 'DRY', 'DRY', 'FROZEN'), { minLength: 14, maxLength: 14 }),
      (places, known, fleet, classes) => {
        const asked = plane(
          places,
          places.map((_, i) => stop(`s${i}`, { temperatureClass: classes[i] ?? 'DRY' })),
          fleet.map((over, i) =>
            vehicle(`v${i}`, { ...over, temperatureClasses: i === 0 ? ['DRY', 'FROZEN'] : ['DRY'] }),
          ),
          { balance: 'gentle' },
        )
        const plain = solve(asked, { iterations: 150, seed: 3 })
        const habitual = solve({ ...asked, usual: known }, { iterations: 150, seed: 3 })
        assert.deepEqual(check(asked, habitual), [])
        assert.ok(habitual.cost <= plain.cost + 1e-3)
        const knows = ({ routes }: typeof plain) =>
          routes.reduce(
            (sum, route) => sum + route.visits.reduce((all, visit) => all + known[route.vehicle]![visit.stop]!, 0),
            0,
          )
        assert.ok(knows(habitual) >= knows(plain) - 1e-6)
        if (knows(habitual) > knows(plain)) moved++
      },
    ),
    { numRuns: 100, seed: 22 },
  )
  assert.ok(moved > 0)
})
