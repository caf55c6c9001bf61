import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { HOUR, plane, stop, vehicle } from './problems.ts'

const fixOf = (problem: Problem) => solve(problem, { iterations: 500 }).unassigned[0]!.nearestFix!

test('a window that closes too soon: how much longer it would have to be', () => {
  const late = stop('a', { windows: [{ start: 7 * HOUR, end: 8 * HOUR }] })
  const { kind, amount, message } = fixOf(plane([[6000, 0]], [late], [vehicle('v')]))
  assert.deepEqual([kind, amount, message], ['WINDOW', 600, 'extend its window to 08:10, for vehicle v'])
})

test('a load that is too much: how many pounds more', () => {
  const problem = plane([[6000, 0]], [stop('a', { load: [140] })], [vehicle('v', { capacity: [100] })])
  assert.equal(fixOf(problem).message, 'add 40 lb of capacity to vehicle v')
})

test('a shift that is too short: how many minutes longer', () => {
  const problem = plane([[6000, 0]], [stop('a', { serviceSeconds: 9 * HOUR })], [vehicle('v')])
  assert.equal(fixOf(problem).message, 'extend the shift of vehicle v by 20 minutes, to 17:20')
})

test('a class no vehicle carries: which vehicle could', () => {
  const problem = plane([[6000, 0]], [stop('a', { temperatureClass: 'FROZEN' })], [vehicle('v')])
  assert.equal(fixOf(problem).message, 'add FROZEN to vehicle v')
})

test('the change is enough: with it the stop is served', () => {
  const stops = ['a', 'b', 'c'].map((id) => stop(id, { load: [50], serviceSeconds: HOUR }))
  const points = [[1000, 0] as const, [2000, 0] as const, [3000, 0] as const]
  const small = vehicle('v', { capacity: [100] })
  const fix = fixOf(plane(points, stops, [small]))
  assert.equal(fix.kind, 'CAPACITY')
  const larger = { ...small, capacity: [100 + Number(fix.amount)] }
  assert.equal(solve(plane(points, stops, [larger]), { iterations: 500 }).unassigned.length, 0)
})
