import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteRange } from '../../src/domain/byte-range.ts'

test('a range of bytes from the start, to the end, and from behind', () => {
  assert.deepEqual(byteRange('bytes=0-9', 100), { start: 0, end: 9 })
  assert.deepEqual(byteRange('bytes=90-', 100), { start: 90, end: 99 })
  assert.deepEqual(byteRange('bytes=-5', 100), { start: 95, end: 99 })
  assert.deepEqual(byteRange('bytes=-500', 100), { start: 0, end: 99 })
  assert.deepEqual(byteRange('bytes=50-500', 100), { start: 50, end: 99 })
})

test('what lies past the end can not be answered', () => {
  assert.equal(byteRange('bytes=100-', 100), 'unsatisfiable')
  assert.equal(byteRange('bytes=-0', 100), 'unsatisfiable')
  assert.equal(byteRange('bytes=0-', 0), 'unsatisfiable')
})

test('no range, several and nonsense are the whole', () => {
  for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=9-0', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b'])
    assert.equal(byteRange(header, 100), 'whole', header)
})
