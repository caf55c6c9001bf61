// A short run of the proof `npm run prove failover` (docs/reliability.md): one primary is switched off. It is skipped
// unless Debian's packages for a cluster are installed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingPrograms, startCluster } from '../../bench/proof/cluster.ts'
import { runFailoverProof } from '../../bench/proof/failover-run.ts'

test('acknowledged writes exist once if the primary is switched off', {
  skip: missingPrograms() ?? false,
}, async () => {
  const cluster = await startCluster()
  try {
    const { failovers, faults, acknowledged } = await runFailoverProof({
      cluster,
      failovers: 1,
      kinds: ['kill'],
      seed: 7,
      clients: 4,
    })
    assert.deepEqual(faults, [])
    assert.equal(failovers.length, 1)
    assert.ok(acknowledged > 10, `${acknowledged} writes`)
  } finally {
    await cluster.end()
  }
})
