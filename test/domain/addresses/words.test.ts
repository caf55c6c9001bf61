// Spellings of names in several languages and scripts, and house numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHouseNumbers } from '../../../src/domain/addresses/house-numbers.ts'
import { streetNameKey } from '../../../src/domain/addresses/words/name-key.ts'
import { equivalentWords, expandEnding } from '../../../src/domain/addresses/words/short-forms.ts'
import { foldedKey, tokenize } from '../../../src/domain/addresses/words/tokens.ts'

test('names in several scripts are folded to the same letters', () => {
  for (const [written, key] of [
    ['Müllerstraße', 'mullerstrasse'],
    ['MUELLERSTRASSE', 'mullerstrasse'],
    ['улица Неглинная', 'ulitsa neglinnaya'],
    ['Οδός Ερμού', 'odos ermou'],
    ['St. George’s Road', 'st georges road'],
    ['٣٤ شارع', '34 شارع'],
  ] as const)
    assert.equal(foldedKey(written), foldedKey(key), written)
})

test('names that differ only by short forms are one name, names with other marks are not', () => {
  assert.equal(streetNameKey('N Gay St'), streetNameKey('North Gay Street'))
  assert.equal(streetNameKey("St George's Road"), streetNameKey('St Georges Rd'))
  assert.notEqual(streetNameKey('Bödastrasse'), streetNameKey('Bodastrasse'))
  assert.notEqual(streetNameKey('North Street'), streetNameKey('South Street'))
})

test('a short form has the full forms of all languages, and compounds are spelled out', () => {
  for (const full of ['street', 'saint', 'sankt']) assert.ok(equivalentWords('st').includes(full), full)
  assert.ok(equivalentWords('12').includes('12th'))
  assert.deepEqual(expandEnding('hauptstr', true).slice(0, 1), ['hauptstrasse'])
  assert.deepEqual(expandEnding('austr', false).slice(0, 1), ['austrasse'])
})

test('house numbers have a main number, a suffix and the end of a range', () => {
  const read = (text: string) => parseHouseNumbers(text).map(({ main, suffix, to }) => [main, suffix, to])
  assert.deepEqual(read('12a'), [[12, 'a', null]])
  assert.deepEqual(read('12-14'), [[12, '-14', 14]])
  assert.deepEqual(read('35-212'), [[35, '-212', null]])
  assert.deepEqual(read('12;14'), [
    [12, '', null],
    [14, '', null],
  ])
  assert.deepEqual(read('27А с1'), [[27, 'as1', null]])
  assert.deepEqual(read('none'), [])
})

test('parts between commas are numbered, and a dot marks a shortened word', () => {
  assert.deepEqual(
    tokenize('Dorfstr. 24, 9490 Vaduz').map(({ text, hasDot, part }) => [text, hasDot, part]),
    [
      ['dorfstr', true, 0],
      ['24', false, 0],
      ['9490', false, 1],
      ['vaduz', false, 1],
    ],
  )
})
