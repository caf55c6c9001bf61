import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  approachRefusal,
  onServerClock,
  correctionRefusal,
  decideUndo,
  nextOpenStop,
  OUTCOMES,
  outcomeRefusal,
  outcomeTimesFault,
  plausibleTime,
  type SkippedOrderState,
  STOP_STATUSES,
  type StopStatus,
} from '../../../src/domain/routes/stop.ts'
import { render } from '../../../src/texts/text.ts'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 23, 15, minute, second))
const OPEN: SkippedOrderState = { status: 'OPEN', onARoute: false, misfits: [] }
const codeOf = (decision: object | null) => (decision && 'code' in decision ? decision.code : null)

test('a finished stop accepts no other outcome', () => {
  for (const status of ['PENDING', 'EN_ROUTE', 'ARRIVED'] as const)
    for (const outcome of OUTCOMES) assert.equal(outcomeRefusal({ status }, outcome), null)
  for (const status of OUTCOMES)
    for (const outcome of OUTCOMES) assert.equal(outcomeRefusal({ status }, outcome)?.code, 'STOP_FINISHED')
  assert.notEqual(
    outcomeRefusal({ status: 'FAILED' }, 'FAILED')?.message,
    outcomeRefusal({ status: 'FAILED' }, 'DELIVERED')?.message,
  )
})

test('an undone stop has the status ARRIVED if the driver had arrived before', () => {
  assert.deepEqual(decideUndo({ status: 'FAILED', arrivedAt: at(0) }, OPEN), { status: 'ARRIVED', undone: 'FAILED' })
  assert.deepEqual(decideUndo({ status: 'DELIVERED', arrivedAt: null }, OPEN), {
    status: 'PENDING',
    undone: 'DELIVERED',
  })
  assert.equal(codeOf(decideUndo({ status: 'ARRIVED', arrivedAt: at(0) }, OPEN)), 'NOTHING_TO_UNDO')
})

test('a skip can’t be undone or corrected if its order has moved on, but other outcomes can', () => {
  const moved: SkippedOrderState[] = [
    { ...OPEN, status: 'CANCELLED' },
    { ...OPEN, onARoute: true },
    { ...OPEN, misfits: ['address', 'delivery_date'] },
  ]
  for (const order of moved) {
    assert.equal(codeOf(decideUndo({ status: 'SKIPPED', arrivedAt: null }, order)), 'ORDER_MOVED_ON')
    assert.equal(codeOf(decideUndo({ status: 'FAILED', arrivedAt: null }, order)), null)
    const settled = { status: 'SKIPPED' as const, settlesAt: null }
    assert.equal(codeOf(correctionRefusal(settled, 'DELIVERED', order)), 'ORDER_MOVED_ON')
    assert.equal(correctionRefusal(settled, 'SKIPPED', order), null)
    assert.equal(correctionRefusal({ status: 'FAILED', settlesAt: null }, 'DELIVERED', order), null)
  }
  const refusal = decideUndo({ status: 'SKIPPED', arrivedAt: null }, moved[2] as SkippedOrderState)
  assert.ok('message' in refusal && render(refusal.message).includes('another address and delivery date now'))
  assert.deepEqual('fields' in refusal && refusal.fields, ['address', 'delivery_date'])
  assert.deepEqual(decideUndo({ status: 'SKIPPED', arrivedAt: null }, OPEN), { status: 'PENDING', undone: 'SKIPPED' })
})

test('only a settled outcome can be corrected', () => {
  assert.equal(codeOf(correctionRefusal({ status: 'ARRIVED', settlesAt: null }, 'FAILED', OPEN)), 'NOTHING_TO_CORRECT')
  assert.equal(codeOf(correctionRefusal({ status: 'FAILED', settlesAt: at(2) }, 'DELIVERED', OPEN)), 'OUTCOME_HELD')
  assert.equal(correctionRefusal({ status: 'SKIPPED', settlesAt: null }, 'FAILED', OPEN), null)
})

test('an outcome is between the dispatch and now, with a tolerance of 2 minutes for clocks', () => {
  const fault = (occurred: Date, arrived: Date | null = null) =>
    outcomeTimesFault({ occurredAt: occurred, arrivedAt: arrived }, at(10), at(30))?.field ?? null
  assert.equal(fault(at(32)), null)
  assert.equal(fault(at(32, 1)), 'occurred_at')
  assert.equal(fault(at(10)), null)
  assert.equal(fault(at(9, 59)), 'occurred_at')
  assert.equal(fault(at(20), at(20)), null)
  assert.equal(fault(at(20), at(20, 1)), 'arrived_at')
  assert.equal(fault(at(20), at(8)), null)
  assert.equal(fault(at(20), at(7, 59)), 'arrived_at')
})

test('a phone’s time is corrected by its known offset, and clamped between dispatch and now', () => {
  assert.deepEqual(onServerClock(at(5), 60_000), at(6))
  assert.deepEqual(onServerClock(at(5), null), at(5))
  assert.deepEqual(plausibleTime(at(5), at(10), at(30)), at(10))
  assert.deepEqual(plausibleTime(at(40), at(10), at(30)), at(30))
  assert.deepEqual(plausibleTime(at(20), at(10), at(30)), at(20))
  assert.deepEqual(plausibleTime(at(20), at(31), at(30)), at(31))
})

test('an open stop can be headed to before the driver arrives', () => {
  const may = (approach: 'head' | 'arrive') => STOP_STATUSES.filter((status) => !approachRefusal(status, approach))
  assert.deepEqual(may('head'), ['PENDING', 'EN_ROUTE'])
  assert.deepEqual(may('arrive'), ['PENDING', 'EN_ROUTE', 'ARRIVED'])
  assert.equal(approachRefusal('FAILED', 'head')?.code, 'STOP_FINISHED')
})

test('a driver who leaves heads to the first open stop, unless on the way to one', () => {
  const next = (...statuses: StopStatus[]) => {
    const stops = statuses.map((status) => ({ status }))
    const found = nextOpenStop(stops)
    return found && stops.indexOf(found)
  }
  assert.equal(next('DELIVERED', 'PENDING', 'PENDING'), 1)
  assert.equal(next('DELIVERED', 'PENDING', 'EN_ROUTE'), null)
  assert.equal(next('DELIVERED', 'SKIPPED'), null)
  assert.equal(next(), null)
})
