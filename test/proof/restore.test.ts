// A short run of the proof `npm run prove restore` (docs/reliability.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runRestoreProof } from '../../bench/proof/restore-run.ts'
import { emptyDatabase, testDatabase } from '../helpers/database.ts'

test('a backup made during writes is one consistent moment elsewhere, and pending webhooks are sent from there', async () => {
  const [from, to] = [await testDatabase(), await emptyDatabase()]
  try {
    const urls = { from: from.url, to: to.url }
    const { faults, before, webhooks } = await runRestoreProof({ urls, orders: 2_000, webhooks: 20, clients: 3 })
    assert.deepEqual(faults, [])
    assert.ok(before >= 9 && webhooks === 20, `${before} writes, ${webhooks} webhooks`)
  } finally {
    await from.drop()
    await to.drop()
  }
})
