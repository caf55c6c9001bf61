import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDay } from '../../../../src/app/planning/compile/planned-day.ts'
import { withinStreetHours } from '../../../../src/app/planning/compile/street-windows.ts'
import type { StreetHours } from '../../../../src/domain/planning/street-hours.ts'
import { ALWAYS, weekHours } from '../../../../src/domain/planning/week-hours.ts'

const HOUR = 3_600
const tuesday = { ...anyDay, weekday: 1 }
/** Hours that are the same every day. */
const daily = (...spans: [from: number, to: number][]): StreetHours => ({
  week: weekHours(
    [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
      spans.map(([from, to]) => [(24 * day + from) * 60, (24 * day + to) * 60] as const),
    ),
  ),
  sources: [],
})
const spans = (...each: [from: number, to: number][]) =>
  each.map(([from, to]) => ({ start: from * HOUR, end: to * HOUR }))
/** Vehicles of each kind that drive all day. */
const allDay = (hours: Readonly<Record<string, StreetHours | null>>) =>
  new Map(Object.entries(hours).map(([key, own]) => [key, { hours: own, shifts: spans([0, 24]) }]))
const within = (
  windows: { start: number; end: number }[],
  hours: Readonly<Record<string, StreetHours | null>>,
  { rules = null, mayBeLate = false }: { rules?: { streetHours: string } | null; mayBeLate?: boolean } = {},
) => withinStreetHours(windows, { rules }, allDay(hours), tuesday, mayBeLate)

test('windows are cut to the hours of the street', () => {
  assert.deepEqual(within([], { CAR: null }), { windows: [], excluded: [] })
  assert.deepEqual(within(spans([8, 12]), { CAR: null }).windows, spans([8, 12]))
  assert.deepEqual(within([], { CAR: daily([6, 11]) }).windows, spans([6, 11]))
  assert.deepEqual(within(spans([8, 12]), { CAR: daily([6, 11]) }).windows, spans([8, 11]))
  assert.deepEqual(
    within(spans([8, 9], [10, 20]), { CAR: daily([6, 11], [18, 19]) }).windows,
    spans([8, 9], [10, 11], [18, 19]),
  )
  assert.deepEqual(within(spans([8, 12]), { CAR: daily([6, 11]) }).street, { hours: spans([6, 11]), isMissed: false })
})

test('a stop whose windows lie outside the hours can be served only if lateness is allowed, and then in the hours', () => {
  const missed = within(spans([12, 14]), { CAR: daily([6, 11]) })
  assert.deepEqual(missed.street, { hours: spans([6, 11]), isMissed: true })
  assert.ok(missed.windows.every(({ end }) => end < 0))
  assert.deepEqual(within(spans([12, 14]), { CAR: daily([6, 11]) }, { mayBeLate: true }).windows, spans([6, 11]))
  const closed: StreetHours = { week: [[3 * 24 * 60, 4 * 24 * 60]], sources: [] }
  assert.deepEqual(within(spans([12, 14]), { CAR: closed }).street, { hours: [], isMissed: true })
  assert.deepEqual(within(spans([12, 14]), { CAR: closed }, { mayBeLate: true }).windows, spans([12, 14]))
})

test('hours of the delivery replace those of the map', () => {
  assert.deepEqual(within([], { CAR: daily([6, 11]) }, { rules: { streetHours: '24/7' } }).windows, [])
  assert.deepEqual(within([], { CAR: null }, { rules: { streetHours: '09:00-10:00' } }).windows, spans([9, 10]))
  const all = within([], { CAR: { week: ALWAYS, sources: [] } })
  assert.deepEqual(all, { windows: [], excluded: [] })
})

test('kinds of vehicles share the common hours, or one kind serves the stop', () => {
  assert.deepEqual(within([], { CAR: daily([6, 11]), TRUCK: daily([9, 14]) }).windows, spans([9, 11]))
  assert.deepEqual(within([], { CAR: daily([6, 11]), TRUCK: null }).windows, spans([6, 11]))
  const apart = within([], { CAR: daily([6, 8]), TRUCK: daily([9, 14]) })
  assert.deepEqual([apart.windows, apart.excluded], [spans([6, 8]), ['TRUCK']])
  const trucks = within(spans([10, 12]), { CAR: daily([6, 8]), TRUCK: daily([9, 14]) })
  assert.deepEqual([trucks.windows, trucks.excluded], [spans([10, 12]), ['CAR']])
  const both = within(spans([10, 12]), { CAR: daily([6, 8]), TRUCK: daily([9, 14]), 'TRUCK 3////': daily([9, 14]) })
  assert.deepEqual([both.windows, both.excluded], [spans([10, 12]), ['CAR']], 'both trucks have these hours')
  const cars = within(spans([10, 12]), { CAR: null, TRUCK: daily([6, 8]) })
  assert.deepEqual([cars.windows, cars.street, cars.excluded], [spans([10, 12]), undefined, ['TRUCK']])
})

test('common hours outside all shifts give the stop to the vehicles whose own hours lie in a shift', () => {
  const vehicles = (bikes: [number, number], trucks: [number, number]) =>
    new Map([
      ['BICYCLE', { hours: null, shifts: spans(bikes) }],
      ['TRUCK', { hours: daily([0, 7], [20, 24]), shifts: spans(trucks) }],
    ])
  const day = withinStreetHours([], { rules: null }, vehicles([8, 18], [8, 18]), tuesday, false)
  assert.deepEqual(day, { windows: [], excluded: ['TRUCK'] })
  const early = withinStreetHours([], { rules: null }, vehicles([8, 18], [6, 14]), tuesday, false)
  assert.deepEqual([early.windows, early.excluded], [spans([0, 7], [20, 24]), []])
  const night = withinStreetHours(spans([19, 21]), { rules: null }, vehicles([8, 18], [8, 18]), tuesday, false)
  assert.deepEqual([night.windows, night.excluded], [spans([20, 21]), []], 'nobody can serve it')
})

test('a plan without a date uses hours that hold on every working day', () => {
  const weekdays: StreetHours = {
    week: weekHours([0, 1, 2, 3, 4].map((day) => [(24 * day + (day === 2 ? 7 : 6)) * 60, (24 * day + 11) * 60])),
    sources: [],
  }
  assert.deepEqual(
    withinStreetHours([], { rules: null }, allDay({ CAR: weekdays }), anyDay, false).windows,
    spans([7, 11]),
  )
})

test('a moment is in the windows if it is in the own windows and in the hours', () => {
  const hour = fc
    .tuple(fc.integer({ min: 0, max: 22 }), fc.integer({ min: 1, max: 3 }))
    .map(([from, length]) => [from, Math.min(24, from + length)] as [number, number])
  const sorted = (some: [number, number][]) => weekHours(some).map(([from, to]) => [from, to] as [number, number])
  fc.assert(
    fc.property(
      fc.array(hour, { minLength: 1, maxLength: 4 }).map(sorted),
      fc.array(hour, { minLength: 1, maxLength: 4 }).map(sorted),
      fc.integer({ min: 0, max: 24 * 4 - 1 }),
      (own, street, quarter) => {
        const at = quarter * 900 + 450
        const isIn = (some: readonly { start: number; end: number }[]) =>
          some.some(({ start, end }) => start <= at && at <= end)
        const { windows } = within(spans(...own), { CAR: daily(...street) })
        assert.equal(isIn(windows), isIn(spans(...own)) && isIn(spans(...street)))
      },
    ),
  )
})
