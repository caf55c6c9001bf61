// A short run of the proof `npm run prove feed` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runFeedProof } from '../../bench/proof/feed-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('the feed misses nothing and keeps its order, with writers at two servers', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, writes } = await runFeedProof(url, 10, 3, 3)
    assert.deepEqual(faults, [])
    assert.ok(writes > 20, `${writes} writes`)
  } finally {
    await drop()
  }
})
