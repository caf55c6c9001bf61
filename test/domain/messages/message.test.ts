import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isQuiet, replyAsks } from '../../../src/domain/messages/message.ts'

test('quiet hours may go past midnight', () => {
  const night = { start: '21:00', end: '08:00' }
  const quiet = ['20:59', '21:00', '23:59', '00:00', '07:59', '08:00'].map((time) => isQuiet(time, night))
  assert.deepEqual(quiet, [false, true, true, true, true, false])
  assert.equal(isQuiet('12:00', null), false)
})

test('only the words that carriers know ask for anything', () => {
  assert.deepEqual(['stop', 'STOP!', 'Start', 'stop by the back door', 'ok', 'Help?', 'info', 'Ayuda'].map(replyAsks), [
    'stop',
    'stop',
    'start',
    null,
    null,
    'help',
    'help',
    'help',
  ])
})
