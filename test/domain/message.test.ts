import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isQuiet, phoneNumber, replyAsks } from '../../src/domain/message.ts'

test('quiet hours may go past midnight', () => {
  const night = { start: '21:00', end: '08:00' }
  const quiet = ['20:59', '21:00', '23:59', '00:00', '07:59', '08:00'].map((time) => isQuiet(time, night))
  assert.deepEqual(quiet, [false, true, true, true, true, false])
  assert.equal(isQuiet('12:00', null), false)
})

test('phone numbers as people write them', () => {
  for (const written of ['+1 202 555 0143', '(202) 555-0143', '1-202-555-0143', '2025550143'])
    assert.equal(phoneNumber(written), '+12025550143', written)
  assert.equal(phoneNumber('+44 20 7946 0018'), '+442079460018')
  for (const none of ['', '555-0143', 'call the office', '+1']) assert.equal(phoneNumber(none), null, none)
})

test('only the words that carriers know ask for anything', () => {
  assert.deepEqual(['stop', 'STOP!', 'Start', 'stop by the back door', 'ok'].map(replyAsks), [
    'stop',
    'stop',
    'start',
    null,
    null,
  ])
})
