// Tests that only suggestions that agree with the current text may be chosen, and that they keep its number and unit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreeingSuggestions, canBeLookedUp, completedLabel } from '../../../../web/office/orders/found-suggestions.ts'

const suggestion = (line1: string, completed_line1 = line1, postal_code: string | null = '21224') => ({
  label: [line1, 'Baltimore', `MD ${postal_code ?? ''}`.trim()].join(', '),
  completed_line1,
  address: { line1, city: 'Baltimore', region: 'MD', postal_code },
})

test('only suggestions that still agree with the current text may be chosen', () => {
  const found = { text: '36 bost', suggestions: [suggestion('36 Boston Street'), suggestion('36 Bostwick Lane')] }
  const labels = (typed: string) => agreeingSuggestions(found, typed).map(({ address }) => address.line1)
  assert.deepEqual(labels('36 bost'), ['36 Boston Street', '36 Bostwick Lane'])
  assert.deepEqual(labels('36 bosto'), ['36 Boston Street'])
  assert.deepEqual(labels('36 bosto street, Bál'), ['36 Boston Street'])
  assert.deepEqual(labels('36 bost st'), ['36 Boston Street'])
  // The text no longer begins with theirs, or has a word that they lack.
  for (const typed of ['36 bos', '3600 bost', '36 bosch', '36 bost suite', ''])
    assert.deepEqual(labels(typed), [], typed)
})

test('a text is looked up from 3 to 300 characters', () => {
  assert.deepEqual(
    [2, 3, 300, 301].map((length) => canBeLookedUp('a'.repeat(length))),
    [false, true, true, false],
  )
})

test('a line keeps the typed unit, and its postal code if the suggestion has none in the same town', () => {
  const before = { city: 'Baltimore', postal_code: '21224' }
  const unit = suggestion('36 Boston Street', '36 Boston Street, apt 5')
  assert.equal(completedLabel(unit, before), '36 Boston Street, apt 5, Baltimore, MD 21224')
  const street = suggestion('Pratt Street', '100 Pratt Street', null)
  assert.equal(completedLabel(street, before), '100 Pratt Street, Baltimore, MD 21224')
  assert.equal(completedLabel(street, { ...before, city: 'Towson' }), '100 Pratt Street, Baltimore, MD')
})
