import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstIdAt, lastIdBefore, timeOfId } from '../../src/domain/ordered-id.ts'

const AT = new Date('2026-11-23T12:00:00.123Z')

test('the first ID of an instant has its time, and sorts before all later IDs', () => {
  assert.equal(firstIdAt(new Date(0)), '00000000-0000-7000-8000-000000000000')
  assert.equal(firstIdAt(new Date(-5)), firstIdAt(new Date(0)))
  assert.equal(firstIdAt(new Date(0x123456789abc)), '12345678-9abc-7000-8000-000000000000')
  assert.deepEqual(timeOfId(firstIdAt(AT)), AT)
  assert.ok(firstIdAt(AT) < firstIdAt(new Date(AT.getTime() + 1)))
  assert.deepEqual(timeOfId(lastIdBefore(AT)), new Date(AT.getTime() + 600_000))
})

test('an ID of another version has no time', () => {
  assert.equal(timeOfId('12345678-9abc-4000-8000-000000000000'), null)
  assert.equal(timeOfId(''), null)
})
