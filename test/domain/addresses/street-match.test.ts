import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance } from '../../../src/domain/addresses/edit-distance.ts'
import { streetCost } from '../../../src/domain/addresses/street-match.ts'

test('a letter that is wrong, missing, doubled or swapped costs one', () => {
  for (const written of ['kalorma road nw', 'kaloramaa road nw', 'kaloarma road nw', 'kalorema road nw'])
    assert.equal(streetCost(written, 'kalorama road nw'), 1, written)
  assert.equal(editDistance('ab', 'ba'), 1)
  assert.equal(streetCost('kalorama road nw', 'kalorama road nw'), 0)
})

test('a street with another number, letter or direction does not match', () => {
  assert.equal(streetCost('14th street nw', '13th street nw'), null)
  assert.equal(streetCost('1st street nw', '11th street nw'), null)
  assert.equal(streetCost('q street nw', 'r street nw'), null)
  assert.equal(streetCost('q street nw', 'q street ne'), null)
  assert.equal(streetCost('n main street', 's main street'), null)
})

test('a missing part costs less than a wrong letter, and another suffix costs more', () => {
  const noDirection = streetCost('morton street', 'morton street nw') ?? Infinity
  const noSuffix = streetCost('morton nw', 'morton street nw') ?? Infinity
  const otherSuffix = streetCost('morton place nw', 'morton street nw') ?? 0
  assert.ok(noDirection < 1 && noSuffix < 1 && otherSuffix > 1)
})

test('a misspelled direction is recognized', () => {
  for (const written of ['q street nq', 'q street w', 'q street nww', 'q street wn'])
    assert.equal(streetCost(written, 'q street nw'), 1, written)
})

test('a direction before the name may be written in full and misspelled, but N Street is a name', () => {
  assert.equal(streetCost('notrh capitol street nw', 'n capitol street nw'), 1)
  assert.equal(streetCost('sout main street', 's main street'), 1)
  assert.equal(streetCost('n street nnw', 'n street nw'), 1)
})

test('two wrong letters are accepted only in a long name', () => {
  assert.equal(streetCost('masachusets avenue nw', 'massachusetts avenue nw'), 2)
  assert.equal(streetCost('elnn road', 'elm road'), null)
})
