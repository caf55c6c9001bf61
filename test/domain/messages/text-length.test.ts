import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textLength } from '../../../src/domain/messages/text-length.ts'

test('a text is counted like by carriers: 160 in one segment, then 153 each; 70 and 67 with a non-GSM character', () => {
  const counted = (text: string) => Object.values(textLength(text))
  assert.deepEqual(counted('a'.repeat(160)), [160, 1, null])
  assert.deepEqual(counted('a'.repeat(161)), [161, 2, null])
  assert.deepEqual(counted('a'.repeat(307)), [307, 3, null])
  assert.deepEqual(counted('€'.repeat(80)), [160, 1, null])
  assert.deepEqual(counted(`${'a'.repeat(69)}’`), [70, 1, '’'])
  assert.deepEqual(counted(`${'a'.repeat(70)}’`), [71, 2, '’'])
  assert.deepEqual(counted('🚚'), [2, 1, '🚚'])
})
