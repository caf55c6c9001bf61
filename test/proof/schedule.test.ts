// A short run of the proof `npm run prove webhooks` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runScheduleProof } from '../../bench/proof/schedule-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('every class of response is retried when and as often as promised, never early', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, classes } = await runScheduleProof(url, 2)
    assert.deepEqual(faults, [])
    assert.equal(Object.keys(classes).length, 20)
  } finally {
    await drop()
  }
})
