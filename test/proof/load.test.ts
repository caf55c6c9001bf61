// A short run of the proof `npm run prove load` (docs/reliability.md), with two web processes and two workers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runLoadProof } from '../../bench/proof/load-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('writes, events and concurrent readers get no error, and every webhook is received', async () => {
  const { url, drop } = await testDatabase()
  try {
    const { faults, writes, reads, webhooks } = await runLoadProof({
      databaseUrl: url,
      seconds: 3,
      least: { writes: 51, reads: 11, webhooks: 41 },
      writes: 20,
      webhooks: 20,
      readers: 5,
      web: 2,
      workers: 2,
    })
    assert.deepEqual(faults, [])
    assert.ok(writes > 50 && reads > 10 && webhooks > 40, `${writes} writes, ${reads} reads, ${webhooks} webhooks`)
  } finally {
    await drop()
  }
})
