import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRangeBroken, mayNotifyAgain } from '../../../src/domain/forecast/arrival-range.ts'

const minutes = (count: number) => count * 60
const promised = { from: minutes(100), to: minutes(130) }
const isBroken = (median: number, windowEnd: number | null = null, wasNotified = false) =>
  isRangeBroken(minutes(median), promised, windowEnd === null ? null : minutes(windowEnd), wasNotified)

test('a range is broken by more than 10 minutes, or by 20 minutes after a notice', () => {
  assert.deepEqual(
    [89, 90, 140, 141].map((median) => isBroken(median)),
    [true, false, false, true],
  )
  assert.deepEqual(
    [79, 80, 150, 151].map((median) => isBroken(median, null, true)),
    [true, false, false, true],
  )
})

test('an arrival after the window breaks a range that was inside the window', () => {
  assert.deepEqual(
    [135, 136].map((median) => isBroken(median, 135)),
    [false, true],
  )
  assert.deepEqual(
    [135, 136].map((median) => isBroken(median, 135, true)),
    [false, true],
  )
  assert.deepEqual(
    [140, 141].map((median) => isBroken(median, 120)),
    [false, true],
    'the customer knows that it is late',
  )
  const first = (median: number, end: number | null) => isRangeBroken(median, null, end, false)
  assert.deepEqual([first(10, 9), first(10, 10), first(10, null)], [true, false, false])
})

test('there are at least 30 minutes between two notices', () => {
  const at = (noticeAt: number | null) => mayNotifyAgain(noticeAt, minutes(100))
  assert.deepEqual([at(null), at(minutes(70)), at(minutes(71))], [true, true, false])
})
