import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeLanguageFor } from '../../../src/domain/users/office-language.ts'

test('the office is in the person’s language, or else the business’s, or else the browser’s first supported one', () => {
  const known = { user: 'en', business: 'es' } as const
  assert.equal(officeLanguageFor('es', known), 'en')
  assert.equal(officeLanguageFor('en', { ...known, user: null }), 'es')
  assert.equal(officeLanguageFor('fr-CA, es-MX;q=0.5, en;q=0.4', { user: null, business: null }), 'es')
  assert.equal(officeLanguageFor('fr', null), 'en')
  assert.equal(officeLanguageFor(undefined, null), 'en')
})
