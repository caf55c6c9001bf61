import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSearch } from '../../../src/engine/search/anneal.ts'
import { loadArena } from '../../../src/engine/search/arena.ts'
import { total } from '../../../src/engine/search/cost.ts'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { putKnownRoutes, routesNow } from '../../../src/engine/search/plan.ts'
import { trySwapStar } from '../../../src/engine/search/swap-star.ts'
import type { Problem, Stop } from '../../../src/engine/problem.ts'
import { HOUR, plane, stop, vehicle } from '../problems.ts'

const WAS = [
  [0, 2],
  [1, 3],
]
const UNTANGLED = [
  [0, 1],
  [2, 3],
]

/** Two stops in the east and two in the west, and two full vehicles, each with one stop of either side. */
function crossed(over: (stop: number) => Partial<Stop> = () => ({})): Problem {
  const points = [[5000, 0] as const, [5000, 100] as const, [-5000, 0] as const, [-5000, 100] as const]
  const stops = points.map((_, i) => stop(`s${i}`, { load: [1], ...over(i) }))
  return plane(points, stops, [vehicle('v', { capacity: [2] }), vehicle('w', { capacity: [2] })])
}

function swapped(problem: Problem): number[][] {
  loadArena(problem)
  startSearch(1, DEFAULT_PARAMS)
  putKnownRoutes(WAS, [0, 1])
  const before = total[0]!
  let some = false
  for (let tries = 0; tries < 100; tries++) some = trySwapStar(tries % 4, 0, 20) || some
  assert.equal(some, total[0]! < before)
  return routesNow()
    .map((route) => route.toSorted((a, b) => a - b))
    .toSorted((a, b) => a[0]! - b[0]!)
}

test('two stops on full vehicles are swapped', () => {
  assert.deepEqual(swapped(crossed()), UNTANGLED)
})

test('stops are not swapped onto a forbidden vehicle or above its capacity', () => {
  assert.deepEqual(swapped(crossed((i) => ({ forbiddenVehicles: i % 2 === 0 ? [1] : [0] }))), WAS)
  assert.deepEqual(swapped(crossed((i) => ({ load: [i < 2 ? 1.5 : 0.5] }))), WAS)
})

test('stops are not swapped against a window', () => {
  const early = { windows: [{ start: 8 * HOUR, end: 8 * HOUR + 510 }] }
  assert.deepEqual(swapped(crossed((i) => (i === 0 || i === 1 ? early : {}))), WAS)
})
