import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_OVERLAP_HOURS, NO_LIMITS, rollOverExpiries } from '../../../src/domain/users/key.ts'

const day = (date: number, hour = 0) => new Date(Date.UTC(2026, 10, date, hour))

test('a key that is rolled over ends after the overlap, but never after its own expiry', () => {
  const ends = (expiresAt: Date | null) => rollOverExpiries({ createdAt: day(1), expiresAt }, day(10), 24)
  assert.deepEqual(ends(null), { oldEnds: day(11), newEnds: null })
  assert.deepEqual(ends(day(10, 12)), { oldEnds: day(10, 12), newEnds: day(19, 12) })
  assert.deepEqual(ends(day(15)), { oldEnds: day(11), newEnds: day(24) })
})

test('an overlap is limited to 30 days, and a key without limits has none of them', () => {
  assert.equal(MAX_OVERLAP_HOURS, 720)
  assert.deepEqual(NO_LIMITS, { scopes: null, allowedAddresses: null, expiresAt: null })
})
