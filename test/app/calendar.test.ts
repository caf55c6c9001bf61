// Tests calendar functions on days of 23 and 25 hours, on which clocks are changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf } from '../../src/app/calendar.ts'

const newYork = calendarOf('America/New_York')
const instant = (day: string, time: string) => newYork.instantOf(day, time).toISOString()

test('a time that occurs twice is its first occurrence', () => {
  assert.equal(instant('2026-11-01', '00:30'), '2026-11-01T04:30:00.000Z')
  assert.equal(instant('2026-11-01', '01:30'), '2026-11-01T05:30:00.000Z')
  assert.equal(instant('2026-11-01', '02:30'), '2026-11-01T07:30:00.000Z')
})

test('a time that the clock change skips moves later', () => {
  assert.equal(instant('2026-03-08', '01:30'), '2026-03-08T06:30:00.000Z')
  assert.equal(instant('2026-03-08', '02:30'), '2026-03-08T07:30:00.000Z')
  assert.equal(newYork.timeOf(newYork.instantOf('2026-03-08', '02:30')), '03:30')
})

test('instants have the day and time of the zone before and after the change', () => {
  for (const [at, day, time, hour] of [
    ['2026-11-01T05:30:00Z', '2026-11-01', '01:30', 1],
    ['2026-11-01T06:30:00Z', '2026-11-01', '01:30', 1],
    ['2026-11-02T04:59:59Z', '2026-11-01', '23:59', 23],
    ['2026-11-02T05:00:00Z', '2026-11-02', '00:00', 0],
  ] as const) {
    const then = new Date(at)
    assert.deepEqual([newYork.dayOf(then), newYork.timeOf(then), newYork.hourOf(then)], [day, time, hour], at)
  }
  assert.equal(newYork.startOfDay('2026-11-02').getTime() - newYork.startOfDay('2026-11-01').getTime(), 25 * 3_600_000)
  assert.equal(newYork.addDays('2026-02-28', 1), '2026-03-01')
})
