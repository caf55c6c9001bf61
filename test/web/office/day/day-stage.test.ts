// How far a day is, its issues, and the routes that can be sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayOut } from '../../../../src/contract/day.ts'
import { progressOf } from '../../../../web/office/day/day-stage.ts'

interface Given {
  status?: string
  late?: number
  driver?: object | null
}
const route = (name: string, { status = 'PLANNED', late = 0, driver = { name: 'Test driver' } }: Given = {}) => ({
  route_uuid: name,
  name,
  status,
  driver,
  stop_count: 1,
  stops: [{ order_uuid: `stop of ${name}`, late_minutes: late }],
})
const waiting = { order_uuid: 'new', lat: 39, placement: 'PLACED', left_off: null }
const leftOff = { ...waiting, order_uuid: 'left off', left_off: { reason: { code: 'CAPACITY' } } }
const unplaced = { ...waiting, order_uuid: 'unplaced', lat: null, placement: 'UNPLACED' }
const ambiguous = { ...unplaced, order_uuid: 'ambiguous', placement: 'AMBIGUOUS' }
const day = (routes: object[], pool: object[] = [], drivers: object[] = [{ name: 'Test driver' }]) =>
  ({ routes, pool, pool_count: pool.length, drivers }) as unknown as DayOut
const stageOf = (...given: Parameters<typeof day>) => progressOf(day(...given)).stage
const issuesOf = (...given: Parameters<typeof day>) => progressOf(day(...given)).issues.map(({ kind }) => kind)

test('a day without routes, or with a delivery that no build has tried, is at building', () => {
  assert.equal(stageOf([]), 'BUILD')
  assert.equal(stageOf([route('A')], [waiting]), 'BUILD')
  assert.equal(stageOf([route('A', { status: 'CANCELLED' })]), 'BUILD')
})

test('a planned day is at reviewing while its plan has an issue, then at sending', () => {
  assert.equal(stageOf([route('A', { late: 14 })]), 'REVIEW')
  assert.equal(stageOf([route('A')], [unplaced]), 'REVIEW')
  assert.equal(stageOf([route('A')], [leftOff]), 'SEND')
})

test('a day is live from its first sent route on, and done when all have ended', () => {
  assert.equal(stageOf([route('A', { status: 'DISPATCHED' }), route('B', { late: 5 })], [waiting]), 'LIVE')
  assert.equal(progressOf(day([route('A', { status: 'COMPLETED' })])).isDone, true)
  assert.equal(progressOf(day([route('A', { status: 'COMPLETED' }), route('B')])).isDone, false)
})

test('issues are late stops, deliveries without a location, and routes without a driver of a business that has drivers', () => {
  const routes = [route('A', { late: 14 }), route('B', { driver: null })]
  assert.deepEqual(issuesOf(routes, [unplaced, ambiguous]), ['LATE', 'SEVERAL_LOCATIONS', 'NO_LOCATION', 'NO_DRIVER'])
  assert.deepEqual(issuesOf(routes, [], []), ['LATE'])
  assert.deepEqual(issuesOf([route('A', { status: 'DISPATCHED', late: 14, driver: null })]), [])
})

test('a route without an issue is ready', () => {
  const { toSend, ready } = progressOf(
    day([route('A', { late: 14 }), route('B'), route('C', { status: 'IN_PROGRESS' })]),
  )
  assert.deepEqual(
    [toSend, ready].map((routes) => routes.map(({ name }) => name)),
    [['A', 'B'], ['B']],
  )
})
