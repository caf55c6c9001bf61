// Tests which disk faults health shows, also for a directory that does not exist yet.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { diskFault } from '../../../src/adapters/files/disk-fault.ts'

test('a nearly full disk is a fault, whether the directory exists or not', async () => {
  for (const directory of [tmpdir(), path.join(tmpdir(), 'not-there-yet', 'data')]) {
    assert.equal(await diskFault(directory, 1), null)
    assert.match(String(await diskFault(directory, Number.MAX_SAFE_INTEGER)), /^Only \d+ MB are free\.$/)
  }
})

test('a disk with space that is not writable is a fault', async () => {
  const refusing = (): never => {
    throw Object.assign(new Error('read-only'), { code: 'EROFS' })
  }
  assert.equal(await diskFault(tmpdir(), 1, refusing), 'Nothing can be written to the data directory.')
})
