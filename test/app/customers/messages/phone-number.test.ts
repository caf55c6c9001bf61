import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getCountries } from 'libphonenumber-js/min'
import { PHONE_REGIONS } from '../../../../src/domain/settings/phone-region.ts'
import { countryOf, phoneNumber } from '../../../../src/app/customers/messages/phone-number.ts'

test('a number is read for the country of the time zone, unless it begins with +', () => {
  const read: [written: string, timeZone: string, number: string][] = [
    ['+1 202 555 0143', 'Europe/London', '+12025550143'],
    ['(202) 555-0143', 'America/New_York', '+12025550143'],
    ['1-202-555-0143', 'America/Chicago', '+12025550143'],
    ['2025550143', 'UTC', '+12025550143'],
    ['+44 (0)20 7946 0018', 'America/New_York', '+442079460018'],
    ['07700 900123', 'Europe/London', '+447700900123'],
    ['0151 23456789', 'Europe/Berlin', '+4915123456789'],
    ['06 12 34 56 78', 'Europe/Paris', '+33612345678'],
    ['0412 345 678', 'Australia/Sydney', '+61412345678'],
    ['98765 43210', 'Asia/Kolkata', '+919876543210'],
  ]
  for (const [written, timeZone, number] of read)
    assert.equal(phoneNumber(written, { timeZone, phoneRegion: null }), number, written)
  assert.equal(phoneNumber('+12025550143', null), '+12025550143')
})

test('text that can’t be a phone number is null', () => {
  for (const none of ['', 'abc', '555-0143', 'call the office', '+1', '(202) 555-0143 ext. 5', '07700 900123'])
    assert.equal(phoneNumber(none, { timeZone: 'America/New_York', phoneRegion: null }), null, none)
  assert.equal(phoneNumber('2025550143', null), null, 'without a country')
})

test('the region that a business chose precedes that of its time zone', () => {
  const inParis = (phoneRegion: string | null) => ({ timeZone: 'Europe/Paris', phoneRegion })
  assert.equal(phoneNumber('07700 900123', inParis('GB')), '+447700900123')
  assert.equal(phoneNumber('07700 900123', inParis(null)), null)
  assert.equal(phoneNumber('+33 6 12 34 56 78', inParis('GB')), '+33612345678')
})

test('every region of the library can be chosen', () => {
  assert.deepEqual([...PHONE_REGIONS], getCountries().toSorted())
})

test('aliases of a time zone have the same country', () => {
  assert.deepEqual(['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kyiv', 'US/Eastern'].map(countryOf), [
    'IN',
    'IN',
    'UA',
    'US',
  ])
})
