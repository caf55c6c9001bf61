import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DriverRoute } from '../../../src/contract/driver.ts'
import { type Change, changesBetween, mergeChanges } from '../../../web/driver/changes.ts'

/** A route of these stops. Capital letters are finished stops. */
const run = (stops: string): DriverRoute =>
  ({
    stops: stops.split('').map((name) => ({
      stop_uuid: name.toLowerCase(),
      status: name === name.toLowerCase() ? 'PENDING' : 'DELIVERED',
      address: { line1: `${name} Street` },
    })),
  }) as unknown as DriverRoute

const words = (changes: readonly Change[]) => changes.map(({ kind, stopId }) => `${kind} ${stopId}`)
const between = (before: string, now: string) => words(changesBetween(run(before), run(now)))

test('added, removed and moved stops are reported once each, and shifted ones are not', () => {
  assert.deepEqual(between('Abcd', 'Abcd'), [])
  assert.deepEqual(between('Abcd', 'Abxcd'), ['ADDED x'])
  assert.deepEqual(between('Abcd', 'Abd'), ['REMOVED c'])
  assert.deepEqual(between('Abcd', 'Adbc'), ['MOVED d'])
  assert.deepEqual(between('Abcd', 'Acxb').sort(), ['ADDED x', 'MOVED c', 'REMOVED d'])
})

test('a finished stop at another position is not a change', () => {
  assert.deepEqual(between('abc', 'Bac'), [])
})

test('unseen changes are merged: an added stop stays added, and an added stop that is removed disappears', () => {
  const change = (kind: Change['kind'], stopId: string): Change => ({ kind, stopId, line1: stopId })
  const more = (a: Change[], b: Change[]) => words(mergeChanges(a, b))
  assert.deepEqual(more([change('ADDED', 'x')], [change('MOVED', 'x')]), ['ADDED x'])
  assert.deepEqual(more([change('ADDED', 'x')], [change('REMOVED', 'x')]), [])
  assert.deepEqual(more([change('REMOVED', 'x')], [change('MOVED', 'x')]), ['MOVED x'])
  assert.deepEqual(more([change('REMOVED', 'x')], [change('ADDED', 'x')]), ['ADDED x'])
  assert.deepEqual(more([change('MOVED', 'x'), change('ADDED', 'y')], [change('REMOVED', 'x')]), [
    'ADDED y',
    'REMOVED x',
  ])
})
