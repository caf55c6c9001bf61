// The words of each language are complete, have the same parameters as in English, and use the language's plurals and time
// formats.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../../../src/domain/customer-words/language.ts'
import { LINK_TEXTS } from '../../../src/domain/driver-words/link-texts.ts'
import { DRIVER_WORDS } from '../../../src/domain/driver-words/of-language.ts'
import {
  choiceInWords,
  clock,
  dayInWords,
  distance,
  streetInWords,
  weight,
  windowsInWords,
} from '../../../src/domain/driver-words/times.ts'
import { US_FORMATS } from '../../../src/domain/formats.ts'
import { fillPlaceholders, messageTextFault } from '../../../src/domain/messages/message-text.ts'
import { textLength } from '../../../src/domain/messages/text-length.ts'
import { marksIn, sentences } from '../../helpers/sentences.ts'

const { en, es, fr, de } = DRIVER_WORDS

test('no sentence is empty or in English, and each has the parameters of the English text', () => {
  const english = new Map(sentences(en))
  // Texts that are the same in other languages.
  const same: Record<'es' | 'fr' | 'de', readonly string[]> = {
    es: ['day.end.hours', 'card.undoable', 'asked.needed', 'asked.no'],
    fr: [
      'day.end.hours',
      'card.signature',
      'photos',
      'signatures',
      'choices.Garage',
      'card.undoable',
      'asked.code',
      'pictures.title',
      'pictures.photo',
      'notices.did.PHOTO',
      'notices.did.SIGNATURE',
      'notices.did.REMOVE_PHOTO',
    ],
    de: ['ok', 'title', 'choices.Garage', 'card.undoable', 'asked.needed', 'asked.code'],
  }
  for (const language of ['es', 'fr', 'de'] as const)
    for (const [name, text] of sentences(DRIVER_WORDS[language])) {
      const original = english.get(name) ?? ''
      assert.ok(text.trim().length > 0, `${language} ${name}`)
      assert.deepEqual(marksIn(text), marksIn(original), `${language} ${name}`)
      if (!same[language].includes(name)) assert.notEqual(text, original, `${language} ${name}`)
    }
})

test('each language counts in its own plural forms', () => {
  const counted = (words: typeof en) => [0, 1, 2].map((count) => words.stops(count))
  assert.deepEqual(counted(en), ['0 stops', '1 stop', '2 stops'])
  assert.deepEqual(counted(es), ['0 paradas', '1 parada', '2 paradas'])
  assert.deepEqual(counted(fr), ['0 arrêt', '1 arrêt', '2 arrêts'])
  assert.deepEqual(counted(de), ['0 Stopps', '1 Stopp', '2 Stopps'])
})

test('times, windows, distances and weights use the format of the language', () => {
  const at = '2026-11-23T19:05:00Z'
  const told = LANGUAGES.map((language) => clock(DRIVER_WORDS[language], at, 'America/New_York'))
  assert.deepEqual(told, ['2:05 PM', '14:05', '14:05', '14:05'])
  assert.deepEqual(
    [dayInWords(en, '2026-11-23'), dayInWords(de, '2026-11-23')],
    ['Monday, November 23', 'Montag, 23. November'],
  )
  const windows = [
    { start: '09:00', end: '12:30' },
    { start: '14:00', end: null },
  ]
  assert.equal(windowsInWords(en, windows), '9:00 AM – 12:30 PM or from 2:00 PM')
  assert.equal(windowsInWords(de, windows), '9:00 – 12:30 oder ab 14:00')
  assert.equal(windowsInWords(fr, [{ start: null, end: '12:00' }]), 'avant 12:00')
  assert.equal(windowsInWords(en, [{ start: null, end: null }]), null)
  assert.deepEqual([distance(en, 12.345), distance(de, 12.345)], ['12.3 mi', '12,3 mi'])
  assert.deepEqual([weight(en, 1234.5), weight(de, 1234.5)], ['1,235 lb', '1.235 lb'])
})

test('hours of a street are listed in the format of the language', () => {
  const hours = [
    { window_start: '06:00', window_end: '11:00' },
    { window_start: '18:00', window_end: '20:00' },
  ]
  assert.deepEqual(
    LANGUAGES.map((language) => [language, streetInWords(DRIVER_WORDS[language], hours)]),
    [
      ['en', 'Street open to deliveries 6:00 AM – 11:00 AM and 6:00 PM – 8:00 PM'],
      ['es', 'Calle abierta a entregas: 06:00 – 11:00 y 18:00 – 20:00'],
      ['fr', 'Rue ouverte aux livraisons : 6:00 – 11:00 et 18:00 – 20:00'],
      ['de', 'Straße offen für Lieferungen: 6:00 – 11:00 und 18:00 – 20:00'],
    ],
  )
  const on24 = { ...en, formats: { ...US_FORMATS, clock: 'H24' as const } }
  assert.equal(streetInWords(on24, hours.slice(0, 1)), 'Street open to deliveries 06:00 – 11:00')
  assert.deepEqual(
    LANGUAGES.map((language) => streetInWords(DRIVER_WORDS[language], [])),
    LANGUAGES.map((language) => DRIVER_WORDS[language].card.streetClosed),
  )
  assert.equal(streetInWords(en, undefined), null)
})

test('predefined reasons and places are in the driver’s language, and those of the business stay as written', () => {
  assert.equal(choiceInWords(de, 'Nobody there'), 'Niemand da')
  assert.equal(choiceInWords(fr, 'Front door'), 'Porte d’entrée')
  for (const own of ['Beim Hausmeister', 'constructor']) assert.equal(choiceInWords(de, own), own)
})

test('texts with a link have the needed parameters, in characters that are cheap to send', () => {
  const token = 'x'.repeat(43)
  const values = {
    route: 'Van 1',
    business: 'Bright Bakery',
    driver_link: `https://deliveries.example.com/d/${token}`,
    home_link: `https://deliveries.example.com/d/home/${token}`,
  }
  for (const kind of ['DRIVER_ROUTE', 'DRIVER_HOME'] as const)
    for (const linkText of Object.values(LINK_TEXTS[kind])) {
      assert.equal(messageTextFault(kind, linkText), null)
      const { segments, wide } = textLength(fillPlaceholders(linkText, values))
      assert.deepEqual([segments, wide], [1, null], linkText)
    }
})
