// The server's sentences are found again by how they are made, and each that is known is still said.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { ORDER_STATUSES, TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import { ROUTE_STATUSES } from '../../../src/domain/routes/route-status.ts'
import { STOP_STATUSES } from '../../../src/domain/routes/stop.ts'
import { sentences } from '../../../web/words/es/sentences.ts'
import { inOther } from '../../../web/words/sentence.ts'

/** What the server puts together from parts, which stand elsewhere. */
const MADE_OF_PARTS = [
  "the breaks of vehicle {1}, {2}, can't be taken around it",
  "vehicle {1} can't bring it from {2} to {3} in time, within {4}",
  "vehicle {1} can't bring it from {2} to {3} in time",
  'no vehicle can bring it from {1} to {2} in time, within {3}',
  'no vehicle can bring it from {1} to {2} in time',
  'it is ready to load at {1}, too late for vehicle {2} to make it',
  'it is ready to load at {1}, too late for every vehicle to make it',
  'its window {1} to {2} is outside the shift of vehicle {3}, {4} to {5}',
  'with its breaks, the trip does not fit in the shift of vehicle {1}, {2} to {3}',
  'the vehicle would be back at {1}, {2} after the shift of vehicle {3}, {4} to {5}',
  'service there would end at {1}, {2} after the shift of vehicle {3}, {4} to {5}',
  '1 stop late, by up to {1} min',
]

test('what is filled in comes through, in the other language where it is known', () => {
  const known = [
    ['{1} minutes', '{1} minutos'],
    ['{1} is {2} and takes no more stops.', '{1} está {2} y no admite más paradas.'],
    ['completed', 'terminada'],
    ['the trip takes {1}; vehicle {2} may be out for {3}', 'el viaje dura {1}; {2} puede estar fuera {3}'],
  ] as const
  const said = (text: string) => inOther(known, text)
  assert.equal(said('Van is completed and takes no more stops.'), 'Van está terminada y no admite más paradas.')
  assert.equal(
    said('the trip takes 90 minutes; vehicle Van; 2 may be out for 60 minutes'),
    'el viaje dura 90 minutos; Van; 2 puede estar fuera 60 minutos',
  )
  assert.equal(said('something else'), 'something else')
  assert.equal(said(' minutes'), ' minutes')
})

test('each part of a sentence that is translated is somewhere in the sources', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`src/${file}`, 'utf8').replaceAll("\\'", "'"))
    .join('\n')
    .toLowerCase()
  const gone = sentences
    .map(([english]) => english)
    .filter((english) =>
      english
        .split(/\{\d\}/)
        .flatMap((part) => part.split(/[;,.()]/))
        .map((part) => part.trim().toLowerCase())
        .some((part) => !sources.includes(part)),
    )
  assert.deepEqual(gone, MADE_OF_PARTS)
})

test('no sentence has a state as the wire writes it', () => {
  const states = [...ORDER_STATUSES, ...STOP_STATUSES, ...ROUTE_STATUSES, ...TEMPERATURE_CLASSES].join('|')
  const code = new RegExp(`\\b(${states})\\b`)
  assert.deepEqual(
    sentences.filter(([english]) => code.test(english)),
    [],
  )
})
