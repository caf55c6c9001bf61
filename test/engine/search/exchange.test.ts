import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSearch } from '../../../src/engine/search/anneal.ts'
import * as arena from '../../../src/engine/search/arena.ts'
import { costOfOrder, total } from '../../../src/engine/search/cost.ts'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { clearRoutes, setSequence } from '../../../src/engine/search/route.ts'
import { spanJoined } from '../../../src/engine/search/times.ts'
import type { Objective, Problem, Stop, Vehicle } from '../../../src/engine/problem.ts'
import { HOUR, otherRoads, plane, stop, vehicle } from '../problems.ts'

const POINTS = [0, 1, 2, 3, 4, 5, 6].map((i) => [((i * 7) % 5) * 2000, ((i * 3) % 7) * 1500] as const)

/** Seven stops, some of them with windows, and two different vehicles. */
function problem(over: Partial<Vehicle>, objective: Partial<Objective>, more: Partial<Stop> = {}): Problem {
  const opens = (i: number) => (8 + i) * HOUR
  const stops = POINTS.map((_, i) =>
    stop(`s${i}`, i % 2 === 0 ? { windows: [{ start: opens(i % 4), end: opens(i % 4) + 1.5 * HOUR }], ...more } : {}),
  )
  return plane(POINTS, stops, [vehicle('v', over), vehicle('w', { ...over, costPerMeter: 0.002 })], objective)
}

const roads = (() => {
  const base = problem({ costPerSecond: 0.001 }, {})
  const vehicles = base.vehicles.map((each, i) => (i === 1 ? { ...each, roads: 0 } : each))
  return { ...base, vehicles, otherRoads: [otherRoads(base, 1)] }
})()

const PROBLEMS: Record<string, Problem> = {
  'distance alone': problem({}, {}),
  'time costs': problem({ costPerSecond: 0.001, fixedCost: 5 }, {}),
  'even days, no long ones': problem({ costPerSecond: 0.001, maxDuration: 5 * HOUR }, { balance: 'gentle' }),
  'even numbers of stops': problem({}, { balance: 'stops' }),
  'several windows': problem(
    {},
    {},
    {
      windows: [
        { start: 8 * HOUR, end: 8.2 * HOUR },
        { start: 9 * HOUR, end: 10 * HOUR },
      ],
    },
  ),
  'two kinds of roads': roads,
}

/** Samples of orders of the stops, most with only some of the stops. */
function* orders(): Generator<number[]> {
  for (let salt = 1; salt < 400; salt++) {
    const order = POINTS.map((_, i) => i).sort((a, b) => ((a * salt) % 11) - ((b * salt) % 11) || ((a ^ salt) % 7) - b)
    yield order.slice(salt % 3, 3 + (salt % 5))
  }
}

for (const [name, each] of Object.entries(PROBLEMS)) {
  test(`the predicted cost of a route equals its cost after it is built: ${name}`, () => {
    arena.loadArena(each)
    startSearch(1, DEFAULT_PARAMS)
    let driven = 0
    let late = 0
    for (const order of orders()) {
      for (const route of [0, 1]) {
        const cost = costOfOrder(route, Int32Array.from(order), order.length)
        clearRoutes()
        setSequence(route, order, 0, order.length)
        const { headSpan, headMeters, tailSpan, stops, routes, next, count, maxSpan } = arena
        const end = stops + routes + route
        const whole = count[route] === order.length && (!arena.tracksDuration || headSpan[end]! <= maxSpan[route]!)
        assert.equal(cost, whole ? total[0] : Infinity)
        if (whole) driven++
        else late++
        if (!whole || !arena.tracksDuration) continue
        for (let node = stops + route; node !== end; node = next[node]!)
          assert.equal(spanJoined(node, next[node]!), headSpan[end])
        assert.equal(tailSpan[stops + route], headSpan[end])
        assert.ok(headMeters[end]! > 0)
      }
    }
    assert.ok(driven > 20 && late > 20)
  })
}
