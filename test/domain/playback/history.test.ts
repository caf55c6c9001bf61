import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownAt } from '../../../src/domain/playback/history.ts'

const entry = (id: string, hour: number, state: object | null) => ({
  id,
  at: new Date(Date.UTC(2026, 10, 23, hour)).toISOString(),
  state,
})
const ENTRIES = [entry('a', 8, { n: 1 }), entry('b', 9, { n: 2 }), entry('a', 10, { n: 3 }), entry('b', 11, null)]

test('the newest entry of a record up to the time counts, unless the record was removed', () => {
  const states = (hour: number | null) => {
    const until = hour === null ? null : new Date(Date.UTC(2026, 10, 23, hour))
    return [...knownAt(ENTRIES, ({ id }) => id, until)].map(([id, { state }]) => [id, state])
  }
  assert.deepEqual(states(7), [])
  assert.deepEqual(states(9), [
    ['a', { n: 1 }],
    ['b', { n: 2 }],
  ])
  assert.deepEqual(states(10), [
    ['a', { n: 3 }],
    ['b', { n: 2 }],
  ])
  assert.deepEqual(states(null), [['a', { n: 3 }]])
})
