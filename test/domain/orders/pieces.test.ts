// Which pieces a delivery has, and what is on each to scan.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderItem } from '../../../src/domain/orders/order.ts'
import { codeOf, MOST_PIECES, piecesOf } from '../../../src/domain/orders/pieces.ts'

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

test('each unit is a piece, numbered through the delivery; what is weighed is one', () => {
  assert.deepEqual(names([item('Apples', 2), item('Cheese', 1.5), item('Nothing', 0)]), ['Apples', 'Apples', 'Cheese'])
  const codes = pieces([item('Apples', 2), item('Pears', 1)]).map(({ code }) => code)
  assert.deepEqual(
    codes,
    [1, 2, 3].map((number) => `${codeOf(orderId)}-${number}`),
  )
})

test('a delivery has at least one piece, and as many as were stated', () => {
  assert.deepEqual(names(null), [null])
  assert.deepEqual(names([]), [null])
  assert.deepEqual(names([item('Nothing', 0)]), ['Nothing'])
  assert.equal(names(null, 0).length, 1)
  assert.deepEqual(names([item('Apples', 24)], 2.5), ['Apples', 'Apples', 'Apples'], 'crates, not apples')
  assert.equal(names(null, 1e9).length, MOST_PIECES)
})

test('codes of their own are the pieces, whatever was stated', () => {
  const made = pieces([item('Box', 1, ['A1', 'A2']), item('Bag', 1)], 7)
  assert.deepEqual(made, [
    { code: 'A1', name: 'Box' },
    { code: 'A2', name: 'Box' },
    { code: `${codeOf(orderId)}-3`, name: 'Bag' },
  ])
})

test('where units are too many to be labelled, an item is a piece', () => {
  assert.deepEqual(names([item('Screws', 5_000), item('Nuts', 2)]), ['Screws', 'Nuts'])
})

test('codes of deliveries differ in 10 characters that nobody takes for one another', () => {
  assert.match(codeOf(orderId), /^[0-9A-HJKMNP-TV-Z]{10}$/)
  assert.notEqual(codeOf(orderId), codeOf('019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3e'))
})
