import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastEnd, moreWindowsOf, windowsOf } from '../../../src/domain/planning/windows.ts'

const LATE = { start: '17:00', end: '19:00' }

test('the windows are the first and the others in order, and the last one ends last', () => {
  const two = { windowStart: '09:00', windowEnd: '11:00', rules: { moreWindows: [LATE] } }
  assert.deepEqual(windowsOf(two), [{ start: '09:00', end: '11:00' }, LATE])
  assert.equal(lastEnd(two), '19:00')
  assert.deepEqual(windowsOf({ windowStart: '09:00', windowEnd: null }), [{ start: '09:00', end: null }])
  assert.deepEqual(windowsOf({ windowStart: null, windowEnd: '11:00' }), [{ start: null, end: '11:00' }])
  assert.equal(lastEnd({ windowStart: null, windowEnd: '11:00' }), '11:00')
})

test('without a first window there are none, and any time fits', () => {
  const none = { windowStart: null, windowEnd: null, rules: { moreWindows: [LATE] } }
  assert.deepEqual(windowsOf(none), [])
  assert.equal(lastEnd(none), null)
  assert.equal(lastEnd({ windowStart: '09:00', windowEnd: null }), null)
  assert.deepEqual(moreWindowsOf({ rules: null }), [])
})
