// The facts of an event.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFacts, event, NO_FACTS } from '../../../src/domain/webhooks/event.ts'

test('a fact that does not apply is sent as null, and one that applies unchanged', () => {
  const { name, facts } = event('stop.delivered', { external_ref: 'A', attempt: 2 })
  assert.equal(name, 'stop.delivered')
  assert.deepEqual(facts, { external_ref: 'A', attempt: 2 })
  assert.deepEqual(allFacts(facts), { ...NO_FACTS, external_ref: 'A', attempt: 2 })
  assert.ok(Object.values(NO_FACTS).every((fact) => fact === null))
})
