// A short run of the proof `npm run prove replica` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runReplicaProof } from '../../bench/proof/replica-run.ts'

test('reports are read from the replica while orders are written', async () => {
  const { faults, writes, reports } = await runReplicaProof({ rounds: 1, seconds: 1, rate: 20, orders: 500 })
  assert.deepEqual(faults, [])
  assert.equal(writes, 40)
  assert.ok(reports > 0)
})
