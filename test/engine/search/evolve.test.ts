import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../../src/engine/check.ts'
import type { Problem, Stop, Vehicle } from '../../../src/engine/problem.ts'
import { startSearch } from '../../../src/engine/search/anneal.ts'
import { loadArena, next } from '../../../src/engine/search/arena.ts'
import { crossRoutes } from '../../../src/engine/search/crossover.ts'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { evolve } from '../../../src/engine/search/evolve.ts'
import { ordersOf } from '../../../src/engine/search/plan.ts'
import { insertRest } from '../../../src/engine/search/ruin-recreate.ts'
import { Stopwatch } from '../../../src/engine/search/stopwatch.ts'
import { putCrossedTrips, tripsOf } from '../../../src/engine/search/trips/crossover.ts'
import { RELOAD } from '../../../src/engine/search/trips/data.ts'
import { Walk } from '../../../src/engine/search/walk.ts'
import { openSession } from '../../../src/engine/session.ts'
import { HOUR, plane, stop, vehicle } from '../problems.ts'

function scattered(count: number, vehicles: readonly Vehicle[], over: (index: number) => Partial<Stop> = () => ({})) {
  const points = Array.from({ length: count }, (_, i) => [(i * 7919) % 20_011, (i * 104_729) % 19_997] as const)
  return plane(
    points,
    points.map((_, i) => stop(`s${i}`, { load: [1 + ((i * 31) % 9)], serviceSeconds: 60, ...over(i) })),
    vehicles,
  )
}

const fleet = (count: number, over: (index: number) => Partial<Vehicle> = () => ({})) =>
  Array.from({ length: count }, (_, i) => vehicle(`v${i}`, { capacity: [60], ...over(i) }))

/** Runs a number of steps with a population of plans, or with one annealing. */
function searched(problem: Problem, steps: number, population = true, seed = 5) {
  const evolveFrom = population ? 0 : Infinity
  const session = openSession(problem, seed, { ...DEFAULT_PARAMS, evolveFrom })
  const { best, iterations, unserved } = session.run({
    part: null,
    from: 0,
    to: 1,
    seconds: Infinity,
    iterations: steps,
    now: () => 0,
    stop: () => false,
    onBest: () => {},
  })
  const solution = session.answer(best, iterations)
  assert.deepEqual(check(problem, solution), [])
  return { solution, unserved }
}

const windowOf = (i: number): Partial<Stop> =>
  i % 3 === 0 ? { windows: [{ start: (8 + (i % 5)) * HOUR, end: (10 + (i % 5)) * HOUR }] } : {}

const RULES: Record<string, Problem> = {
  'vehicles of two kinds, one depot each': scattered(
    24,
    fleet(6, (i) => ({ capacity: [i % 2 === 0 ? 40 : 25], costPerMeter: i % 2 === 0 ? 0.001 : 0.0007 })),
    windowOf,
  ),
  'more stops than room, of two priorities': scattered(
    24,
    fleet(2, () => ({ capacity: [30] })),
    (i) => ({
      priority: i % 2,
    }),
  ),
  'locked positions': scattered(16, fleet(3), (i) =>
    i < 3 ? { lock: { vehicle: i, position: 2 } } : i < 6 ? { lock: { vehicle: i - 3 } } : {},
  ),
  'goods from another stop': scattered(14, fleet(3), (i) =>
    i < 4 ? { from: { stop: 13 - i, maxSeconds: HOUR }, load: [2] } : {},
  ),
  'several trips of a vehicle': scattered(
    20,
    fleet(3, () => ({ capacity: [20], reload: { location: 0, seconds: 600, max: 3 } })),
    (i) => ({ ...windowOf(i), ready: i % 4 === 1 ? 9 * HOUR : undefined }),
  ),
  breaks: scattered(
    14,
    fleet(3, () => ({ breaks: [{ windowStart: 10 * HOUR, windowEnd: 12 * HOUR, seconds: 1800 }] })),
    windowOf,
  ),
}

for (const [name, problem] of Object.entries(RULES)) {
  test(`a population keeps every rule and gives one plan for one seed: ${name}`, () => {
    const { solution, unserved } = searched(problem, 1200)
    assert.deepEqual(searched(problem, 1200).solution, solution)
    assert.equal(
      unserved.reduce((sum, count) => sum + count, 0),
      solution.unassigned.length,
    )
  })
}

test('a population finds a better plan than one annealing in as many steps', () => {
  const cost = (population: boolean): number => searched(scattered(90, fleet(9)), 100_000, population, 3).solution.cost
  const [evolved, annealed] = [cost(true), cost(false)]
  assert.ok(evolved < annealed, `${evolved} and ${annealed}`)
})

test('a population finds a plan with fewer vehicles that costs less', () => {
  const points = Array.from({ length: 80 }, (_, i) => [20_000 + ((i * 7919) % 10_011), (i * 104_729) % 9_997] as const)
  const stops = points.map((_, i) => stop(`s${i}`, { load: [9 + ((i * 31) % 29)] }))
  // All loads together fill 25.6 vehicles, and all stops are far from the depot.
  const vehicles = fleet(40, () => ({ capacity: [70] }))
  const { solution } = searched(plane(points, stops, vehicles), 60_000)
  assert.equal(solution.routes.length, 26)
})

/**
 * Starts a search of scattered stops whose clock counts a second for each 1000 steps, or for each 200 of the first
 * `slowSteps` steps.
 */
function timed(stops: number, seconds: number, slowSteps = 0) {
  loadArena(scattered(stops, fleet(stops / 8)))
  startSearch(1, DEFAULT_PARAMS)
  insertRest([...Array(stops).keys()], () => true)
  const positions: number[] = []
  class Recorded extends Walk {
    override step(done: number, temperature: number): void {
      positions.push(done)
      super.step(done, temperature)
    }
  }
  const walk = new Recorded(DEFAULT_PARAMS, () => {})
  const now = () => walk.steps / 1000 + Math.min(walk.steps, slowSteps) / 250
  const budget = { seconds, iterations: Infinity, from: 0, to: 1, now, stop: () => false }
  return { walk, watch: new Stopwatch(budget, walk, DEFAULT_PARAMS), budget, positions }
}

test('founders begin hot until the end of a time budget, and children at their own temperature', () => {
  const { walk, watch, budget, positions } = timed(80, 100)
  evolve(walk, watch, budget, DEFAULT_PARAMS)
  assert.ok(positions.length >= 100_000, `${positions.length} steps`)
  const begun = [...positions.keys()].filter((at) => at === 0 || positions[at]! < positions[at - 1]!)
  const late = begun.filter((at) => positions[at]! > 0 && Math.abs(positions[at]! - DEFAULT_PARAMS.childWarm) > 0.001)
  assert.deepEqual(late, [])
  const founders = begun.filter((at) => positions[at] === 0)
  assert.ok(founders.at(-1)! > 50_000, `the last of ${founders.length} founders begins at step ${founders.at(-1)}`)
  // No founder takes more than its share of the time. The first begins with the steps that measure the speed.
  const coldest = positions.slice(founders[1], founders[2]).length
  assert.ok(coldest <= 1.05 * DEFAULT_PARAMS.founderShare * 100_000, `${coldest} steps`)
})

for (const [name, slowSteps, isEvolved] of [
  ['a search that is slow only at first has a population', 1000, true],
  ['a search that stays slow has none', Infinity, false],
] as const)
  test(name, () => {
    const { walk, watch, budget } = timed(80, 100, slowSteps)
    assert.equal(evolve(walk, watch, budget, DEFAULT_PARAMS), isEvolved)
    // The caller searches in another way in the rest of the time.
    if (!isEvolved) assert.ok(watch.share() < 0.2, `${watch.share()} of the time`)
  })

test('a child takes routes from both plans, each stop at most once, each route on a vehicle of its kind', () => {
  const problem = scattered(
    12,
    fleet(6, (i) => ({ capacity: [i < 3 ? 60 : 20] })),
  )
  loadArena(problem)
  startSearch(1, DEFAULT_PARAMS)
  const base = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9], [10, 11], [], []]
  const other = [[7, 6, 5, 4], [0, 8, 2], [1, 3, 9], [], [11, 10], []]
  const seen = new Set<string>()
  for (let seed = 0; seed < 120; seed++) {
    const child = crossRoutes(base, other, seed % 12, 1)
    const stops = child.flat()
    assert.equal(new Set(stops).size, stops.length)
    for (const [route, sequence] of child.entries()) {
      if (sequence.length === 0) continue
      const source = [...base, ...other].find((each) => sequence.every((one) => each.includes(one)))
      assert.ok(source, `${sequence.join()} is part of a route of neither plan`)
      const small = sequence.every((one) => one >= 10)
      assert.equal(route >= 3, small)
    }
    seen.add(JSON.stringify(child))
  }
  assert.ok(seen.size > 4, `${seen.size} children`)
})

test('a child takes trips from both plans, each stop at most once, on vehicles that may serve them', () => {
  const problem = scattered(
    12,
    fleet(4, () => ({ capacity: [20], reload: { location: 0, seconds: 0, max: 2 } })),
    (i) => ({ load: [5], forbiddenVehicles: i === 11 ? [0, 1, 2] : [] }),
  )
  loadArena(problem)
  startSearch(1, DEFAULT_PARAMS)
  const base = [[0, 1, 2, 3, RELOAD, 4, 5], [6, 7, RELOAD, 8, 9], [], [10, 11]]
  const other = [[9, 8, 7, RELOAD, 0, 2], [6, 5, 4], [3, 1, RELOAD, 10], [11]]
  const parents = [...base, ...other].flatMap(tripsOf)
  const seen = new Set<string>()
  let mixed = 0
  for (let seed = 0; seed < 120; seed++) {
    putCrossedTrips(base, other, seed % 12, 1)
    const child = ordersOf(next)
    const stops = child.flat().filter((one) => one !== RELOAD)
    assert.equal(new Set(stops).size, stops.length)
    for (const trip of child.flatMap(tripsOf)) {
      const source = parents.find((each) => trip.every((one) => each.includes(one)))
      assert.ok(source, `${trip.join()} is part of a trip of neither plan`)
    }
    assert.ok(child.every((order, route) => !order.includes(11) || route === 3))
    const whole = new Set(child.flatMap(tripsOf).map(String))
    if ([base, other].every((plan) => plan.flatMap(tripsOf).some((trip) => whole.has(String(trip))))) mixed++
    seen.add(JSON.stringify(child))
  }
  assert.ok(mixed > 30, `${mixed} children with trips of both plans`)
  assert.ok(seen.size > 4, `${seen.size} children`)
})
