// The words of printouts are whole in each language, and fill in what is to be filled in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT_WORDS } from '../../../src/domain/document-words/of-language.ts'
import { marksIn, sentences } from '../../helpers/sentences.ts'

/** What is written the same in Spanish. */
const SAME = ['proof.at', 'labels.routeAndStop']

test('no sentence is left in English or empty, and each keeps what is filled in', () => {
  const english = new Map(sentences(DOCUMENT_WORDS.en))
  for (const [name, text] of sentences(DOCUMENT_WORDS.es)) {
    const original = english.get(name) ?? ''
    assert.notEqual(text.trim(), '', name)
    if (!SAME.includes(name)) assert.notEqual(text, original, name)
    assert.deepEqual(marksIn(text), marksIn(original), name)
  }
})
