// Tests operation behind a pooler that assigns a connection for one transaction at a time, so that no session state may
// be relied on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashProof } from '../../bench/proof/crash-run.ts'
import { hasPooler, startPooler } from '../../bench/proof/pooler.ts'
import { testDatabase } from '../helpers/database.ts'

const skip = hasPooler() ? false : 'pgbouncer is not installed'

test('two serving and two working processes run completely behind a pooler in transaction mode', { skip }, async () => {
  const { url, drop } = await testDatabase()
  const pooler = await startPooler(url)
  try {
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }
    const options = { databaseUrl: url, kills: 2, seed: 7, clients: 2, web: 2, workers: 2, env }
    const { faults, acknowledged, deliveries } = await runCrashProof(options)
    assert.deepEqual(faults, [])
    assert.ok(acknowledged > 10 && deliveries > 0, `${acknowledged} writes, ${deliveries} deliveries`)
  } finally {
    await pooler.stop()
    await drop()
  }
})
