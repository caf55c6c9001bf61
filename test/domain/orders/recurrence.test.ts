// Tests the dates of recurring orders, compared with a slow search that checks each day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import {
  datesBetween,
  isDateOf,
  nextDates,
  occurrences,
  type Schedule,
  UNITS,
  type Weekday,
  WEEKDAYS,
} from '../../../src/domain/orders/recurrence.ts'

const FIRST = Temporal.PlainDate.from('2026-01-01')
const DAYS = 1_301
/** Every checked day with its calendar fields. */
const CALENDAR = Array.from({ length: DAYS }, (_, i) => {
  const date = FIRST.add({ days: i })
  const { year, month, day: dayOfMonth, dayOfWeek, daysInMonth } = date
  return { date: date.toString(), year, month, dayOfMonth, dayOfWeek, daysInMonth }
})
const INDEX = new Map(CALENDAR.map(({ date }, i) => [date, i]))
const day = (offset: number): string => FIRST.add({ days: offset }).toString()

const rule = fc
  .record({
    every: fc.integer({ min: 1, max: 6 }),
    unit: fc.constantFrom(...UNITS),
    weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    dayOfMonth: fc.integer({ min: 1, max: 31 }),
    startAt: fc.integer({ min: 0, max: 500 }),
    lasts: fc.option(fc.integer({ min: 0, max: 700 })),
    count: fc.option(fc.integer({ min: 1, max: 12 })),
  })
  .map(
    ({ startAt, lasts, weekdays, dayOfMonth, unit, count, every }): Schedule => ({
      every,
      unit,
      weekdays: unit === 'WEEK' ? weekdays : [],
      dayOfMonth: unit === 'MONTH' ? dayOfMonth : null,
      start: day(startAt),
      end: lasts === null ? null : day(startAt + lasts),
      count: lasts === null ? count : null,
      closedDays: 'KEEP',
    }),
  )

/** Whether the rule without its end includes the day, by the day's calendar fields. */
function falls(schedule: Schedule, i: number): boolean {
  const first = INDEX.get(schedule.start) ?? 0
  const [start, at] = [CALENDAR[first], CALENDAR[i]]
  if (!start || !at || i < first) return false
  if (schedule.unit === 'DAY') return (i - first) % schedule.every === 0
  if (schedule.unit === 'WEEK') {
    const weeks = (i - at.dayOfWeek - (first - start.dayOfWeek)) / 7
    return weeks % schedule.every === 0 && schedule.weekdays.includes(WEEKDAYS[at.dayOfWeek - 1] as Weekday)
  }
  const months = (at.year - start.year) * 12 + at.month - start.month
  return months % schedule.every === 0 && at.dayOfMonth === Math.min(schedule.dayOfMonth ?? 0, at.daysInMonth)
}

const all = (schedule: Schedule): string[] =>
  CALENDAR.filter(({ date }, i) => falls(schedule, i) && (schedule.end === null || date <= schedule.end))
    .map(({ date }) => date)
    .slice(0, schedule.count ?? DAYS)

test('the dates of any rule equal those of a search through every day', () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 400 }), (schedule, at, length) => {
      const [from, to] = [day(at), day(at + length)]
      const wanted = all(schedule)
      const within = wanted.filter((date) => date >= from && date <= to)
      assert.deepEqual([...datesBetween(schedule, from, to)], within)
      assert.equal(isDateOf(schedule, from), wanted.includes(from))
      const next = wanted.filter((date) => date >= from).slice(0, 2)
      assert.deepEqual(
        nextDates(schedule, from, 2).filter((date) => date < day(DAYS)),
        next,
      )
    }),
    { numRuns: 400 },
  )
})

test('the due dates are each date without an exception, and each date moved into the period, once', () => {
  const exceptions = fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 60 }), to: fc.option(fc.integer({ min: 0, max: 900 })) }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(rule, exceptions, fc.integer({ min: 0, max: 700 }), (schedule, drawn, at) => {
      const dates = all(schedule)
      const special = new Map(
        drawn.map(({ at: i, to }) => {
          const date = dates[i % Math.max(1, dates.length)] ?? day(i)
          return [date, { date, skipped: to === null, movedTo: to === null ? null : day(to) }] as const
        }),
      )
      const [today, horizon] = [day(at), day(at + 14)]
      const days = dates.flatMap((date) => {
        const exception = special.get(date)
        if (!exception) return date >= today ? [{ date, day: date }] : []
        return exception.movedTo && exception.movedTo >= today ? [{ date, day: exception.movedTo }] : []
      })
      const sorted = days.sort((a, b) => (`${a.day}${a.date}` < `${b.day}${b.date}` ? -1 : 1))
      const { due, next } = occurrences(schedule, [...special.values()], today, horizon)
      assert.deepEqual(
        due,
        sorted.filter((one) => one.day <= horizon),
      )
      const later = sorted.find((one) => one.day > horizon)?.day ?? null
      assert.equal(next !== null && next >= day(DAYS) ? null : next, later)
    }),
    { numRuns: 400 },
  )
})

test('a day that the month lacks is its last day', () => {
  const schedule: Schedule = {
    every: 1,
    unit: 'MONTH',
    weekdays: [],
    dayOfMonth: 31,
    start: '2028-01-15',
    end: null,
    count: 4,
    closedDays: 'KEEP',
  }
  assert.deepEqual(nextDates(schedule, '2028-01-01', 9), ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'])
})

test('a rule without an end ends with the last supported day', () => {
  const schedule: Schedule = {
    every: 1,
    unit: 'DAY',
    weekdays: [],
    dayOfMonth: null,
    start: '9999-12-30',
    end: null,
    count: null,
    closedDays: 'KEEP',
  }
  assert.deepEqual(nextDates(schedule, '9999-01-01', 9), ['9999-12-30', '9999-12-31'])
})
