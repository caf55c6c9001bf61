// Tests how items typed in a form are compared with the existing items of an order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemsIn, lineOf } from '../../../../web/office/orders/item-lines.ts'

const rice = { name: 'Rice', quantity: 2, unit_weight_lbs: 20, temperature_class: null, sku: 'RI', barcodes: ['A1'] }

test('an unchanged line keeps its item, and others are read as a quantity and a name', () => {
  const text = `${lineOf(rice)}\n\n 1.5 x Cheese \nMilk\n3*Eggs`
  assert.deepEqual(itemsIn(text, [rice]), [
    rice,
    { name: 'Cheese', quantity: 1.5 },
    { name: 'Milk', quantity: 1 },
    { name: 'Eggs', quantity: 3 },
  ])
  const { barcodes: _codes, ...uncoded } = rice
  assert.deepEqual(itemsIn('3 × Rice', [rice]), [{ ...uncoded, quantity: 3 }], 'the item keeps its weight')
  assert.deepEqual(itemsIn(`${lineOf(rice)}\n${lineOf(rice)}`, [rice]), [rice, { name: 'Rice', quantity: 2 }])
})

test('an empty text means no items, null if there were none before', () => {
  assert.equal(itemsIn(' \n', null), null)
  assert.deepEqual(itemsIn('', [rice]), [])
})
