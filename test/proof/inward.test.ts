// prove inward, whole: it is short.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inwardRun } from '../../bench/proof/inward-run.ts'

test('no webhook calls what is not public, however its address is written or its name changes its mind', async () => {
  const { faults, urls, connections } = await inwardRun()
  assert.deepEqual(faults, [])
  assert.equal(connections, 0)
  assert.ok(urls > 1_000, `${urls} addresses`)
})
