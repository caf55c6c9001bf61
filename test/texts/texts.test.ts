// A text is an English sentence with parameters. Every dictionary has the same parameters, and every sentence is used.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ORDER_STATUSES, TEMPERATURE_CLASSES } from '../../src/domain/orders/order.ts'
import { ROUTE_STATUSES } from '../../src/domain/routes/route-status.ts'
import { STOP_STATUSES } from '../../src/domain/routes/stop.ts'
import { asString, faultText, fromString } from '../../src/texts/as-string.ts'
import { es } from '../../src/texts/es/index.ts'
import { joinedByAnd, firstThreeOf, inEnglishOnly, joinedByOr, render, text } from '../../src/texts/text.ts'

const DICTIONARIES = { es }

/**
 * Parameters that Spanish leaves out. `{part}` is a part of the request in English, and Spanish says "the request". `{what}` is
 * a missing thing, which Spanish does not name.
 */
const LEFT_OUT: Partial<Record<string, readonly string[]>> = {
  'The {part} {fault}.': ['part'],
  'There is no {what} for this business.': ['what'],
  'There is no {what} with that id.': ['what'],
  'must be a phone number; one from outside {region} starts with + and its country code': [],
}

const namesIn = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()

test('parameters are filled in, and those that are texts are translated, too', () => {
  const said = text('{delivery} is {state} and stays on {route}.', {
    delivery: 'A-{route}',
    state: text('planned'),
    route: 'planned',
  })
  assert.equal(render(said), 'A-{route} is planned and stays on planned.')
  assert.equal(render(said, es), 'A-{route} está planeada y se queda en planned.')
  assert.equal(render('This plan was accepted already.', es), 'Este plan ya se aceptó.')
  assert.equal(render(inEnglishOnly('The cursor is old.'), es), 'The cursor is old.')
})

test('braces and names of objects have no meaning in English-only text or in a parameter', () => {
  for (const english of ['constructor', 'stop {constructor} has no {toString}', '{value} {first}'])
    assert.equal(render(inEnglishOnly(english), es), english)
  const said = text('{vehicle} is not active.', { vehicle: '{constructor}' })
  assert.equal(render(said, es), '{constructor} no está activo.')
  assert.equal(render({ sentence: 'toString' }, es), 'toString')
  assert.equal(render({ sentence: 'no {valueOf} is given' }), 'no {valueOf} is given')
})

test('lists use the words of each language', () => {
  assert.equal(render(text('which is {state}', { state: joinedByAnd(['a', 'b', 'c']) }), es), 'que está a y b y c')
  assert.equal(render(joinedByOr([])), '')
  assert.equal(render(joinedByOr(['a']), es), 'a')
  const refs = ['A', 'B', 'C', 'D', 'E']
  assert.equal(render(text('which is {state}', { state: firstThreeOf(refs) })), 'which is A, B, C and 2 more')
  assert.equal(firstThreeOf(refs.slice(0, 3)), 'A, B, C')
})

test('a text can be restored from a string', () => {
  const said = text('{stop}, which must be on the same trip, {reason}', {
    stop: 'A',
    reason: text('must be at least {min}', { min: 3 }),
  })
  assert.deepEqual(fromString(asString(said)), said)
  assert.equal(render(fromString(faultText('must be at least {min}', { min: 3 })), es), 'debe ser como mínimo 3')
  assert.equal(render(fromString('Invalid input: of zod'), es), 'Invalid input: of zod')
})

for (const [language, dictionary] of Object.entries(DICTIONARIES)) {
  test(`${language} has the parameters of the English sentence`, () => {
    const differing = Object.entries(dictionary).filter(([sentence, translated]) => {
      const left = LEFT_OUT[sentence] ?? []
      return (
        namesIn(sentence)
          .filter((name) => !left.includes(name))
          .join() !== namesIn(translated).join()
      )
    })
    assert.deepEqual(differing, [])
  })
}

test('every sentence of the dictionary is used', () => {
  const sources = globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'])
    .filter((file) => !file.startsWith('src/texts/es/'))
    .map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'"))
    .join('\n')
  const gone = Object.keys(es).filter((sentence) => !sources.includes(sentence) && !SYMBOLS.has(sentence))
  assert.deepEqual(gone, [])
})

/** Sentences that consist of a number and the symbol of a unit. */
const SYMBOLS = new Set(['{count} kg', '{count} m³'])

test('no sentence contains a status in its wire form', () => {
  const states = [...ORDER_STATUSES, ...STOP_STATUSES, ...ROUTE_STATUSES, ...TEMPERATURE_CLASSES].join('|')
  const code = new RegExp(`\\b(${states})\\b`)
  // Sentences that mean the value of a field.
  const ofTheWire = new Set(['is only allowed with DELIVERED', 'is only allowed with DELIVERED or FAILED'])
  assert.deepEqual(
    Object.keys(es).filter((sentence) => code.test(sentence) && !ofTheWire.has(sentence)),
    [],
  )
})
