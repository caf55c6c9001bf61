// The recorded rows that can be written back, and the obstacles.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoParts, type PlanRow, type StepRow, takeBack } from '../../../src/domain/undo/take-back.ts'
import { inEnglish } from '../../helpers/in-english.ts'

const [ROUTE, OTHER_ROUTE, STOP, ORDER] = ['route', 'another route', 'stop', 'order']

const around = (stops: { stopId: string; sequence: number }[] = []) => ({
  nameOf: () => 'Van 1',
  dayInWords: (day: string) => day,
  stopsOf: () => stops,
  forbids: () => null,
})

const stopRow = (before: PlanRow | null, after: PlanRow | null, now: PlanRow | null = after): StepRow => {
  const whole = (row: PlanRow | null) =>
    row && { route_uuid: ROUTE, order_uuid: ORDER, sequence: 1, trip: 1, status: 'PENDING', eta: null, ...row }
  return { kind: 'STOP', recordId: STOP, before: whole(before), after: whole(after), now: whole(now) }
}
const routeRow = (before: PlanRow, after: PlanRow, now: PlanRow): StepRow => {
  const whole = (row: PlanRow) => ({ name: 'Van 1', status: 'PLANNED', driver_uuid: null, delayed_until: null, ...row })
  return { kind: 'ROUTE', recordId: ROUTE, before: whole(before), after: whole(after), now: whole(now) }
}
const obstacle = (row: StepRow) => inEnglish(takeBack([row], around()).obstacle?.message ?? null)

test('only the columns that the step changed are written back', () => {
  const row = stopRow({ sequence: 2 }, { sequence: 1 }, { sequence: 1, locked: true })
  assert.deepEqual(takeBack([row], around()).writes, [{ kind: 'STOP', recordId: STOP, write: ['sequence'] }])
})

test('a row that the step added is removed, and a row that it removed is added', () => {
  assert.equal(takeBack([stopRow(null, {})], around()).writes[0]?.write, 'REMOVE')
  assert.equal(takeBack([stopRow({}, null)], around()).writes[0]?.write, 'ADD')
})

test('a column that has been changed again since the step is an obstacle', () => {
  assert.equal(obstacle(stopRow({ sequence: 2 }, { sequence: 1 }, { sequence: 3 })), 'It has been moved since.')
  assert.equal(obstacle(stopRow({ locked: false }, { locked: true }, { locked: false })), 'It has been changed since.')
  assert.equal(obstacle(stopRow(null, {}, null)), 'It has been moved since.')
  assert.equal(obstacle(routeRow({ driver_uuid: 'a' }, { driver_uuid: 'b' }, {})), 'Van 1 has been changed since.')
  assert.equal(
    obstacle(routeRow({}, { delayed_until: '09:00' }, { delayed_until: '10:00' })),
    'Another delay of Van 1 was entered since.',
  )
})

test('a route sent since the step is an obstacle, and so is a tap at a stop whose position would change', () => {
  assert.equal(obstacle(routeRow({ driver_uuid: 'a' }, {}, { status: 'DISPATCHED' })), 'Van 1 is sent now.')
  const delivered = { sequence: 1, status: 'DELIVERED' }
  assert.equal(obstacle(stopRow({ sequence: 2 }, { sequence: 1 }, delivered)), 'It is delivered now.')
  assert.equal(obstacle(stopRow({ locked: true }, { locked: false }, { locked: false, status: 'DELIVERED' })), null)
})

test('times are written back unless they have changed since; then the route’s times are computed again', () => {
  const at = (eta: string) => ({ eta })
  const same = takeBack([stopRow(at('09:00'), at('09:30'))], around())
  assert.deepEqual([same.writes[0]?.write, [...same.timedAnew]], [['eta'], []])
  const moved = takeBack([stopRow(at('09:00'), at('09:30'), at('09:45'))], around())
  assert.deepEqual([moved.writes, [...moved.timedAnew], moved.obstacle], [[], [ROUTE], null])
})

test('a position that another stop has since the step is an obstacle', () => {
  const others = [{ stopId: 'another stop', sequence: 2 }]
  const { obstacle: found } = takeBack([stopRow({ sequence: 2 }, null)], around(others))
  assert.deepEqual(inEnglish(found), { orderId: null, message: 'Van 1 has other stops now.' })
  assert.equal(takeBack([stopRow({ sequence: 3 }, null)], around(others)).obstacle, null)
})

test('records connected by the routes of an order are one piece', () => {
  const order = (recordId: string, route_uuid: string | null): StepRow => {
    const row = { order_uuid: recordId, route_uuid, status: 'OPEN' }
    return { kind: 'ORDER', recordId, before: row, after: { ...row, route_uuid: null }, now: row }
  }
  const rows = [order('a', ROUTE), order('b', OTHER_ROUTE), order('c', ROUTE), order('d', null), stopRow({}, null)]
  const pieces = undoParts(rows).map((piece) => piece.map(({ recordId }) => recordId))
  assert.deepEqual(new Set(pieces.map((piece) => piece.join())), new Set(['a,c,stop', 'b', 'd']))
})
