import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualMinutes, visitMinutes } from '../../src/domain/visit.ts'

const arrivedAt = new Date('2026-11-20T15:00:00Z')
const after = (minutes: number) => new Date(arrivedAt.getTime() + minutes * 60_000)

test('a delivery counts from arrival to outcome; taps at once, or forgotten, say nothing', () => {
  const minutes = (finishedAt: Date | null, status: 'DELIVERED' | 'FAILED' = 'DELIVERED') =>
    visitMinutes({ status, arrivedAt, finishedAt })
  assert.equal(minutes(after(7.5)), 7.5)
  assert.deepEqual([minutes(after(0.1)), minutes(after(121)), minutes(null)], [null, null, null])
  assert.equal(minutes(after(7), 'FAILED'), null)
  assert.equal(visitMinutes({ status: 'DELIVERED', arrivedAt: null, finishedAt: arrivedAt }), null)
})

test('the usual time is the median of three visits or more, in whole minutes', () => {
  assert.equal(usualMinutes([9, 4]), null)
  assert.equal(usualMinutes([9, 4, 60]), 9)
  assert.equal(usualMinutes([8, 4, 60, 9]), 9)
  assert.equal(usualMinutes([0.5, 0.6, 0.6]), 1)
})
