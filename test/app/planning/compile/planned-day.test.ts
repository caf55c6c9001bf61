import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf } from '../../../../src/app/calendar.ts'
import { anyDay, datedDay } from '../../../../src/app/planning/compile/planned-day.ts'

const newYork = calendarOf('America/New_York')

test('a 23-hour day has one hour less between one and four, and agrees with the wall clock after it', () => {
  const day = datedDay(newYork, '2027-03-14')
  assert.equal(day.secondsAt('04:00') - day.secondsAt('01:00'), 2 * 3_600)
  assert.equal(day.secondsAt('09:30'), 9.5 * 3_600)
  assert.equal(day.instantAt(9.5 * 3_600).toISOString(), '2027-03-14T13:30:00.000Z')
  assert.equal(day.timeAt(day.secondsAt('01:10')), '01:10')
})

test('a 25-hour day has one hour more between midnight and four', () => {
  const day = datedDay(newYork, '2026-11-01')
  assert.equal(day.secondsAt('04:00') - day.secondsAt('00:00'), 5 * 3_600)
  assert.equal(day.secondsAt('17:00'), 17 * 3_600)
  assert.equal(day.timeAt(day.secondsAt('00:15')), '00:15')
})

test('times are rounded down to the minute, whatever the last bits of a sum', () => {
  for (const day of [anyDay, datedDay(newYork, '2026-11-23')]) {
    assert.equal(day.timeAt(9 * 3_600 + 59.9), '09:00')
    assert.equal(day.timeAt(9 * 3_600 - 1e-7), '09:00')
    assert.equal(day.secondsAt('23:59'), 86_340)
  }
})
