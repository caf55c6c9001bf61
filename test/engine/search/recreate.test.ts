import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSearch } from '../../../src/engine/search/anneal.ts'
import { loadArena, routeOf } from '../../../src/engine/search/arena.ts'
import { total } from '../../../src/engine/search/cost.ts'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { recreate } from '../../../src/engine/search/recreate.ts'
import { clearRoutes } from '../../../src/engine/search/route.ts'
import type { Problem, Vehicle } from '../../../src/engine/problem.ts'
import { HOUR, plane, stop, vehicle } from '../problems.ts'

/** Eight stops on a ring and two vehicles. */
function ring(over: Partial<Vehicle>): Problem {
  const points = Array.from({ length: 8 }, (_, i) => {
    const angle = (i * Math.PI) / 4
    return [3000 * Math.cos(angle), 3000 * Math.sin(angle)] as const
  })
  const vehicles = ['v', 'w'].map((id) => vehicle(id, { capacity: [5], ...over }))
  return plane(
    points,
    points.map((_, i) => stop(`s${i}`, { load: [1] })),
    vehicles,
  )
}

/** Inserts stops while the cost stays at most `most`. Returns the cost and the remaining stops. */
function inserted(problem: Problem, most: number): { cost: number; left: number[] } {
  loadArena(problem)
  startSearch(1, DEFAULT_PARAMS)
  clearRoutes()
  const list = Int32Array.from(problem.stops, (_, index) => index)
  const left = recreate(list, list.length, { most })
  const rest = [...list.subarray(0, left)]
  for (const [index] of problem.stops.entries()) assert.equal(routeOf[index]! < 0, rest.includes(index))
  return { cost: total[0]!, left: rest }
}

for (const [name, over] of Object.entries<Partial<Vehicle>>({
  'distance alone': {},
  'time costs': { costPerSecond: 0.001 },
  'a break': { costPerSecond: 0.001, breaks: [{ windowStart: 9 * HOUR, windowEnd: 12 * HOUR, seconds: 600 }] },
  'routes timed as a whole': { maxDrive: 8 * HOUR },
})) {
  test(`inserting ends before the plan would exceed the cost: ${name}`, () => {
    const problem = ring(over)
    const { cost, left } = inserted(problem, Infinity)
    assert.deepEqual(left, [])
    assert.deepEqual(inserted(problem, cost + 0.001), { cost, left: [] })
    for (const share of [0.1, 0.45, 0.85]) {
      const given = inserted(problem, share * cost)
      assert.ok(given.left.length > 0 && given.cost < share * cost)
    }
  })
}
