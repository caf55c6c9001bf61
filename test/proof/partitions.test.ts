// A short run of the proof `npm run prove partitions` (docs/reliability.md).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runPartitionsProof } from '../../bench/proof/partitions-run.ts'
import { emptyDatabase } from '../helpers/database.ts'

test('partitions turn over while clients write: no write waits long, and no kept row is lost', async () => {
  const { url, drop } = await emptyDatabase()
  after(drop)
  const { faults, dropped } = await runPartitionsProof({
    databaseUrl: url,
    rows: 5_000,
    days: 60,
    step: 4,
    writers: 2,
    seed: 1,
  })
  assert.deepEqual(faults, [])
  assert.ok(dropped >= 3, `${dropped} partitions were dropped`)
})
