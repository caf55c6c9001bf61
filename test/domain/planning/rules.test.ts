// Rules of vehicles and deliveries, with their defaults.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  breaksByWindow,
  convertServiceMinutes,
  isSameName,
  overtimeOf,
  reloadOf,
  serviceOn,
  statedRules,
} from '../../../src/domain/planning/rules.ts'

test('breaks are taken in the order of their windows', () => {
  const rest = (start: string, end: string) => ({ start, end, minutes: 15, paid: true })
  const [early, short, long] = [rest('09:00', '18:00'), rest('12:00', '13:00'), rest('12:00', '14:00')]
  assert.deepEqual(breaksByWindow([long, short, early]), [early, short, long])
})

test('a vehicle reloads once, and an overtime hour costs half as much again, unless its rules say otherwise', () => {
  for (const rules of [null, {}, { maxReloads: 2 }]) assert.equal(reloadOf(rules), null)
  assert.deepEqual(reloadOf({ reloadMinutes: 0 }), { minutes: 0, max: 1 })
  assert.deepEqual(reloadOf({ reloadMinutes: 20, maxReloads: 3 }), { minutes: 20, max: 3 })
  for (const rules of [null, {}, { overtimeFactor: 2 }]) assert.equal(overtimeOf(rules), null)
  assert.deepEqual(overtimeOf({ overtimeAfterMinutes: 0 }), { afterMinutes: 0, factor: 1.5 })
  assert.deepEqual(overtimeOf({ overtimeAfterMinutes: 480, overtimeFactor: 1 }), { afterMinutes: 480, factor: 1 })
})

test('service takes longer or shorter by the factor of the vehicle', () => {
  assert.equal(serviceOn(null, 7), 7)
  assert.equal(serviceOn({ serviceFactor: 1.255 }, 10), 12.55)
  assert.equal(serviceOn({ serviceFactor: 1 / 3 }, 10), 3.33)
  assert.equal(convertServiceMinutes({ serviceFactor: 2 }, { serviceFactor: 0.5 }, 10), 2.5)
  assert.equal(convertServiceMinutes(null, { serviceFactor: 1.5 }, 10), 15)
  assert.equal(convertServiceMinutes({ serviceFactor: 2 }, null, 10), 5)
  assert.equal(convertServiceMinutes({ serviceFactor: 3 }, { serviceFactor: 3 }, 10.123), 10.123, 'unchanged')
})

test('names are the same in any case, with or without spaces around', () => {
  assert.ok(isSameName(' Ann Lee', 'ann LEE '))
  assert.ok(!isSameName('Ann Lee', 'Ann'))
})

test('rules have only members with a value', () => {
  assert.deepEqual(statedRules({ a: 0, b: false, c: '', d: null, e: [], f: ['x'] }), {
    a: 0,
    b: false,
    c: '',
    f: ['x'],
  })
  assert.equal(statedRules({ a: null, b: [] }), null)
  assert.equal(statedRules({}), null)
})
