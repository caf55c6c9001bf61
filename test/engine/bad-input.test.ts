// Tests that unusual but possible problems get a valid solution within the budget.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../src/engine/check.ts'
import { solve } from '../../src/engine/solve.ts'
import { HOUR, plane, stop, vehicle } from './problems.ts'

const spread = (count: number) =>
  Array.from({ length: count }, (_, i) => [((i * 7919) % 1999) * 10, ((i * 104729) % 1997) * 10] as const)

test('stops that are all at the depot cost nothing', () => {
  const points = Array.from({ length: 30 }, () => [0, 0] as const)
  const problem = plane(
    points,
    points.map((_, i) => stop(`s${i}`)),
    [vehicle('v'), vehicle('w')],
  )
  const solution = solve(problem, { iterations: 500 })
  assert.deepEqual(check(problem, solution), [])
  assert.equal(solution.unassigned.length, 0)
  assert.equal(solution.cost, 0)
})

test('a thousand stops on one vehicle fill its shift, and the others have no room', () => {
  const points = spread(1000)
  const stops = points.map((_, i) => stop(`s${i}`, { load: [1] }))
  const problem = plane(points, stops, [vehicle('v', { capacity: [400] })])
  const solution = solve(problem, { iterations: 300 })
  assert.deepEqual(check(problem, solution), [])
  const codes = new Set(solution.unassigned.map((each) => each.reason.code))
  assert.deepEqual([...codes], ['NO_ROOM'])
  assert.ok(solution.routes[0]!.visits.length > 40)
})

test('each stop of two islands goes to the vehicle with a road to it', () => {
  const points = spread(12)
  const stops = points.map((_, i) => stop(`s${i}`))
  const problem = plane(points, stops, [vehicle('v'), vehicle('w', { start: 12, end: 12 })])
  const side = problem.locations
  const island = (place: number) => (place > 6 ? 1 : 0)
  problem.durations.forEach((_, cell) => {
    if (island(Math.floor(cell / side)) !== island(cell % side)) problem.durations[cell] = Infinity
  })
  const solution = solve(problem, { iterations: 500 })
  assert.deepEqual(check(problem, solution), [])
  assert.equal(solution.unassigned.length, 0)
  assert.equal(solution.routes.length, 2)
})

test('legs are used unchanged if a detour is shorter than the direct leg', () => {
  const points = spread(25)
  const stops = points.map((_, i) => stop(`s${i}`, { windows: i % 2 ? [] : [{ start: 9 * HOUR, end: 12 * HOUR }] }))
  const problem = plane(points, stops, [vehicle('v'), vehicle('w')])
  // Every fifth leg takes four times its time and distance, so that a detour by a third location is shorter.
  problem.durations.forEach((_, cell) => {
    if (cell % 5 !== 0) return
    problem.durations[cell]! *= 4
    problem.distances[cell]! *= 4
  })
  const solution = solve(problem, { iterations: 3000 })
  assert.deepEqual(check(problem, solution), [])
  assert.equal(solution.unassigned.length, 0)
})

test('legs without distance but with time cost nothing', () => {
  const points = spread(20)
  const stops = points.map((_, i) => stop(`s${i}`))
  const problem = plane(points, stops, [vehicle('v'), vehicle('w')])
  problem.distances.fill(0)
  const solution = solve(problem, { iterations: 500 })
  assert.deepEqual(check(problem, solution), [])
  assert.equal(solution.unassigned.length, 0)
  assert.equal(solution.cost, 0)
})

test('stops of the lowest priority are unassigned if the load exceeds the fleet’s capacity', () => {
  const points = spread(20)
  const stops = points.map((_, i) => stop(`s${i}`, { load: [10], priority: i < 10 ? 50 : 0 }))
  const problem = plane(points, stops, [vehicle('v', { capacity: [60] }), vehicle('w', { capacity: [60] })])
  const solution = solve(problem, { iterations: 2000 })
  assert.deepEqual(check(problem, solution), [])
  assert.equal(solution.unassigned.length, 8)
  assert.ok(solution.unassigned.every((each) => each.stop >= 10))
})

test('a stop locked to a vehicle comes before any other stop', () => {
  const points = [[9000, 0] as const, ...spread(10)]
  const stops = points.map((_, i) => stop(`s${i}`, { priority: i === 0 ? 0 : 100 }))
  stops[0]!.lock = { vehicle: 0 }
  const problem = plane(points, stops, [vehicle('v', { maxStops: 1 })])
  const solution = solve(problem, { iterations: 500 })
  assert.deepEqual(
    solution.routes[0]!.visits.map((visit) => visit.stop),
    [0],
  )
})

test('a break is taken inside its window, and a reload whenever the load needs it', () => {
  const points = spread(8)
  const rest = { windowStart: 12 * HOUR, windowEnd: 13 * HOUR, seconds: 1800 }
  const reload = { location: 0, seconds: 600, max: 2 }
  const stops = points.map((_, i) => stop(`s${i}`, { load: [40], windows: [{ start: 11 * HOUR, end: 16 * HOUR }] }))
  const problem = plane(points, stops, [vehicle('v', { capacity: [120], breaks: [rest], reload })])
  const solution = solve(problem, { iterations: 1500 })
  assert.deepEqual(check(problem, solution), [])
  assert.equal(solution.unassigned.length, 0)
  const [route] = solution.routes
  assert.equal(route!.visits.at(-1)!.trip, 3)
  assert.equal(route!.breaks.length, 1)
})

test('stops are unassigned if the maximum number of reloads can’t carry them', () => {
  const points = spread(8)
  const stops = points.map((_, i) => stop(`s${i}`, { load: [40] }))
  const reload = { location: 0, seconds: 600, max: 2 }
  const problem = plane(points, stops, [vehicle('v', { capacity: [80], reload })])
  const solution = solve(problem, { iterations: 500 })
  assert.deepEqual(check(problem, solution), [])
  assert.equal(solution.unassigned.length, 2)
})

test('a re-plan changes nothing if a change costs more than it saves', () => {
  const points = spread(8)
  const stops = points.map((_, i) => stop(`s${i}`))
  const vehicles = [vehicle('v'), vehicle('w')]
  const initial = {
    routes: [
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ],
  }
  const dear = { ...plane(points, stops, vehicles, { change: { move: 1000, order: 1000 } }), initial }
  const kept = solve(dear, { iterations: 500 })
  assert.deepEqual(check(dear, kept), [])
  assert.deepEqual(
    kept.routes.map((route) => route.visits.map((visit) => visit.stop)),
    initial.routes,
  )
})

test('balancing equalizes the numbers of stops', () => {
  const points = [...spread(9).map(([x, y]) => [x / 10 + 5000, y / 10] as const), [-3000, 0] as const]
  const stops = points.map((_, i) => stop(`s${i}`))
  const vehicles = [vehicle('v'), vehicle('w')]
  const sizes = (balance: 'none' | 'stops') =>
    solve(plane(points, stops, vehicles, { balance, useAllVehicles: true }), { iterations: 2000 }).routes.map(
      (route) => route.visits.length,
    )
  assert.equal(Math.max(...sizes('none')), 9)
  assert.equal(Math.max(...sizes('stops')), 5)
})

test('a stop goes to the only allowed vehicle, however expensive', () => {
  const points = spread(6)
  const stops = points.map((_, i) => stop(`s${i}`, { forbiddenVehicles: i < 2 ? [0] : [] }))
  const problem = plane(points, stops, [vehicle('cheap'), vehicle('dear', { costPerMeter: 0.1, fixedCost: 1000 })])
  const solution = solve(problem, { iterations: 500 })
  assert.deepEqual(check(problem, solution), [])
  const dear = solution.routes.find((route) => route.vehicle === 1)!
  assert.deepEqual(new Set(dear.visits.map((visit) => visit.stop)), new Set([0, 1]))
})

test('only a stop that no vehicle may serve is unassigned', () => {
  const points = spread(4)
  const stops = points.map((_, i) => stop(`s${i}`, { forbiddenVehicles: i === 0 ? [0, 1] : [] }))
  const problem = plane(points, stops, [vehicle('v'), vehicle('w')])
  const solution = solve(problem, { iterations: 500 })
  assert.deepEqual(check(problem, solution), [])
  assert.deepEqual(
    solution.unassigned.map((each) => [each.stop, each.reason.code]),
    [[0, 'NO_ROOM']],
  )
})

/** A clock that advances by one millisecond per call. */
function lookedAtClock() {
  let looks = 0
  return () => looks++ / 1000
}

test('a thousand stops on one vehicle, timed as a whole, get the first feasible positions under time pressure', () => {
  const points = spread(1000).map(([x, y]) => [x / 10, y / 10] as const)
  const windows = [
    { start: 9 * HOUR, end: 9.4 * HOUR },
    { start: 9.6 * HOUR, end: 10 * HOUR },
  ]
  const late = points.map((_, i) => stop(`s${i}`, { serviceSeconds: 0, windows }))
  const placed = points.map((_, i) =>
    stop(`s${i}`, { serviceSeconds: 0, lock: i < 200 ? { vehicle: 0, position: i + 1 } : null }),
  )
  const wide = vehicle('v', { shiftStart: 0, shiftEnd: 24 * HOUR })
  const problems = [plane(points, late, [wide], { latenessCostPerSecond: 0.01 }), plane(points, placed, [wide])]
  for (const problem of problems) {
    const solution = solve(problem, { seconds: 0.1, now: lookedAtClock() })
    assert.deepEqual(check(problem, solution), [])
    assert.equal(solution.unassigned.length, 0)
  }
})

test('a vehicle can reload fifty times', () => {
  const points = spread(300)
  const stops = points.map((_, i) => stop(`s${i}`, { serviceSeconds: 0, load: [10 + (i % 7)] }))
  const reload = { location: 0, seconds: 0, max: 50 }
  const v = vehicle('v', { shiftStart: 0, shiftEnd: 48 * HOUR, capacity: [100], reload })
  const problem = plane(points, stops, [v])
  const solution = solve(problem, { iterations: 300 })
  assert.deepEqual(check(problem, solution), [])
  assert.equal(solution.unassigned.length, 0)
  assert.ok(solution.routes[0]!.visits.at(-1)!.trip > 30)
})

test('a pickup and its delivery are served together or not at all if rounded times make the pickup too late', () => {
  const points = [[333.33371, 0] as const, [500, 0] as const, [0, 700] as const]
  const atOnce = 8 * HOUR + 33.333371
  const stops = [
    stop('pickup', { windows: [{ start: 8 * HOUR, end: atOnce }] }),
    stop('delivery', { from: { stop: 0 } }),
    stop('other'),
  ]
  const problem = { ...plane(points, stops, [vehicle('v')]), initial: { routes: [[0, 1, 2]] } }
  const solution = solve(problem, { iterations: 200 })
  assert.deepEqual(check(problem, solution), [])
  assert.ok(Number.isFinite(solution.cost))
})
