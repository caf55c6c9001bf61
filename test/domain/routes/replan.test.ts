import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  freedomOf,
  leastDriving,
  elementsToMove,
  type TimedRemainder,
  visitChanges,
} from '../../../src/domain/routes/replan.ts'

test('goods stay on their vehicle from the start of the route on', () => {
  const pending = { status: 'PENDING', locked: false } as const
  assert.equal(freedomOf('PLANNED', pending), 'FREE')
  assert.equal(freedomOf('DISPATCHED', pending), 'FREE')
  assert.equal(freedomOf('IN_PROGRESS', pending), 'LOADED')
  assert.equal(freedomOf('DISPATCHED', { ...pending, locked: true }), 'LOCKED')
  assert.equal(freedomOf('IN_PROGRESS', { status: 'EN_ROUTE', locked: true }), 'UNDER_WAY')
  assert.equal(freedomOf('IN_PROGRESS', { status: 'ARRIVED', locked: false }), 'UNDER_WAY')
  assert.equal(freedomOf('IN_PROGRESS', { status: 'SKIPPED', locked: false }), 'DONE')
})

test('the smallest set of stops that explains the new order is out of order, and added or removed stops do not count', () => {
  const moved = (before: string, after: string) =>
    [...elementsToMove(before.split(''), after.split(''))].sort().join('')
  assert.equal(moved('abcde', 'abcde'), '')
  assert.equal(moved('abcde', 'abxcde'), '')
  assert.equal(moved('abcde', 'acde'), '')
  assert.equal(moved('abcde', 'bcdea'), 'a')
  assert.equal(moved('abcde', 'eabcd'), 'e')
  assert.equal(moved('abcdef', 'badcfe').length, 3)
  assert.equal(moved('abcd', 'dcba').length, 3)
  assert.equal(moved('', 'abc'), '')
})

const rest = (routeId: string, stopsBefore: number, ...visits: [string, number, number?][]): TimedRemainder => ({
  routeId,
  stopsBefore,
  visits: visits.map(([orderId, arrival, lateSeconds = 0]) => ({ orderId, arrival, lateSeconds })),
})

test('each stop that a plan changes is listed once by its greatest change, and positions count finished stops', () => {
  const changes = visitChanges(
    [rest('A', 2, ['a', 100], ['b', 200], ['c', 300]), rest('B', 0, ['x', 100], ['y', 900])],
    [rest('A', 2, ['b', 150], ['a', 210], ['new', 300]), rest('B', 0, ['x', 130], ['c', 500, 60], ['y', 1000])],
  )
  const found = new Map(changes.map(({ after, kind, before }) => [after.orderId, { kind, before, after }]))
  assert.deepEqual(
    [...found.keys()].sort(),
    ['b', 'c', 'new', 'y', 'a'].sort().filter((id) => found.has(id)),
  )
  assert.equal(found.get('new')?.kind, 'ADDED')
  assert.equal(found.get('new')?.before, null)
  assert.equal(found.get('new')?.after.sequence, 5)
  assert.equal(found.get('c')?.kind, 'MOVED')
  assert.deepEqual(found.get('c')?.before, { orderId: 'c', arrival: 300, lateSeconds: 0, routeId: 'A', sequence: 5 })
  assert.equal(found.get('c')?.after.lateSeconds, 60)
  assert.equal(found.get('y')?.kind, 'RETIMED')
  assert.equal(found.has('x'), false, 'half a minute is not a change')
  assert.deepEqual(['a', 'b'].filter((id) => found.get(id)?.kind === 'REORDERED').length, 1)
})

test('the plan with the least driving gets that name, unless it leaves more stops unassigned or is later than the intended one', () => {
  const plan = (driveSeconds: number, lateSeconds = 0, leftOff = 0) => ({ driveSeconds, lateSeconds, leftOff })
  assert.equal(leastDriving([plan(60), plan(300), plan(90)], 1), 0)
  assert.equal(leastDriving([plan(300), plan(300)], 1), 1)
  assert.equal(leastDriving([plan(60, 1), plan(300), plan(60, 0, 1)], 1), 1)
})
