// The short form of prove failover, if Debian's packages for a cluster are installed. One primary is switched off.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusterLack, startCluster } from '../../bench/proof/cluster.ts'
import { failoverRun } from '../../bench/proof/failover-run.ts'

test('acknowledged writes exist once if the primary is switched off', {
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
