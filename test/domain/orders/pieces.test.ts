// Tests the pieces of a delivery, and the code to scan on each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderItem } from '../../../src/domain/orders/order.ts'
import { codeOf, MAX_PIECES, normalizeCode, piecesOf } from '../../../src/domain/orders/pieces.ts'

const orderId = '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d'
const item = (name: string, quantity: number, barcodes?: string[]): OrderItem => ({
  name,
  quantity,
  unitWeightLbs: null,
  temperatureClass: null,
  sku: null,
  ...(barcodes && { barcodes }),
})
const pieces = (items: OrderItem[] | null, loadPieces?: number) =>
  piecesOf({ orderId, items, rules: loadPieces === undefined ? null : { loadPieces } })
const names = (items: OrderItem[] | null, loadPieces?: number) => pieces(items, loadPieces).map(({ name }) => name)

test('each unit is a piece, numbered through the delivery, and a weighed item is one piece', () => {
  assert.deepEqual(names([item('Apples', 2), item('Cheese', 1.5), item('Nothing', 0)]), ['Apples', 'Apples', 'Cheese'])
  const codes = pieces([item('Apples', 2), item('Pears', 1)]).map(({ code }) => code)
  assert.deepEqual(
    codes,
    [1, 2, 3].map((number) => `${codeOf(orderId)}-${number}`),
  )
})

test('a delivery has at least one piece, and as many as given', () => {
  assert.deepEqual(names(null), [null])
  assert.deepEqual(names([]), [null])
  assert.deepEqual(names([item('Nothing', 0)]), ['Nothing'])
  assert.equal(names(null, 0).length, 1)
  assert.deepEqual(
    names([item('Apples', 24)], 2.5),
    ['Apples', 'Apples', 'Apples'],
    'the given pieces are crates, not apples',
  )
  assert.equal(names(null, 1e9).length, MAX_PIECES)
})

test('an item’s own codes are its pieces, whatever number is given', () => {
  const made = pieces([item('Box', 1, ['A1', 'A2']), item('Bag', 1)], 7)
  assert.deepEqual(made, [
    { code: 'A1', name: 'Box' },
    { code: 'A2', name: 'Box' },
    { code: `${codeOf(orderId)}-3`, name: 'Bag' },
  ])
})

test('an item is one piece if it has too many units to label', () => {
  assert.deepEqual(names([item('Screws', 5_000), item('Nuts', 2)]), ['Screws', 'Nuts'])
})

test('exactly the maximum of units has one label each, counted with the codes of other items', () => {
  assert.equal(names([item('Bolts', MAX_PIECES)]).length, 200)
  assert.equal(names([item('Bolts', MAX_PIECES), item('Nut', 1)]).length, 2)
  assert.equal(names([item('Bolts', MAX_PIECES - 1), item('Box', 9, ['A1'])]).length, 200)
  assert.equal(names([item('Bolts', MAX_PIECES - 1), item('Box', 1, ['A1', 'A2'])]).length, 3)
  assert.deepEqual(names([item('Screws', 5_000), item('Nothing', 0)]), ['Screws'])
})

test('pieces of several items have no name if their number is given', () => {
  assert.deepEqual(names([item('Apples', 1), item('Pears', 1)], 2), [null, null])
})

test('a code is the same however it is typed', () => {
  assert.equal(normalizeCode(' ab-1\n'), 'AB-1')
})

test('a code of a delivery is made of the last 50 bits of its ID', () => {
  assert.equal(codeOf('00000000-0000-7000-8000-000000000000'), '0000000000')
  assert.equal(codeOf('ffffffff-ffff-7fff-bfff-ffffffffffff'), 'ZZZZZZZZZZ')
  assert.equal(codeOf('00000000-0000-7000-8001-000000000021'), '8000000011')
})

test('codes of deliveries differ in 10 unambiguous characters', () => {
  assert.match(codeOf(orderId), /^[0-9A-HJKMNP-TV-Z]{10}$/)
  assert.notEqual(codeOf(orderId), codeOf('019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3e'))
})
