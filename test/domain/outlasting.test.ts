import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeoutLongerThan } from '../../src/domain/outlasting.ts'

test('a wait that is longer than its work is returned; a shorter or equal one is refused by name', () => {
  assert.equal(timeoutLongerThan(40_000, 20_000, 'the lease of a webhook'), 40_000)
  for (const ms of [4_000, 20_000])
    assert.throws(() => timeoutLongerThan(ms, 20_000, 'the lease of a webhook'), {
      message: `the lease of a webhook is ${ms} ms, and must be longer than 20000 ms`,
    })
})
