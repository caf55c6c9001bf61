// A short run of the proof `npm run prove deploy` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDrainProof } from '../../bench/proof/drain-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('SIGTERM under load fails no request of a client that retries, and ends the process', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, exitCode, acknowledged } = await runDrainProof(url, 4, 1)
    assert.deepEqual(faults, [])
    assert.equal(exitCode, 0)
    assert.ok(acknowledged > 10, `${acknowledged} writes`)
  } finally {
    await drop()
  }
})
