// Findings of a report: the period before, values that need attention, weeks, and the lines of a plot.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Figures } from '../../../src/contract/reports.ts'
import {
  lowestOnTime,
  needsAttention,
  overPlan,
  periodBefore,
  spansOf,
  ticks,
} from '../../../web/office/reports/figures.ts'

const figures = (members: Partial<Figures>): Figures => ({
  routes: 1,
  delivered: 0,
  failed: 0,
  skipped: 0,
  windowed: 0,
  on_time: 0,
  timed_routes: 0,
  planned_minutes: 0,
  actual_minutes: 0,
  measured_routes: 0,
  planned_miles: 0,
  driven_miles: 0,
  rated: 0,
  stars: null,
  ...members,
})

test('the period before has the same length and ends on the day before', () => {
  assert.deepEqual(periodBefore('03/01/2028', '03/07/2028'), { from: '02/23/2028', to: '02/29/2028' })
  assert.deepEqual(periodBefore('01/01/2027', '01/01/2027'), { from: '12/31/2026', to: '12/31/2026' })
})

test('the lowest share on time needs attention from 10 points below all, and only with enough deliveries', () => {
  const totals = figures({ windowed: 100, on_time: 90 })
  const low = figures({ windowed: 20, on_time: 15 })
  const few = figures({ windowed: 4, on_time: 0 })
  assert.equal(lowestOnTime([low, few, totals], totals), low)
  assert.equal(lowestOnTime([few, figures({ windowed: 20, on_time: 17 })], totals), null)
  assert.equal(lowestOnTime([low], figures({})), null)
})

test('a plan is exceeded from 10 %, and nothing planned can’t be exceeded', () => {
  assert.equal(needsAttention(overPlan(100, 110)), true)
  assert.equal(needsAttention(overPlan(100, 109)), false)
  assert.equal(overPlan(0, 5), null)
})

test('more than 14 days are summed by week from Monday, without days that have no measured route', () => {
  const days = Array.from({ length: 15 }, (_, i) => ({
    ...figures({ measured_routes: i === 1 ? 0 : 1, planned_miles: 10, driven_miles: 11 }),
    date: `11/${String(i + 12).padStart(2, '0')}/2026`,
  }))
  const read = (day: Figures) => ({ planned: day.planned_miles, actual: day.driven_miles, routes: day.measured_routes })
  assert.deepEqual(spansOf(days, read), [
    { day: '11/12/2026', planned: 30, actual: 33 },
    { day: '11/16/2026', planned: 70, actual: 77 },
    { day: '11/23/2026', planned: 40, actual: 44 },
  ])
  assert.deepEqual(
    spansOf(days.slice(0, 3), read).map(({ day }) => day),
    ['11/12/2026', '11/14/2026'],
  )
})

test('the lines of a plot are round and contain its values', () => {
  assert.deepEqual(ticks(0.81, 1), [0.8, 0.85, 0.9, 0.95, 1])
  assert.deepEqual(ticks(37, 118), [20, 40, 60, 80, 100, 120])
  assert.deepEqual(ticks(5, 5), [5, 5.5])
})
