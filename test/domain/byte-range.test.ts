import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteRange } from '../../src/domain/byte-range.ts'

test('a byte range counts from the start, to the end, or from the end', () => {
  assert.deepEqual(byteRange('bytes=0-9', 100), { start: 0, end: 9 })
  assert.deepEqual(byteRange('bytes=90-', 100), { start: 90, end: 99 })
  assert.deepEqual(byteRange('bytes=-5', 100), { start: 95, end: 99 })
  assert.deepEqual(byteRange('bytes=-500', 100), { start: 0, end: 99 })
  assert.deepEqual(byteRange('bytes=50-500', 100), { start: 50, end: 99 })
})

test('a range past the end is unsatisfiable', () => {
  assert.equal(byteRange('bytes=100-', 100), 'unsatisfiable')
  assert.equal(byteRange('bytes=-0', 100), 'unsatisfiable')
  assert.equal(byteRange('bytes=0-', 0), 'unsatisfiable')
})

test('no range, several ranges and invalid ones mean the whole file', () => {
  for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=9-0', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b'])
    assert.equal(byteRange(header, 100), 'whole', header)
})
