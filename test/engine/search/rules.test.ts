// Compares the constant-time checks and durations of routes with everyday rules, alone and in pairs, with all ways to
// drive the route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Problem } from '../../../src/engine/problem.ts'
import { startSearch } from '../../../src/engine/search/anneal.ts'
import * as arena from '../../../src/engine/search/arena.ts'
import { spanJoinedWithBreak, spanWithBreak } from '../../../src/engine/search/break-spans.ts'
import { tailInTimeWithBreak } from '../../../src/engine/search/break-times.ts'
import { costOfOrder, total, updateCost } from '../../../src/engine/search/cost.ts'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { inTime } from '../../../src/engine/search/insertion.ts'
import { softCostOfInsertion } from '../../../src/engine/search/lateness.ts'
import { departureJoined, tailInTimeReleased } from '../../../src/engine/search/release-times.ts'
import { clearRoutes, insert, setSequence } from '../../../src/engine/search/route.ts'
import { beginStep, restoreStep } from '../../../src/engine/search/step.ts'
import { spanJoined, spanWith } from '../../../src/engine/search/times.ts'
import { costOf } from '../exhaustive-search.ts'
import { plane, stop, vehicle } from '../problems.ts'

const COUNT = 5
const MINUTE = 60

interface Rules {
  rest?: boolean
  ready?: boolean
  timed?: boolean
  /** Cost of a second of lateness. */
  soft?: number
}

const minutes = (min: number, max: number) => fc.integer({ min, max }).map((value) => value * MINUTE)
const interval = (from: number, to: number, most: number) =>
  fc.tuple(minutes(from, to), minutes(0, most)).map(([start, length]) => ({ start, end: start + length }))
const perStop = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: COUNT, maxLength: COUNT })

/**
 * Two equal vehicles whose shift is 100 minutes long. Legs are whole minutes without a triangle inequality, so that
 * bounds are often met exactly.
 */
const problems = ({ rest = false, ready = false, timed = false, soft }: Rules): fc.Arbitrary<Problem> =>
  fc
    .record({
      legs: fc.array(minutes(1, 15), { minLength: (COUNT + 1) ** 2, maxLength: (COUNT + 1) ** 2 }),
      windows: perStop(fc.oneof(fc.constant([]), fc.tuple(interval(0, 90, 40)))),
      releases: perStop(ready ? fc.option(minutes(1, 50), { nil: undefined }) : fc.constant(undefined)),
      serviceSeconds: minutes(0, 6),
      lunch: interval(0, 80, 30),
      seconds: minutes(1, 20),
      unpaid: fc.boolean(),
      maxDuration: fc.oneof(fc.constant(Infinity), minutes(50, 90)),
      end: fc.constantFrom(0, 0, null),
    })
    .map(({ legs, windows, releases, serviceSeconds, lunch, seconds, unpaid, maxDuration, end }) => {
      const breaks = rest ? [{ windowStart: lunch.start, windowEnd: lunch.end + seconds, seconds, unpaid }] : []
      const own = { shiftStart: 0, shiftEnd: 100 * MINUTE, costPerMeter: 0, breaks, end }
      const costs = timed ? { costPerSecond: 1, maxDuration } : {}
      const vehicles = ['v', 'w'].map((id) => vehicle(id, { ...own, ...costs }))
      const stops = windows.map((some, i) => {
        const goods = releases[i] === undefined ? {} : { ready: releases[i] }
        return stop(`s${i}`, { windows: some, serviceSeconds, ...goods })
      })
      const places = stops.map((_, i) => [i, 1] as const)
      const objective = { latenessCostPerSecond: soft ?? null }
      return { ...plane(places, stops, vehicles, objective), durations: Float64Array.from(legs) }
    })

/** Puts the stops on the routes if that is feasible. Returns whether it is. */
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

/** Cost of the first route with stop 4 between two nodes, by the constant-time checks. */
function costBetween(from: number, to: number): number {
  if (!inTime(4, from, to)) return Infinity
  if (arena.softWindows) return arena.routeCost[0]! + softCostOfInsertion(4, from, 0)
  if (!arena.tracksDuration) return 0
  const span = arena.tracksBreaks ? spanWithBreak(4, from, to, 0) : spanWith(4, from, to)
  return span > arena.maxSpan[0]! ? Infinity : span
}

/** Lower bound of the cost of the first route up to `from`, continued with the second from `to` on. */
function costJoined(from: number, to: number): number {
  const { leave, latest, time, row, place } = arena
  const allowed = arena.tracksReleases ? tailInTimeReleased(from, to, 0) : null
  if (allowed === false) return Infinity
  if (allowed === null) {
    if (leave[from]! + time[row[from]! + place[to]!]! > latest[to]!) return Infinity
    if (arena.tracksBreaks && !tailInTimeWithBreak(from, to, 0)) return Infinity
  }
  if (!arena.tracksDuration || arena.softWindows) return 0
  const departure = arena.tracksReleases ? departureJoined(0, from, to) : 0
  return arena.tracksBreaks ? spanJoinedWithBreak(from, to, 0, departure) : spanJoined(from, to)
}

/** Stop 4 is inserted after `before`, and the step is undone. Both times, all stored costs equal recomputed ones. */
function insertAndUndo(before: number, cost: number): void {
  const was = total[0]!
  beginStep()
  insert(4, before, cost - arena.routeCost[0]!)
  assert.equal(arena.routeCost[0], cost)
  updateCost(0)
  assert.equal(arena.routeCost[0], cost)
  restoreStep()
  total[0] = was
  arena.routeOf[4] = -1
}

const KINDS: Record<string, Rules> = {
  'a break': { rest: true },
  'a break and a cost of time': { rest: true, timed: true },
  'goods that are ready later': { ready: true },
  'goods that are ready later and a cost of time': { ready: true, timed: true },
  'goods that are ready later and a break': { ready: true, rest: true },
  'goods that are ready later, a break and a cost of time': { ready: true, rest: true, timed: true },
  'soft windows': { soft: 2 },
  'soft windows and a cost of time': { soft: 2, timed: true },
  'soft windows that cost less than time': { soft: 0.5, timed: true },
  'soft windows and goods that are ready later': { soft: 2, ready: true },
  'soft windows and a break': { soft: 2, rest: true },
  'soft windows, a break and a cost of time': { soft: 2, rest: true, timed: true },
  'soft windows that cost less than time, and a break': { soft: 0.5, rest: true, timed: true },
  'soft windows, goods that are ready later and a break': { soft: 2, rest: true, ready: true },
  'soft windows, goods that are ready later, a break and a cost of time': {
    soft: 2,
    rest: true,
    ready: true,
    timed: true,
  },
  'soft windows, goods that are ready later and a cost of time': { soft: 2, ready: true, timed: true },
}

for (const [name, rules] of Object.entries(KINDS)) {
  test(`positions and tails equal all ways to drive the route: ${name}`, () => {
    let feasible = 0
    let [equal, compared] = [0, 0]
    // With soft windows, the search takes the break that lets the route end earliest, which sometimes costs more.
    const mayCostMore = rules.soft !== undefined && rules.rest === true
    const judge = (cost: number, least: number): void => {
      compared++
      if (cost === least) equal++
      else assert.ok(mayCostMore && cost > least, `${cost} instead of ${least}`)
    }
    fc.assert(
      fc.property(problems(rules), (problem) => {
        if (!put(problem, [0, 1, 2], [3])) return
        assert.ok(!arena.usesTimeline)
        const [one, two] = [nodesOf(0, [0, 1, 2]), nodesOf(1, [3])]
        for (let i = 0; i < 4; i++) {
          const order = Int32Array.from([0, 1, 2].toSpliced(i, 0, 4))
          const cost = costOfOrder(0, order, 4)
          judge(cost, costOf(problem, 0, [...order]))
          assert.equal(costBetween(one[i]!, one[i + 1]!), cost)
          if (cost < Infinity) {
            feasible++
            insertAndUndo(one[i]!, cost)
            assert.equal(costBetween(one[i]!, one[i + 1]!), cost)
          }
          for (const j of i === 0 ? [1] : [1, 2]) {
            const joined = Int32Array.from([0, 1, 2].slice(0, i).concat([3].slice(j - 1)))
            const least = costOf(problem, 0, [...joined])
            judge(costOfOrder(0, joined, joined.length), least)
            const bound = costJoined(one[i]!, two[j]!)
            if (rules.soft !== undefined || (rules.rest && rules.ready)) assert.ok(bound <= least)
            else if (!rules.timed || bound <= arena.maxSpan[0]!) assert.equal(bound, least)
            else assert.equal(least, Infinity)
          }
        }
      }),
      { numRuns: 500, seed: 7 },
    )
    assert.ok(feasible > 150, `${feasible} feasible`)
    assert.ok(equal >= 0.98 * compared, `${equal} of ${compared} equal`)
  })
}

test('a break that can start only between two moments of the search is timed by whole routes', () => {
  const places = [[0, 1] as const]
  const rest = { windowStart: 3_600.0005, windowEnd: 5_400.0005, seconds: 1_800 }
  const problem = plane(places, [stop('s')], [vehicle('v', { breaks: [rest] })], { latenessCostPerSecond: 1 })
  arena.loadArena(problem)
  assert.ok(arena.usesTimeline)
})

test('the cost is finite if one more late stop costs exactly what a later departure saves', () => {
  const places = Array.from({ length: 6 }, (_, i) => [600 * i, 0] as const)
  const stops = places.slice(1).map((_, i) => stop(`s${i}`, { location: i + 1, windows: [{ start: 0, end: 40_000 }] }))
  const problem = plane(places, stops, [vehicle('v', { costPerSecond: 55 / 3_600 })], {
    latenessCostPerSecond: 11 / 3_600,
  })
  arena.loadArena(problem)
  assert.ok(costOfOrder(0, Int32Array.from(stops.keys()), stops.length) < Infinity)
})
