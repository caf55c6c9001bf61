// Tests the cost of a plan as the checker computes it, part by part, on plans that are written out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costOf } from '../../src/engine/check-cost.ts'
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import type { Solution } from '../../src/engine/solution.ts'
import { plane, stop, vehicle } from './problems.ts'

const free = { costPerMeter: 0, costPerSecond: 0 }

/** A problem of stops at one location, whose vehicles cost nothing unless stated. */
const problemOf = (
  stops: Partial<Stop>[],
  vehicles: Partial<Vehicle>[],
  objective: Partial<Problem['objective']> = {},
): Problem =>
  plane(
    stops.map(() => [0, 0] as const),
    stops.map((over, i) => stop(`s${i}`, over)),
    vehicles.map((over, i) => vehicle(`v${i}`, { ...free, ...over })),
    objective,
  )

/** A route from second 1,000 to 2,000 over 500 meters, whose visits end at 1,800. */
const route = (of: number, stops: number[], more: object = {}) => ({
  vehicle: of,
  departure: 1000,
  returnTime: 2000,
  distance: 500,
  breaks: [],
  visits: stops.map((index) => ({ stop: index, departure: 1800, lateSeconds: 0 })),
  ...more,
})
const costs = (problem: Problem, ...routes: object[]): number => costOf(problem, { routes } as unknown as Solution)

test('a route costs its vehicle, meters and seconds from departure to its end', () => {
  const problem = problemOf([{}], [{ fixedCost: 7 }, { costPerMeter: 2 }, { costPerSecond: 3 }])
  assert.deepEqual(
    [0, 1, 2].map((index) => costs(problem, route(index, [0]))),
    [7, 1000, 3000],
  )
  assert.equal(costs(problem, route(0, [0]), route(1, [])), 1007)
  assert.equal(costs(problem, route(2, [0], { returnTime: null })), 2400, 'it ends with its last stop')
  assert.equal(costs(problem, route(2, [], { returnTime: null })), 0)
  assert.ok(Number.isNaN(costs(problem, route(3, [0]))))
  assert.equal(costs(problem), 0)
})

test('unpaid breaks are neither paid nor overtime', () => {
  const breaks = [
    { windowStart: 0, windowEnd: 9000, seconds: 100 },
    { windowStart: 0, windowEnd: 9000, seconds: 100, unpaid: true },
  ]
  const taken = { breaks: [0, 1, 1].map((of, i) => ({ of, start: 1100 + 200 * i, end: 1200 + 200 * i })) }
  assert.equal(costs(problemOf([{}], [{ costPerSecond: 1, breaks }]), route(0, [0], taken)), 800)
  const overtime = (after: number, more = {}) =>
    costs(problemOf([{}], [{ breaks, overtime: { after, costPerSecond: 2 } }]), route(0, [0], more))
  assert.deepEqual([overtime(999), overtime(1000), overtime(1001)], [2, 0, 0])
  assert.deepEqual([overtime(799, taken), overtime(800, taken)], [2, 0])
})

test('late seconds cost if lateness is allowed', () => {
  const late = { visits: [50, 30].map((lateSeconds, index) => ({ stop: index, departure: 1800, lateSeconds })) }
  assert.equal(costs(problemOf([{}, {}], [{}], { latenessCostPerSecond: 2 }), route(0, [], late)), 160)
  assert.equal(costs(problemOf([{}, {}], [{}]), route(0, [], late)), 0)
})

test('a driver or vehicle that is not preferred costs', () => {
  const liked = { drivers: { required: [], excluded: [], preferred: ['Ada', 'Bo'] } }
  const problem = problemOf([liked, {}], [{ driver: 'Bo' }, { driver: 'Cy' }, {}], { otherDriverCost: 5 })
  assert.deepEqual(
    [0, 1, 2].map((index) => costs(problem, route(index, [0, 1]))),
    [0, 5, 5],
  )
  const own = problemOf([{ preferredVehicles: [1, 2] }, {}], [{}, {}, {}], { otherVehicleCost: 3 })
  assert.deepEqual(
    [0, 1, 2].map((index) => costs(own, route(index, [0, 1]))),
    [3, 0, 0],
  )
  assert.equal(costs(problemOf([{ ...liked, preferredVehicles: [1] }], [{}, {}]), route(0, [0])), 0)
})

test('a change of the plan costs each stop from another vehicle, and the fewest stops out of order', () => {
  const change = { move: 10, order: 3 }
  const planned = (routes: number[][], of: Partial<Problem['objective']> = { change }): Problem => ({
    ...problemOf([{}, {}, {}, {}], [{}, {}], of),
    initial: { routes },
  })
  const problem = planned([[0, 1, 2], [3]])
  const cost = (...stops: number[]) => costs(problem, route(0, stops))
  assert.equal(cost(0, 1, 2), 0)
  assert.equal(cost(0, 3, 1, 2), 10, 'one stop comes from the other vehicle')
  assert.equal(cost(0, 2, 1), 3)
  assert.equal(cost(1, 2, 0), 3, 'one move restores the order')
  assert.equal(cost(2, 1, 0), 6)
  assert.equal(cost(2, 0, 3), 13)
  assert.equal(costs(planned([[0], [3]]), route(0, [1, 0, 2])), 0, 'new stops change nothing')
  assert.equal(costs(planned([[0]]), route(1, [0, 1])), 10)
  assert.equal(costs(planned([[0, 1]], {}), route(0, [1, 0])), 0, 'changes cost nothing')
  const { initial: _none, ...unplanned } = problem
  assert.equal(costs(unplanned, route(0, [2, 1, 0])), 0)
})
