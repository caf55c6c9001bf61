import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayRateAgain } from '../../../src/domain/orders/rating.ts'

test('a rating can be changed for 24 hours', () => {
  const ratedAt = new Date('2026-11-23T12:00:00Z')
  assert.ok(mayRateAgain({ ratedAt }, new Date('2026-11-24T11:59:59.999Z')))
  assert.ok(!mayRateAgain({ ratedAt }, new Date('2026-11-24T12:00:00Z')))
})
