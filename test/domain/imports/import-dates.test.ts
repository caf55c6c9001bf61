import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dateIn, type DateOrder, dateOrderOf } from '../../../src/domain/imports/import-dates.ts'
import { anyText } from '../../helpers/any-text.ts'

test('dates are read in the forms that people and shops write', () => {
  const alike: Record<string, string | null> = {
    '2026-11-23': '11/23/2026',
    '2026-11-23 09:11:00 -0500': '11/23/2026',
    '2026-11-23T09:00:00Z': '11/23/2026',
    'Nov 23, 2026': '11/23/2026',
    'Monday, November 23rd, 2026': '11/23/2026',
    '23 Nov 2026': '11/23/2026',
    '23 November, 2026': '11/23/2026',
    'Mar 3, 2026': '03/03/2026',
    'Montag, 23. November 2026': '11/23/2026',
    '1er décembre 2026': '12/01/2026',
    '1 de diciembre de 2026': '12/01/2026',
    'Fri, 04 December 2026': '12/04/2026',
    '02/30/2026': null,
    '13/13/2026': null,
    tomorrow: null,
    '45678': null,
  }
  for (const [text, date] of Object.entries(alike))
    for (const order of ['MONTH_FIRST', 'DAY_FIRST'] as const) assert.equal(dateIn(text, order), date, text)
  for (const [text, monthFirst, dayFirst] of [
    ['11/23/2026', '11/23/2026', null],
    ['23.11.2026', null, '11/23/2026'],
    ['1/2/26', '01/02/2026', '02/01/2026'],
    ['Thu 03-12-2026 9:00', '03/12/2026', '12/03/2026'],
  ] as const) {
    assert.equal(dateIn(text, 'MONTH_FIRST'), monthFirst, text)
    assert.equal(dateIn(text, 'DAY_FIRST'), dayFirst, text)
  }
})

test('an instant in UTC is the local day, and midnight UTC is the date itself', () => {
  const day = (text: string, zone: string) => dateIn(text, 'MONTH_FIRST', zone)
  assert.equal(day('2026-11-30T23:00:00.000Z', 'Europe/Berlin'), '12/01/2026')
  assert.equal(day('2026-12-01T03:00:00Z', 'America/New_York'), '11/30/2026')
  assert.equal(day('2026-12-01T00:00:00Z', 'America/New_York'), '12/01/2026')
  assert.equal(day('2026-11-23 23:11:00 -0500', 'Europe/Berlin'), '11/23/2026')
})

test('the whole file decides the order of day and month, else the choice, the last file or the default', () => {
  const told = (
    cells: string[],
    chosen: DateOrder | null = null,
    remembered: DateOrder | null = null,
    usual: DateOrder = 'MONTH_FIRST',
  ) => {
    const dates = dateOrderOf(cells, { chosen, remembered, usual })
    return dates && [dates.order, dates.basis, dates.example]
  }
  assert.deepEqual(told(['03/12/2026', '07/12/2026', '23/12/2026']), ['DAY_FIRST', 'PROVEN', '23/12/2026'])
  assert.deepEqual(told(['03/12/2026', '12/23/2026']), ['MONTH_FIRST', 'PROVEN', '12/23/2026'])
  assert.deepEqual(told(['03/12/2026', '07/12/2026']), ['MONTH_FIRST', 'ASSUMED', '03/12/2026'])
  assert.deepEqual(told(['03/12/2026'], null, null, 'DAY_FIRST'), ['DAY_FIRST', 'ASSUMED', '03/12/2026'])
  assert.deepEqual(told(['12/23/2026'], null, null, 'DAY_FIRST'), ['MONTH_FIRST', 'PROVEN', '12/23/2026'])
  assert.deepEqual(told(['03/12/2026'], null, 'DAY_FIRST'), ['DAY_FIRST', 'REMEMBERED', '03/12/2026'])
  assert.deepEqual(told(['03/12/2026'], 'MONTH_FIRST', 'DAY_FIRST'), ['MONTH_FIRST', 'CHOSEN', '03/12/2026'])
  assert.deepEqual(told(['23/12/2026'], null, 'MONTH_FIRST'), ['DAY_FIRST', 'PROVEN', '23/12/2026'])
  assert.deepEqual(told(['23/12/2026', '24/12/2026', '12/25/2026']), ['DAY_FIRST', 'CONTRADICTED', '23/12/2026'])
  // Dates that are equal in both orders need no decision.
  for (const cells of [[], ['12/12/2026', '2026-12-03', 'someday', '']]) assert.equal(told(cells), null)
})

test('reading any cell as a date neither throws nor returns an invalid date', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom<DateOrder>('MONTH_FIRST', 'DAY_FIRST'), (text, order) => {
      const date = dateIn(text, order)
      assert.ok(date === null || /^(0[1-9]|1[0-2])\/[0-3]\d\/\d{4}$/.test(date))
      dateOrderOf([text], { chosen: null, remembered: null, usual: 'MONTH_FIRST' })
    }),
  )
})
