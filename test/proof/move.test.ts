// A short run of the proof `npm run prove move` (docs/reliability.md) on the PostgreSQL of the test run: one move,
// during which the command is killed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runMoveProof } from '../../bench/proof/move-run.ts'
import { testDatabase } from '../helpers/database.ts'
import { replicationLack } from '../helpers/replication.ts'

test('a business moves while its callers write, without lost or duplicate data', {
  skip: (await replicationLack()) ?? false,
}, async () => {
  const databases = [await testDatabase(), await testDatabase()] as const
  try {
    const { faults, acknowledged, kills } = await runMoveProof({
      databases,
      moves: 1,
      kills: 1,
      seed: 7,
      businesses: 1,
      victims: ['command'],
    })
    assert.deepEqual(faults, [])
    assert.equal(kills, 1)
    assert.ok(acknowledged > 10, `${acknowledged} writes`)
  } finally {
    for (const { drop } of databases) await drop()
  }
})
