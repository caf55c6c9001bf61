import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideDispatch, holdsVehicle, ROUTE_GATE, routeRefusal, endTimeOf } from '../../../src/domain/routes/route.ts'

const SOON = new Date('2026-01-01T12:00:00Z')

test('a running route is completed after every stop is finished and every outcome has settled', () => {
  const delivered = { status: 'DELIVERED', settlesAt: null } as const
  assert.equal(endTimeOf('IN_PROGRESS', [delivered, { status: 'FAILED', settlesAt: null }]), 'COMPLETED')
  assert.equal(endTimeOf('IN_PROGRESS', [delivered, { status: 'FAILED', settlesAt: SOON }]), null)
  assert.equal(endTimeOf('IN_PROGRESS', [delivered, { status: 'PENDING', settlesAt: null }]), null)
})

test('a running route without stops is canceled, and other routes stay unchanged', () => {
  assert.equal(endTimeOf('DISPATCHED', []), 'CANCELLED')
  assert.equal(endTimeOf('PLANNED', []), null)
  assert.equal(endTimeOf('COMPLETED', []), null)
})

test('each route status allows only its actions', () => {
  const may = (action: 'replan' | 'dispatch' | 'work' | 'cancel') =>
    (Object.keys(ROUTE_GATE) as (keyof typeof ROUTE_GATE)[]).filter((status) => !routeRefusal(status, action))
  assert.deepEqual(may('replan'), ['PLANNED'])
  assert.deepEqual(may('dispatch'), ['PLANNED', 'DISPATCHED', 'IN_PROGRESS'])
  assert.deepEqual(may('work'), ['DISPATCHED', 'IN_PROGRESS'])
  assert.deepEqual(may('cancel'), ['PLANNED', 'DISPATCHED', 'IN_PROGRESS'])
  assert.equal(routeRefusal('COMPLETED', 'replan')?.code, 'ROUTE_RUNNING')
  assert.equal(routeRefusal('COMPLETED', 'dispatch')?.code, 'ROUTE_NOT_DISPATCHABLE')
  assert.equal(routeRefusal('COMPLETED', 'work')?.code, 'ROUTE_NOT_RUNNING')
  assert.equal(routeRefusal('COMPLETED', 'cancel')?.code, 'ROUTE_NOT_CANCELLABLE')
})

test('a planned route with stops is dispatched once, until its drive window ends', () => {
  const planned = { status: 'PLANNED', shiftEndsAt: SOON, stopCount: 1 } as const
  const codeOf = (route: Parameters<typeof decideDispatch>[0], now = SOON) => {
    const decision = decideDispatch(route, now)
    return typeof decision === 'string' ? decision : decision.code
  }
  assert.equal(codeOf(planned), 'dispatch')
  assert.equal(codeOf(planned, new Date(SOON.getTime() + 1)), 'DRIVE_WINDOW_PASSED')
  assert.equal(codeOf({ ...planned, stopCount: 0 }), 'ROUTE_EMPTY')
  assert.equal(codeOf({ ...planned, status: 'IN_PROGRESS' }), 'already')
  assert.equal(codeOf({ ...planned, status: 'CANCELLED' }), 'ROUTE_NOT_DISPATCHABLE')
})

test('a running route, or a planned one with stops, occupies its vehicle', () => {
  const held = (status: keyof typeof ROUTE_GATE, stopCount: number) => holdsVehicle({ status, stopCount })
  assert.deepEqual([held('PLANNED', 0), held('PLANNED', 1)], [false, true])
  assert.deepEqual([held('DISPATCHED', 0), held('COMPLETED', 3)], [true, false])
})
