import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPoBox, similarAddresses } from '../../../src/domain/addresses/similar-addresses.ts'

const address = { line1: '1645 Q Street', city: 'Washington', region: 'DC', postalCode: '20009' }
const tried = (of: Partial<typeof address>) =>
  similarAddresses({ ...address, ...of }).map(({ differs, address: { line1 } }) => `${differs}: ${line1}`)

test('each quadrant is tried for a street without one, but not for a street with one', () => {
  assert.deepEqual(
    tried({}).filter((one) => one.startsWith('QUADRANT')),
    ['NW', 'NE', 'SW', 'SE'].map((quadrant) => `QUADRANT: 1645 Q Street ${quadrant}`),
  )
  for (const line1 of ['1645 Q Street NW', '1645 Q St N.W.', '1645 Northwest Q Street', '1645 Q Street N'])
    assert.ok(!tried({ line1 }).some((one) => one.startsWith('QUADRANT')), line1)
})

test('each part that may be wrong is removed, the least important part first', () => {
  const differs = similarAddresses({ ...address, line1: '1645 Q Street NW' }).map((one) => one.differs)
  assert.deepEqual(differs, ['POSTAL_CODE', 'CITY', 'STATE'])
})

test('a post office box is recognized in every spelling', () => {
  for (const line1 of ['PO Box 12', 'P.O. Box 12', 'p o box 12', 'Post Office Box 12']) assert.ok(isPoBox(line1), line1)
  for (const line1 of ['12 Boxwood Road', '1 Post Office Lane']) assert.ok(!isPoBox(line1), line1)
})
