// The words of each language are complete, have the same parameters as in English, and are as cheap to send.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedLanguage, LANGUAGES } from '../../../src/domain/customer-words/language.ts'
import { CUSTOMER_WORDS } from '../../../src/domain/customer-words/of-language.ts'
import type { CustomerWords } from '../../../src/domain/customer-words/words.ts'
import { NOTICE_KINDS } from '../../../src/domain/messages/message.ts'
import { fillPlaceholders } from '../../../src/domain/messages/message-text.ts'
import { textLength } from '../../../src/domain/messages/text-length.ts'
import { dateInWords, timeInWords, windowInWords } from '../../../src/domain/time-words.ts'
import { marksIn, sentences } from '../../helpers/sentences.ts'

const others = LANGUAGES.filter((language) => language !== 'en').map((language) => CUSTOMER_WORDS[language])
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()

test('each message has the parameters of the English one, and fits one segment if that does', () => {
  const values = { business: 'Riverside Foods', tracking_link: `https://deliveries.example.com/t/${'x'.repeat(43)}` }
  const lengthOf = (words: CustomerWords, kind: (typeof NOTICE_KINDS)[number]) =>
    textLength(fillPlaceholders(`${words.messages[kind]} ${words.replyStop}`, values))
  for (const words of others)
    for (const kind of NOTICE_KINDS) {
      assert.deepEqual(namesIn(words.messages[kind]), namesIn(CUSTOMER_WORDS.en.messages[kind]), words.messages[kind])
      assert.deepEqual(namesIn(words.subjects[kind]), namesIn(CUSTOMER_WORDS.en.subjects[kind]), words.subjects[kind])
      const { segments, wide } = lengthOf(words, kind)
      assert.equal(wide, null, `${words.messages[kind]}: ${wide}`)
      assert.ok(segments <= Math.max(2, lengthOf(CUSTOMER_WORDS.en, kind).segments), words.messages[kind])
    }
})

test('no sentence is empty or in English, and each has the parameters of the English text', () => {
  const english = new Map(sentences(CUSTOMER_WORDS.en))
  // Texts that may be the same in English and in another language.
  const same = ['page.signature']
  for (const words of others)
    for (const [name, text] of sentences(words)) {
      const original = english.get(name) ?? ''
      assert.ok(text.trim().length > 0, `${words.locale} ${name}`)
      if (!same.includes(name)) assert.notEqual(text, original, `${words.locale} ${name}`)
      assert.deepEqual(marksIn(text), marksIn(original), `${words.locale} ${name}`)
    }
})

test('times, days and windows use the format of the language', () => {
  const at = new Date('2026-11-23T19:10:00Z')
  assert.equal(timeInWords(at, 'America/New_York', CUSTOMER_WORDS.de), '14:10')
  assert.equal(timeInWords(at, 'America/New_York', CUSTOMER_WORDS.fr), '14:10')
  assert.equal(dateInWords('2026-11-23', CUSTOMER_WORDS.de), 'Montag, 23. November')
  assert.equal(windowInWords([{ start: '09:00', end: '12:00' }], CUSTOMER_WORDS.fr), 'entre 9:00 et 12:00')
  assert.equal(timeInWords(at, 'America/New_York'), '2:10 PM')
  const { yourWindow } = CUSTOMER_WORDS.es.page
  const until = windowInWords([{ start: null, end: '17:00' }], CUSTOMER_WORDS.es)
  assert.equal(yourWindow(until ?? ''), 'Su horario es antes de las 5:00 p.m.')
})

test('the browser’s language is the supported one with the highest weight', () => {
  assert.equal(acceptedLanguage('de-AT,de;q=0.9,en;q=0.8'), 'de')
  assert.equal(acceptedLanguage('it, es;q=0.5, fr;q=0.7'), 'fr')
  assert.equal(acceptedLanguage('en-US,en;q=0.9,es;q=0.8'), 'en')
  assert.equal(acceptedLanguage('es;q=0, fr'), 'fr')
  for (const none of [undefined, '', '*', 'it,ja;q=0.9', ';;q=,', 'es;q=x']) assert.equal(acceptedLanguage(none), null)
})
