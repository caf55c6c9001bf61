import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressCorrections,
  columnOrder,
  matchedCount,
  meaningOf,
  neededMeanings,
  withCorrections,
  withMeaning,
} from '../../../../web/office/import/columns.ts'

test('a column has one meaning, and a meaning has one column', () => {
  const mapping = withMeaning({ line1: 0, city: 1 }, 1, 'line1')
  assert.deepEqual(mapping, { line1: 1 })
  assert.deepEqual([meaningOf(mapping, 0), meaningOf(mapping, 1)], [null, 'line1'])
  assert.deepEqual(withMeaning(mapping, 1, null), {})
  assert.equal(matchedCount(mapping), 1)
  assert.deepEqual(columnOrder(4, { line1: 3, city: 1 }), [1, 3, 0, 2])
})

test('an order needs an address, a customer and a date, which may be in notes or for all rows', () => {
  assert.deepEqual(neededMeanings({}, ''), ['address', 'name', 'date'])
  assert.deepEqual(neededMeanings({ full_address: 0, last_name: 1, notes: 2 }, ''), [])
  assert.deepEqual(neededMeanings({ line1: 0, customer_name: 1 }, '2026-12-01'), [])
})

test('a later correction replaces an earlier one, and a corrected street also replaces its unit', () => {
  const first = withCorrections([], addressCorrections({ line1: 0, unit: 1 }, 4, '1 A St, Apt 2'))
  assert.deepEqual(first, [
    { line: 4, field: 'line1', text: '1 A St, Apt 2' },
    { line: 4, field: 'unit', text: '' },
  ])
  const second = withCorrections(first, [{ line: 4, field: 'line1', text: '2 A St' }])
  assert.deepEqual(
    second.map(({ field, text }) => `${field} ${text}`),
    ['unit ', 'line1 2 A St'],
  )
  assert.deepEqual(addressCorrections({ full_address: 0 }, 4, 'x'), [{ line: 4, field: 'full_address', text: 'x' }])
})

test('a suggested address replaces the street and each part that it knows and that has a column', () => {
  const area = { city: 'Ashford', region: null, postal_code: '44001' }
  const corrections = addressCorrections({ line1: 0, city: 1, region: 2 }, 4, '10 Elm St', area)
  assert.deepEqual(
    corrections.map(({ field, text }) => `${field} ${text}`),
    ['line1 10 Elm St', 'city Ashford'],
  )
})
