// Compares the constant-time checks and costs of routes with several trips, alone and with other everyday rules, with
// all ways to drive the route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Problem } from '../../../src/engine/problem.ts'
import { startSearch } from '../../../src/engine/search/anneal.ts'
import * as arena from '../../../src/engine/search/arena.ts'
import { total } from '../../../src/engine/search/cost.ts'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { beginInsertion, bestBefore, bestCost, bestReload } from '../../../src/engine/search/insertion.ts'
import { routesNow } from '../../../src/engine/search/plan.ts'
import { clearRoutes, setSequence } from '../../../src/engine/search/route.ts'
import { beginStep, restoreStep } from '../../../src/engine/search/step.ts'
import { costOfTrips } from '../../../src/engine/search/trips/cost.ts'
import * as trips from '../../../src/engine/search/trips/data.ts'
import { insertInTrips, scanAllTrips } from '../../../src/engine/search/trips/insert.ts'
import { timedRoutes } from '../../../src/engine/search/trips/plan.ts'
import { freeReloads, orderOf, refreshTrips, writeTrips } from '../../../src/engine/search/trips/route.ts'
import { tailsBound } from '../../../src/engine/search/trips/tails.ts'
import { fitsBetween, fitsJoined, fitsReloadAfter, fitsReloadBefore } from '../../../src/engine/search/trips/times.ts'
import { costOf, costOfSplit } from '../exhaustive-search.ts'
import { plane, stop, vehicle } from '../problems.ts'

const { RELOAD } = trips
const COUNT = 6
const NEW = 5
const MINUTE = 60

interface Rules {
  rest?: boolean
  ready?: boolean
  timed?: boolean
  /** Cost of a second of lateness. */
  soft?: number
  /** Loads have a second dimension. */
  volume?: boolean
}

const minutes = (min: number, max: number) => fc.integer({ min, max }).map((value) => value * MINUTE)
const interval = (from: number, to: number, most: number) =>
  fc.tuple(minutes(from, to), minutes(0, most)).map(([start, length]) => ({ start, end: start + length }))
const perStop = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: COUNT, maxLength: COUNT })

/** Places of the problems: the start of both vehicles, the stops, and a place for reloads. */
const PLACES = COUNT + 2

/**
 * Two equal vehicles that reload at their start or at another place. Legs are whole minutes without a triangle
 * inequality, so that bounds are often met exactly.
 */
const problems = ({ rest = false, ready = false, timed = false, soft, volume = false }: Rules): fc.Arbitrary<Problem> =>
  fc
    .record({
      legs: fc.array(minutes(1, 12), { minLength: PLACES ** 2, maxLength: PLACES ** 2 }),
      windows: perStop(fc.oneof(fc.constant([]), fc.tuple(interval(0, 110, 50)))),
      releases: perStop(ready ? fc.option(minutes(1, 60), { nil: undefined }) : fc.constant(undefined)),
      loads: perStop(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }))),
      serviceSeconds: minutes(0, 6),
      lunch: interval(0, 90, 30),
      seconds: minutes(1, 20),
      unpaid: fc.boolean(),
      maxDuration: fc.oneof(fc.constant(Infinity), minutes(60, 110)),
      end: fc.constantFrom(0, 0, null),
      location: fc.constantFrom(0, PLACES - 1),
      loading: minutes(0, 8),
      max: fc.integer({ min: 1, max: 3 }),
    })
    .map((made) => {
      const { lunch, seconds, unpaid } = made
      const breaks = rest ? [{ windowStart: lunch.start, windowEnd: lunch.end + seconds, seconds, unpaid }] : []
      const costs = timed ? { costPerSecond: 1, maxDuration: made.maxDuration } : {}
      const reload = { location: made.location, seconds: made.loading, max: made.max }
      const shift = { shiftStart: 0, shiftEnd: 130 * MINUTE, end: made.end }
      const own = { ...shift, ...costs, costPerMeter: 1, breaks, reload, capacity: volume ? [8, 5] : [8] }
      const vehicles = ['v', 'w'].map((id) => vehicle(id, own))
      const stops = made.windows.map((windows, i) => {
        const goods = made.releases[i] === undefined ? {} : { ready: made.releases[i] }
        const load = made.loads[i]!.slice(0, volume ? 2 : 1)
        return stop(`s${i}`, { windows, serviceSeconds: made.serviceSeconds, load, ...goods })
      })
      const places = Array.from({ length: PLACES - 1 }, (_, i) => [i, 1] as const)
      const objective = { latenessCostPerSecond: soft ?? null }
      const legs = Float64Array.from(made.legs)
      return { ...plane(places, stops, vehicles, objective), durations: legs, distances: legs }
    })

/** Least cost of the order, with `RELOAD` for each reload, over all ways to drive it. */
function leastCost(problem: Problem, route: number, order: readonly number[]): number {
  const sequence = order.filter((stop) => stop !== RELOAD)
  if (sequence.length === 0) return 0
  const before = order.flatMap((stop, i) => (stop === RELOAD ? [] : [order[i - 1] === RELOAD]))
  if (before.filter(Boolean).length > problem.vehicles[route]!.reload!.max) return Infinity
  return costOfSplit(problem, route, sequence, before)
}

/** Puts the orders on the routes if they are feasible. Returns whether they are. */
function put(problem: Problem, ...orders: number[][]): boolean {
  arena.loadArena(problem)
  startSearch(1, { ...DEFAULT_PARAMS, blinkChance: 1e-9 })
  clearRoutes()
  assert.ok(arena.tracksTrips)
  for (const [route, order] of orders.entries()) {
    if (reloadsIn(order) > problem.vehicles[route]!.reload!.max) return false
    const cost = leastCost(problem, route, order)
    if (cost === Infinity) return false
    freeReloads(route)
    assert.ok(writeTrips(route, Int32Array.from(order), order.length))
    assert.equal(arena.routeCost[route], cost)
  }
  return true
}

function orderNow(route: number): number[] {
  const order = new Int32Array(64)
  return [...order.subarray(0, orderOf(route, order))]
}

const nodesOf = (route: number): number[] => {
  const nodes = [arena.stops + route]
  while (nodes.at(-1)! !== arena.stops + arena.routes + route) nodes.push(arena.next[nodes.at(-1)!]!)
  return nodes
}

/** The orders with the new stop at each position of the first route, and whether the checks allow them. */
function insertions(order: readonly number[]): { given: number[]; allowed: boolean }[] {
  const nodes = nodesOf(0)
  return order.concat(NEW).flatMap((_, i) => {
    const [from, to] = [nodes[i]!, nodes[i + 1]!]
    const found = [{ given: order.toSpliced(i, 0, NEW), allowed: fitsBetween(NEW, from, to, 0) }]
    if (from < arena.stops)
      found.push({ given: order.toSpliced(i, 0, RELOAD, NEW), allowed: fitsReloadBefore(NEW, from, to, 0) })
    if (to < arena.stops)
      found.push({ given: order.toSpliced(i, 0, NEW, RELOAD), allowed: fitsReloadAfter(NEW, from, to, 0) })
    return found
  })
}

/** All values that the nodes of the first route store. */
function stored(): unknown {
  const { leave, latest } = arena
  const { head, leaveRested, latestUnrested, leadTo, soonestTo, departBy, readyTo, readyFrom, metersTo, workTo } = trips
  const times = [leave, latest, leaveRested, latestUnrested, leadTo, soonestTo, departBy, readyTo, readyFrom]
  return nodesOf(0).map((node) => [...times, head, metersTo, workTo, trips.stopsTo].map((values) => values[node]))
}

/** The new stop is inserted at the best position, and the step is undone. The values equal those of a whole rebuild. */
function insertAndUndo(problem: Problem, cost: number): void {
  const was = total[0]!
  const order = orderNow(0)
  const before = arena.routeCost[0]!
  beginStep()
  insertInTrips(NEW, bestBefore, bestReload)
  assert.equal(arena.routeCost[0], cost)
  assert.equal(total[0], was + cost - before)
  assert.equal(leastCost(problem, 0, orderNow(0)), cost)
  const values = stored()
  for (const node of nodesOf(0).slice(0, -1)) arena.latest[node] = arena.leave[node] = -1
  assert.ok(refreshTrips(0))
  assert.deepEqual(stored(), values)
  restoreStep()
  arena.routeOf[NEW] = -1
  assert.deepEqual(orderNow(0), order)
  assert.equal(arena.routeCost[0], before)
  total[0] = was
}

const KINDS: Record<string, Rules> = {
  'reloads alone': {},
  'loads of two dimensions': { volume: true },
  'a break': { rest: true },
  'goods that are ready later': { ready: true },
  'goods that are ready later and a break': { ready: true, rest: true },
  'a cost of time': { timed: true },
  'a cost of time and a break': { timed: true, rest: true },
  'a cost of time and goods that are ready later': { timed: true, ready: true },
  'a cost of time, goods that are ready later and a break': { timed: true, ready: true, rest: true },
  'soft windows': { soft: 2 },
  'soft windows and goods that are ready later': { soft: 2, ready: true },
  'soft windows, goods that are ready later and a cost of time': { soft: 2, ready: true, timed: true },
}

const ORDERS = [
  [0, RELOAD, 1, 2],
  [0, 1, RELOAD, 2],
  [0, RELOAD, 1, RELOAD, 2],
  [0, 1, 2],
]

for (const [name, rules] of Object.entries(KINDS)) {
  test(`insertions into trips equal all ways to drive the route: ${name}`, () => {
    let feasible = 0
    fc.assert(
      fc.property(problems(rules), fc.constantFrom(...ORDERS), (problem, order) => {
        if (!put(problem, order)) return
        const max = problem.vehicles[0]!.reload!.max
        let least = Infinity
        for (const { given, allowed } of insertions(order)) {
          const cost = leastCost(problem, 0, given)
          assert.equal(costOfTrips(0, Int32Array.from(given), given.length), cost)
          if (reloadsIn(given) > max) continue
          if (!rules.timed) assert.equal(allowed, cost < Infinity)
          else assert.ok(allowed || cost === Infinity)
          least = Math.min(least, cost)
        }
        beginInsertion(Infinity)
        scanAllTrips(NEW)
        assert.equal(bestCost + arena.routeCost[0]!, least)
        if (least === Infinity) return
        feasible++
        insertAndUndo(problem, least)
      }),
      { numRuns: 500, seed: 7 },
    )
    assert.ok(feasible > 120, `${feasible} feasible`)
  })

  test(`exchanged tails of trips equal all ways to drive the route: ${name}`, () => {
    let feasible = 0
    fc.assert(
      fc.property(problems(rules), fc.constantFrom(...ORDERS), (problem, order) => {
        const other = [3, RELOAD, 4]
        if (!put(problem, order, other)) return
        const [one, two] = [nodesOf(0), nodesOf(1)]
        for (let i = 1; i < one.length - 1; i++) {
          for (let j = 1; j < two.length; j++) {
            if (one[i]! >= trips.spare) continue
            const heads = [order.slice(0, i), other.slice(0, j - 1)]
            const joined = [heads[0]!.concat(other.slice(j - 1)), heads[1]!.concat(order.slice(i))].map(cleaned)
            const costs = joined.map((given, route) => leastCost(problem, route, given))
            if (two[j]! < trips.spare && two[j - 1]! < trips.spare) {
              const allowed = fitsJoined(one[i]!, two[j]!, 0)
              if (costs[0]! < Infinity) feasible++
              const exact = !rules.timed && reloadsIn(joined[0]!) <= problem.vehicles[0]!.reload!.max
              if (exact) assert.equal(allowed, costs[0]! < Infinity)
              else assert.ok(allowed || costs[0] === Infinity)
            }
            const change = costs[0]! + costs[1]! - arena.routeCost[0]! - arena.routeCost[1]!
            const bound = tailsBound(one[i]!, two[j]!, 0, 1)
            assert.ok(bound <= change + 1e-6)
            if (!arena.measuresTimes && change < Infinity && bound > -Infinity) assert.equal(bound, change)
          }
        }
      }),
      { numRuns: 500, seed: 9 },
    )
    assert.ok(feasible > 150, `${feasible} feasible`)
  })
}

/** Removes reloads that are not followed by a stop. */
const cleaned = (order: readonly number[]): number[] =>
  order.filter((stop, i) => stop !== RELOAD || (i > 0 && i < order.length - 1 && order[i - 1] !== RELOAD))

const reloadsIn = (order: readonly number[]): number => order.filter((stop) => stop === RELOAD).length

test('a route without marks gets the reloads that cost least', () => {
  let several = 0
  fc.assert(
    fc.property(problems({ ready: true }), (problem) => {
      put(problem, [], [])
      const least = costOf(problem, 0, [0, 1, 2, 3])
      setSequence(0, [0, 1, 2, 3], 0, 4)
      if (least === Infinity) return assert.ok(routesNow()[0]!.length < 4)
      assert.deepEqual(routesNow()[0], [0, 1, 2, 3])
      assert.equal(arena.routeCost[0], least)
      if (orderNow(0).includes(RELOAD)) several++
    }),
    { numRuns: 500, seed: 3 },
  )
  assert.ok(several > 50, `${several} with reloads`)
})

test('routes leave the search without stops that the timeline refuses', () => {
  let shortened = 0
  fc.assert(
    fc.property(problems({ ready: true, rest: true, timed: true }), (problem) => {
      put(problem, [], [])
      const [route] = timedRoutes([[0, 1, 2, 3]])
      assert.ok(costOf(problem, 0, route!) < Infinity)
      if (costOf(problem, 0, [0, 1, 2, 3]) < Infinity) assert.deepEqual(route, [0, 1, 2, 3])
      else shortened++
    }),
    { numRuns: 200, seed: 5 },
  )
  assert.ok(shortened > 20, `${shortened} shortened`)
})
