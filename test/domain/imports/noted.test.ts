import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noted } from '../../../src/domain/imports/noted.ts'

test('facts about a delivery are found under the labels of shop apps, in any order', () => {
  const zapiet = 'Checkout-Method: delivery\nDelivery-Date: 2026/12/01\nDelivery-Time: 09:00 AM - 11:00 AM'
  assert.equal(noted(zapiet, 'method'), 'delivery')
  assert.equal(noted(zapiet, 'date'), '2026/12/01')
  assert.equal(noted(zapiet, 'window'), '09:00 AM - 11:00 AM')
  assert.equal(noted('Ring twice; Lieferdatum: 01.12.2026', 'date'), '01.12.2026')
  assert.equal(noted('Date de livraison : 1er décembre 2026', 'date'), '1er décembre 2026')
  assert.equal(noted('Delivery Date:\nPickup Date: 12/01/2026', 'date'), '')
  assert.equal(noted('call before delivery', 'date'), '')
})
