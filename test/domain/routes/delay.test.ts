import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesDelay, delayEnd } from '../../../src/domain/routes/delay.ts'

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
