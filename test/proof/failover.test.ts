// The short form of prove failover, where Debian's packages for a cluster are there: one primary is switched off.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusterLack, startCluster } from '../../bench/proof/cluster.ts'
import { failoverRun } from '../../bench/proof/failover-run.ts'

test('when the primary is switched off, what was acknowledged is there once', {
  skip: clusterLack() ?? false,
}, async () => {
  const cluster = await startCluster()
  try {
    const { failovers, faults, acknowledged } = await failoverRun({
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
