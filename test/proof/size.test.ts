// A short run of the proof `npm run prove size` (docs/reliability.md). It checks PostgreSQL's query plans, not
// durations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSizeProof } from '../../bench/proof/size-run.ts'
import { testDatabase } from '../helpers/database.ts'

test('the amount of data read grows with the response, not with the stored data', async () => {
  const [few, many] = [await testDatabase(), await testDatabase()]
  try {
    const { faults, calls, statements } = await runSizeProof({
      urls: { few: few.url, many: many.url },
      few: { orders: 2_000, webhooks: 4_000, days: 8 },
      many: { orders: 12_000, webhooks: 24_000, days: 48 },
      rounds: 0,
    })
    assert.deepEqual(faults, [])
    assert.ok(calls > 60 && statements > 200, `${calls} calls, ${statements} statements`)
  } finally {
    await few.drop()
    await many.drop()
  }
})
