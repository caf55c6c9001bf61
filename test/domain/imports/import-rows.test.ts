import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportField } from '../../../src/domain/imports/import-columns.ts'
import { readOrder } from '../../../src/domain/imports/import-rows.ts'

/** Reads an order from one row with these cells. */
function orderOf(cells: Partial<Record<ImportField, string>>) {
  const headers = Object.keys(cells)
  return readOrder(
    { externalRef: 'A', rows: [{ line: 2, cells: Object.values(cells) }], repeats: null },
    {
      mapping: Object.fromEntries(headers.map((field, column) => [field, column])),
      headers,
      defaultDate: null,
      dateOrder: 'MONTH_FIRST',
      timeZone: 'America/New_York',
      decimalMark: '.',
      units: 'US',
    },
  )
}

test('an order with a date of fulfillment in either order is left out', () => {
  for (const date of ['11/30/2026', '30/11/2026', '2026-11-30 14:00'])
    assert.equal(orderOf({ fulfillment_status: date }).leftOut, 'FULFILLED', date)
  for (const status of ['', 'unfulfilled', '31/31/2026'])
    assert.equal(orderOf({ fulfillment_status: status }).leftOut, null, status)
})

test('needs are added to the instructions, except a temperature class', () => {
  const read = (needs: string) => {
    const { instructions, temperature_class } = orderOf({ instructions: 'Ring bell', needs }).body
    return { instructions, temperature_class }
  }
  assert.deepEqual(read('DRY'), { instructions: 'Ring bell', temperature_class: 'DRY' })
  assert.deepEqual(read('Refrigerated'), { instructions: 'Ring bell', temperature_class: 'REFRIGERATED' })
  assert.deepEqual(read('keep frozen'), { instructions: 'Ring bell\nkeep frozen', temperature_class: 'FROZEN' })
})

test('coordinates count unless the placement is not exact', () => {
  const pinOf = (placement: string) => {
    const { address } = orderOf({ line1: '5 Elm St', lat: '39.1', lng: '-75.5', placement }).body
    return address
  }
  const address = { line1: '5 Elm St', city: null, region: null, postal_code: null }
  for (const exact of ['PLACED', '']) assert.deepEqual(pinOf(exact), { ...address, lat: 39.1, lng: -75.5 }, exact)
  for (const doubtful of ['APPROXIMATE', 'PENDING']) assert.deepEqual(pinOf(doubtful), address, doubtful)
})
