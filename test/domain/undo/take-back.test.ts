// Tests which recorded rows of a step Undo can write back, and which obstacles prevent it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  orderOf,
  type PlanRow,
  routesOf,
  type StepRow,
  takeBack,
  textOf,
  undoParts,
} from '../../../src/domain/undo/take-back.ts'
import { text } from '../../../src/texts/text.ts'
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

test('an undo keeps the announced arrival time, which never prevents the undo', () => {
  const told = (to: string, more: PlanRow = {}) => ({ told_to: to, notice_at: to, ...more })
  const row = stopRow(told('09:00', { sequence: 2 }), told('09:30'), told('09:45'))
  const { writes, timedAnew, obstacle: found } = takeBack([row], around())
  assert.deepEqual([writes[0]?.write, [...timedAnew], found], [['sequence'], [], null])
  assert.equal(obstacle(stopRow(null, told('09:30'), told('09:45'))), null)
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

test('each obstacle has its order, and the change since the step in its message', () => {
  const of = (row: StepRow) => inEnglish(takeBack([row], around()).obstacle)
  const order = (after: PlanRow, now: PlanRow | null): StepRow => {
    const whole = { status: 'OPEN', delivery_date: '2026-11-23', route_uuid: null, stop_uuid: null, note: 'a' }
    return {
      kind: 'ORDER',
      recordId: 'an order',
      before: whole,
      after: { ...whole, ...after },
      now: now && { ...whole, ...now },
    }
  }
  assert.deepEqual(of(order({ note: 'b' }, { note: 'b', status: 'CANCELLED' })), {
    orderId: 'an order',
    message: 'It is canceled now.',
  })
  assert.deepEqual(of(order({ note: 'b' }, { note: 'b', delivery_date: '2026-11-24' })), {
    orderId: 'an order',
    message: 'It is for 2026-11-24 now.',
  })
  assert.deepEqual(of(order({ note: 'b' }, { note: 'b', stop_uuid: 'x' })), {
    orderId: 'an order',
    message: 'It has been moved since.',
  })
  assert.deepEqual(of(order({ note: 'b' }, { note: 'c' })), {
    orderId: 'an order',
    message: 'It has been changed since.',
  })
  assert.equal(of(stopRow(null, {}, null))?.orderId, ORDER)
  assert.equal(of(stopRow({}, null, {}))?.orderId, ORDER)
  const gone: StepRow = { ...routeRow({}, { driver_uuid: 'a' }, {}), now: null }
  assert.deepEqual(of(gone), { orderId: null, message: 'Van 1 no longer exists.' })
  const delayed = routeRow({}, { delay_told_at: '09:00' }, { delay_told_at: '10:00' })
  assert.equal(of(delayed)?.message, 'Another delay of Van 1 was entered since.')
})

test('a build has no obstacle of its own', () => {
  const row: StepRow = {
    kind: 'BUILD',
    recordId: 'a build',
    before: { undone: false },
    after: { undone: true },
    now: null,
  }
  assert.equal(takeBack([row], around()).obstacle, null)
})

test('an obstacle outside of the rows writes no row back', () => {
  const forbids = () => ({ orderId: null, message: text('It has been changed since.') })
  const { writes, obstacle: found } = takeBack([stopRow({ sequence: 2 }, { sequence: 1 })], { ...around(), forbids })
  assert.deepEqual([writes, inEnglish(found)?.message], [[], 'It has been changed since.'])
})

test('a tap at a stop that the step put on a route is an obstacle', () => {
  assert.equal(obstacle(stopRow(null, {}, { status: 'DELIVERED' })), 'It is delivered now.')
})

test('a route that the step added is removed unless it has stops of others', () => {
  const added: StepRow = { ...routeRow({}, {}, {}), before: null }
  assert.equal(takeBack([added], around()).obstacle, null)
  const others = [{ stopId: 'another stop', sequence: 5 }]
  assert.equal(inEnglish(takeBack([added], around(others)).obstacle)?.message, 'Van 1 has other stops now.')
  assert.equal(takeBack([routeRow({}, {}, {})], around(others)).obstacle, null, 'a route that was there before stays')
  assert.equal(takeBack([added, stopRow(null, {})], around([{ stopId: STOP, sequence: 1 }])).obstacle, null)
})

test('positions count only on the route to which a stop returns', () => {
  const toOther = stopRow({ route_uuid: OTHER_ROUTE, sequence: 2 }, { sequence: 2 })
  const stopsOf = (routeId: string) => (routeId === ROUTE ? [{ stopId: 'another stop', sequence: 2 }] : [])
  assert.equal(takeBack([toOther], { ...around(), stopsOf }).obstacle, null)
})

test('a row names its routes and its order', () => {
  const stop = stopRow({ route_uuid: OTHER_ROUTE }, {})
  assert.deepEqual(routesOf(stop), [OTHER_ROUTE, ROUTE, ROUTE])
  assert.deepEqual(routesOf(routeRow({}, {}, {})), [ROUTE])
  assert.deepEqual([orderOf(stop), orderOf(stopRow(null, {})), orderOf(routeRow({}, {}, {}))], [ORDER, ORDER, null])
  assert.equal(textOf({ sequence: 1 }, 'sequence'), null)
})

test('records connected over several routes are one piece, whatever their order', () => {
  const moved = (recordId: string, from: string, to: string): StepRow => ({
    kind: 'ORDER',
    recordId,
    before: { route_uuid: from },
    after: { route_uuid: to },
    now: { route_uuid: to },
  })
  const rows = [
    moved('a', '1', '2'),
    moved('b', '3', '4'),
    moved('c', '5', '6'),
    moved('d', '4', '5'),
    moved('e', '6', '2'),
  ]
  assert.deepEqual(
    undoParts(rows).map((part) => part.length),
    [5],
  )
  const apart = undoParts([moved('a', '1', '2'), moved('b', '3', '4')])
  assert.deepEqual(
    apart.map((part) => part.length),
    [1, 1],
  )
})
