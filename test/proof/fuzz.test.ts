// A short run of the proof `npm run prove fuzz` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runFuzzProof } from '../../bench/proof/fuzz-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('hostile requests get documented responses, never 5xx', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, statuses } = await runFuzzProof(url, 300, 1)
    assert.deepEqual(faults, [])
    assert.ok((statuses['400'] ?? 0) > 50 && (statuses['200'] ?? 0) > 10, JSON.stringify(statuses))
  } finally {
    await drop()
  }
})
