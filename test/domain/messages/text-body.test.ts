// The request body for an SMS gateway.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textBody, textBodyFault } from '../../../src/domain/messages/text-body.ts'

test('a value can’t change the structure of the body', () => {
  const text = 'He said "no" & left\n'
  assert.equal(textBody('{"m":"{text}"}', 'json', { text }), JSON.stringify({ m: text }))
  assert.equal(
    textBody('m={text}&to={to}', 'form', { text, to: '+1' }),
    'm=He%20said%20%22no%22%20%26%20left%0A&to=%2B1',
  )
})

test('a template has a recipient and a text, and is valid JSON if sent as JSON', () => {
  assert.equal(textBodyFault('{"to":"{to}","m":"{text}"}', 'json'), null)
  assert.equal(textBodyFault('{"to":"{to_digits}","m":"{text}","f":"{from}"}', 'json'), null)
  assert.equal(textBodyFault('{"to":"{to}"}', 'json'), 'must have {text}')
  assert.equal(textBodyFault('{"m":"{text}"}', 'json'), 'must have {to} or {to_digits}')
  assert.equal(
    textBodyFault('{"to":{to},"m":"{text}"}', 'json'),
    'must be JSON, with the placeholders in quotation marks',
  )
  assert.equal(textBodyFault('to={to}&m={text}', 'form'), null)
  assert.equal(textBodyFault('m={text}', 'form'), 'must have {to} or {to_digits}')
})
