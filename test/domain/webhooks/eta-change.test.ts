import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWorthAnEvent, lateMinutes } from '../../../src/domain/webhooks/eta-change.ts'

const planned = new Date('2026-11-27T12:00:00Z')
const changed = (before: number, after: number): boolean => {
  const at = (minutes: number): Date => new Date(planned.getTime() + minutes * 60_000)
  return isWorthAnEvent({ plannedArrival: planned, before: at(before), after: at(after) })
}

test('an arrival is reported after another whole step from the planned one, early or late', () => {
  assert.equal(changed(0, 4.9), false)
  assert.equal(changed(0, 5), true)
  assert.equal(changed(-4, 3), false)
  assert.equal(changed(0, -4.9), false)
  assert.equal(changed(0, -5), true)
  assert.equal(changed(-5.5, -9), false)
})

test('minutes after the planned arrival are whole, and negative before it', () => {
  const late = (seconds: number) => lateMinutes(new Date(planned.getTime() + seconds * 1000), planned)
  assert.deepEqual([late(119), late(120), late(-119), late(-120)], [1, 2, -1, -2])
})
