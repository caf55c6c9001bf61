// Tests that every solution keeps every rule. Generates random problems with every feature, and checks each solution
// with the checker.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { check } from '../../src/engine/check.ts'
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import type { Solution } from '../../src/engine/solution.ts'
import { solve } from '../../src/engine/solve.ts'
import { InvalidProblem } from '../../src/engine/validate.ts'
import { HOUR, otherRoads, plane, stop, vehicle } from './problems.ts'

const CLASSES = ['DRY', 'REFRIGERATED', 'FROZEN']

/** Values that are null in four of five cases. */
const seldom = <T>(some: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: some })

const window = fc
  .tuple(fc.integer({ min: 7 * HOUR, max: 18 * HOUR }), fc.integer({ min: 0, max: 3 * HOUR }))
  .map(([start, length]) => ({ start, end: start + length }))

const windows = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: window.map((one) => [one]) },
  { weight: 1, arbitrary: window.map((one) => [one, { start: one.end + HOUR, end: one.end + 2 * HOUR }]) },
)

const anyStop = (vehicles: number) =>
  fc
    .record({
      windows,
      serviceSeconds: fc.integer({ min: 0, max: 1800 }),
      ready: fc.constantFrom(0, 0, 0, 10 * HOUR),
      load: fc.array(fc.option(fc.integer({ min: 0, max: 60 })), { minLength: 1, maxLength: 2 }),
      pickup: seldom(fc.array(fc.option(fc.integer({ min: 0, max: 60 })), { minLength: 1, maxLength: 2 })),
      collect: fc.constantFrom(null, null, null, 0, 1),
      temperatureClass: fc.constantFrom('DRY', 'DRY', ...CLASSES),
      priority: fc.constantFrom(0, 0, 0, 10, 100),
      lock: seldom(
        fc.record(
          { vehicle: fc.nat(vehicles - 1), position: fc.integer({ min: 1, max: 9 }), order: fc.nat(99) },
          { requiredKeys: ['vehicle'] },
        ),
      ),
      skills: fc.constantFrom([], [], ['lift gate'], ['lift gate', 'helper']),
      drivers: seldom(
        fc.record({
          required: fc.subarray(['Ann', 'Bo'], { maxLength: 1 }),
          excluded: fc.subarray(['Ann', 'Cy']),
          preferred: fc.subarray(['Ann', 'Bo']),
        }),
      ),
      forbiddenVehicles: seldom(fc.nat(vehicles - 1)).map((barred) => (barred === null ? [] : [barred])),
    })
    .map(
      ({ drivers, pickup, collect, ...over }): Partial<Stop> => ({
        ...over,
        ...(collect !== null && { collect }),
        ...(drivers !== null && { drivers }),
        ...(pickup !== null && { pickup }),
      }),
    )

const anyVehicle = fc
  .record({
    shiftStart: fc.integer({ min: 6 * HOUR, max: 10 * HOUR }),
    shiftEnd: fc.integer({ min: 12 * HOUR, max: 19 * HOUR }),
    end: fc.constantFrom(0, 0, null),
    capacity: fc.constantFrom([Infinity], [100], [150, 100]),
    temperatureClasses: fc.subarray(CLASSES, { minLength: 1 }),
    maxStops: fc.constantFrom(Infinity, Infinity, 4, 8),
    maxDuration: fc.constantFrom(Infinity, Infinity, 5 * HOUR),
    fixedCost: fc.constantFrom(0, 20),
    costPerMeter: fc.constantFrom(0.001, 0.002),
    costPerSecond: fc.constantFrom(0, 0, 0.005),
    breaks: fc.constantFrom(
      [],
      [],
      [{ windowStart: 11 * HOUR, windowEnd: 13 * HOUR, seconds: 1800 }],
      [
        { windowStart: 8 * HOUR, windowEnd: 10 * HOUR, seconds: 900 },
        { windowStart: 11 * HOUR, windowEnd: 12 * HOUR, seconds: 1800, unpaid: true },
      ],
    ),
    reload: fc.constantFrom(null, null, { location: 0, seconds: 900, max: 2 }),
    collects: fc.constantFrom(
      [],
      [],
      [null, { location: 1, seconds: 300, ready: 10 * HOUR }],
      [
        { location: 1, seconds: 600, ready: 9 * HOUR },
        { location: 0, seconds: 900, unloads: true },
      ],
    ),
    skills: fc.constantFrom([], ['lift gate'], ['helper', 'lift gate']),
    driver: fc.constantFrom(null, 'Ann', 'Bo'),
    maxDrive: fc.constantFrom(null, null, null, 2 * HOUR),
    overtime: fc.constantFrom(null, null, null, { after: 4 * HOUR, costPerSecond: 0.01 }),
    serviceFactor: fc.constantFrom(1, 1, 1, 0.5, 1.5),
    roads: fc.constantFrom(null, 0, 1),
  })
  .map(
    ({ driver, maxDrive, overtime, roads, ...over }): Partial<Vehicle> => ({
      ...over,
      ...(roads !== null && { roads }),
      ...(driver !== null && { driver }),
      ...(maxDrive !== null && { maxDrive }),
      ...(overtime !== null && { overtime }),
    }),
  )

const objective = fc.record({
  useAllVehicles: fc.boolean(),
  balance: fc.constantFrom('none', 'stops', 'time', 'gentle'),
  latenessCostPerSecond: fc.constantFrom(null, null, 0.01),
  change: fc.constantFrom(null, null, { move: 2, order: 1 }),
  otherDriverCost: fc.constantFrom(0, 3),
  compactness: fc.constantFrom(0, 0.01, 0.5),
})

const problems = fc.integer({ min: 1, max: 4 }).chain((fleet) =>
  fc
    .record({
      points: fc.array(fc.tuple(fc.integer({ min: -20000, max: 20000 }), fc.integer({ min: -20000, max: 20000 })), {
        minLength: 1,
        maxLength: 14,
      }),
      stops: fc.array(anyStop(fleet), { minLength: 14, maxLength: 14 }),
      vehicles: fc.array(anyVehicle, { minLength: fleet, maxLength: fleet }),
      pairs: fc.array(seldom(fc.constantFrom(600, 3600, Infinity)), { minLength: 7, maxLength: 7 }),
      cut: seldom(fc.tuple(fc.nat(14), fc.nat(14))),
      skew: fc.boolean(),
      objective,
      planned: fc.boolean(),
    })
    .map(build),
)

function build(parts: {
  points: [number, number][]
  stops: Partial<Stop>[]
  vehicles: Partial<Vehicle>[]
  pairs: (number | null)[]
  cut: [number, number] | null
  skew: boolean
  objective: Partial<Problem['objective']>
  planned: boolean
}): Problem {
  const stops = parts.points.map((_, i) => {
    // A stop with an odd index may get its goods from the previous stop.
    const maxSeconds = parts.pairs[i >> 1]!
    if (maxSeconds === null || i % 2 === 0) return stop(`s${i}`, parts.stops[i])
    const { windows, serviceSeconds, load, priority } = parts.stops[i]!
    const own = { windows, serviceSeconds, load, priority, from: { stop: i - 1, maxSeconds } } as Partial<Stop>
    const { collect: _collect, ...before } = parts.stops[i - 1]!
    return stop(`s${i}`, { ...before, lock: null, ...own })
  })
  const vehicles = parts.vehicles.map((over, i) => vehicle(`v${i}`, over))
  const problem = plane(parts.points, stops, vehicles, parts.objective)
  // Roads that violate the triangle inequality, in one direction only.
  if (parts.skew)
    problem.durations.forEach((seconds, cell) => (problem.durations[cell] = seconds * (1 + (cell % 7) / 4)))
  if (parts.cut !== null) {
    const [from, to] = parts.cut.map((place) => place % problem.locations) as [number, number]
    if (from !== to) problem.durations[from * problem.locations + to] = Infinity
  }
  const routes = vehicles.map((_, v) => stops.map((_, i) => i).filter((i) => i % (vehicles.length + 1) === v))
  const closed = (from: number, to: number) => from !== to && (3 * from + to) % 13 === 0
  const kinds = { ...problem, otherRoads: [otherRoads(problem, 1), otherRoads(problem, 2, closed)] }
  return parts.planned ? { ...kinds, initial: { routes } } : kinds
}

/** The solution, or null for a problem that contradicts itself. */
function answer(problem: Problem, iterations: number): Solution | null {
  try {
    return solve(problem, { iterations, seed: 5 })
  } catch (error) {
    if (error instanceof InvalidProblem && error.fields.length > 0) return null
    throw error
  }
}

test('every solution keeps every rule', () => {
  fc.assert(
    fc.property(problems, (problem) => {
      const solution = answer(problem, 60)
      if (solution !== null) assert.deepEqual(check(problem, solution), [])
    }),
    { numRuns: 300, seed: 11 },
  )
})

test('a longer search leaves no more stops unassigned', () => {
  const left = (problem: Problem, solution: Solution | null) =>
    solution?.unassigned.reduce((sum, each) => sum + 1 + problem.stops[each.stop]!.priority, 0) ?? 0
  fc.assert(
    fc.property(problems, (problem) => {
      assert.ok(left(problem, answer(problem, 400)) <= left(problem, answer(problem, 1)))
    }),
    { numRuns: 40, seed: 12 },
  )
})
