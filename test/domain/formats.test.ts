import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  dayInFigures,
  fieldOf,
  type Measure,
  measureInWords,
  MEASURES,
  storedOf,
  timeOfDay,
  type Units,
  UNITS,
} from '../../src/domain/formats.ts'

const units = fc.constantFrom(...UNITS)
const measure = fc.constantFrom(...MEASURES)
/** Values as people type them, with up to three decimals. */
const typed = fc.integer({ min: 0, max: 1_000_000_000 }).map((thousandths) => thousandths / 1_000)

test('a typed value is shown unchanged again, in each unit', () => {
  fc.assert(
    fc.property(units, measure, typed, (in_, of, value) => {
      assert.equal(fieldOf(in_, of, storedOf(in_, of, value)), value)
    }),
  )
  assert.equal(storedOf('METRIC', 'weight', 500), 1102.311311)
  assert.equal(fieldOf('METRIC', 'weight', 1102.311311), 500)
})

test('a stored value stays exactly the same if its field is not changed', () => {
  const stored = fc.double({ min: 0, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(units, measure, stored, (in_, of, value) => {
      assert.equal(storedOf(in_, of, fieldOf(in_, of, value), value), value)
    }),
  )
  assert.equal(storedOf('METRIC', 'weight', 453.592, 1_000), 1_000)
  assert.equal(storedOf('METRIC', 'weight', 453.6, 1_000), 1000.016821)
})

test('measures are formatted with their unit', () => {
  const read: [Units, Measure, number, string][] = [
    ['US', 'weight', 1_200.4, '1,200 lb'],
    ['METRIC', 'weight', 1_200, '544 kg'],
    ['METRIC', 'weight', 5, '2.3 kg'],
    ['US', 'distance', 12.34, '12.3 mi'],
    ['METRIC', 'distance', 12.34, '19.9 km'],
    ['UK', 'distance', 12.34, '12.3 mi'],
    ['UK', 'weight', 1_200, '544 kg'],
    ['US', 'volume', 12.5, '12.5 ft³'],
    ['METRIC', 'volume', 12.5, '0.354 m³'],
    ['METRIC', 'volume', 353.1467, '10 m³'],
    ['METRIC', 'area', 100, '259 km²'],
    ['US', 'length', 10.5, '10.5 ft'],
    ['METRIC', 'length', 10.5, '3.2 m'],
    ['UK', 'length', 13.123_36, '4 m'],
  ]
  for (const [in_, of, stored, words] of read) assert.equal(measureInWords(in_, of, stored), words)
  assert.equal(measureInWords('METRIC', 'weight', 12_000, 'de-DE'), '5.443 kg')
})

test('dates and times of day are formatted', () => {
  assert.deepEqual(
    (['MONTH_FIRST', 'DAY_FIRST', 'YEAR_FIRST'] as const).map((dateFormat) =>
      dayInFigures('2026-12-31', { dateFormat }),
    ),
    ['12/31/2026', '31/12/2026', '2026-12-31'],
  )
  for (const [time, h12, h24] of [
    ['00:05', '12:05 AM', '00:05'],
    ['09:40', '9:40 AM', '09:40'],
    ['12:00', '12:00 PM', '12:00'],
    ['23:59', '11:59 PM', '23:59'],
  ] as const)
    assert.deepEqual([timeOfDay(time, { clock: 'H12' }), timeOfDay(time, { clock: 'H24' })], [h12, h24])
})
