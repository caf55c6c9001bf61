// Tests the definition of "on time" for deliveries with several windows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf } from '../../../src/app/calendar.ts'
import { wasOnTime } from '../../../src/app/routes/on-time.ts'

type Stop = Parameters<typeof wasOnTime>[2]

test('on time is within one of the windows: not before the first, not between two, not after the last', () => {
  const calendar = calendarOf('UTC')
  const at = (time: string) => new Date(`2026-03-02T${time}:00Z`)
  const on = (arrived: string, finished: string): boolean | null =>
    wasOnTime(calendar, '2026-03-02', {
      status: 'DELIVERED',
      windowStart: '09:00',
      windowEnd: '10:00',
      rules: { moreWindows: [{ start: '13:00', end: '14:00' }] },
      arrivedAt: at(arrived),
      finishedAt: at(finished),
    } as Stop)
  assert.deepEqual(
    [on('08:30', '08:50'), on('08:50', '09:05'), on('10:00', '10:20'), on('11:00', '11:10')],
    [false, true, true, false],
  )
  assert.deepEqual([on('12:50', '13:05'), on('13:59', '14:30'), on('14:05', '14:10')], [true, true, false])
})
