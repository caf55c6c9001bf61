// Data that names a customer is found in texts in any spelling, and other text is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  jsonEraser,
  nameSearchPattern,
  createNameMatcher,
  type PersonWords,
  textEraser,
} from '../../../src/domain/privacy/person.ts'

const person: PersonWords = {
  phones: ['+12025550167', '+34912345678'],
  emails: ['dora.q@quill.test'],
  names: ['dorothea  ávila-quill', 'dora'],
  lines: ['77 quill mews', 'home'],
  refs: new Map([
    ['QX-1001', 'erased-1'],
    ['1002', 'erased-2'],
    ['a/b 3', 'erased-3'],
  ]),
}
const erase = textEraser(person)

test('numbers, addresses, names and references are erased, with the characters between their words', () => {
  for (const [text, left] of [
    ['Call (202) 555-0167.', 'Call Erased.'],
    ['5 202.555.0167, +1 202 555 0167; 2025550167', '5 Erased, Erased; Erased'],
    ['912 34 56 78 or 0034 912 345 678', 'Erased or Erased'],
    ['DORA.Q@quill.test', 'Erased'],
    ['Ask DOROTHEA\nÁvila Quill at 77, Quill-Mews!', 'Ask Erased at Erased!'],
    [
      'see qx-1001 and POST /orders/1002/cancel /orders/a%2Fb%203',
      'see Erased and POST /orders/Erased/cancel /orders/Erased',
    ],
  ])
    assert.equal(erase(text as string), left)
})

test('unrelated numbers and words remain', () => {
  for (const text of [
    'Call 12025550168 or 202-555-01678 or 9202-555-0167',
    'Gate 1002, dora, home, 77 Quill',
    '/orders/10021 /orders/1002-5 QX-10012',
    'x2025550167',
  ])
    assert.equal(erase(text), text)
})

test('references of any kind are erased in JSON members, and numbers that are the phone number', () => {
  const json = { external_ref: '1002', note: ['1002', 'qx-1001'], phone: 2025550167, at: 38.9, '202 555 0167': true }
  assert.deepEqual(jsonEraser(person)(json), {
    external_ref: 'erased-2',
    note: ['1002', 'Erased'],
    phone: 'Erased',
    at: 38.9,
    Erased: true,
  })
  const names = createNameMatcher(person)
  assert.deepEqual(
    ['{"external_ref": "1002"}', '{"a": "Dorothea\\nÁvila Quill"}', '{"external_ref": "1003"}'].map(names),
    [true, true, false],
  )
})

test('too many references to compare individually match everything', () => {
  assert.equal(nameSearchPattern({ phones: [], emails: [], names: ['dora'], lines: ['home'], refs: new Map() }), null)
  assert.equal(
    nameSearchPattern({ ...person, refs: new Map(Array.from({ length: 300 }, (_, i) => [`QX-${i}`, 'x'])) }),
    '',
  )
})
