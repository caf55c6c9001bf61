// Compares the constant-time checks and durations of routes with a break with all ways to drive the route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Problem } from '../../../src/engine/problem.ts'
import { startSearch } from '../../../src/engine/search/anneal.ts'
import * as arena from '../../../src/engine/search/arena.ts'
import { spanJoinedWithBreak, spanOfOrderWithBreak, spanWithBreak } from '../../../src/engine/search/break-spans.ts'
import { inTimeWithBreak, orderInTimeWithBreak, tailInTimeWithBreak } from '../../../src/engine/search/break-times.ts'
import { costOfOrder } from '../../../src/engine/search/cost.ts'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { clearRoutes, setSequence } from '../../../src/engine/search/route.ts'
import { costOf } from '../exhaustive-search.ts'
import { plane, stop, vehicle } from '../problems.ts'

const COUNT = 5
const MINUTE = 60

const minutes = (min: number, max: number) => fc.integer({ min, max }).map((value) => value * MINUTE)
const interval = (from: number, to: number, most: number) =>
  fc.tuple(minutes(from, to), minutes(0, most)).map(([start, length]) => ({ start, end: start + length }))

/**
 * Two equal vehicles whose shift is 100 minutes long. Legs are whole minutes without a triangle inequality, so that
 * bounds are often met exactly.
 */
const problems = (costPerSecond: number): fc.Arbitrary<Problem> =>
  fc
    .record({
      legs: fc.array(minutes(1, 15), { minLength: (COUNT + 1) ** 2, maxLength: (COUNT + 1) ** 2 }),
      windows: fc.array(fc.oneof(fc.constant([]), fc.tuple(interval(0, 90, 40))), {
        minLength: COUNT,
        maxLength: COUNT,
      }),
      serviceSeconds: minutes(0, 6),
      rest: fc.option(interval(0, 80, 30), { freq: 8 }),
      seconds: minutes(1, 20),
      unpaid: fc.boolean(),
      maxDuration: fc.oneof(fc.constant(Infinity), minutes(50, 90)),
      end: fc.constantFrom(0, 0, null),
    })
    .map(({ legs, windows, serviceSeconds, rest, seconds, unpaid, maxDuration, end }) => {
      const breaks = rest === null ? [] : [{ windowStart: rest.start, windowEnd: rest.end + seconds, seconds, unpaid }]
      const own = { shiftStart: 0, shiftEnd: 100 * MINUTE, costPerMeter: 0, costPerSecond, breaks, end }
      const limits = costPerSecond > 0 ? { maxDuration } : {}
      const vehicles = ['v', 'w'].map((id) => vehicle(id, { ...own, ...limits }))
      const stops = windows.map((some, i) => stop(`s${i}`, { windows: some, serviceSeconds }))
      const given = plane(
        stops.map((_, i) => [i, 1]),
        stops,
        vehicles,
      )
      return { ...given, durations: Float64Array.from(legs) }
    })

/** Puts the first stops on the routes if that is feasible. Returns whether it is. */
function put(problem: Problem, ...routes: number[][]): boolean {
  if (routes.some((route, index) => costOf(problem, index, route) === Infinity)) return false
  arena.loadArena(problem)
  startSearch(1, DEFAULT_PARAMS)
  clearRoutes()
  for (const [index, route] of routes.entries()) setSequence(index, route, 0, route.length)
  for (const [index, route] of routes.entries()) assert.equal(arena.count[index], route.length)
  return true
}

const nodesOf = (route: number, sequence: readonly number[]): number[] => [
  arena.stops + route,
  ...sequence,
  arena.stops + arena.routes + route,
]

for (const costPerSecond of [0, 1]) {
  test(`positions and tails of routes with a break equal all ways to drive them, time costs ${costPerSecond}`, () => {
    let feasible = 0
    const judge = (inTime: boolean, span: number, cost: number): void => {
      const timed = inTime && costPerSecond > 0
      assert.equal(inTime && (timed ? span : 0) < Infinity, cost < Infinity)
      if (cost < Infinity) feasible++
      if (cost < Infinity && timed) assert.equal(span, cost)
    }
    fc.assert(
      fc.property(problems(costPerSecond), (problem) => {
        if (problem.vehicles[0]!.breaks.length === 0 || !put(problem, [0, 1, 2], [3])) return
        assert.ok(arena.tracksBreaks && !arena.usesTimeline)
        const [one, two] = [nodesOf(0, [0, 1, 2]), nodesOf(1, [3])]
        for (let i = 0; i < 4; i++) {
          const order = Int32Array.from([0, 1, 2].toSpliced(i, 0, 4))
          const cost = costOf(problem, 0, [...order])
          judge(inTimeWithBreak(4, one[i]!, one[i + 1]!, 0), spanWithBreak(4, one[i]!, one[i + 1]!, 0), cost)
          judge(orderInTimeWithBreak(0, order, 4), spanOfOrderWithBreak(0, order, 4), cost)
          assert.equal(costOfOrder(0, order, 4), cost)
          for (const [j, follower] of two.entries()) {
            if (j === 0 || (i === 0 && j === 2)) continue
            const joined = [0, 1, 2].slice(0, i).concat([3].slice(j - 1))
            const span = spanJoinedWithBreak(one[i]!, follower, 0)
            judge(tailInTimeWithBreak(one[i]!, follower, 0), span, costOf(problem, 0, joined))
          }
        }
      }),
      { numRuns: 1500, seed: 7 },
    )
    assert.ok(feasible > 1000, `${feasible} feasible`)
  })
}
