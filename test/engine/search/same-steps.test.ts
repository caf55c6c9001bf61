// Tests that fixed problems, seeds and numbers of steps always give the same plans. Update the hashes only if the
// search was changed on purpose.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Objective, Problem, Stop, Vehicle } from '../../../src/engine/problem.ts'
import { solve } from '../../../src/engine/solve.ts'
import { HOUR, plane, stop, vehicle } from '../problems.ts'

/** Returns a hash of the stops of each route, in order. */
function planOf(problem: Problem, iterations: number): string {
  const { routes } = solve(problem, { iterations, seed: 5 })
  const sequences = routes.map(({ vehicle: index, visits }) => [index, ...visits.map((visit) => visit.stop)])
  return createHash('sha256').update(JSON.stringify(sequences)).digest('hex').slice(0, 12)
}

/** Scattered stops, each with 1 to 9 pieces. The vehicles carry 60 pieces each. */
function scattered(
  count: number,
  vehicleOver: Partial<Vehicle>,
  objective: Partial<Objective>,
  stopOver: (index: number) => Partial<Stop>,
): Problem {
  const points = Array.from({ length: count }, (_, i) => [(i * 7919) % 20_011, (i * 104_729) % 19_997] as const)
  const stops = points.map((_, i) => stop(`s${i}`, { load: [1 + ((i * 31) % 9)], serviceSeconds: 60, ...stopOver(i) }))
  const vehicles = Array.from({ length: Math.ceil(count / 9) }, (_, i) =>
    vehicle(`v${i}`, { capacity: [60], ...vehicleOver }),
  )
  return plane(points, stops, vehicles, objective)
}

const windowOf = (i: number): Partial<Stop> =>
  i % 3 === 0 ? { windows: [{ start: (8 + (i % 5)) * HOUR, end: (10 + (i % 5)) * HOUR }] } : {}
const lunch = { windowStart: 11 * HOUR, windowEnd: 13 * HOUR, seconds: 1800 }

test('from 400 stops on, capacity alone takes the same steps', () => {
  assert.equal(
    planOf(
      scattered(410, {}, {}, () => ({})),
      1500,
    ),
    '616cb770e188',
  )
})

test('from 400 stops on, windows with a cost of time take the same steps', () => {
  assert.equal(planOf(scattered(405, { costPerSecond: 0.002 }, { balance: 'gentle' }, windowOf), 1000), 'a3e3af69976f')
})

test('few steps for few stops are one annealing, as before', () => {
  assert.equal(planOf(scattered(60, {}, {}, windowOf), 6000), '0e1fee5b87e5')
})

test('routes that are timed as a whole take the same steps', () => {
  const breaks = [lunch, { windowStart: 14 * HOUR, windowEnd: 15 * HOUR, seconds: 600 }]
  assert.equal(planOf(scattered(40, { breaks }, {}, windowOf), 300), 'c3e4e8d344a6')
})

test('a break of each vehicle takes the same steps, with and without a cost of time', () => {
  assert.equal(planOf(scattered(60, { breaks: [lunch] }, {}, windowOf), 3000), '03853b2004ab')
  const timed = { breaks: [{ ...lunch, unpaid: true }], costPerSecond: 0.002 }
  assert.equal(planOf(scattered(60, timed, { balance: 'gentle' }, windowOf), 3000), '1a2b9e970228')
})
