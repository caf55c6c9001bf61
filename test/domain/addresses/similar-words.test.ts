// Finding similar words without comparing each pair.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../../bench/random.ts'
import { editDistance, SimilarWords } from '../../../src/domain/addresses/edit-distance.ts'

test('the words within a number of edits are those of a comparison with every word', () => {
  const random = seeded(3)
  const pick = (letters: string): string => letters[Math.floor(random() * letters.length)] as string
  const word = (): string => Array.from({ length: 2 + Math.floor(random() * 8) }, () => pick('abcdеж字é12')).join('')
  const words = [...new Set(Array.from({ length: 1_500 }, word))]
  const similar = new SimilarWords(words)
  for (const text of [...words.slice(0, 40), ...Array.from({ length: 40 }, word)])
    for (const maxEdits of [1, 2]) {
      const expected = words.flatMap((other) => {
        const edits = editDistance(text, other)
        return edits > 0 && edits <= maxEdits ? [`${other} ${edits}`] : []
      })
      const found = [...similar.within(text, maxEdits)].map(([other, edits]) => `${other} ${edits}`)
      assert.deepEqual(found.sort(), expected.sort(), text)
    }
})
