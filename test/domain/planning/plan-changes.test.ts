import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planChanges } from '../../../src/domain/planning/plan-changes.ts'

const routes = (of: Record<string, string[]>) =>
  Object.entries(of).map(([vehicleId, orderIds]) => ({ vehicleId, orderIds }))
const told = (before: Record<string, string[]>, after: Record<string, string[]>) =>
  planChanges(routes(before), routes(after)).map(
    ({ orderId, kind, before: from, after: to }) =>
      `${orderId} ${kind} ${from ? from.vehicleId + from.sequence : '-'} ${to ? to.vehicleId + to.sequence : '-'}`,
  )

test('a stop whose position only shifts by one is not a change', () => {
  assert.deepEqual(told({ a: ['1', '2', '3'] }, { a: ['0', '1', '2', '3'] }), ['0 ADDED - a1'])
  assert.deepEqual(told({ a: ['1', '2', '3'] }, { a: ['1', '2', '3'] }), [])
})

test('stops that move to another vehicle, change their order or become unassigned are reported', () => {
  assert.deepEqual(told({ a: ['1', '2', '3', '4'], b: ['5'] }, { a: ['4', '1', '2'], b: ['5', '3'] }), [
    '4 REORDERED a4 a1',
    '3 MOVED a3 b2',
  ])
  assert.deepEqual(told({ a: ['1', '2'] }, { a: ['1'] }), ['2 LEFT_OFF a2 -'])
})
