import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf } from '../../../src/app/calendar.ts'
import {
  choosableDays,
  type ChoiceRules,
  mayChoose,
  isSameOffer,
  windowsWithin,
  withOffer,
} from '../../../src/domain/orders/another-day.ts'
import type { OrderInput } from '../../../src/domain/orders/order.ts'

const calendar = calendarOf('America/New_York')
const RULES: ChoiceRules = { chooseDaysAhead: 3, chooseUntil: '18:00', chooseWindows: [] }
const at = (day: string, time: string) => calendar.instantOf(day, time)

test('a day can be chosen until the time of the day before, to the minute', () => {
  const before = at('2026-11-23', '17:59')
  assert.deepEqual(choosableDays(RULES, before, calendar), ['2026-11-24', '2026-11-25', '2026-11-26'])
  assert.deepEqual(choosableDays(RULES, at('2026-11-23', '18:00'), calendar), ['2026-11-25', '2026-11-26'])
  assert.deepEqual(choosableDays({ ...RULES, chooseDaysAhead: 0 }, before, calendar), [])
})

test('a customer can choose another day for a final failure, and for an open delivery before its day or if late or postponed', () => {
  const now = at('2026-11-23', '18:00')
  const order = { status: 'OPEN', deliveryDate: '2026-11-25', mayRepeat: false, postponed: false } as const
  const may = (some: Partial<Parameters<typeof mayChoose>[0]>, rules = RULES) =>
    mayChoose({ ...order, ...some }, rules, now, calendar)
  assert.equal(may({}), true)
  assert.equal(may({ deliveryDate: '2026-11-24' }), false, 'too late')
  assert.equal(may({ deliveryDate: '2026-11-23' }), false, 'the delivery is being loaded')
  assert.equal(may({ deliveryDate: '2026-11-23', postponed: true }), true)
  assert.equal(may({ deliveryDate: '2026-11-22' }), true)
  assert.equal(may({ status: 'FAILED', mayRepeat: true }), true)
  assert.equal(may({ status: 'FAILED' }), false)
  for (const status of ['SCHEDULED', 'DELIVERED', 'CANCELLED'] as const)
    assert.equal(may({ status, mayRepeat: true, postponed: true }), false, status)
  assert.equal(may({ status: 'FAILED', mayRepeat: true }, { ...RULES, chooseDaysAhead: 0 }), false)
})

test('windows are clipped to the hours of the day, and windows outside are not offered', () => {
  const windows = [
    { start: '08:00', end: '12:00' },
    { start: '12:00', end: '16:00' },
    { start: '17:00', end: '20:00' },
  ]
  assert.deepEqual(windowsWithin({ start: '09:00', end: '17:00' }, windows), [
    { start: '09:00', end: '12:00' },
    { start: '12:00', end: '16:00' },
  ])
  assert.deepEqual(windowsWithin(null, windows), windows)
  assert.deepEqual(windowsWithin({ start: '16:00', end: '17:00' }, windows), [], 'windows that only touch the hours')
})

test('an order for an offered day is for that day alone, and has the offered window alone', () => {
  const order = {
    deliveryDate: '2026-11-23',
    allowedDays: { first: '2026-11-23', last: '2026-11-24' },
    windowStart: '09:00',
    windowEnd: '11:00',
    rules: { moreWindows: [{ start: '13:00', end: '15:00' }], priority: 5 },
  } as OrderInput
  const moved = { ...order, deliveryDate: '2026-11-26', allowedDays: null }
  const window = { start: '12:00', end: '16:00' }
  assert.deepEqual(withOffer(order, { day: '2026-11-26', window: null }), moved)
  const inWindow = { ...moved, windowStart: '12:00', windowEnd: '16:00' }
  assert.deepEqual(withOffer(order, { day: '2026-11-26', window }), { ...inWindow, rules: { priority: 5 } })
  const { moreWindows } = order.rules ?? {}
  for (const rules of [null, { moreWindows: moreWindows ?? [] }])
    assert.deepEqual(withOffer({ ...order, rules }, { day: '2026-11-26', window }), { ...inWindow, rules: null })
})

test('offers are the same if day and window are', () => {
  const window = { start: '12:00', end: '16:00' }
  const offer = { day: '2026-11-26', window }
  assert.ok(isSameOffer(offer, { day: '2026-11-26', window: { ...window } }))
  assert.ok(isSameOffer({ ...offer, window: null }, { ...offer, window: null }))
  assert.ok(!isSameOffer(offer, { ...offer, day: '2026-11-27' }))
  assert.ok(!isSameOffer(offer, { ...offer, window: null }))
  assert.ok(!isSameOffer({ ...offer, window: null }, offer))
  assert.ok(!isSameOffer(offer, { ...offer, window: { ...window, start: '11:00' } }))
  assert.ok(!isSameOffer(offer, { ...offer, window: { ...window, end: '17:00' } }))
})
