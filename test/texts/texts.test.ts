// A text is an English sentence with parameters; every dictionary has the same parameters, and every sentence is said somewhere.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ORDER_STATUSES, TEMPERATURE_CLASSES } from '../../src/domain/orders/order.ts'
import { ROUTE_STATUSES } from '../../src/domain/routes/route-status.ts'
import { STOP_STATUSES } from '../../src/domain/routes/stop.ts'
import { asString, faultText, fromString } from '../../src/texts/as-string.ts'
import { es } from '../../src/texts/es/index.ts'
import { anded, fewOf, inEnglishOnly, ored, render, text } from '../../src/texts/text.ts'

const DICTIONARIES = { es }

/** `{part}` is a part of the request in English: Spanish says "the request"; what is missing has no name there. */
const LEFT_OUT: Partial<Record<string, readonly string[]>> = {
  'The {part} {fault}.': ['part'],
  'There is no {what} for this business.': ['what'],
  'There is no {what} with that id.': ['what'],
  'must be a phone number; one from outside {region} starts with + and its country code': [],
}

const namesIn = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()

test('a text is filled in, and its parts that are texts are translated with it', () => {
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

test('braces and names of objects in what is only English, or in a parameter, mean nothing', () => {
  for (const english of ['constructor', 'stop {constructor} has no {toString}', '{value} {first}'])
    assert.equal(render(inEnglishOnly(english), es), english)
  const said = text('{vehicle} is not active.', { vehicle: '{constructor}' })
  assert.equal(render(said, es), '{constructor} no está activo.')
  assert.equal(render({ sentence: 'toString' }, es), 'toString')
  assert.equal(render({ sentence: 'no {valueOf} is given' }), 'no {valueOf} is given')
})

test('lists are said as each language says them', () => {
  assert.equal(render(text('which is {state}', { state: anded(['a', 'b', 'c']) }), es), 'que está a y b y c')
  assert.equal(render(ored([])), '')
  assert.equal(render(ored(['a']), es), 'a')
  const refs = ['A', 'B', 'C', 'D', 'E']
  assert.equal(render(text('which is {state}', { state: fewOf(refs) })), 'which is A, B, C and 2 more')
  assert.equal(fewOf(refs.slice(0, 3)), 'A, B, C')
})

test('a text comes back from where only a string fits', () => {
  const said = text('{stop}, with which it goes, {reason}', {
    stop: 'A',
    reason: text('must be at least {min}', { min: 3 }),
  })
  assert.deepEqual(fromString(asString(said)), said)
  assert.equal(render(fromString(faultText('must be at least {min}', { min: 3 })), es), 'debe ser como mínimo 3')
  assert.equal(render(fromString('Invalid input: of zod'), es), 'Invalid input: of zod')
})

for (const [language, dictionary] of Object.entries(DICTIONARIES)) {
  test(`${language} fills in what the English sentence fills in`, () => {
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

test('every sentence of the dictionary is said somewhere', () => {
  const sources = globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'])
    .filter((file) => !file.startsWith('src/texts/es/'))
    .map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'"))
    .join('\n')
  const gone = Object.keys(es).filter((sentence) => !sources.includes(sentence) && !SYMBOLS.has(sentence))
  assert.deepEqual(gone, [])
})

/** Made of the symbol of a unit. */
const SYMBOLS = new Set(['{count} kg', '{count} m³'])

test('no sentence has a state as the wire writes it', () => {
  const states = [...ORDER_STATUSES, ...STOP_STATUSES, ...ROUTE_STATUSES, ...TEMPERATURE_CLASSES].join('|')
  const code = new RegExp(`\\b(${states})\\b`)
  // A field's value is meant there.
  const ofTheWire = new Set(['goes with DELIVERED', 'goes with DELIVERED or FAILED'])
  assert.deepEqual(
    Object.keys(es).filter((sentence) => code.test(sentence) && !ofTheWire.has(sentence)),
    [],
  )
})
