import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isQuiet, requestInReply } from '../../../src/domain/messages/message.ts'

test('quiet hours may go past midnight', () => {
  const night = { start: '21:00', end: '08:00' }
  const quiet = ['20:59', '21:00', '23:59', '00:00', '07:59', '08:00'].map((time) => isQuiet(time, night))
  assert.deepEqual(quiet, [false, true, true, true, true, false])
  assert.equal(isQuiet('12:00', null), false)
})

test('quiet hours within a day begin at their start and end before their end', () => {
  const noon = { start: '12:00', end: '14:00' }
  const quiet = ['08:00', '11:59', '12:00', '13:59', '14:00', '20:00'].map((time) => isQuiet(time, noon))
  assert.deepEqual(quiet, [false, false, true, true, false, false])
  assert.equal(isQuiet('12:00', { start: '12:00', end: '12:00' }), false)
})

test('only the words that carriers recognize have an effect', () => {
  assert.deepEqual(
    ['stop', 'STOP!', 'Start', 'stop by the back door', 'ok', 'Help?', 'info', 'Ayuda'].map(requestInReply),
    ['stop', 'stop', 'start', null, null, 'help', 'help', 'help'],
  )
})
