// The full run of the proof `npm run prove inward` (docs/reliability.md), which takes little time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSsrfProof } from '../../bench/proof/inward-run.ts'

test('no webhook reaches a private address, however it is written or its name’s resolution changes', async () => {
  const { faults, urls, connections } = await runSsrfProof()
  assert.deepEqual(faults, [])
  assert.equal(connections, 0)
  assert.ok(urls > 1_000, `${urls} addresses`)
})
