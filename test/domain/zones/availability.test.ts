import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf } from '../../../src/app/calendar.ts'
import { bookingReasons, opensOn, type ZoneRules, zoneDay } from '../../../src/domain/zones/availability.ts'
import { render } from '../../../src/texts/text.ts'

const newYork = calendarOf('America/New_York')
const hours = { start: '09:00', end: '17:00' }
const weekdays: ZoneRules = {
  hours: [hours, hours, hours, hours, hours, null, null],
  capacity: null,
  cutoffDays: null,
  cutoffTime: null,
  closures: new Map(),
}
const early = new Date('2026-11-01T12:00:00Z')
const MONDAY = '2026-11-23'
const SATURDAY = '2026-11-28'

const judge = (rules: Partial<ZoneRules>, day = MONDAY, taken = 0, now = early) =>
  zoneDay({ ...weekdays, ...rules }, day, taken, now, newYork)
const codes = (...asked: Parameters<typeof judge>) => {
  const day = judge(...asked)
  return day.open ? 'open' : day.reasons.map(({ code }) => code).join()
}

test('an open day shows its window, remaining capacity and cutoff', () => {
  assert.deepEqual(judge({}), { day: MONDAY, open: true, hours, capacity: null, remaining: null, cutoffAt: null })
  assert.deepEqual(judge({ capacity: 10, cutoffDays: 1, cutoffTime: '17:00' }, MONDAY, 4), {
    day: MONDAY,
    open: true,
    hours,
    capacity: 10,
    remaining: 6,
    cutoffAt: new Date('2026-11-22T22:00:00Z'),
  })
})

test('each reason closes a day, and a closed day lists all of them', () => {
  assert.equal(codes({}, SATURDAY), 'NOT_A_DELIVERY_DAY')
  assert.equal(codes({ closures: new Map([[MONDAY, 'Stock-taking']]) }), 'CLOSED')
  assert.equal(codes({ closures: new Map([[SATURDAY, 'Stock-taking']]) }), 'open')
  assert.equal(codes({ capacity: 3 }, MONDAY, 2), 'open')
  assert.equal(codes({ capacity: 3 }, MONDAY, 3), 'FULL')
  assert.equal(codes({ capacity: 3 }, MONDAY, 4), 'FULL')
  assert.equal(codes({ capacity: 0 }), 'FULL')
  const all = { capacity: 1, cutoffDays: 1, closures: new Map([[SATURDAY, 'Stock-taking']]) }
  assert.equal(
    codes(all, SATURDAY, 1, new Date('2027-01-01T00:00:00Z')),
    'NOT_A_DELIVERY_DAY,CLOSED,CUTOFF_PASSED,FULL',
  )
})

test('a closure’s note is in its message', () => {
  const day = judge({ closures: new Map([[MONDAY, 'Stock-taking']]) })
  assert.match(render((!day.open && day.reasons[0]?.message) || 'nothing'), /Stock-taking/)
})

test('the cutoff passes at its minute in the time zone of the business', () => {
  const rules = { cutoffDays: 1, cutoffTime: '17:00' }
  assert.equal(codes(rules, MONDAY, 0, new Date('2026-11-22T22:00:00.000Z')), 'open')
  assert.equal(codes(rules, MONDAY, 0, new Date('2026-11-22T22:00:00.001Z')), 'CUTOFF_PASSED')
  assert.equal(codes({ cutoffDays: 0, cutoffTime: '06:00' }, MONDAY, 0, new Date('2026-11-23T10:59:00Z')), 'open')
  assert.equal(
    codes({ cutoffDays: 0, cutoffTime: '06:00' }, MONDAY, 0, new Date('2026-11-23T11:01:00Z')),
    'CUTOFF_PASSED',
  )
})

test('cutoffs keep their local time across clock changes', () => {
  const cutoff = (day: string, rules: Partial<ZoneRules>) => {
    const judged = judge(
      { hours: Array.from({ length: 7 }, () => hours), ...rules },
      day,
      0,
      new Date('2026-01-01T00:00:00Z'),
    )
    return judged.open && judged.cutoffAt?.toISOString()
  }
  // The night to 11/01/2026 is an hour longer, the night to 03/14/2027 an hour shorter.
  assert.equal(cutoff('2026-11-02', { cutoffDays: 2, cutoffTime: '17:00' }), '2026-10-31T21:00:00.000Z')
  assert.equal(cutoff('2026-11-02', { cutoffDays: 1, cutoffTime: '17:00' }), '2026-11-01T22:00:00.000Z')
  assert.equal(cutoff('2027-03-15', { cutoffDays: 1, cutoffTime: '02:30' }), '2027-03-14T07:30:00.000Z')
  assert.equal(cutoff('2026-11-02', { cutoffDays: 1, cutoffTime: null }), '2026-11-02T04:59:00.000Z')
})

const reasonsOf = (...asked: Parameters<typeof judge>) => {
  const day = judge(...asked)
  return day.open ? [] : day.reasons.map(({ message }) => render(message))
}

test('a message names the weekday, the number of deliveries and when orders closed', () => {
  const late = new Date('2027-01-01T00:00:00Z')
  assert.deepEqual(reasonsOf({}, SATURDAY), ['There are no deliveries on Saturdays.'])
  assert.deepEqual(reasonsOf({ hours: [null, ...weekdays.hours.slice(1)] }), ['There are no deliveries on Mondays.'])
  assert.deepEqual(reasonsOf({ capacity: 3 }, MONDAY, 3), ['All 3 deliveries of this day are taken.'])
  assert.deepEqual(reasonsOf({ capacity: 0 }), ['No orders are taken for this day.'])
  const closed = (cutoffDays: number, cutoffTime: string | null) =>
    reasonsOf({ cutoffDays, cutoffTime }, MONDAY, 0, late)[0]
  assert.equal(closed(0, '10:30'), 'Orders for this day closed at 10:30 on the day itself.')
  assert.equal(closed(1, null), 'Orders for this day closed at 23:59 the day before.')
  assert.equal(closed(2, '17:00'), 'Orders for this day closed at 17:00 2 days before.')
})

test('a zone opens on its weekdays without closures, whatever was ordered', () => {
  const opens = (rules: Partial<ZoneRules>, day: string) => opensOn({ ...weekdays, ...rules }, day, newYork)
  assert.equal(opens({ capacity: 0 }, MONDAY), true)
  assert.equal(opens({}, SATURDAY), false)
  assert.equal(opens({ closures: new Map([[MONDAY, '']]) }, MONDAY), false)
})

test('a booking is refused on a past day, outside all zones, or if every zone is closed', () => {
  const closed = judge({}, SATURDAY)
  const full = judge({ capacity: 0 }, SATURDAY)
  const codesOf = (...asked: Parameters<typeof bookingReasons>) => bookingReasons(...asked).map(({ code }) => code)
  assert.deepEqual(codesOf([judge({})], MONDAY, SATURDAY), ['DATE_PASSED'])
  assert.deepEqual(codesOf([], MONDAY, MONDAY), ['NOT_SERVED'])
  assert.deepEqual(codesOf([closed, judge({})], MONDAY, MONDAY), [])
  assert.deepEqual(codesOf([closed, full, closed], SATURDAY, MONDAY), ['NOT_A_DELIVERY_DAY', 'FULL'])
})
