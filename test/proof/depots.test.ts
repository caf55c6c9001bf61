// The full run of the proof `npm run prove depots` (docs/reliability.md), which takes little time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDepotsProof } from '../../bench/proof/depots-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('a user with one depot can neither read nor change data of another depot', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, calls, endpoints, rows } = await runDepotsProof(url)
    assert.deepEqual(faults, [])
    assert.ok(endpoints > 60 && calls > 100 && rows > 20, `${calls} calls of ${endpoints} endpoints, ${rows} rows`)
  } finally {
    await drop()
  }
})
