import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSearch } from '../../../src/engine/search/anneal.ts'
import { loadArena } from '../../../src/engine/search/arena.ts'
import { fillBank } from '../../../src/engine/search/bank.ts'
import { total } from '../../../src/engine/search/cost.ts'
import { fleetChange, tryFleetChange } from '../../../src/engine/search/fleet-change.ts'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { putKnownRoutes, routesNow } from '../../../src/engine/search/plan.ts'
import type { Problem, Vehicle } from '../../../src/engine/problem.ts'
import { plane, stop, vehicle } from '../problems.ts'

const REACH = { often: 1, byRate: 0.2, routes: 2, stops: 40 }

/**
 * Four stops next to each other on two small vehicles. A large vehicle, which costs as much as one of them, could serve all.
 */
function twoSmall(large: Partial<Vehicle> = {}, small: Partial<Vehicle> = {}): Problem {
  const points = [0, 100, 200, 300].map((y) => [5000, y] as const)
  const stops = points.map((_, i) => stop(`s${i}`, { load: [1] }))
  return plane(points, stops, [
    vehicle('v', { capacity: [2], fixedCost: 50, ...small }),
    vehicle('w', { capacity: [2], fixedCost: 50, ...small }),
    vehicle('x', { capacity: [4], fixedCost: 60, ...large }),
  ])
}

function begin(problem: Problem): void {
  loadArena(problem)
  startSearch(1, DEFAULT_PARAMS)
  putKnownRoutes([[0, 1], [2, 3], []], [0, 1, 2])
  fillBank([0, 1, 2, 3])
}

function changed(problem: Problem): number[][] {
  begin(problem)
  const before = total[0]!
  let some = false
  for (let tries = 0; tries < 100; tries++) some = tryFleetChange(tries % 4, 0, REACH) || some
  assert.equal(some, total[0]! < before)
  return routesNow().map((route) => route.toSorted((a, b) => a - b))
}

test('a cheaper vehicle replaces two used ones', () => {
  assert.deepEqual(changed(twoSmall()), [[], [], [0, 1, 2, 3]])
})

test('the fleet stays the same if the change costs more, or the other vehicle may not carry the stops', () => {
  const stayed = [[0, 1], [2, 3], []]
  assert.deepEqual(changed(twoSmall({ fixedCost: 500 })), stayed)
  assert.deepEqual(changed(twoSmall({ temperatureClasses: ['FROZEN'] })), stayed)
})

test('no stop becomes unassigned, although shorter ways to fill two full vehicles would leave some', () => {
  const sides = [0, 100, 200].flatMap((y) => [[5000, y] as const, [-5000, y] as const])
  const loads = [0, 3, 3, 2, 2, 2]
  const problem = plane(
    sides,
    loads.map((load, i) => stop(`s${i}`, { load: [load] })),
    [
      vehicle('v', { capacity: [6], fixedCost: 50 }),
      vehicle('w', { capacity: [6], fixedCost: 50 }),
      vehicle('x', { capacity: [0], fixedCost: 1 }),
    ],
  )
  loadArena(problem)
  startSearch(1, DEFAULT_PARAMS)
  putKnownRoutes([[1, 2], [0, 3, 4, 5], []], [0, 1, 2])
  for (let tries = 0; tries < 200; tries++) tryFleetChange(0, 0, REACH)
  assert.equal(routesNow().flat().length, loads.length)
})

test('the move does not apply if vehicles have equal costs or must all be used, and fails if no vehicle is available', () => {
  const alike = { fixedCost: 0 }
  begin(twoSmall(alike, alike))
  assert.equal(fleetChange(REACH).applies(), false)
  begin(twoSmall())
  assert.equal(fleetChange(REACH).applies(), true)
  const all = twoSmall()
  all.objective.useAllVehicles = true
  begin(all)
  assert.equal(fleetChange(REACH).applies(), false)
  begin(twoSmall({ maxStops: 0 }))
  const before = routesNow()
  for (let tries = 0; tries < 100; tries++) assert.equal(fleetChange(REACH).attempt(1e9), false)
  assert.deepEqual(routesNow(), before)
})
