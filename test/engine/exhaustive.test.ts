// Compares plans with the best of all possible plans of small problems, for each constraint separately.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { check } from '../../src/engine/check.ts'
import type { Problem, Vehicle } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { againstBest, againstEveryPlan, ofEach, points } from './exhaustive-search.ts'
import { HOUR, otherRoads, plane, stop, vehicle } from './problems.ts'

const plain = fc.constant({})
const hours = (from: number, to: number) => ({ start: from * HOUR, end: to * HOUR })

test('each route has the length and duration of its own vehicle’s roads', () => {
  const keptOff = (from: number, to: number) => from !== to && (from === 2 || to === 2)
  const kinds = (problem: Problem) => [otherRoads(problem, 1), otherRoads(problem, 2, keptOff)]
  const roads = fc.oneof(fc.constant({}), fc.constant({ roads: 0 }), fc.constant({ roads: 1 }))
  const wanted = fc.record({ windows: fc.constantFrom([], [hours(8, 9)], [hours(8.5, 9.5)]) })
  const fleet = (over: Partial<Vehicle>, some: fc.Arbitrary<Partial<Vehicle>> = plain) =>
    fc.tuple(roads, some).map(([own, more]): Partial<Vehicle> => ({ shiftEnd: 10 * HOUR, ...over, ...more, ...own }))
  againstEveryPlan(wanted, fleet({}), {}, kinds)
  againstEveryPlan(wanted, fleet({ costPerSecond: 0.002, fixedCost: 3 }), {}, kinds)
  const back = { location: 0, seconds: 300, max: 1 }
  againstEveryPlan(
    fc.record({ load: fc.constantFrom([4], [6]) }),
    fleet({ capacity: [10] }, fc.constantFrom({ maxDrive: HOUR }, { end: null }, { reload: back })),
    {},
    kinds,
  )
})

test('a stop needs a vehicle with all required skills', () => {
  againstEveryPlan(
    fc.record({ skills: fc.subarray(['lift gate', 'helper']) }),
    fc.record({ skills: fc.subarray(['lift gate', 'helper']), maxStops: fc.constantFrom(2, 3) }),
  )
})

test('a stop needs one of its required drivers and none of its excluded ones', () => {
  const names = (maxLength: number) => fc.subarray(['Ann', 'Bo'], { maxLength })
  againstEveryPlan(
    fc.record({ drivers: fc.record({ required: names(2), excluded: names(1) }) }),
    fc.oneof(fc.record({ driver: fc.constantFrom('Ann', 'Bo') }), fc.constant({})),
  )
})

test('a driver who is not preferred costs extra, and drives if the detour would cost more', () => {
  againstEveryPlan(
    fc.record({
      drivers: fc.record({
        required: fc.constant([]),
        excluded: fc.subarray(['Cy']),
        preferred: fc.subarray(['Ann', 'Bo', 'Cy']),
      }),
      windows: fc.constantFrom([], [], [hours(8, 8.5)]),
    }),
    fc.oneof(
      fc.record({ driver: fc.constantFrom('Ann', 'Bo', 'Cy'), maxStops: fc.constantFrom(3, 4) }),
      fc.constant({}),
    ),
    { otherDriverCost: 5 },
  )
})

test('a vehicle that is not preferred costs extra, and is used if the detour would cost more', () => {
  againstEveryPlan(
    fc.record({ preferredVehicles: fc.constantFrom([], [0], [1]), windows: fc.constantFrom([], [hours(8, 8.5)]) }),
    fc.record({ maxStops: fc.constantFrom(3, 4) }),
    { otherVehicleCost: 5 },
  )
})

test('service starts in one of several windows', () => {
  const windows = fc.subarray([hours(8, 8.2), hours(8.5, 8.8), hours(9.5, 10)], { minLength: 1 })
  againstEveryPlan(fc.record({ windows }), fc.constant({ shiftEnd: 10 * HOUR }))
})

test('a route stays within the maximum driving time', () => {
  againstEveryPlan(plain, fc.record({ maxDrive: fc.integer({ min: 900, max: 3600 }) }))
})

test('a route stays within the maximum working time', () => {
  againstEveryPlan(
    fc.record({ windows: fc.constantFrom([], [hours(9, 10)], [hours(11, 12)]) }),
    fc.record({ maxDuration: fc.integer({ min: 1200, max: 5400 }) }),
  )
})

test('overtime has its cost per second', () => {
  againstEveryPlan(
    fc.record({ serviceSeconds: fc.constantFrom(300, 1800) }),
    fc.record({
      overtime: fc.record({ after: fc.integer({ min: 0, max: 5400 }), costPerSecond: fc.constantFrom(0.01, 0.002) }),
      costPerSecond: fc.constantFrom(0, 0.001),
    }),
  )
})

test('service takes longer on one vehicle than on another', () => {
  againstEveryPlan(
    fc.record({ serviceSeconds: fc.constantFrom(900, 1800), windows: fc.constantFrom([], [hours(8.5, 9)]) }),
    fc.record({ serviceFactor: fc.constantFrom(0.5, 1, 2), shiftEnd: fc.constantFrom(9.5 * HOUR, 10 * HOUR) }),
  )
})

test('pounds, pieces and cubic feet are each limited', () => {
  const load = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 9 }), fc.option(fc.nat(20)))
  againstEveryPlan(
    fc.record({ load }),
    fc.record({ capacity: fc.constantFrom([60, 10, 30], [100, 5, 20], [40, 20, 40]) }),
  )
})

test('a vehicle carries more with another load', () => {
  againstEveryPlan(
    fc.record({ load: fc.tuple(fc.constantFrom(30, 60, 90)) }),
    fc.record({
      capacity: fc.constant([100]),
      reload: fc.constantFrom(null, { location: 0, seconds: 900, max: 1 }, { location: 1, seconds: 60, max: 2 }),
    }),
  )
})

test('a stop may be late if lateness has a cost', () => {
  againstEveryPlan(
    fc.record({ windows: fc.constantFrom([hours(8, 8.1)], [hours(8.2, 8.3)], []), serviceSeconds: fc.constant(900) }),
    fc.record({ maxStops: fc.constantFrom(3, 4) }),
    { latenessCostPerSecond: 0.01 },
  )
})

test('each break is taken completely in its window, between stops, unless the route is not out then', () => {
  const rest = (from: number, to: number, minutes: number) => ({
    windowStart: from * HOUR,
    windowEnd: to * HOUR,
    seconds: minutes * 60,
  })
  againstEveryPlan(
    fc.record({
      serviceSeconds: fc.constantFrom(300, 2400),
      windows: fc.constantFrom([], [], [hours(8, 8.4)], [hours(8.5, 9.2)]),
    }),
    fc.record({
      breaks: fc.constantFrom([], [rest(8.2, 9, 30)], [rest(8.5, 9.5, 45)], [rest(8.1, 8.6, 15), rest(9, 9.5, 15)]),
      shiftEnd: fc.constantFrom(9.5 * HOUR, 11 * HOUR),
    }),
  )
})

test('an unpaid break is free and excluded from overtime', () => {
  const place = [[600, 0]] as const
  const lunch = { windowStart: 8 * HOUR, windowEnd: 9 * HOUR, seconds: 1800 }
  const out = (unpaid: boolean) => {
    const problem = plane(
      place,
      [stop('s', { serviceSeconds: 7200 })],
      [
        vehicle('v', {
          costPerSecond: 0.01,
          // A departure after the latest start of the break would end after the shift.
          shiftEnd: 10 * HOUR + 1950,
          overtime: { after: 3600, costPerSecond: 0.1 },
          breaks: [{ ...lunch, ...(unpaid && { unpaid }) }],
        }),
      ],
    )
    const solution = solve(problem, { iterations: 50, seed: 1 })
    assert.deepEqual(check(problem, solution), [])
    assert.deepEqual(
      solution.routes[0]!.breaks.map(({ of }) => of),
      [0],
    )
    return solution.cost
  }
  assert.ok(Math.abs(out(false) - out(true) - 1800 * (0.01 + 0.1)) < 1e-6)
})

test('a load leaves after all of it is ready, whether it is the first or another', () => {
  const wanted = fc.record({
    ready: fc.constantFrom(0, 0, 8.5 * HOUR, 9 * HOUR),
    windows: fc.constantFrom([], [], [hours(8, 9)], [hours(9, 9.5)]),
    load: fc.constantFrom([4], [6]),
  })
  againstEveryPlan(wanted, fc.record({ shiftEnd: fc.constantFrom(9.5 * HOUR, 11 * HOUR) }))
  const back = { location: 0, seconds: 300, max: 1 }
  const vans = fc.record({ capacity: fc.constant([10]), reload: fc.constantFrom(null, back) })
  againstEveryPlan(wanted, vans)
})

test('picked-up goods stay on board until the end of their trip, within the capacity', () => {
  const wanted = fc.record({
    load: fc.tuple(fc.constantFrom(0, 3, 6)),
    pickup: fc.tuple(fc.constantFrom(0, 4, 8)),
    windows: fc.constantFrom([], [], [hours(8, 8.5)]),
  })
  const back = { location: 0, seconds: 300, max: 1 }
  againstEveryPlan(wanted, fc.record({ capacity: fc.constantFrom([10], [8]) }))
  againstEveryPlan(wanted, fc.record({ capacity: fc.constant([9]), reload: fc.constantFrom(null, back) }))
})

test('goods from another stop are delivered on the same trip, after it and in time, or neither stop is served', () => {
  const load = fc.tuple(fc.constantFrom(3, 6, 12))
  const windows = fc.constantFrom([], [], [hours(8, 8.5)], [hours(9, 9.5)])
  const maxSeconds = fc.constantFrom(600, 1500, 4000)
  const from = fc.oneof(
    fc.record({ stop: fc.constant(0) }),
    fc.record({ stop: fc.constant(0), maxSeconds }),
    fc.record({ stop: fc.constant(0), maxSeconds }),
  )
  const others = fc.record({ load: fc.tuple(fc.constantFrom(3, 6)), windows, priority: fc.constantFrom(0, 2) })
  const back = { location: 0, seconds: 300, max: 1 }
  const vans: fc.Arbitrary<Partial<Vehicle>>[] = [
    fc.record({ capacity: fc.constantFrom([10], [12]), maxStops: fc.constantFrom(2, 3, 4) }),
    fc.record({ capacity: fc.constant([9]), reload: fc.constantFrom(null, back), costPerSecond: fc.constant(0.001) }),
  ]
  for (const van of vans) {
    fc.assert(
      fc.property(
        points,
        fc.tuple(
          others,
          fc.record({ load, windows, from }),
          others,
          fc.oneof(others, fc.record({ load, windows, from: fc.record({ stop: fc.constant(2), maxSeconds }) })),
        ),
        ofEach(van, 2),
        (places, stops, vehicles) => {
          const problem = plane(
            places,
            stops.map((over, i) => stop(`s${i}`, over)),
            vehicles.map((over, i) => vehicle(`v${i}`, over)),
          )
          againstBest(problem)
        },
      ),
      { numRuns: 60, seed: 21 },
    )
  }
})
