import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nonBlankText } from '../../src/contract/fields.ts'

test('a text without letters has one fault', () => {
  const faultsOf = (value: string) => nonBlankText(5).safeParse(value).error?.issues.length ?? 0
  assert.deepEqual(['', ' ', 'a', 'abcdef'].map(faultsOf), [1, 1, 0, 1])
})
