import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openingHoursReader } from '../../../src/adapters/regions/opening-hours.ts'
import { hoursOfDay, type WeekHours } from '../../../src/domain/planning/week-hours.ts'

const read = await openingHoursReader(new Date(2026, 10, 29))
/** Returns the hours of each day as text, such as `6-11`. */
const days = (week: WeekHours): string[] =>
  Array.from({ length: 7 }, (_, day) =>
    hoursOfDay(week, day)
      .map(([start, end]) => `${start / 60}-${end / 60}`)
      .join(),
  )
const weekly = (text: string): string[] => {
  const hours = read(text)
  assert.ok(hours, text)
  assert.deepEqual(hours.certain, hours.possible, text)
  return days(hours.certain)
}
const each = (hours: string): string[] => Array.from({ length: 7 }, () => hours)

test('hours, weekdays and nights are weekly hours', () => {
  assert.deepEqual(weekly('06:00-11:00'), each('6-11'))
  assert.deepEqual(weekly('06:00-10:30,18:00-19:30'), each('6-10.5,18-19.5'))
  assert.deepEqual(weekly('22:00-06:00'), each('0-6,22-24'))
  assert.deepEqual(weekly('Mo-Fr 06:00-11:00; Sa 06:00-09:00'), [...each('6-11').slice(2), '6-9', ''])
  assert.deepEqual(weekly('Sa 22:00-05:00'), ['', '', '', '', '', '22-24', '0-5'])
  assert.deepEqual(weekly('22-6'), each('0-6,22-24'))
  assert.deepEqual(weekly('10am-12pm,1pm-8pm'), each('10-12,13-20'))
  assert.deepEqual(weekly('Sa,Su'), ['', '', '', '', '', '0-24', '0-24'])
})

test('names of days and months may be long, and times may have the letter h', () => {
  for (const text of ['Mon,Wed', 'Monday,Wednesdays'])
    assert.deepEqual(weekly(text), ['0-24', '', '0-24', '', '', '', ''])
  assert.deepEqual(weekly('Mon-Friday 7h30-9h00'), [...each('7.5-9').slice(2), '', ''])
  assert.deepEqual(weekly('7h-9h30'), each('7-9.5'))
  for (const text of ['March-May', 'March 18-April 30', 'Sept-January']) {
    const hours = read(text)
    assert.deepEqual([days(hours?.certain ?? []), days(hours?.possible ?? [])], [each(''), each('0-24')], text)
  }
})

test('rules for the same days are joined, and a rule for other days replaces those before it', () => {
  assert.deepEqual(weekly('Mo-Fr 07:00-09:00; Mo-Fr 16:00-18:00'), [...each('7-9,16-18').slice(2), '', ''])
  assert.deepEqual(weekly('Mo-Fr 7am-9am; Mo-Fr 4pm-6pm'), [...each('7-9,16-18').slice(2), '', ''])
  assert.deepEqual(weekly('07:00-09:00; PH off; 16:00-18:00'), each('7-9,16-18'))
  assert.deepEqual(weekly('06:00-20:00; Su 08:00-12:00'), [...each('6-20').slice(1), '8-12'])
  assert.deepEqual(weekly('Mo-Fr 07:00-09:00; Mo-Fr 08:00-09:00 off'), [...each('7-8').slice(2), '', ''])
  assert.deepEqual(weekly('Mo-Fr 07:00-09:00; Mo-Fr off; Mo-Fr 16:00-18:00'), [...each('16-18').slice(2), '', ''])
  const seasonal = read('Mar 00:00-07:00;Mar 17:00-24:00;Apr 00:00-07:00;Apr 19:00-24:00')
  assert.deepEqual(days(seasonal?.possible ?? []), each('0-7,17-24'))
})

test('holidays count as ordinary days', () => {
  assert.deepEqual(weekly('Mo-Fr 06:00-11:00; PH off'), [...each('6-11').slice(2), '', ''])
  assert.deepEqual(weekly('Su,PH 00:00-24:00'), ['', '', '', '', '', '', '0-24'])
  for (const off of [', PH off', ' PH off', ', PH,SH off', ', PH closed', ' except PH', ';PH off']) {
    assert.deepEqual(weekly(`Mo-Fr 06:00-11:00${off}`), [...each('6-11').slice(2), '', ''], off)
    assert.deepEqual(weekly(`06:00-11:00${off}`), each('6-11'), off)
  }
  assert.deepEqual(weekly('Mo,PH,Tu 08:00-10:00'), ['8-10', '8-10', '', '', '', '', ''])
  assert.deepEqual(weekly('PH,Mo off; Tu-Su 08:00-10:00'), ['', ...each('8-10').slice(1)])
  assert.deepEqual(weekly('SH off; Mo-Fr 08:00-09:00'), [...each('8-9').slice(2), '', ''])
  assert.equal(read('PH'), null)
  assert.equal(read('PH off'), null)
})

test('seasons and uncertain hours are possible, but not certain', () => {
  for (const [text, certain, possible] of [
    ['Apr-Oct 10:00-18:00', each(''), each('10-18')],
    ['Oct-Mar 06:00-20:00; Apr-Sep 05:00-22:00', each('6-20'), each('5-22')],
    ['Nov 15-May 15', each(''), each('0-24')],
    ['sunrise-sunset', each(''), each('0-24')],
    ['06:00-11:00 "with a permit"', each(''), each('6-11')],
    ['2026 Dec 01-2027 Jan 31', each(''), each('0-24')],
    ['week 04-16', each(''), each('0-24')],
    ['2026-2027', each('0-24'), each('0-24')],
    ['easter -2 days-easter +2 days', each(''), ['0-24', '', '', '', '0-24', '0-24', '0-24']],
  ] as const) {
    const hours = read(text)
    assert.ok(hours, text)
    assert.deepEqual([days(hours.certain), days(hours.possible)], [certain, possible], text)
  }
  assert.deepEqual(weekly('2014 Feb 01-2014 Aug 31'), each(''), 'a period in the past is over')
})

test('other conditions than hours are ignored', () => {
  for (const text of [
    'snow',
    'wet',
    'stay > 2 hours',
    'permit',
    'disabled',
    'max_speed>30',
    '7.5-12',
    'axles 2-3',
    '',
    'x'.repeat(300),
  ])
    assert.equal(read(text), null, text)
})
