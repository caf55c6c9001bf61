import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentWords } from '../../../web/office/day/sent-words.ts'

const sent = (name: string, driver: string | null, ...warnings: string[]) => ({ name, driver, warnings })
const noText = (driver: string) => `No text to ${driver}: the number is missing.`

test('each route is named with its driver, and drivers without a text are named together', () => {
  assert.equal(
    sentWords([sent('Van A', 'Ann', noText('Ann')), sent('Van B', 'Ben', noText('Ben')), sent('Van C', 'Cleo')], []),
    '3 routes sent: Van A to Ann, Van B to Ben, and Van C to Cleo. No text to Ann and Ben: the number is missing.',
  )
})

test('a warning without a driver names its route', () => {
  const nobody = 'No driver is assigned.'
  assert.equal(sentWords([sent('Van A', null, nobody)], []), '1 route sent: Van A (no driver). No driver is assigned.')
  assert.equal(
    sentWords([sent('Van A', 'Ann'), sent('Van B', null, nobody), sent('Van C', null, nobody)], []),
    '3 routes sent: Van A to Ann, Van B (no driver), and Van C (no driver). Van B and Van C: No driver is assigned.',
  )
})

test('unsent routes are named with the reason, once for all with the same reason', () => {
  const gone = 'The server is unreachable.'
  assert.equal(
    sentWords(
      [],
      [
        { name: 'Van A', why: gone },
        { name: 'Van B', why: gone },
      ],
    ),
    'Not sent: Van A and Van B. The server is unreachable.',
  )
})

test('many routes are counted', () => {
  const many = Array.from({ length: 31 }, (_, i) => sent(`Van ${i}`, i < 29 ? `Driver ${i}` : null))
  assert.equal(sentWords(many, []), '31 routes sent to 29 drivers.')
})
