import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesDelay, delayEnd, minutesLater } from '../../../src/domain/routes/delay.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour))

test('a delay ends with the first action on the route after the report', () => {
  const delay = { until: at(12), toldAt: at(10) }
  assert.equal(delayEnd(null, []), null)
  assert.deepEqual(delayEnd(delay, []), at(12))
  assert.deepEqual(delayEnd(delay, [null, at(9), at(10)]), at(12))
  assert.equal(delayEnd(delay, [at(9), at(11)]), null)
})

test('a report changes times if it adds minutes or replaces the previous report', () => {
  assert.ok(changesDelay({ minutes: 1 }))
  assert.ok(!changesDelay({ minutes: 0 }))
  assert.ok(!changesDelay({ minutes: 0, replace: false }))
  assert.ok(changesDelay({ minutes: 0, replace: true }))
})

test('a chosen time is later than the shown time by at most four hours, also over midnight', () => {
  assert.equal(minutesLater('10:20', '10:45'), 25)
  assert.equal(minutesLater('23:50', '00:10'), 20)
  assert.equal(minutesLater('10:20', '14:20'), 240)
  assert.equal(minutesLater('10:20', '14:21'), null)
  assert.equal(minutesLater('10:20', '10:20'), null)
  assert.equal(minutesLater('10:20', '10:15'), null)
})
