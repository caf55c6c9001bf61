// A short run of the proof `npm run prove uploads` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadsRun } from '../../bench/proof/uploads-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('more concurrent pictures than a link may send are all stored in the end, without leftovers', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, refused } = await uploadsRun(url, { pictures: 12, links: 1, side: 1_200 })
    assert.deepEqual(faults, [])
    assert.ok(refused > 0, 'some uploads were refused and retried')
  } finally {
    await drop()
  }
})
