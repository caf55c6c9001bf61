// The words of printed documents are complete in each language, with the same parameters as in English.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT_WORDS } from '../../../src/domain/document-words/of-language.ts'
import { marksIn, sentences } from '../../helpers/sentences.ts'

/** Texts that are the same in Spanish. */
const SAME = ['proof.at']

test('no sentence is empty or in English, and each has the parameters of the English text', () => {
  const english = new Map(sentences(DOCUMENT_WORDS.en))
  for (const [name, text] of sentences(DOCUMENT_WORDS.es)) {
    const original = english.get(name) ?? ''
    assert.notEqual(text.trim(), '', name)
    if (!SAME.includes(name)) assert.notEqual(text, original, name)
    assert.deepEqual(marksIn(text), marksIn(original), name)
  }
})
