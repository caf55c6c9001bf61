// A short run of the proof `npm run prove limits` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runLimitsProof } from '../../bench/proof/limits-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('a limit applies across two processes, and the call after Retry-After passes', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, calls, passed } = await runLimitsProof(url, 6, 1)
    assert.deepEqual(faults, [])
    assert.ok(calls > passed && passed > 60, `${passed} of ${calls}`)
  } finally {
    await drop()
  }
})
