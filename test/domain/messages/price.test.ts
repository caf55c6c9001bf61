// The price of a text message.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costOf } from '../../../src/domain/messages/price.ts'

const TARIFF = { textPrice: 0.1, textCurrency: 'EUR' }
const sent = { kind: 'sent' as const, providerId: null }

test('the provider’s segments and price count, else those of the text and the tariff', () => {
  const price = { amount: 0.02, currency: 'USD' }
  assert.deepEqual(costOf({ ...sent, segments: 2, price }, 'a', TARIFF), { segments: 2, price })
  assert.deepEqual(costOf({ ...sent, segments: 3 }, 'a', TARIFF), {
    segments: 3,
    price: { amount: 0.3, currency: 'EUR' },
  })
  assert.deepEqual(costOf(sent, 'a'.repeat(161), TARIFF), { segments: 2, price: { amount: 0.2, currency: 'EUR' } })
  assert.deepEqual(costOf(sent, 'a', { ...TARIFF, textPrice: null }), { segments: 1 })
  assert.deepEqual(costOf(sent, 'a', { ...TARIFF, textPrice: 0 }).price, { amount: 0, currency: 'EUR' })
})
