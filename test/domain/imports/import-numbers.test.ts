import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { moneyIn } from '../../../src/domain/imports/import-cells.ts'
import * as numbers from '../../../src/domain/imports/import-numbers.ts'
import { anyText } from '../../helpers/any-text.ts'

test('numbers are read in each notation', () => {
  const expected: Record<string, number | null> = {
    '93,0': 93,
    '1,234.5': 1234.5,
    '1.234,5': 1234.5,
    '1.234.567': 1234567,
    '12,345,678': 12345678,
    '1’234.50': 1234.5,
    '0,500': 0.5,
    '0.500': 0.5,
    '12345,678': 12345.678,
    '$ 40.25': 40.25,
    '4,4': 4.4,
    '-.5': -0.5,
    '7.': 7,
    '1.2.3': null,
    '1,23.4': null,
    '1,234.567,8': null,
    '-': null,
    '.': null,
    'a lot': null,
  }
  for (const [text, value] of Object.entries(expected))
    for (const mark of ['.', ',', null] as const) assert.equal(numbers.numberIn(text, mark), value, `${text} ${mark}`)
})

test('three digits after a single mark are decimals or thousands, depending on the decimal mark', () => {
  const read = (text: string) => (['.', ',', null] as const).map((mark) => numbers.numberIn(text, mark))
  assert.deepEqual(read('1.200'), [1.2, 1200, 1200])
  assert.deepEqual(read('-12,345'), [-12345, -12.345, -12345])
  assert.equal(numbers.degreesIn('38,912'), 38.912)
  assert.equal(numbers.degreesIn('-77.036'), -77.036)
  assert.equal(moneyIn('1.200 €', ','), '1200')
  assert.equal(moneyIn('$24.90', ','), '24.90')
  assert.equal(moneyIn('-5', '.'), null)
})

test('the decimal mark is that of most numbers in a file, or else the default', () => {
  assert.equal(numbers.decimalMarkOf(['1.200', '3,5', '2.000'], '.'), ',')
  assert.equal(numbers.decimalMarkOf(['1,200', '0.500'], ','), '.')
  assert.equal(numbers.decimalMarkOf(['1.234.000'], '.'), ',')
  assert.equal(numbers.decimalMarkOf(['1.200', '', 'a lot', '7'], ','), ',')
  assert.equal(numbers.decimalMarkOf(['1.5', '1,5'], ','), ',')
})

test('a country has a default decimal mark', () => {
  const marks = Object.fromEntries(
    ['US', 'GB', 'MX', 'DE', 'FR', 'ES'].map((of) => [of, numbers.defaultDecimalMark(of)]),
  )
  assert.deepEqual(marks, { US: '.', GB: '.', MX: '.', DE: ',', FR: ',', ES: ',' })
})

test('reading any cell as a number neither throws nor invents a number', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom('.' as const, ',' as const, null), (text, mark) => {
      const number = numbers.numberIn(text, mark)
      assert.ok(number === null || (Number.isFinite(number) && /\d/.test(text)))
    }),
  )
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.constantFrom('de-DE', 'en-US'), (value, locale) => {
      const rounded = Math.round(value * 100) / 100
      const text = rounded.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      assert.equal((numbers.numberIn(text, locale === 'de-DE' ? ',' : '.') ?? NaN) + 0, rounded + 0)
    }),
  )
})
